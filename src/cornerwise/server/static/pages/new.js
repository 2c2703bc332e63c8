/** A new game: edition, players, seats, options, and a sentence that says what will happen. */

import { toggle } from "../js/controls.js";
import { fill, h } from "../js/dom.js";
import { number, t, tn } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { post, Refusal } from "../js/net.js";
import { chip } from "../js/piece.js";
import { detail, preview } from "../js/preview.js";
import { sample } from "../js/samples.js";
import { change, settings } from "../js/settings.js";
import { clockText, colourName, colourNames, familyName, levelName, refusalText, variantName } from "../js/words.js";

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

const FAMILIES = ["classic", "duo", "trigon"];

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("New game")} · Cornerwise`;
  const wanted = new URLSearchParams(location.search);
  const people = wanted.get("people");
  const family = wanted.get("edition") ?? settings.edition;
  /** @type {Draft} */
  const draft = {
    variant: FAMILIES.includes(family) ? family : "duo",
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
  const boards = Object.fromEntries(await Promise.all(FAMILIES.map(async (name) => [name, await app.geometry(name)])));
  const body = h("div", { class: "page newgame" });
  fill(main, body);

  const variant = () => /** @type {VariantData} */ (app.start.variants.find((one) => one.name === draft.variant));
  const seats = () => variant().seats_by_spare?.[draft.options.spare ?? variant().spare ?? ""] ?? variant().seats;
  const has = (/** @type {string} */ option) => variant().options.find((one) => one.name === option);
  const taken = () => draft.seats.slice(0, seats().length);
  /** Whether lots give out the colours: where I play at all, and have not chosen mine. */
  const byLot = () => draft.colour === "lot" && seats().length > 1 && taken().some((seat) => seat.kind === "me");
  /** The colours that may begin. A shared one is nobody's, so it is not among them. */
  const beginners = () => seats().flatMap((seat) => seat.colours);
  /** Who begins: a colour or "lot". */
  function first() {
    const wanted = [draft.first, variant().table_first].find((one) => one === "lot" || beginners().includes(/** @type {Colour} */ (one)));
    return /** @type {Colour | "lot"} */ (wanted ?? beginners()[0]);
  }

  /** Draws the page again and gives the focus back to where it was. */
  function draw() {
    const focused = document.activeElement?.id;
    fill(body, h("h1", {}, t("New game")), editions(), h("div", { class: "split" }, seatsPart(), optionsPart()), foot());
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  // --- edition and variant -----------------------------------------------------------------------

  function editions() {
    /** @type {Record<string, string>} */
    const words = {
      classic: t("20 by 20 spaces, 1 to 4 players"),
      duo: t("14 by 14 spaces, 2 players"),
      trigon: t("486 spaces, 1 to 4 players"),
    };
    return h(
      "div",
      { class: "editions", role: "radiogroup", "aria-label": t("Edition") },
      FAMILIES.map((name) => {
        const choice = h("input", { type: "radio", name: "edition", id: `edition-${name}`, onchange: () => choose(name) });
        choice.checked = variant().family === name;
        return h(
          "label",
          { class: "edition" },
          choice,
          h("span", { class: "picture" }, preview(boards[name], sample(name), pictureSize())),
          h("span", { class: "legend" }, h("b", {}, familyName(name)), h("span", { class: "quiet" }, words[name])),
        );
      }),
    );
  }

  /** @param {string} name */
  function choose(name) {
    draft.variant = name;
    draft.options = {};
    draft.first = "";
    draft.colour = "lot";
    if (FAMILIES.includes(name)) change({ edition: name });
    draw();
  }

  function variantChoice() {
    /** @type {Record<string, string>} */
    const short = {
      classic: t("4 players"), classic_3: t("3 players"), classic_2: t("2 players"), classic_teams: t("2 teams"), classic_solo: t("Solo"),
      trigon: t("4 players"), trigon_3: t("3 players"), trigon_2: t("2 players"), trigon_teams: t("2 teams"), trigon_solo: t("Solo"),
      duo: t("2 players"),
    };
    const order = Object.keys(short);
    const same = app.start.variants
      .filter((one) => one.family === variant().family)
      .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
    if (same.length < 2) return null;
    return segments("variant", t("Players"), same.map((one) => [one.name, short[one.name] ?? one.title]), draft.variant, choose);
  }

  // --- seats -------------------------------------------------------------------------------------

  function seatsPart() {
    return h(
      "section",
      { "aria-labelledby": "seats-title" },
      h("div", { class: "head" }, h("h2", { id: "seats-title" }, t("Seats")), variantChoice()),
      h("p", { class: "quiet small" }, explained(draft.variant)),
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
          if (chosen === "me") for (const other of draft.seats) if (other.kind === "me") other.kind = choice.kind === "me" ? "computer" : choice.kind;
          choice.kind = chosen;
          draw();
        },
      },
      /** @type {[Kind, string][]} */ ([
        ["me", t("You")], ["here", t("Someone at this screen")], ["computer", t("Computer")], ["open", t("Open seat")],
      ]).map(([value, words]) => h("option", { value, selected: value === choice.kind }, words)),
    );
    const image = { me: "person", here: "person", computer: "computer", open: "link" }[choice.kind];
    return h(
      "div",
      { class: "seatrow", role: "group", "aria-label": label },
      h("span", { class: "chips" }, seat.colours.map((colour) => (byLot() ? h("i", { class: "drawn" }) : chip(colour, 20)))),
      who(seat, at),
      h("span", { class: "kind" }, icon(/** @type {import("../js/icons.js").IconName} */ (image)), kind),
      h("span", { class: "more" }, choice.kind === "computer" ? level(at, seat) : choice.kind === "open" ? h("span", { class: "quiet small" }, t("You get a link to send.")) : null),
    );
  }

  /**
   * What a row is called: its colours, or a number while they are not given out.
   * @param {VariantSeat} seat @param {number} at
   */
  const rowName = (seat, at) => (byLot() ? t("Player {n}", { n: number(at + 1) }) : colourNames(seat.colours));

  /** @param {VariantSeat} seat @param {number} at */
  function who(seat, at) {
    const choice = draft.seats[at];
    if (choice.kind === "computer" || choice.kind === "open") {
      const name = rowName(seat, at);
      return h(
        "span",
        {},
        h("b", {}, choice.kind === "computer" && !byLot() ? t("{colour}, level {level}", { colour: name, level: number(choice.level) }) : name),
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
    return partner < 0 ? t("Colour by lot") : t("Partner of player {n}", { n: number(partner + 1) });
  }

  /** @param {VariantSeat} seat */
  function place(seat) {
    const corners = { blue: t("top left"), yellow: t("top right"), red: t("bottom right"), green: t("bottom left") };
    const own = has("starts") && (draft.options.starts ?? has("starts")?.values[0]) === "own";
    return own ? seat.colours.map((colour) => corners[colour]).join(", ") : colourNames(seat.colours);
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
      h("span", { class: "label" }, h("b", {}, t("Level {level}", { level: number(choice.level) })), h("span", { class: "quiet small", title: elo ? t("{n} Elo points above level 1, from games between the levels", { n: number(elo) }) : "" }, levelName(choice.level))),
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
      h("span", {}, h("b", {}, colourName(chosen)), h("br"), h("span", { class: "quiet small" }, words)),
      h("span", { class: "kind" }, icon("sliders"), select("spare", t("Fourth colour"), option.values.map((value) => [value, colourName(/** @type {Colour} */ (value))]), chosen, (value) => {
        draft.options.spare = value;
        draft.first = "";
        draft.colour = "lot";
        draw();
      })),
      h("span", { class: "more" }),
    );
  }

  // --- options -----------------------------------------------------------------------------------

  function optionsPart() {
    return h(
      "section",
      { "aria-labelledby": "options-title" },
      h("div", { class: "head" }, h("h2", { id: "options-title" }, t("Options"))),
      h("ul", { class: "options" }, colourOption(), firstOption(), scoringOption(), clockOption(), startsOption(), touchOption()),
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
      h("div", { class: "with-picture" }, picture, h("div", {}, h("h3", {}, id ? h("label", { for: id }, title) : title), h("p", { class: "quiet small" }, words))),
      control,
      extra,
    );
  }

  function colourOption() {
    if (seats().length < 2 || !taken().some((seat) => seat.kind === "me")) return null;
    const choices = /** @type {[string, string][]} */ ([["lot", t("By lot")], ...seats().map((seat) => [seat.name, colourNames(seat.colours)])]);
    const words = byLot() ? t("Lots decide who gets which colour") : t("The others follow clockwise, as listed");
    return option(t("Your colour"), words, select("colour", t("Your colour"), choices, byLot() ? "lot" : draft.colour, chooseColour));
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
      people.forEach((_, at) => (draft.seats[at] = people[(at + steps) % people.length]));
    }
    draw();
  }

  function firstOption() {
    if (seats().length < 2) return null;
    const begins = first();
    const words = begins === "lot" ? t("Lots decide; the others follow clockwise") : t("The others follow clockwise");
    const choices = /** @type {[string, string][]} */ ([["lot", t("By lot")], ...beginners().map((colour) => [colour, colourName(colour)])]);
    return option(t("Who begins"), words, select("first", t("Who begins"), choices, begins, (value) => {
      draft.first = value;
      draw();
    }));
  }

  function scoringOption() {
    const found = has("scoring");
    if (!found) return null;
    const chosen = draft.options.scoring ?? found.values[0];
    const squares = {
      basic: t("Fewest squares left wins"),
      advanced: t("−1 for each square left; +15 for placing all, +20 if the one-square piece is last"),
    };
    const triangles = {
      basic: t("Fewest triangles left wins"),
      advanced: t("−1 for each triangle left; +15 for placing all, +20 if the one-triangle piece is last"),
    };
    const words = (variant().family === "trigon" ? triangles : squares)[/** @type {import("../types").Scoring} */ (chosen)];
    return option(t("Scoring"), words, segments("scoring", t("Scoring"), [["basic", t("Basic")], ["advanced", t("Advanced")]], chosen, (value) => {
      draft.options.scoring = value;
      draw();
    }));
  }

  function clockOption() {
    if (seats().length < 2) return null;
    const kinds = /** @type {[string, string][]} */ ([["none", t("None")], ["live", t("Minutes")], ["days", t("Days")]]);
    const { clock } = draft;
    let extra = null;
    if (clock.kind === "live") {
      extra = h(
        "div",
        { class: "extra" },
        h("label", {}, t("minutes each"), select("minutes", t("minutes each"), [3, 5, 10, 15, 30, 60].map((n) => [String(n), number(n)]), String(clock.minutes), (value) => setClock({ ...clock, minutes: Number(value) }))),
        h("label", {}, t("seconds per move"), select("increment", t("seconds per move"), [0, 2, 5, 10, 20].map((n) => [String(n), number(n)]), String(clock.increment), (value) => setClock({ ...clock, increment: Number(value) }))),
      );
    } else if (clock.kind === "days") {
      extra = h("div", { class: "extra" }, h("label", {}, t("days per move"), select("days", t("days per move"), [1, 2, 3, 7, 14].map((n) => [String(n), number(n)]), String(clock.days), (value) => setClock({ kind: "days", days: Number(value) }))));
    }
    return option(t("Clock"), clock.kind === "none" ? t("Nobody is hurried") : clockText(clock), segments("clock", t("Clock"), kinds, clock.kind, (value) => {
      setClock(value === "live" ? { kind: "live", minutes: 10, increment: 5 } : value === "days" ? { kind: "days", days: 3 } : { kind: "none" });
    }), { extra });
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
    return option(t("Free corners"), t("Begin in any corner that is still free"), toggle("starts", free, (on) => {
      draft.options.starts = on ? "free" : "own";
      draw();
    }), { id: "starts", picture: preview(boards.classic, sample("classic", 4), 48) });
  }

  function touchOption() {
    const found = has("touch");
    if (!found) return null;
    const only = (draft.options.touch ?? found.values[0]) === "vertices";
    return option(t("Vertices only"), t("No vertex may meet a side of the same colour"), toggle("touch", only, (on) => {
      draft.options.touch = on ? "vertices" : "any";
      draw();
    }), { id: "touch", picture: vertexPicture(boards.trigon) });
  }

  // --- the end -----------------------------------------------------------------------------------

  const error = h("p", { class: "error", role: "alert", hidden: true });

  function foot() {
    return h(
      "div",
      { class: "start" },
      h("p", { class: "quiet" }, sentence(variant(), taken().map((seat) => seat.kind)), " ", prospect()),
      error,
      h("button", { type: "button", class: "button primary", onclick: () => void begin() }, t("Start game")),
    );
  }

  /** Who plays what and who begins. */
  function prospect() {
    if (seats().length < 2) return "";
    const mine = seats()[taken().findIndex((seat) => seat.kind === "me")]?.name;
    /** @type {Record<string, string>} */
    const plays = {
      blue: t("You play blue."), yellow: t("You play yellow."), red: t("You play red."), green: t("You play green."),
      "blue+red": t("You play blue and red."), "yellow+green": t("You play yellow and green."),
    };
    /** @type {Record<string, string>} */
    const begins = { blue: t("Blue begins."), yellow: t("Yellow begins."), red: t("Red begins."), green: t("Green begins."), lot: t("Lots decide who begins.") };
    if (byLot() && first() === "lot") return t("Lots decide who plays which colour and who begins.");
    return `${byLot() ? t("Lots decide who plays which colour.") : plays[mine] ?? ""} ${begins[first()]}`.trim();
  }

  async function begin() {
    const named = Object.fromEntries(
      seats().map((seat, at) => {
        const { kind, level: strength, name } = draft.seats[at];
        return [seat.name, kind === "computer" ? { kind, level: strength } : kind === "open" ? { kind } : { kind, name: name.trim() }];
      }),
    );
    try {
      const snapshot = await post("/api/games", { variant: draft.variant, options: draft.options, first: first(), colours: byLot() ? "lot" : "chosen", seats: named, clock: seats().length > 1 ? draft.clock : { kind: "none" } });
      app.go(`/game/${snapshot.game.id}`);
    } catch (why) {
      error.hidden = false;
      error.textContent = refusalText(/** @type {Refusal} */ (why));
    }
  }

  draw();
  return () => {};
}

/** As large as three of them have room for, and leaves the rest of the page in sight. */
function pictureSize() {
  if (innerWidth < 768) return 84;
  const wide = ((innerWidth - 112) / 3 - 28) / 1.16;
  return Math.round(Math.min(220, wide, Math.max(96, innerHeight - 670)));
}

/**
 * Two pieces that meet vertex to vertex.
 * @param {import("../types").Geometry} board
 */
function vertexPicture(board) {
  const pieces = [["q15", "r15", "s15"], ["t14", "u14", "v14"]].map((names) => names.map((name) => board.cellNamed(name)));
  const marks = pieces.map((cells) => ({ colour: /** @type {const} */ ("blue"), placement: board.placementWith(cells) }));
  return detail(board, marks, pieces.flat(), 48);
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
  if (count("here")) parts.push(tn("{n} person at this screen", "{n} people at this screen", count("here")));
  if (count("computer")) parts.push(tn("{n} computer", "{n} computers", count("computer")));
  if (count("open")) parts.push(tn("{n} open seat", "{n} open seats", count("open")));
  const text = t("{variant}: {players}.", { variant: variantName(variant.name), players: parts.join(", ") });
  return count("open") ? `${text} ${t("The game starts when all seats are taken.")}` : text;
}

/** @param {string} variant */
function explained(variant) {
  /** @type {Record<string, string>} */
  const texts = {
    classic: t("Each plays one colour. Fewest squares left wins."),
    classic_2: t("Each plays two colours, blue and red against yellow and green; both count together."),
    classic_3: t("Each plays one colour; the fourth is played by all three in turn and does not count."),
    classic_teams: t("Two against two: blue and red against yellow and green; a team's points are added."),
    classic_solo: t("Place all 84 pieces, the four one-square pieces last."),
    duo: t("Each plays one colour and begins on one of the two starting spaces."),
    trigon: t("Each plays one colour and begins on any free starting space."),
    trigon_2: t("Each plays two colours; the second starts opposite the first."),
    trigon_3: t("Each plays one colour on the smaller hexagon; one starting space stays free between two."),
    trigon_teams: t("Two against two: blue and red against yellow and green; a team's points are added."),
    trigon_solo: t("Place all 88 pieces."),
  };
  return texts[variant] ?? "";
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
      const box = h("input", { type: "radio", name: id, id: `${id}-${value}`, value, onchange: () => changed(value) });
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
  const box = h("select", { class: "field", id, "aria-label": label, onchange: () => changed(box.value) }, values.map(([value, words]) => h("option", { value, selected: value === chosen }, words)));
  return box;
}
