/** The ranking: pools as tabs, the best, those around the reader, and the levels between them. */

import { select } from "../js/choices.js";
import { fill, h } from "../js/dom.js";
import { entrance } from "../js/entrancelink.js";
import { number, t, tn } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { get } from "../js/net.js";
import { changeText, countryName, course, poolName, ratingText, spark } from "../js/ratingwords.js";
import { refusalText } from "../js/words.js";

/** @typedef {import("../types").RankingView} RankingView */
/** @typedef {import("../types").RankingRow} RankingRow */
/** @typedef {import("../js/net.js").Refusal} Refusal */

/** How many rows the list begins with, how many stand around one, and how many come at once. */
const [TOP, AROUND, MORE] = [10, 7, 50];

/** @type {import("../app.js").Page} */
export async function show(main, app, [wanted]) {
  document.title = `${t("World ranking")} · Cornerwise`;
  /** Rows by their index in the list. @type {Map<number, RankingRow>} */
  const rows = new Map();
  let pool = wanted;
  let country = "";
  let computers = "";
  /** @type {RankingView | null} */
  let view = null;
  let marked = -1;
  const place = h("div", { class: "page ranking" });
  const trouble = h("p", { class: "error", role: "alert", hidden: true });
  const found = h("p", { class: "quiet", role: "status" });
  fill(main, place);

  /** @param {Record<string, string | number>} query */
  async function load(query) {
    const asked = new URLSearchParams({ computers: computers || "0" });
    if (country) asked.set("country", country);
    for (const [name, value] of Object.entries(query)) asked.set(name, String(value));
    const answer = /** @type {RankingView} */ (
      await get(`/api/ranking${pool ? `/${pool}` : ""}?${asked}`)
    );
    for (const [at, row] of answer.rows.entries()) rows.set(answer.start + at, row);
    pool = answer.pool;
    return answer;
  }

  /** Reads the list from the top, and those around the reader. */
  async function begin() {
    rows.clear();
    marked = -1;
    found.textContent = "";
    await attempt(async () => {
      view = await load({ start: 0, limit: TOP });
      const mine = view.you?.index ?? -1;
      if (mine >= TOP) await load({ start: mine - 3, limit: AROUND });
    });
  }

  /** @param {string} text */
  async function look(text) {
    if (!text.trim()) return;
    await attempt(async () => {
      const answer = await load({ find: text.trim(), limit: AROUND });
      marked = answer.found ?? -1;
      found.textContent = marked < 0 ? t("Nobody with this name or rank is in this list.") : "";
    });
    place.querySelector(".found")?.scrollIntoView({ block: "center" });
  }

  /** Does something and draws the page, or says why it cannot be done. @param {() => Promise<void>} work */
  async function attempt(work) {
    trouble.hidden = true;
    try {
      await work();
    } catch (error) {
      trouble.hidden = false;
      trouble.textContent = refusalText(/** @type {Refusal} */ (error));
    }
    draw();
  }

  function draw() {
    const focused = document.activeElement?.id;
    fill(
      place,
      h("div", { class: "row" }, h("h1", {}, t("World ranking")), search()),
      view && tabs(view),
      trouble,
      view &&
        h(
          "div",
          { class: "sides" },
          h("div", { class: "list" }, filters(view), found, table(view)),
          aside(view),
        ),
    );
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  function search() {
    const field = h("input", {
      class: "field",
      id: "find",
      type: "search",
      "aria-label": t("Name or rank"),
      placeholder: t("Name or rank"),
      autocomplete: "off",
    });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      void look(field.value);
    };
    return h("form", { class: "find", role: "search", onsubmit: submit }, field);
  }

  /** @param {RankingView} shown */
  function tabs({ pools }) {
    return h(
      "nav",
      { class: "tabs", "aria-label": t("Pools") },
      pools.map((one) =>
        h(
          "a",
          { href: `/ranking/${one.name}`, "aria-current": one.name === pool ? "page" : null },
          poolName(one, pools),
        ),
      ),
    );
  }

  /** @param {RankingView} shown */
  function filters({ countries }) {
    const lists = /** @type {[string, string][]} */ ([
      ["", t("All rated games")],
      ["1", t("Only against computers")],
    ]);
    const places = /** @type {[string, string][]} */ (
      countries.map((code) => [code, countryName(code)])
    ).sort(([, a], [, b]) => a.localeCompare(b));
    return h(
      "div",
      { class: "filters" },
      select("list", t("Games"), lists, computers, (value) => {
        computers = value;
        void begin();
      }),
      places.length
        ? select(
            "country",
            t("Country"),
            [["", t("All countries")], ...places],
            country,
            (value) => {
              country = value;
              void begin();
            },
          )
        : null,
    );
  }

  /** @param {RankingView} shown */
  function table(shown) {
    const indices = [...rows.keys()].sort((a, b) => a - b);
    const levels = shown.levels.map((rating, at) => ({ rating, level: at + 1 })).reverse();
    const lines = [];
    let next = 0;
    for (const index of indices) {
      const row = /** @type {RankingRow} */ (rows.get(index));
      if (index > next) lines.push(gap(next, index - next));
      while (levels.length && levels[0].rating > row.rating) lines.push(levelRow(levels.shift()));
      lines.push(personRow(row, index, index === shown.you?.index && !country));
      next = index + 1;
    }
    if (next < shown.total) lines.push(gap(next, shown.total - next));
    else lines.push(...levels.map(levelRow));
    const head = (/** @type {string} */ words, /** @type {string} */ kind) =>
      h("th", { scope: "col", class: kind }, words);
    return h(
      "table",
      {},
      h("caption", { class: "unseen" }, t("World ranking")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, h("span", { class: "unseen" }, t("rank"))),
          h("th", { scope: "col" }, h("span", { class: "unseen" }, t("player"))),
          head(t("rating"), "num"),
          head(t("week"), "num wide"),
          head(t("games"), "num wide"),
          head(t("90 days"), "num wide"),
        ),
      ),
      h("tbody", {}, lines),
    );
  }

  /** @param {{rating: number, level: number} | undefined} one */
  function levelRow(one) {
    if (!one) return null;
    return h(
      "tr",
      { class: "computer" },
      h("td", {}),
      h(
        "td",
        {},
        h(
          "span",
          { class: "machine" },
          icon("computer", 18),
          t("Level {level} · computer", { level: one.level }),
        ),
      ),
      h("td", { class: "num" }, String(one.rating)),
      h("td", { class: "wide", colspan: 3 }),
    );
  }

  /** @param {RankingRow} row @param {number} index @param {boolean} mine */
  function personRow(row, index, mine) {
    const kind = `${mine ? "you" : ""}${index === marked ? " found" : ""}`.trim();
    return h(
      "tr",
      { class: kind || null, "aria-current": mine ? "true" : null },
      h("td", {}, number(row.place)),
      h(
        "td",
        {},
        h("a", { href: `/@/${encodeURIComponent(row.name)}` }, h("b", {}, row.name)),
        " ",
        h("small", {}, mine ? t("you") : row.country ? countryName(row.country) : ""),
      ),
      h(
        "td",
        { class: "num" },
        h("b", {}, String(row.rating)),
        h("span", { class: "mark" }, row.unsure ? "?" : ""),
      ),
      h("td", { class: "num wide" }, changeText(row.week)),
      h("td", { class: "num wide" }, number(row.games)),
      h("td", { class: "num wide" }, spark(row.graph)),
    );
  }

  /** @param {number} start @param {number} count */
  function gap(start, count) {
    return h(
      "tr",
      { class: "gap" },
      h("td", {}),
      h(
        "td",
        { colspan: 5 },
        h(
          "button",
          {
            type: "button",
            class: "linklike",
            id: `more-${start}`,
            onclick: () =>
              void attempt(async () => {
                await load({ start, limit: Math.min(count, MORE) });
              }),
          },
          tn("{n} more player", "{n} more players", count),
        ),
      ),
    );
  }

  /** @param {RankingView} shown */
  function aside({ you, pools, levels }) {
    const here = pools.find(({ name }) => name === pool) ?? pools[0];
    const name = poolName(here, pools);
    const signedIn = app.start.account !== null;
    return h(
      "aside",
      { "aria-label": t("Your rating") },
      you
        ? [
            h(
              "div",
              { class: "row" },
              h("h2", {}, t("Your rating in {pool}", { pool: name })),
              h("span", { class: "quiet" }, `±${number(you.doubt)}`),
            ),
            h(
              "p",
              { class: "mine" },
              h("b", {}, ratingText(you.rating, you.unsure)),
              " ",
              t("rank {place} of {total}", {
                place: number(you.place),
                total: number(you.total),
              }),
            ),
            course(you, levels),
            h("p", {}, chanceText(you, here.sides[0] === 2)),
          ]
        : h(
            "p",
            {},
            signedIn
              ? t("You have no rating in {pool} yet. One rated game gives you a place.", {
                  pool: name,
                })
              : t("Whoever is signed in and plays rated games has a place here."),
          ),
      signedIn
        ? h("a", { class: "button primary", href: "/new?rated=1" }, t("Play a rated game"))
        : h("a", { class: "button primary", href: entrance() }, t("Sign in")),
      h(
        "p",
        { class: "small quiet" },
        t("A ? marks a rating that is still uncertain: after few games, or none for a long time."),
        " ",
        t("Places count the doubt, too: a sure 1500 may stand above an unsure 1550."),
        " ",
        t("The computer's levels never change. So the scale stays the same for everybody."),
      ),
    );
  }

  await begin();
}

/**
 * @param {import("../types").PoolRating} you
 * @param {boolean} two  whether two sides play
 */
function chanceText({ wins, level }, two) {
  return two
    ? t("About {wins} wins in 100 games against level {level}.", { wins, level })
    : t("Ahead of level {level} in about {wins} of 100 games.", { wins, level });
}
