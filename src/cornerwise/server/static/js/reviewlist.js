/** The moves of a review as rows: those that cost something, and the one that is looked at with all that is known. */

import { h } from "./dom.js";
import { number, percent, t } from "./i18n.js";
import { icon } from "./icons.js";
import { moveText } from "./moves.js";
import { chip, pieceSvg } from "./piece.js";
import { chanceText, isError, markName, SIGNS, shortText } from "./reviewwords.js";
import { sayingText } from "./sayings.js";
import { colourName } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types").MoveReviewView} MoveReview */
/** @typedef {import("../types").TutorReason} TutorReason */
/** @typedef {import("../types").AlternativeView["line"]} Line */

/**
 * What the rows need of the page.
 * @typedef {object} RowActions
 * @property {(number: number) => void} goTo  look at a move
 * @property {(which: number, step: number) => void} follow  show a line: which alternative, -1 for the move itself, how far
 * @property {(reason: TutorReason | null) => void} point  draw what a sentence speaks of, or nothing
 * @property {(reason: TutorReason) => void} pick  the same until something else is picked
 */

/**
 * @typedef {object} RowState
 * @property {number} at  the move that is looked at
 * @property {number[]} turning  the moves that bear numbers
 * @property {{which: number, step: number} | null} line  the line that is played through
 * @property {TutorReason | null} picked
 * @property {boolean} named  whether the mover's colour must be told
 */

/** A sign with its word. @param {MoveReview} move */
export const markSign = ({ mark }) =>
  h(
    "span",
    { class: `mark-sign ${mark}`, title: markName(mark) },
    h("span", { "aria-hidden": "true" }, SIGNS[mark]),
    h("span", { class: "unseen" }, markName(mark)),
  );

/**
 * A row of the list. The one that is looked at shows its alternatives.
 * @param {Table} table
 * @param {MoveReview} move
 * @param {RowState} state
 * @param {RowActions} actions
 */
export function reviewRow(table, move, state, actions) {
  const here = move.number === state.at;
  const turning = state.turning.indexOf(move.number);
  const { better, reasons } = shortText(table, move);
  const words = isError(move)
    ? [h("b", {}, better), " ", h("span", { class: "why-short" }, reasons)]
    : [h("b", {}, markName(move.mark))];
  return h(
    "li",
    { class: here ? "here" : null, "data-move": move.number },
    h(
      "button",
      {
        type: "button",
        class: "review-row",
        "data-key": `row-${move.number}`,
        "aria-current": here ? "true" : null,
        onclick: () => actions.goTo(move.number),
      },
      h(
        "span",
        { class: "badge-place" },
        turning >= 0 && h("span", { class: "badge" }, number(turning + 1)),
      ),
      h("span", { class: "nth" }, number(move.number)),
      h(
        "span",
        { class: "played" },
        pictureOf(table, move),
        h(
          "span",
          {},
          state.named && h("span", { class: "unseen" }, `${colourName(move.colour)} `),
          moveText(table, move.placement),
        ),
      ),
      markSign(move),
      h("span", { class: "says" }, here ? h("b", {}, markName(move.mark)) : words),
      h("span", { class: "chances" }, chanceText(move)),
    ),
    here ? details(table, move, state, actions) : null,
  );
}

/** @param {Table} table @param {MoveReview} move */
function pictureOf(table, { colour, placement }) {
  const { piece, orientation } = table.geometry.placement(placement);
  return pieceSvg(table.geometry.data, piece, colour, { cell: 9, orientation, flat: true });
}

/** @param {Table} table @param {MoveReview} move @param {RowState} state @param {RowActions} actions */
function details(table, move, state, actions) {
  const others = move.alternatives;
  const best = move.chances[0];
  const error = isError(move);
  return h(
    "div",
    { class: "details" },
    others.map((other, which) =>
      candidate({
        letter: "ABC"[which],
        text: moveText(table, other.placement),
        chance: percent(Math.max(0, best - other.loss)),
        reasons:
          which === 0 && move.better.length && move.mark !== "best" ? move.better : other.reasons,
        line: lineButtons(table, other.line, which, state, actions),
        first: which === 0 && move.mark !== "best",
        state,
        actions,
      }),
    ),
    candidate({
      letter: "",
      text: moveText(table, move.placement),
      chance: percent(move.chances[1]),
      reasons: error ? move.against : move.mark === "best" ? move.better : [],
      line: lineButtons(table, move.line, -1, state, actions),
      first: false,
      made: true,
      state,
      actions,
    }),
    move.choices < 2 ? h("p", { class: "quiet" }, t("There was no other move.")) : null,
  );
}

/**
 * @param {{letter: string, text: string, chance: string, reasons: TutorReason[], line: HTMLElement | null,
 *   first: boolean, made?: boolean, state: RowState, actions: RowActions}} of
 */
function candidate({ letter, text, chance, reasons, line, first, made, state, actions }) {
  return h(
    "div",
    { class: `option-row${first ? " first" : ""}` },
    made
      ? h("span", { class: "swatch made", "aria-hidden": "true" })
      : h("span", { class: "badge letter-badge", "aria-hidden": "true" }, letter),
    h(
      "div",
      { class: "says" },
      h("b", {}, made ? t("Played: {move}", { move: text }) : text),
      " ",
      reasons.flatMap((reason) => [reasonButton(reason, state, actions), " "]),
      line,
    ),
    h("span", { class: "chances" }, chance),
  );
}

/** A sentence that is drawn on the board when it is pointed at. @param {TutorReason} reason @param {Pick<RowState, "picked">} state @param {Pick<RowActions, "point" | "pick">} actions */
export function reasonButton(reason, state, actions) {
  if (!reason.cells.length) return h("span", { class: "reason" }, sayingText(reason.saying));
  return h(
    "button",
    {
      type: "button",
      class: "reason",
      "data-key": `reason-${reason.name}-${reason.colour}-${reason.cells.join()}`,
      "aria-pressed": String(same(reason, state.picked)),
      onpointerenter: () => actions.point(reason),
      onpointerleave: () => actions.point(null),
      onfocus: () => actions.point(reason),
      onblur: () => actions.point(null),
      onclick: () => actions.pick(reason),
    },
    sayingText(reason.saying),
  );
}

/** @param {TutorReason} a @param {TutorReason | null} b */
export const same = (a, b) => b !== null && JSON.stringify(a) === JSON.stringify(b);

/**
 * The moves expected, each of which shows the board as it is then.
 * @param {Table} table @param {Line} line @param {number} which @param {RowState} state @param {RowActions} actions
 */
function lineButtons(table, line, which, state, actions) {
  if (line.length < 2) return null;
  const shown = state.line?.which === which ? state.line.step : 0;
  return h(
    "div",
    { class: "line", role: "group", "aria-label": t("The moves expected") },
    h(
      "button",
      {
        type: "button",
        class: "iconbutton",
        "data-key": `play-${which}`,
        "data-next": shown,
        "aria-label": t("Play the line"),
        title: t("Play the line"),
        onclick: () => actions.follow(which, shown < line.length ? shown + 1 : 0),
      },
      icon("play", 16),
    ),
    line.map(([colour, placement], at) =>
      h(
        "button",
        {
          type: "button",
          class: "line-move",
          "data-key": `line-${which}-${at}`,
          "aria-pressed": String(shown === at + 1),
          onclick: () => actions.follow(which, at + 1),
        },
        chip(colour, 12),
        h("span", { class: "unseen" }, `${colourName(colour)} `),
        moveText(table, placement),
      ),
    ),
  );
}

/**
 * Every move with its mark, round by round.
 * @param {Table} table
 * @param {MoveReview[]} moves
 * @param {number} at
 * @param {(number: number) => void} goTo
 */
export function markedMoves(table, moves, at, goTo) {
  return h(
    "ol",
    { class: "marked-moves" },
    table.moves.map(([colour, placement], n) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            "data-key": `move-${n + 1}`,
            "aria-current": at === n + 1 ? "true" : null,
            onclick: () => goTo(n + 1),
          },
          h("span", { class: "nth" }, number(n + 1)),
          chip(colour, 13),
          h("span", { class: "unseen" }, `${colourName(colour)} `),
          h("span", {}, moveText(table, placement)),
          moves[n] ? markSign(moves[n]) : h("span", { class: "mark-sign" }),
        ),
      ),
    ),
  );
}
