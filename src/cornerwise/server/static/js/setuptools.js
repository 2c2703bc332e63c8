/** The choice between trying moves and setting up a position, and what setting up needs. */

import { segments } from "./choices.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { colourName } from "./words.js";

/** @typedef {import("../pages/analysis.js").AnalysisPage} AnalysisPage */
/** @typedef {import("../types").Colour} Colour */

/** @param {AnalysisPage} page */
export function setupTools(page) {
  const { draft, variant } = page;
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
  /** @type {[string, string][]} */
  const names = variant.colours.map((colour) => [colour, colourName(colour)]);
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
      segments(id, words, names, chosen, (colour) => choose(/** @type {Colour} */ (colour))),
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
      words,
    );
  const clear = tool("setup-clear", "trash", t("Clear the board"), () => page.clear());
  const mirror = tool("setup-mirror", "flip", t("Mirror the board"), () => page.mirror());
  return [
    h("div", { class: "a-row" }, mode),
    h("div", { class: "a-row" }, mirror, clear),
    row("setup-colour", t("Colour"), draft.colour, (colour) => page.chooseColour(colour)),
    row("setup-turn", t("To move"), draft.toPlay, (colour) => page.chooseTurn(colour)),
  ];
}
