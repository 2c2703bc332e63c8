/** Somebody's page: ratings, puzzles, recent games, how they do in each seat. */

import { endWords, opponents } from "../js/careerwords.js";
import { variantName } from "../js/catalogue.js";
import { weekDays } from "../js/dailypuzzle.js";
import { fill, h } from "../js/dom.js";
import { bringFeats } from "../js/feats.js";
import { flag } from "../js/flags.js";
import { gameRow } from "../js/gamerow.js";
import { dateText, number, percent, t, tn } from "../js/i18n.js";
import { dialog } from "../js/menu.js";
import { get, post, remove } from "../js/net.js";
import { chip } from "../js/piece.js";
import { preview } from "../js/preview.js";
import { streak } from "../js/progress.js";
import { ratingStrip } from "../js/ratingstrip.js";
import { countryName } from "../js/ratingwords.js";
import { reportForm } from "../js/reporting.js";
import { refusalText } from "../js/words.js";
import { dead } from "./missing.js";

/** @typedef {import("../types").ProfileView} Profile */
/** @typedef {import("../types").Summary} Summary */
/** @typedef {import("../types").Colour} Colour */

/** A bar is drawn from so many games on. */
const ENOUGH = 10;
/** The size of a small board, in pixels. */
const SIZE = 120;

/** Where somebody is asked for a game. @param {string} name */
const challengeHref = (name) => `/lobby#challenge=${encodeURIComponent(name)}`;

/** A name from an address, which somebody may have typed. @param {string} encoded */
function nameIn(encoded) {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** @type {import("../app.js").Page} */
export async function show(main, app, [encoded]) {
  const name = nameIn(encoded);
  const address = `/api/people/${encodeURIComponent(name)}`;
  if (app.start.account?.name === name) await bringFeats(name);
  /** @type {[Profile, any]} */
  let found;
  try {
    found = await Promise.all([get(address), get(`${address}/ratings`).catch(() => null)]);
  } catch (error) {
    const refusal = /** @type {import("../js/net.js").Refusal} */ (error);
    const nobody = refusal.code === "nobody";
    dead(
      main,
      nobody ? t("There is nobody with this name") : name,
      nobody
        ? t("The account may have been deleted, or the name is spelt otherwise.")
        : refusalText(refusal),
      [["/", t("To the home page")]],
    );
    return;
  }
  document.title = `${found[0].name} · Cornerwise`;
  const draw = (/** @type {Profile} */ profile) => fill(main, page(profile, found[1], app, draw));
  draw(found[0]);
}

/**
 * @param {Profile} profile
 * @param {any} ratings
 * @param {import("../app.js").App} app
 * @param {(profile: Profile) => void} draw
 */
function page(profile, ratings, app, draw) {
  if (profile.state !== "active")
    return h(
      "div",
      { class: "page profile" },
      h("h1", {}, profile.name),
      h("p", { class: "quiet" }, t("This account is closed at the moment.")),
    );
  const strip = ratings && ratingStrip(ratings);
  return h(
    "div",
    { class: "page profile" },
    head(profile, app, draw),
    profile.pause ? pauseLine(profile.pause) : null,
    strip ? strip.pools : null,
    h(
      "div",
      { class: "p-columns" },
      h(
        "div",
        {},
        strip ? strip.graph : null,
        recent(profile, app),
        profile.own ? followed() : null,
      ),
      h("div", {}, puzzles(profile), seats(profile)),
    ),
  );
}

/** @param {string} name */
const initials = (name) => name.slice(0, 2).toLocaleUpperCase();

/**
 * @param {Profile} profile
 * @param {import("../app.js").App} app
 * @param {(profile: Profile) => void} draw
 */
function head(profile, app, draw) {
  const { name, country, about, since, games, between, own } = profile;
  const facts = [
    country ? countryName(country) : "",
    t("since {date}", { date: dateText(new Date(since), { month: "long", year: "numeric" }) }),
    tn("{n} game", "{n} games", games),
    profile.followers ? tn("{n} follower", "{n} followers", profile.followers) : "",
  ];
  return h(
    "header",
    { class: "p-head" },
    h("div", { class: "p-avatar", "aria-hidden": "true" }, initials(name)),
    h(
      "div",
      { class: "p-who" },
      h(
        "h1",
        {},
        name,
        profile.online
          ? h("span", { class: "p-online", title: t("online") }, h("i", {}), t("online"))
          : null,
      ),
      h(
        "p",
        { class: "quiet" },
        country ? [flag(country), " "] : [],
        facts.filter((fact) => fact).join(", "),
      ),
      about ? h("p", { class: "p-about", dir: "auto" }, about) : null,
    ),
    h(
      "div",
      { class: "p-actions" },
      between
        ? h(
            "span",
            { class: "quiet" },
            t("Between you: {name} {theirs}, you {mine}", {
              name,
              theirs: number(between[0]),
              mine: number(between[1]),
            }),
          )
        : null,
      own ? ownActions() : actions(profile, app, draw),
    ),
  );
}

const ownActions = () => [
  h("a", { class: "button plain", href: "/settings" }, t("Settings")),
  h("a", { class: "button primary", href: "/new?rated=1" }, t("Play a rated game")),
];

/**
 * @param {Profile} profile
 * @param {import("../app.js").App} app
 * @param {(profile: Profile) => void} draw
 */
function actions(profile, app, draw) {
  const { name, following, blocked } = profile;
  const address = `/api/people/${encodeURIComponent(name)}`;
  const said = h("span", { role: "status", class: "p-said" });
  const tie = async (/** @type {"follow" | "block"} */ kind, /** @type {boolean} */ on) => {
    try {
      draw(on ? await post(`${address}/${kind}`, {}) : await remove(`${address}/${kind}`));
    } catch (error) {
      said.textContent = refusalText(/** @type {import("../js/net.js").Refusal} */ (error));
    }
  };
  const plain = (/** @type {string} */ words, /** @type {() => void} */ act) =>
    h("button", { type: "button", class: "button plain", onclick: act }, words);
  return [
    said,
    plain(t("Report"), () => {
      const box = dialog(
        name,
        reportForm(`${address}/report`, () => box.close()),
      );
    }),
    blocked
      ? plain(t("Unblock"), () => void tie("block", false))
      : plain(t("Block"), () => void tie("block", true)),
    app.start.account && !blocked
      ? following
        ? plain(t("Unfollow"), () => void tie("follow", false))
        : plain(t("Follow"), () => void tie("follow", true))
      : null,
    blocked
      ? null
      : h(
          "a",
          { class: "button primary", href: challengeHref(name) },
          t("Challenge {name}", { name }),
        ),
  ];
}

/** @param {NonNullable<Profile["pause"]>} pause */
function pauseLine({ kind, left }) {
  const minutes = Math.ceil(left / 60000);
  const time =
    minutes < 120
      ? tn("{n} minute", "{n} minutes", minutes)
      : tn("{n} hour", "{n} hours", Math.ceil(minutes / 60));
  const why =
    kind === "clock"
      ? t("You let your clock run out while others waited for you.")
      : t("You left a rated game as it began.");
  return h(
    "p",
    { class: "notice", role: "status" },
    why,
    " ",
    t("You can look for players again in {time}.", { time }),
    " ",
    t("Meanwhile you can play with friends and computers."),
  );
}

// --- games -----------------------------------------------------------------------------------------

/** @param {Profile} profile @param {import("../app.js").App} app */
function recent({ recent: games, own, games: count }, app) {
  const list = h("ul", { class: "p-games" });
  if (!games.length) {
    const place = h("div", { class: "picture" });
    const edition = Object.keys(app.start.editions)[0];
    void app.geometry(edition).then((board) => fill(place, preview(board, [], SIZE)));
    fill(list, h("li", {}, place, h("span", { class: "quiet" }, t("No game yet"))));
  }
  for (const game of games) {
    const place = h("div", { class: "picture", "aria-hidden": "true" });
    void app.geometry(game.edition).then((board) => fill(place, preview(board, marks(game), SIZE)));
    list.append(
      h(
        "li",
        {},
        h(
          "a",
          { href: `/game/${game.id}` },
          place,
          h("b", {}, endWords(game)),
          h("span", { class: "quiet" }, `${opponents(game)}, ${variantName(game.variant)}`),
        ),
      ),
    );
  }
  return h(
    "section",
    {},
    h(
      "div",
      { class: "p-row" },
      h("h2", {}, t("Recent games")),
      own && count > games.length
        ? h("a", { href: "/games" }, t("All {n}", { n: number(count) }))
        : null,
    ),
    list,
  );
}

/** @param {Summary} game @returns {import("../page").Mark[]} */
const marks = (game) =>
  Object.entries(game.board).flatMap(([colour, numbers]) =>
    numbers.map((placement) => ({ colour: /** @type {Colour} */ (colour), placement })),
  );

/** Whom the reader follows, with what can be watched. */
function followed() {
  const list = h("ul", { class: "p-followed" });
  const part = h("section", { hidden: true }, h("h2", {}, t("You follow")), list);
  void get("/api/following").then(
    (/** @type {import("../types").Followed[]} */ people) => {
      part.hidden = !people.length;
      fill(
        list,
        people.map((one) =>
          h(
            "li",
            {},
            h("a", { href: `/@/${encodeURIComponent(one.name)}` }, h("b", {}, one.name)),
            one.online ? h("span", { class: "p-online" }, h("i", {}), t("online")) : null,
            one.games.map(gameRow),
          ),
        ),
      );
    },
    () => undefined,
  );
  return part;
}

// --- figures ---------------------------------------------------------------------------------------

/** @param {Profile} profile */
function puzzles({ puzzles: known, own }) {
  if (!known || !(Object.keys(known.days).length + known.solved + known.problems)) {
    return own
      ? h(
          "section",
          {},
          h("h2", {}, t("Puzzle of the day")),
          h("p", { class: "quiet" }, t("Solve it on several days in a row for a streak.")),
          h("p", {}, h("a", { href: "/puzzles" }, t("Puzzles"))),
        )
      : null;
  }
  const days = new Map(Object.entries(known.days));
  const today = new Date();
  const facts = [
    known.solved ? tn("{n} puzzle solved", "{n} puzzles solved", known.solved) : "",
    known.problems ? tn("{n} problem solved", "{n} problems solved", known.problems) : "",
    known.longest ? tn("longest streak {n} day", "longest streak {n} days", known.longest) : "",
  ];
  return h(
    "section",
    { class: "p-puzzles streak" },
    h(
      "div",
      {},
      h("h2", { class: "small quiet" }, t("Puzzle of the day")),
      h("p", { class: "count" }, tn("{n} day", "{n} days", streak(days, today))),
    ),
    weekDays(days, today),
    h("p", { class: "quiet" }, facts.filter((fact) => fact).join(", ")),
  );
}

/** @param {Profile} profile */
function seats({ seats: rows }) {
  if (!rows.length) return null;
  return h(
    "section",
    {},
    h(
      "div",
      { class: "p-row" },
      h("h2", {}, t("Wins by seat")),
      h("span", { class: "small quiet p-even" }, h("i", {}), t("an even share")),
    ),
    h(
      "table",
      { class: "p-seats" },
      h(
        "tbody",
        {},
        rows.map((row, at) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              rows[at - 1]?.variant === row.variant
                ? h("span", { class: "unseen" }, variantName(row.variant))
                : variantName(row.variant),
            ),
            h(
              "td",
              {},
              h(
                "span",
                { class: "chips" },
                row.colours.map((colour) => chip(colour, 15)),
              ),
            ),
            h(
              "td",
              { class: "p-share" },
              row.games < ENOUGH ? null : bar(row.won / row.games, row.even),
            ),
            h("td", { class: "p-per" }, row.games < ENOUGH ? null : percent(row.won / row.games)),
            h(
              "td",
              { class: "p-of quiet" },
              t("{won} of {games}", { won: number(row.won), games: number(row.games) }),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A share as a bar, with a stroke at the even one. @param {number} share @param {number} even */
function bar(share, even) {
  const filled = h("i", {});
  const stroke = h("b", {});
  filled.style.width = `${100 * share}%`;
  stroke.style.left = `${100 * even}%`;
  return h("span", { class: "p-bar", "aria-hidden": "true" }, filled, stroke);
}
