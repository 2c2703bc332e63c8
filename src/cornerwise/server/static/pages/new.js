/** A new game: edition, players, seats, options, and a sentence that says what will happen. */

import { aboutText, families, familyNamed, variantName } from "../js/catalogue.js";
import { fill, h } from "../js/dom.js";
import { Draft } from "../js/draft.js";
import { columns, editionChoice, familyBoards } from "../js/editions.js";
import { t, tn } from "../js/i18n.js";
import { post } from "../js/net.js";
import { optionsPart } from "../js/newoptions.js";
import { seatsPart } from "../js/newseats.js";
import { change, settings } from "../js/settings.js";
import { beginsText, colourNames, refusalText } from "../js/words.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../types").VariantData} VariantData */
/** @typedef {import("../js/draft.js").Kind} Kind */

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("New game")} · Cornerwise`;
  const wanted = new URLSearchParams(location.search);
  const wish =
    familyNamed(wanted.get("edition")) ??
    familyNamed(settings.edition) ??
    familyNamed(app.start.quick) ??
    families()[0];
  const draft = new Draft(wish.variant, wanted.get("people"));
  const signedIn = app.start.account !== null;
  if (signedIn && wanted.get("rated")) draft.rate(true);
  if (wanted.has("listed")) {
    draft.listed = true;
    draft.clock = { kind: "live", minutes: 10, increment: 5 }; // strangers play with a clock
  }
  const boards = await familyBoards(app);
  const body = h("div", { class: "page newgame" });
  const error = h("p", { class: "error", role: "alert", hidden: true });
  fill(main, body);

  /** Draws the page again and gives the focus back to where it was. */
  function draw() {
    const focused = document.activeElement?.id;
    const { levels } = app.start;
    const form = { draft, board: boards[draft.variant.family], levels, draw, signedIn };
    fill(
      body,
      h("h1", {}, t("New game")),
      editions(),
      h("div", { class: "split" }, seatsPart(form), optionsPart(form)),
      foot(),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  function editions() {
    return editionChoice({
      boards,
      size: pictureSize(),
      chosen: draft.variant.family,
      legend: (family) =>
        h(
          "span",
          { class: "legend" },
          h("b", {}, t(family.title)),
          h("span", { class: "quiet" }, aboutText(family, boards[family.name])),
        ),
      changed: (name) => {
        change({ edition: name });
        draft.choose(familyNamed(name)?.variant ?? draft.name);
        draw();
      },
    });
  }

  function foot() {
    return h(
      "div",
      { class: "start" },
      h("p", { class: "quiet" }, sentence(draft), " ", prospect(draft)),
      error,
      h(
        "button",
        { type: "button", class: "button primary", onclick: () => void begin() },
        t("Start game"),
      ),
    );
  }

  async function begin() {
    try {
      const snapshot = await post("/api/games", draft.request);
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
 * What will happen, in a sentence.
 * @param {Draft} draft
 */
function sentence({ name, taken }) {
  const count = (/** @type {Kind} */ one) => taken.filter(({ kind }) => kind === one).length;
  const parts = [];
  if (count("me")) parts.push(t("you"));
  if (count("here"))
    parts.push(tn("{n} person at this screen", "{n} people at this screen", count("here")));
  if (count("computer")) parts.push(tn("{n} computer", "{n} computers", count("computer")));
  if (count("open")) parts.push(tn("{n} open seat", "{n} open seats", count("open")));
  const text = t("{variant}: {players}.", {
    variant: variantName(name),
    players: parts.join(", "),
  });
  return count("open") ? `${text} ${t("The game starts when all seats are taken.")}` : text;
}

/** Who plays what and who begins. @param {Draft} draft */
function prospect({ seats, mine, byLot, first }) {
  if (seats.length < 2) return "";
  /** @type {Record<string, string>} */
  const plays = {
    blue: t("You play blue."),
    yellow: t("You play yellow."),
    red: t("You play red."),
    green: t("You play green."),
    "blue+red": t("You play blue and red."),
    "yellow+green": t("You play yellow and green."),
  };
  if (byLot && first === "lot")
    return t("Who plays which colour, and who begins, is drawn by lot.");
  const seat = seats[mine];
  const own = seat
    ? (plays[seat.name] ?? t("Your colours: {colours}.", { colours: colourNames(seat.colours) }))
    : "";
  return `${byLot ? t("Who plays which colour is drawn by lot.") : own} ${beginsText(first)}`.trim();
}
