/** The options of a new game: colours, who begins, scoring, clock, and what else a variant offers. */

import { segments, select } from "./choices.js";
import { toggle } from "./controls.js";
import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { detail, preview, sample } from "./preview.js";
import { scoringText } from "./rulewords.js";
import { clockText, colourName, colourNames } from "./words.js";

/** @typedef {import("../page").Geometry} Geometry */
/** @typedef {import("../types").ClockSetting} ClockSetting */
/** @typedef {import("./newseats.js").Form} Form */

/** What can be chosen besides the seats. @param {Form} form */
export function optionsPart(form) {
  return h(
    "section",
    { "aria-labelledby": "options-title" },
    h("div", { class: "head" }, h("h2", { id: "options-title" }, t("Options"))),
    h(
      "ul",
      { class: "options" },
      colourOption(form),
      firstOption(form),
      scoringOption(form),
      clockOption(form),
      startsOption(form),
      touchOption(form),
      ratedOption(form),
      tipsOption(form),
      listedOption(form),
    ),
  );
}

/**
 * @param {string} title
 * @param {string} words
 * @param {HTMLElement} control
 * @param {{extra?: HTMLElement | null, picture?: Node | null, id?: string}} [more]
 */
function option(title, words, control, { extra = null, picture = null, id } = {}) {
  return h(
    "li",
    {},
    h(
      "div",
      { class: "with-picture" },
      picture,
      h(
        "div",
        {},
        h("h3", {}, id ? h("label", { for: id }, title) : title),
        h("p", { class: "quiet small" }, words),
      ),
    ),
    control,
    extra,
  );
}

/** @param {Form} form */
function colourOption({ draft, draw }) {
  if (draft.seats.length < 2 || draft.mine < 0) return null;
  const choices = /** @type {[string, string][]} */ ([
    ["lot", t("By lot")],
    ...draft.seats.map((seat) => [seat.name, colourNames(seat.colours)]),
  ]);
  const words = draft.byLot
    ? t("Who gets which colour is drawn by lot")
    : t("The others follow clockwise, as listed");
  return option(
    t("Your colour"),
    words,
    select("colour", t("Your colour"), choices, draft.byLot ? "lot" : draft.colour, (value) => {
      draft.chooseColour(value);
      draw();
    }),
  );
}

/** @param {Form} form */
function firstOption({ draft, draw }) {
  if (draft.seats.length < 2) return null;
  const begins = draft.first;
  const words =
    begins === "lot"
      ? t("Drawn by lot; the others follow clockwise")
      : t("The others follow clockwise");
  const choices = /** @type {[string, string][]} */ ([
    ["lot", t("By lot")],
    ...draft.beginners.map((colour) => [colour, colourName(colour)]),
  ]);
  return option(
    t("Who begins"),
    words,
    select("first", t("Who begins"), choices, begins, (value) => {
      draft.wantedFirst = value;
      draw();
    }),
  );
}

/** @param {Form} form */
function scoringOption({ draft, board, draw }) {
  if (!draft.option("scoring")) return null;
  const chosen = draft.value("scoring") ?? "";
  const { scorings } = draft.variant;
  const scoring = scorings.find(({ name }) => name === chosen) ?? scorings[0];
  return option(
    t("Scoring"),
    scoringText(board.data.grid, scoring),
    segments(
      "scoring",
      t("Scoring"),
      [...scorings]
        .sort((a, b) => a.bonus - b.bonus) // the plainest first
        .map(({ name, title }) => [name, t(title)]),
      chosen,
      (value) => {
        draft.options.scoring = value;
        draw();
      },
    ),
  );
}

/** @param {Form} form */
function clockOption({ draft, draw }) {
  if (draft.seats.length < 2) return null;
  const kinds = /** @type {[string, string][]} */ ([
    ["none", t("None")],
    ["live", t("Minutes")],
    ["days", t("Days")],
  ]);
  const { clock } = draft;
  const setClock = (/** @type {ClockSetting} */ chosen) => {
    draft.clock = chosen;
    draw();
  };
  let extra = null;
  if (clock.kind === "live") {
    extra = h(
      "div",
      { class: "extra" },
      h(
        "label",
        {},
        t("minutes each"),
        select(
          "minutes",
          t("minutes each"),
          [3, 5, 10, 15, 30, 60].map((n) => [String(n), number(n)]),
          String(clock.minutes),
          (value) => setClock({ ...clock, minutes: Number(value) }),
        ),
      ),
      h(
        "label",
        {},
        t("seconds per move"),
        select(
          "increment",
          t("seconds per move"),
          [0, 2, 5, 10, 20].map((n) => [String(n), number(n)]),
          String(clock.increment),
          (value) => setClock({ ...clock, increment: Number(value) }),
        ),
      ),
    );
  } else if (clock.kind === "days") {
    extra = h(
      "div",
      { class: "extra" },
      h(
        "label",
        {},
        t("days per move"),
        select(
          "days",
          t("days per move"),
          [1, 2, 3, 7, 14].map((n) => [String(n), number(n)]),
          String(clock.days),
          (value) => setClock({ kind: "days", days: Number(value) }),
        ),
      ),
    );
  }
  return option(
    t("Clock"),
    clock.kind === "none" ? t("Nobody is hurried") : clockText(clock),
    segments("clock", t("Clock"), kinds, clock.kind, (value) => {
      setClock(
        value === "live"
          ? { kind: "live", minutes: 10, increment: 5 }
          : value === "days"
            ? { kind: "days", days: 3 }
            : { kind: "none" },
      );
    }),
    { extra },
  );
}

/** @param {Form} form */
function startsOption({ draft, board, draw }) {
  const { start_rules, colours } = draft.variant;
  const [usual, other, ...more] = start_rules;
  if (!other) return null;
  const chosen = start_rules.find(({ name }) => name === draft.options.starts) ?? usual;
  const choose = (/** @type {string} */ name) => {
    draft.options.starts = name;
    draw();
  };
  const picture = preview(board, sample(board, colours.length), 48);
  if (more.length) {
    const names = /** @type {[string, string][]} */ (
      start_rules.map(({ name, title }) => [name, t(title)])
    );
    return option(
      t("Starting spaces"),
      chosen.about ? t(chosen.about) : "",
      select("starts", t("Starting spaces"), names, chosen.name, choose),
      { picture },
    );
  }
  return option(
    t(other.title),
    other.about ? t(other.about) : "",
    toggle("starts", chosen === other, (on) => choose(on ? other.name : usual.name)),
    { id: "starts", picture },
  );
}

/** @param {Form} form */
function touchOption({ draft, board, draw }) {
  if (!draft.option("touch")) return null;
  const only = draft.value("touch") === "vertices";
  return option(
    t("Vertices only"),
    t("No vertex may meet a side of the same colour"),
    toggle("touch", only, (on) => {
      draft.options.touch = on ? "vertices" : "any";
      draw();
    }),
    { id: "touch", picture: vertexPicture(board) },
  );
}

/** A game that counts for the ratings. @param {Form} form */
function ratedOption({ draft, draw, signedIn }) {
  if (!signedIn || !draft.mayRate) return null;
  return option(
    t("Rated"),
    t("It counts for the ranking: with a clock, without tips or taking back"),
    toggle("rated", draft.rated, (on) => {
      draft.rate(on);
      draw();
    }),
    { id: "rated" },
  );
}

/** Tips among people need everybody's consent. @param {Form} form */
function tipsOption({ draft }) {
  if (!draft.invites || draft.rated) return null;
  return option(
    t("Tips allowed"),
    t("For everybody; the invitation says so"),
    toggle("tips", draft.tips, (on) => {
      draft.tips = on;
    }),
    { id: "tips" },
  );
}

/** @param {Form} form */
function listedOption({ draft }) {
  if (!draft.invites) return null;
  return option(
    t("Show in the lobby"),
    t("Anybody may take an open seat, or watch"),
    toggle("listed", draft.listed, (on) => {
      draft.listed = on;
    }),
    { id: "listed" },
  );
}

/**
 * Two pieces of three cells that meet vertex to vertex, the first one on a starting space.
 * @param {Geometry} board
 */
function vertexPicture(board) {
  const { data, corners } = board;
  const piece = data.pieces.findIndex(({ size }) => size === 3);
  if (piece < 0) return null;
  const every = data.pieces[piece].orientations.flatMap((_, orientation) =>
    board.placementsOf(piece, orientation),
  );
  const cellsOf = (/** @type {number} */ placement) => board.placement(placement).cells;
  const points = (/** @type {number} */ placement) =>
    cellsOf(placement).flatMap((cell) => corners[cell].map(String));
  const once = (/** @type {string[]} */ all, /** @type {string} */ one) =>
    all.indexOf(one) === all.lastIndexOf(one);
  const first = every.filter((placement) => cellsOf(placement).includes(data.starts[0]))[1];
  const mine = points(first);
  const second = every.find((placement) => {
    const theirs = points(placement);
    const shared = [...new Set(theirs)].filter((point) => mine.includes(point));
    return shared.length === 1 && once(mine, shared[0]) && once(theirs, shared[0]);
  });
  const marks = [first, second ?? first].map((placement) => ({
    colour: /** @type {const} */ ("blue"),
    placement,
  }));
  return detail(board, marks, [...cellsOf(first), ...cellsOf(second ?? first)], 48);
}
