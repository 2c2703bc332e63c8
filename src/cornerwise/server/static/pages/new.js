/** A new game: edition, players, seats, options, and a sentence that says what will happen. */

import {
  aboutText,
  families,
  familyNamed,
  sidesText,
  variantName,
  variantNamed,
  variantsOf,
} from "../js/catalogue.js";
import { toggle } from "../js/controls.js";
import { fill, h } from "../js/dom.js";
import { columns, editionChoice, familyBoards } from "../js/editions.js";
import { number, t, tn } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { post } from "../js/net.js";
import { chip } from "../js/piece.js";
import { detail, preview, sample } from "../js/preview.js";
import { scoringText } from "../js/rulewords.js";
import { change, settings } from "../js/settings.js";
import {
  beginsText,
  clockText,
  colourName,
  colourNames,
  levelName,
  refusalText,
} from "../js/words.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../page").Geometry} Geometry */
/** @typedef {import("../types").VariantData} VariantData */
/** @typedef {import("../types").VariantSeat} VariantSeat */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").ClockSetting} ClockSetting */
/** @typedef {"me" | "here" | "computer" | "open"} Kind */

/**
 * @typedef {object} Draft
 * @property {string} variant
 * @property {Record<string, string>} options
 * @property {string} first  "lot" or a colour; empty for what the variant has by default
 * @property {string} colour  "lot", or the name of the seat that I want
 * @property {{kind: Kind, level: number, name: string}[]} seats  in the order of the variant's seats
 * @property {ClockSetting} clock
 */

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("New game")} · Cornerwise`;
  const wanted = new URLSearchParams(location.search);
  const people = wanted.get("people");
  const wish =
    familyNamed(wanted.get("edition")) ??
    familyNamed(settings.edition) ??
    familyNamed(app.start.quick) ??
    families()[0];
  /** @type {Draft} */
  const draft = {
    variant: wish.variant,
    options: {},
    first: "",
    colour: "lot",
    seats: [0, 1, 2, 3].map((at) => ({
      kind: at === 0 ? "me" : people === "here" || people === "open" ? people : "computer",
      level: settings.level,
      name: at === 0 ? settings.name : "",
    })),
    clock: { kind: "none" },
  };
  const boards = await familyBoards(app);
  const body = h("div", { class: "page newgame" });
  fill(main, body);

  const variant = () => /** @type {VariantData} */ (variantNamed(draft.variant));
  const board = () => boards[variant().family];
  const seats = () =>
    variant().seats_by_spare?.[draft.options.spare ?? variant().spare ?? ""] ?? variant().seats;
  const has = (/** @type {string} */ option) =>
    variant().options.find((one) => one.name === option);
  const taken = () => draft.seats.slice(0, seats().length);
  /** Whether lots give out the colours: where I play at all, and have not chosen mine. */
  const byLot = () =>
    draft.colour === "lot" && seats().length > 1 && taken().some((seat) => seat.kind === "me");
  /** The colours that may begin. A shared one is nobody's, so it is not among them. */
  const beginners = () => seats().flatMap((seat) => seat.colours);
  /** Who begins: a colour or "lot". */
  function first() {
    const wanted = [draft.first, variant().table_first].find(
      (one) => one === "lot" || beginners().includes(/** @type {Colour} */ (one)),
    );
    return /** @type {Colour | "lot"} */ (wanted ?? beginners()[0]);
  }

  /** Draws the page again and gives the focus back to where it was. */
  function draw() {
    const focused = document.activeElement?.id;
    fill(
      body,
      h("h1", {}, t("New game")),
      editions(),
      h("div", { class: "split" }, seatsPart(), optionsPart()),
      foot(),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  // --- edition and variant -----------------------------------------------------------------------

  function editions() {
    return editionChoice({
      boards,
      size: pictureSize(),
      chosen: variant().family,
      legend: (family) =>
        h(
          "span",
          { class: "legend" },
          h("b", {}, t(family.title)),
          h("span", { class: "quiet" }, aboutText(family, boards[family.name])),
        ),
      changed: (name) => {
        change({ edition: name });
        choose(familyNamed(name)?.variant ?? draft.variant);
      },
    });
  }

  /** @param {string} name  of a variant */
  function choose(name) {
    draft.variant = name;
    draft.options = {};
    draft.first = "";
    draft.colour = "lot";
    draw();
  }

  function variantChoice() {
    const same = variantsOf(variant().family);
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
      draft.variant,
      choose,
    );
  }

  // --- seats -------------------------------------------------------------------------------------

  function seatsPart() {
    return h(
      "section",
      { "aria-labelledby": "seats-title" },
      h("div", { class: "head" }, h("h2", { id: "seats-title" }, t("Seats")), variantChoice()),
      h("p", { class: "quiet small" }, explained(variant())),
      seats().map((seat, at) => seatRow(seat, at)),
      spareRow(),
    );
  }

  /** @param {VariantSeat} seat @param {number} at */
  function seatRow(seat, at) {
    const choice = draft.seats[at];
    const label = rowName(seat, at);
    const kind = h(
      "select",
      {
        class: "bare",
        id: `kind-${at}`,
        "aria-label": t("{colour}: who plays", { colour: label }),
        onchange: () => {
          const chosen = /** @type {Kind} */ (kind.value);
          if (chosen === "me")
            for (const other of draft.seats)
              if (other.kind === "me") other.kind = choice.kind === "me" ? "computer" : choice.kind;
          choice.kind = chosen;
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
        seat.colours.map((colour) => (byLot() ? h("i", { class: "drawn" }) : chip(colour, 20))),
      ),
      who(seat, at),
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
          ? level(at, seat)
          : choice.kind === "open"
            ? h("span", { class: "quiet small" }, t("You get a link to send."))
            : null,
      ),
    );
  }

  /**
   * What a row is called: its colours, or a number while they are not given out.
   * @param {VariantSeat} seat @param {number} at
   */
  const rowName = (seat, at) =>
    byLot() ? t("Player {n}", { n: number(at + 1) }) : colourNames(seat.colours);

  /** @param {VariantSeat} seat @param {number} at */
  function who(seat, at) {
    const choice = draft.seats[at];
    if (choice.kind === "computer" || choice.kind === "open") {
      const name = rowName(seat, at);
      return h(
        "span",
        {},
        h(
          "b",
          {},
          choice.kind === "computer" && !byLot()
            ? t("{colour}, level {level}", { colour: name, level: number(choice.level) })
            : name,
        ),
        h("br"),
        h("span", { class: "quiet small" }, byLot() ? drawnNote(seat) : place(seat)),
      );
    }
    const field = h("input", {
      class: "field",
      id: `name-${at}`,
      maxlength: "24",
      autocomplete: choice.kind === "me" ? "nickname" : "off",
      placeholder: choice.kind === "me" ? t("Your name") : rowName(seat, at),
      "aria-label": t("{colour}: name", { colour: rowName(seat, at) }),
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
   * @param {VariantSeat} seat
   */
  function drawnNote(seat) {
    const partner = seats().findIndex((other) => other !== seat && other.team === seat.team);
    return partner < 0
      ? t("Colour by lot")
      : t("Partner of player {n}", { n: number(partner + 1) });
  }

  /** Where a seat begins, if that is known. @param {VariantSeat} seat */
  function place(seat) {
    const { own_starts } = variant();
    const rule = draft.options.starts ?? has("starts")?.values[0] ?? "own";
    const cells = rule === "own" ? seat.colours.map((colour) => own_starts[colour]) : [];
    return cells.length && cells.every((cell) => cell !== undefined)
      ? cells.map((cell) => placeText(board(), /** @type {number} */ (cell))).join(", ")
      : colourNames(seat.colours);
  }

  /** @param {number} at @param {VariantSeat} seat */
  function level(at, seat) {
    const choice = draft.seats[at];
    const elo = app.start.levels[choice.level - 1]?.elo[variant().edition];
    const range = h("input", {
      type: "range",
      id: `level-${at}`,
      min: "1",
      max: "9",
      value: String(choice.level),
      "aria-label": t("{colour}: level", { colour: rowName(seat, at) }),
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

  function spareRow() {
    const option = has("spare");
    if (!option) return null;
    const words = variant().shared ? t("Shared by all in turn") : t("Not used");
    const chosen = /** @type {Colour} */ (draft.options.spare ?? option.values[0]);
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
            draft.options.spare = value;
            draft.first = "";
            draft.colour = "lot";
            draw();
          },
        ),
      ),
      h("span", { class: "more" }),
    );
  }

  // --- options -----------------------------------------------------------------------------------

  function optionsPart() {
    return h(
      "section",
      { "aria-labelledby": "options-title" },
      h("div", { class: "head" }, h("h2", { id: "options-title" }, t("Options"))),
      h(
        "ul",
        { class: "options" },
        colourOption(),
        firstOption(),
        scoringOption(),
        clockOption(),
        startsOption(),
        touchOption(),
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

  function colourOption() {
    if (seats().length < 2 || !taken().some((seat) => seat.kind === "me")) return null;
    const choices = /** @type {[string, string][]} */ ([
      ["lot", t("By lot")],
      ...seats().map((seat) => [seat.name, colourNames(seat.colours)]),
    ]);
    const words = byLot()
      ? t("Lots decide who gets which colour")
      : t("The others follow clockwise, as listed");
    return option(
      t("Your colour"),
      words,
      select("colour", t("Your colour"), choices, byLot() ? "lot" : draft.colour, chooseColour),
    );
  }

  /**
   * Seats everybody so that I get the colour I want. All move on together: partners stay partners.
   * @param {string} value
   */
  function chooseColour(value) {
    draft.colour = value;
    const wanted = seats().findIndex((seat) => seat.name === value);
    if (wanted >= 0) {
      const people = taken();
      const steps = people.length - wanted + people.findIndex((seat) => seat.kind === "me");
      for (const at of people.keys()) draft.seats[at] = people[(at + steps) % people.length];
    }
    draw();
  }

  function firstOption() {
    if (seats().length < 2) return null;
    const begins = first();
    const words =
      begins === "lot"
        ? t("Lots decide; the others follow clockwise")
        : t("The others follow clockwise");
    const choices = /** @type {[string, string][]} */ ([
      ["lot", t("By lot")],
      ...beginners().map((colour) => [colour, colourName(colour)]),
    ]);
    return option(
      t("Who begins"),
      words,
      select("first", t("Who begins"), choices, begins, (value) => {
        draft.first = value;
        draw();
      }),
    );
  }

  function scoringOption() {
    const found = has("scoring");
    if (!found) return null;
    const chosen = draft.options.scoring ?? found.values[0];
    const { scorings } = variant();
    const scoring = scorings.find(({ name }) => name === chosen) ?? scorings[0];
    return option(
      t("Scoring"),
      scoringText(board().data.grid, scoring),
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

  function clockOption() {
    if (seats().length < 2) return null;
    const kinds = /** @type {[string, string][]} */ ([
      ["none", t("None")],
      ["live", t("Minutes")],
      ["days", t("Days")],
    ]);
    const { clock } = draft;
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

  /** @param {ClockSetting} clock */
  function setClock(clock) {
    draft.clock = clock;
    draw();
  }

  function startsOption() {
    const found = has("starts");
    if (!found) return null;
    const free = (draft.options.starts ?? found.values[0]) === "free";
    return option(
      t("Free corners"),
      t("Begin in any corner that is still free"),
      toggle("starts", free, (on) => {
        draft.options.starts = on ? "free" : "own";
        draw();
      }),
      { id: "starts", picture: preview(board(), sample(board(), variant().colours.length), 48) },
    );
  }

  function touchOption() {
    const found = has("touch");
    if (!found) return null;
    const only = (draft.options.touch ?? found.values[0]) === "vertices";
    return option(
      t("Vertices only"),
      t("No vertex may meet a side of the same colour"),
      toggle("touch", only, (on) => {
        draft.options.touch = on ? "vertices" : "any";
        draw();
      }),
      { id: "touch", picture: vertexPicture(board()) },
    );
  }

  // --- the end -----------------------------------------------------------------------------------

  const error = h("p", { class: "error", role: "alert", hidden: true });

  function foot() {
    return h(
      "div",
      { class: "start" },
      h(
        "p",
        { class: "quiet" },
        sentence(
          variant(),
          taken().map((seat) => seat.kind),
        ),
        " ",
        prospect(),
      ),
      error,
      h(
        "button",
        { type: "button", class: "button primary", onclick: () => void begin() },
        t("Start game"),
      ),
    );
  }

  /** Who plays what and who begins. */
  function prospect() {
    if (seats().length < 2) return "";
    const mine = seats()[taken().findIndex((seat) => seat.kind === "me")]?.name;
    /** @type {Record<string, string>} */
    const plays = {
      blue: t("You play blue."),
      yellow: t("You play yellow."),
      red: t("You play red."),
      green: t("You play green."),
      "blue+red": t("You play blue and red."),
      "yellow+green": t("You play yellow and green."),
    };
    if (byLot() && first() === "lot")
      return t("Lots decide who plays which colour and who begins.");
    return `${byLot() ? t("Lots decide who plays which colour.") : (plays[mine] ?? "")} ${beginsText(first())}`.trim();
  }

  async function begin() {
    const named = Object.fromEntries(
      seats().map((seat, at) => {
        const { kind, level: strength, name } = draft.seats[at];
        return [
          seat.name,
          kind === "computer"
            ? { kind, level: strength }
            : kind === "open"
              ? { kind }
              : { kind, name: name.trim() },
        ];
      }),
    );
    try {
      const snapshot = await post("/api/games", {
        variant: draft.variant,
        options: draft.options,
        first: first(),
        colours: byLot() ? "lot" : "chosen",
        seats: named,
        clock: seats().length > 1 ? draft.clock : { kind: "none" },
      });
      app.go(`/game/${snapshot.game.id}`);
    } catch (why) {
      error.hidden = false;
      error.textContent = refusalText(/** @type {Refusal} */ (why));
    }
  }

  draw();
}

/** As large as those beside each other have room for, and leaves the rest of the page in sight. */
function pictureSize() {
  if (innerWidth < 768) return (84 * 3) / columns();
  const wide = ((innerWidth - 112) / columns() - 28) / 1.16;
  return Math.round(Math.min(220, wide, Math.max(96, innerHeight - 670)));
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

/**
 * Two pieces of three cells that meet vertex to vertex, the first one on a starting space.
 * @param {Geometry} board
 */
function vertexPicture(board) {
  const { data, corners } = board;
  const piece = data.pieces.findIndex(({ size }) => size === 3);
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

/**
 * What will happen, in a sentence.
 * @param {VariantData} variant
 * @param {Kind[]} kinds
 */
function sentence(variant, kinds) {
  const count = (/** @type {Kind} */ kind) => kinds.filter((one) => one === kind).length;
  const parts = [];
  if (count("me")) parts.push(t("you"));
  if (count("here"))
    parts.push(tn("{n} person at this screen", "{n} people at this screen", count("here")));
  if (count("computer")) parts.push(tn("{n} computer", "{n} computers", count("computer")));
  if (count("open")) parts.push(tn("{n} open seat", "{n} open seats", count("open")));
  const text = t("{variant}: {players}.", {
    variant: variantName(variant.name),
    players: parts.join(", "),
  });
  return count("open") ? `${text} ${t("The game starts when all seats are taken.")}` : text;
}

/** What is particular to a variant, in a line. @param {VariantData} variant */
function explained({ about, seats }) {
  if (about) return t(about);
  if (seats.length === 1) return t("You play all colours.");
  return seats.every(({ colours }) => colours.length === 1) ? t("Each plays one colour.") : "";
}

/**
 * A choice of a few as a row of segments.
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
function segments(id, label, values, chosen, changed) {
  return h(
    "div",
    { class: "segments", role: "radiogroup", "aria-label": label },
    values.map(([value, words]) => {
      const box = h("input", {
        type: "radio",
        name: id,
        id: `${id}-${value}`,
        value,
        onchange: () => changed(value),
      });
      box.checked = value === chosen;
      return h("label", {}, box, h("span", {}, words));
    }),
  );
}

/**
 * A choice of several as a list.
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
function select(id, label, values, chosen, changed) {
  const box = h(
    "select",
    { class: "field", id, "aria-label": label, onchange: () => changed(box.value) },
    values.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
  return box;
}
