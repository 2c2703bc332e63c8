/** The way through a tree: buttons below the board, where one is, and the keys that do the same. */

import { LETTERS } from "./bestmoves.js";
import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { iconButton } from "./icons.js";
import { endOf, movesTo } from "./variations.js";
import { colourName } from "./words.js";

/** @typedef {import("../pages/analysis.js").AnalysisPage} AnalysisPage */

/** @param {AnalysisPage} page */
export function treeWalk(page) {
  const { node, draft } = page;
  const make = (
    /** @type {import("./icons.js").IconName} */ name,
    /** @type {string} */ words,
    /** @type {() => void} */ act,
    /** @type {boolean} */ able,
  ) => iconButton(name, words, () => able && act(), { "aria-disabled": able ? null : "true" });
  const key = (/** @type {string[]} */ names, /** @type {string} */ words) =>
    h(
      "span",
      {},
      names.map((name) => h("kbd", {}, name)),
      " ",
      words,
    );
  const back = !draft && node.parent !== null;
  const on = !draft && node.children.length > 0;
  return [
    make("first", t("To the start"), () => page.goTo(page.root), back),
    make("back", t("One move back"), () => page.step(-1), back),
    make("next", t("One move on"), () => page.step(1), on),
    make("last", t("To the end"), () => page.goTo(endOf(page.node)), on),
    h("span", { class: "where" }, draft ? t("Setting up") : where(page)),
    h(
      "span",
      { class: "keys" },
      page.thinking.live ? key(LETTERS, t("play it")) : null,
      key(["↑", "↓"], t("variations")),
      key(["N"], t("note")),
    ),
  ];
}

/** @param {AnalysisPage} page */
function where({ node, state }) {
  if (!state) return "";
  if (!state.to_play) return state.fault ? t("Not a legal position") : t("The game is over.");
  const made = movesTo(node).length;
  const colour = colourName(state.to_play);
  return made
    ? t("After move {n}. To move: {colour}", { n: number(made), colour })
    : t("To move: {colour}", { colour });
}
