/** Who sits where in a new game: a row for each seat. */

import { sidesText, variantsOf } from "./catalogue.js";
import { segments, select } from "./choices.js";
import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { icon } from "./icons.js";
import { chip } from "./piece.js";
import { change } from "./settings.js";
import { colourName, colourNames, levelName } from "./words.js";

/** @typedef {import("../page").Geometry} Geometry */
/** @typedef {import("../types").VariantData} VariantData */
/** @typedef {import("../types").VariantSeat} VariantSeat */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").Kind} Kind */

/**
 * What the parts of the page need.
 * @typedef {object} Form
 * @property {Draft} draft
 * @property {Geometry} board  that of the variant
 * @property {import("../types").LevelData[]} levels
 * @property {boolean} signedIn  whether who plays has an account
 * @property {() => void} draw  draws the page again after a change
 */

/** Who sits where. @param {Form} form */
export function seatsPart(form) {
  const { draft } = form;
  return h(
    "section",
    { "aria-labelledby": "seats-title" },
    h("div", { class: "head" }, h("h2", { id: "seats-title" }, t("Seats")), variantChoice(form)),
    h("p", { class: "quiet small" }, explained(draft.variant)),
    draft.seats.map((seat, at) => seatRow(form, seat, at)),
    spareRow(form),
  );
}

/** @param {Form} form @param {VariantSeat} seat @param {number} at */
function seatRow(form, seat, at) {
  const { draft, draw } = form;
  const choice = draft.sitters[at];
  const label = rowName(draft, seat, at);
  const kind = h(
    "select",
    {
      class: "bare",
      id: `kind-${at}`,
      "aria-label": t("{colour}: who plays", { colour: label }),
      onchange: () => {
        draft.seat(at, /** @type {Kind} */ (kind.value));
        draw();
      },
    },
    /** @type {[Kind, string][]} */ ([
      ["me", t("You")],
      ["here", t("Someone at this screen")],
      ["computer", t("Computer")],
      ["open", t("Open seat")],
    ]).map(([value, words]) => h("option", { value, selected: value === choice.kind }, words)),
  );
  const image = { me: "person", here: "person", computer: "computer", open: "link" }[choice.kind];
  return h(
    "div",
    { class: "seatrow", role: "group", "aria-label": label },
    h(
      "span",
      { class: "chips" },
      seat.colours.map((colour) => (draft.byLot ? h("i", { class: "drawn" }) : chip(colour, 20))),
    ),
    who(form, seat, at),
    h(
      "span",
      { class: "kind" },
      icon(/** @type {import("../js/icons.js").IconName} */ (image)),
      kind,
    ),
    h(
      "span",
      { class: "more" },
      choice.kind === "computer"
        ? level(form, at, seat)
        : choice.kind === "open"
          ? h("span", { class: "quiet small" }, t("You get a link to send."))
          : null,
    ),
  );
}

/**
 * What a row is called: its colours, or a number while they are not given out.
 * @param {Draft} draft @param {VariantSeat} seat @param {number} at
 */
const rowName = (draft, seat, at) =>
  draft.byLot ? t("Player {n}", { n: number(at + 1) }) : colourNames(seat.colours);

/** @param {Form} form @param {VariantSeat} seat @param {number} at */
function who({ draft, board }, seat, at) {
  const choice = draft.sitters[at];
  if (choice.kind === "computer" || choice.kind === "open") {
    const name = rowName(draft, seat, at);
    return h(
      "span",
      {},
      h(
        "b",
        {},
        choice.kind === "computer" && !draft.byLot
          ? t("{colour}, level {level}", { colour: name, level: number(choice.level) })
          : name,
      ),
      h("br"),
      h(
        "span",
        { class: "quiet small" },
        draft.byLot ? drawnNote(draft, seat) : place(draft, board, seat),
      ),
    );
  }
  const field = h("input", {
    class: "field",
    id: `name-${at}`,
    maxlength: "24",
    autocomplete: choice.kind === "me" ? "nickname" : "off",
    placeholder: choice.kind === "me" ? t("Your name") : rowName(draft, seat, at),
    "aria-label": t("{colour}: name", { colour: rowName(draft, seat, at) }),
    oninput: () => {
      choice.name = field.value;
      if (choice.kind === "me") change({ name: field.value.trim() });
    },
  });
  field.value = choice.name;
  return field;
}

/**
 * What is known of a seat whose colour is drawn: its partner.
 * @param {Draft} draft
 * @param {VariantSeat} seat
 */
function drawnNote(draft, seat) {
  const partner = draft.seats.findIndex((other) => other !== seat && other.team === seat.team);
  return partner < 0 ? t("Colour by lot") : t("Partner of player {n}", { n: number(partner + 1) });
}

/** Where a seat begins, if that is known. @param {Draft} draft @param {Geometry} board @param {VariantSeat} seat */
function place(draft, board, seat) {
  const { own_starts, start_rules } = draft.variant;
  const usual = (draft.value("starts") ?? start_rules[0].name) === start_rules[0].name;
  const cells = usual ? seat.colours.map((colour) => own_starts[colour]) : [];
  return cells.length && cells.every((cell) => cell !== undefined)
    ? cells.map((cell) => placeText(board, /** @type {number} */ (cell))).join(", ")
    : colourNames(seat.colours);
}

/** @param {Form} form @param {number} at @param {VariantSeat} seat */
function level({ draft, levels, draw }, at, seat) {
  const choice = draft.sitters[at];
  const elo = levels[choice.level - 1]?.elo[draft.variant.edition];
  const range = h("input", {
    type: "range",
    id: `level-${at}`,
    min: "1",
    max: "9",
    value: String(choice.level),
    "aria-label": t("{colour}: level", { colour: rowName(draft, seat, at) }),
    "aria-valuetext": `${choice.level}, ${levelName(choice.level)}`,
    oninput: () => {
      choice.level = Number(range.value);
      change({ level: choice.level });
      draw();
    },
  });
  const bars = Array.from({ length: 9 }, (_, n) => {
    const bar = h("i", { class: n < choice.level ? "on" : "" });
    bar.style.height = `${8 + n * 2}px`;
    return bar;
  });
  return h(
    "span",
    { class: "level" },
    h("span", { class: "bars" }, bars, range),
    h(
      "span",
      { class: "label" },
      h("b", {}, t("Level {level}", { level: number(choice.level) })),
      h(
        "span",
        {
          class: "quiet small",
          title: elo
            ? t("{n} Elo points above level 1, from games between the levels", { n: number(elo) })
            : "",
        },
        levelName(choice.level),
      ),
    ),
  );
}

/** The colour that nobody chose. @param {Form} form */
function spareRow({ draft, draw }) {
  const option = draft.option("spare");
  if (!option) return null;
  const words = draft.variant.shared ? t("Shared by all in turn") : t("Not used");
  const chosen = /** @type {Colour} */ (draft.value("spare"));
  return h(
    "div",
    { class: "seatrow", role: "group", "aria-label": t("Fourth colour") },
    h("span", { class: "chips" }, chip(chosen, 20)),
    h(
      "span",
      {},
      h("b", {}, colourName(chosen)),
      h("br"),
      h("span", { class: "quiet small" }, words),
    ),
    h(
      "span",
      { class: "kind" },
      icon("sliders"),
      select(
        "spare",
        t("Fourth colour"),
        option.values.map((value) => [value, colourName(/** @type {Colour} */ (value))]),
        chosen,
        (value) => {
          draft.chooseSpare(value);
          draw();
        },
      ),
    ),
    h("span", { class: "more" }),
  );
}

/** @param {Form} form */
function variantChoice({ draft, draw }) {
  const same = variantsOf(draft.variant.family);
  if (same.length < 2) return null;
  // Each plays alone, most players first; then teams; then one player.
  const rank = (/** @type {VariantData} */ { seats: { length }, team_count }) =>
    length === 1 ? 200 : team_count < length ? 100 : -length;
  const names = same.map(sidesText);
  return segments(
    "variant",
    t("Players"),
    [...same]
      .sort((a, b) => rank(a) - rank(b))
      .map((one) => {
        const short = sidesText(one);
        const alone = names.indexOf(short) === names.lastIndexOf(short);
        return [one.name, alone ? short : t(one.title)];
      }),
    draft.name,
    (name) => {
      draft.choose(name);
      draw();
    },
  );
}

/**
 * Where a space lies: in a corner of the board, or its name.
 * @param {Geometry} board
 * @param {number} cell
 */
function placeText({ data, centres, box: [left, top, right, bottom] }, cell) {
  const [x, y] = centres[cell];
  const row = y - top < 1 ? 0 : bottom - y < 1 ? 1 : 2;
  const column = x - left < 1 ? 0 : right - x < 1 ? 1 : 2;
  const corners = [
    [t("top left"), t("top right")],
    [t("bottom left"), t("bottom right")],
  ];
  return corners[row]?.[column] ?? data.names[cell];
}

/** What is particular to a variant, in a line. @param {VariantData} variant */
function explained({ about, seats }) {
  if (about) return t(about);
  if (seats.length === 1) return t("You play all colours.");
  return seats.every(({ colours }) => colours.length === 1) ? t("Each plays one colour.") : "";
}
