/** The choice between trying moves and setting up a position, and what setting up needs. */

import { segments } from "./choices.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { chip } from "./piece.js";
import { mirror, turn } from "./symmetries.js";
import { colourName } from "./words.js";

/** @typedef {import("../pages/analysis.js").AnalysisPage} AnalysisPage */
/** @typedef {import("../types").Colour} Colour */

/** @param {AnalysisPage} page */
export function setupTools(page) {
  const { draft, geometry, variant } = page;
  const mode = segments(
    "analysis-mode",
    t("Moves or position"),
    [
      ["try", t("Try moves")],
      ["set", t("Set up")],
    ],
    draft ? "set" : "try",
    (value) => page.setUp(value === "set"),
  );
  if (!draft) return [h("div", { class: "a-row" }, mode)];
  const chips = () =>
    variant.colours.map((colour) => {
      /** @type {[string, Node[]]} */
      const one = [colour, [chip(colour), h("b", { class: "unseen" }, colourName(colour))]];
      return one;
    });
  const row = (
    /** @type {string} */ id,
    /** @type {string} */ words,
    /** @type {Colour} */ chosen,
    /** @type {(colour: Colour) => void} */ choose,
  ) =>
    h(
      "div",
      { class: "a-row" },
      h("span", {}, words),
      segments(id, words, chips(), chosen, (colour) => choose(/** @type {Colour} */ (colour))),
    );
  const tool = (
    /** @type {string} */ id,
    /** @type {import("./icons.js").IconName} */ sign,
    /** @type {string} */ words,
    /** @type {() => void} */ act,
  ) =>
    h(
      "button",
      {
        type: "button",
        class: "button plain",
        id,
        disabled: !draft.placed.length,
        onclick: act,
      },
      icon(sign),
      h("span", {}, words),
    );
  const [turned, mirrored] = [turn(geometry), mirror(geometry)];
  return [
    h(
      "div",
      { class: "a-row" },
      mode,
      h(
        "div",
        { class: "a-whole", role: "group", "aria-label": t("Board") },
        turned && tool("setup-turned", "right", t("Turn"), () => page.move(turned)),
        mirrored && tool("setup-mirror", "flip", t("Mirror"), () => page.move(mirrored)),
        tool("setup-clear", "trash", t("Clear"), () => page.clear()),
      ),
    ),
    row("setup-colour", t("Colour"), draft.colour, (colour) => page.chooseColour(colour)),
    row("setup-turn", t("To move"), draft.toPlay, (colour) => page.chooseTurn(colour)),
  ];
}
