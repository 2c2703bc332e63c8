/** The top of the ranking for the first page: the best, the reader's own place, and what fixes the scale. */

import { fill, h } from "./dom.js";
import { entrance } from "./entrancelink.js";
import { number, t } from "./i18n.js";
import { icon } from "./icons.js";
import { get } from "./net.js";
import { changeText, countryName, poolName, ratingText } from "./ratingwords.js";

/** @typedef {import("../types").RankingView} RankingView */
/** @typedef {import("../types").RankingRow} RankingRow */
/** @typedef {import("../types").PoolRating} PoolRating */

/** How many people are listed; where there are fewer, these levels of the computer show the scale. */
const [TOP, LEVELS] = [4, [9, 5, 1]];

/**
 * Fills a section with the top of the reader's pool. If it cannot be had, the section stays away.
 * @param {import("../app.js").App} app
 * @param {HTMLElement} section
 */
export async function showTop(app, section) {
  /** @type {RankingView | null} */
  const found = await get(`/api/ranking?limit=${TOP}`).catch(() => null);
  if (!found) {
    section.remove();
    return;
  }
  const { pool, pools, rows, you } = found;
  const levels = rows.length < TOP ? LEVELS.map((level) => levelLine(level, found.levels)) : [];
  const lines = rows.flatMap((row, at) => [
    ...levels.splice(0, levels.filter(({ rating }) => rating > row.rating).length),
    personLine(row, row.name, at === you?.index),
  ]);
  lines.push(...levels);
  if (you && you.index >= rows.length)
    lines.push(personLine(you, app.start.account?.name ?? "", true));
  const here = pools.find(({ name }) => name === pool) ?? pools[0];
  fill(
    section,
    h(
      "h2",
      {},
      h("span", {}, t("World ranking"), " ", h("span", { class: "quiet" }, poolName(here, pools))),
      h("a", { href: `/ranking/${pool}` }, t("All players")),
    ),
    h(
      "ol",
      { class: "toplist" },
      lines.map(({ line }) => line),
    ),
    you
      ? null
      : h(
          "p",
          { class: "quiet empty" },
          ...(rows.length ? [] : [t("The first place is still free."), " "]),
          wayIn(app),
        ),
  );
}

/** How the reader gets a place. @param {import("../app.js").App} app */
const wayIn = (app) =>
  app.start.account === null
    ? h("a", { href: entrance() }, t("Sign in to be rated."))
    : h("a", { href: "/new?rated=1" }, t("Play a rated game"));

/**
 * @param {RankingRow | PoolRating} row
 * @param {string} name
 * @param {boolean} mine
 */
function personLine(row, name, mine) {
  const beside = mine ? t("you") : "country" in row && row.country ? countryName(row.country) : "";
  const line = h(
    "li",
    { class: mine ? "mine" : null },
    h(
      "a",
      { href: `/@/${encodeURIComponent(name)}` },
      h("span", { class: "place" }, number(row.place)),
      h("span", { class: "name" }, h("b", {}, name), " ", h("small", {}, beside)),
      h("span", {}, ratingText(row.rating, row.unsure)),
      h("span", { class: "week" }, row.week ? changeText(row.week) : null),
    ),
  );
  return { rating: row.rating, line };
}

/** @param {number} level @param {number[]} levels */
function levelLine(level, levels) {
  const rating = levels[level - 1];
  const line = h(
    "li",
    { class: "computer" },
    h(
      "span",
      {},
      h("span", { class: "name" }, icon("computer", 18), t("Level {level} · computer", { level })),
      h("span", {}, String(rating)),
    ),
  );
  return { rating, line };
}
