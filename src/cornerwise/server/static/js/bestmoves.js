/** What the engine thinks of a position: chances, the best moves at different places, and why. */

import { toggle } from "./controls.js";
import { h } from "./dom.js";
import { percent, t, tn } from "./i18n.js";
import { icon } from "./icons.js";
import { moveText } from "./moves.js";
import { chip } from "./piece.js";
import { sayingText } from "./sayings.js";
import { colourName, colourNames, signed } from "./words.js";

/** @typedef {import("../pages/analysis.js").AnalysisPage} AnalysisPage */

export const LETTERS = ["A", "B", "C"];

/** The head of the panel: what it is, how much was thought, and the switch. @param {AnalysisPage} page */
export function bestHead(page) {
  const { analysis, live } = page.thinking;
  const words = !live
    ? t("switch on for A, B, C")
    : analysis?.exact
      ? t("proved")
      : analysis
        ? tn("{n} line looked at", "{n} lines looked at", analysis.simulations)
        : "";
  return [
    h("h2", { id: "best-title" }, t("Best moves")),
    h("span", { class: "quiet small" }, words),
    h(
      "label",
      { class: "switchline", for: "think" },
      h("span", { class: "unseen" }, t("Live analysis")),
      toggle("think", live, (on) => page.toggleLive(on)),
    ),
  ];
}

/** @param {AnalysisPage} page */
export function bestParts(page) {
  const { state } = page;
  const { analysis, live, trouble } = page.thinking;
  if (!live) return [];
  if (trouble) return [h("p", { class: "quiet" }, trouble)];
  if (state?.fault) return [h("p", { class: "quiet" }, t("Put the position right first."))];
  if (state && !state.to_play)
    return [h("p", { class: "quiet" }, t("Nothing can be placed any more."))];
  if (!analysis) return [h("div", { class: "well", "aria-hidden": "true" })];
  return [
    chances(page),
    h(
      "ol",
      { class: "candidates" },
      analysis.moves.map((_, at) => candidate(page, at)),
    ),
  ];
}

/** Each side's chance to win as a bar. @param {AnalysisPage} page */
function chances({ thinking: { analysis }, variant }) {
  if (!analysis || variant.seats.length < 2) return null;
  const teams = [...new Map(variant.seats.map((seat) => [seat.team, seat])).keys()];
  const sides = teams.map((team) => {
    const seats = variant.seats.filter((seat) => seat.team === team);
    return {
      colours: seats.flatMap(({ colours }) => colours),
      chance: analysis.results[seats[0].name] ?? 0,
    };
  });
  return h(
    "div",
    { class: "chances" },
    h(
      "ul",
      { class: "shares" },
      sides.map(({ colours, chance }) =>
        h(
          "li",
          {},
          colours.map((colour) => chip(colour, 14)),
          h("span", { class: "unseen" }, colourNames(colours)),
          percent(chance),
        ),
      ),
    ),
    h(
      "div",
      { class: "sharebar", "aria-hidden": "true" },
      sides.map(({ colours, chance }) => {
        const part = h("i", { class: `c-${colours[0]}` });
        part.style.flexGrow = String(chance);
        return part;
      }),
    ),
  );
}

/** @param {AnalysisPage} page @param {number} at */
function candidate(page, at) {
  const { variant } = page;
  const { analysis, asked } = page.thinking;
  const shown = /** @type {import("../types").ShownMove} */ (analysis?.moves[at]);
  const open = asked === shown.placement;
  return h(
    "li",
    { class: open ? "open" : null },
    h(
      "button",
      {
        type: "button",
        class: "candidate",
        "data-placement": shown.placement,
        "aria-expanded": String(open),
        onclick: () => page.thinking.explain(shown.placement),
      },
      h("b", { class: at ? "mark" : "mark best" }, LETTERS[at]),
      h("span", { class: "what" }, moveText(page, shown.placement)),
      h("span", { class: "lead" }, t("points: {n}", { n: signed(shown.lead) })),
      variant.seats.length > 1 || analysis?.exact
        ? h("span", { class: "chance" }, percent(shown.chance))
        : null,
    ),
    open ? explanation(page, at) : null,
  );
}

/** Why a candidate is good, what is expected after it, and the way to play it. @param {AnalysisPage} page @param {number} at */
function explanation(page, at) {
  const { analysis, explained } = page.thinking;
  const shown = /** @type {import("../types").ShownMove} */ (analysis?.moves[at]);
  const ready = explained?.placement === shown.placement ? explained : null;
  const line = ready?.line ?? [];
  return h(
    "div",
    { class: "because" },
    ready
      ? ready.sayings.map((saying) => h("p", {}, sayingText(saying)))
      : h("div", { class: "well", "aria-hidden": "true" }),
    shown.alike
      ? h(
          "p",
          { class: "quiet" },
          tn(
            "{n} more move at the same place: {low} to {high}.",
            "{n} more moves at the same place: {low} to {high}.",
            shown.alike,
            { low: percent(shown.low), high: percent(shown.high) },
          ),
        )
      : null,
    line.length > 1
      ? h(
          "p",
          { class: "expected" },
          h("b", {}, t("Expected after {letter}:", { letter: LETTERS[at] })),
          " ",
          line.slice(1).map(([colour, placement], to) =>
            h(
              "button",
              {
                type: "button",
                class: "ply",
                "data-line": line.slice(0, to + 2).join(" "),
                onclick: () => page.follow(line.slice(0, to + 2)),
                onmouseenter: () => page.point(placement),
                onmouseleave: () => page.point(-1),
              },
              chip(colour, 12),
              h("span", { class: "unseen" }, colourName(colour)),
              moveText(page, placement),
            ),
          ),
        )
      : null,
    h(
      "button",
      { type: "button", class: "button", onclick: () => page.playShown(at) },
      icon("check"),
      t("Play {letter}", { letter: LETTERS[at] }),
    ),
  );
}

/**
 * The best move in words, for those who listen.
 * @param {Pick<AnalysisPage, "geometry">} page
 * @param {import("../types").AnalysisView} analysis
 */
export const bestWords = (page, { moves: [best] }) =>
  best
    ? t("Best move: {move}, {chance}.", {
        move: moveText(page, best.placement),
        chance: percent(best.chance),
      })
    : "";
