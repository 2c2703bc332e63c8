/** Ratings in words and small pictures: pools, numbers, courses. */

import { h, s } from "./dom.js";
import { dateText, number, spoken, t } from "./i18n.js";

/** @typedef {import("../types").PoolView} PoolView */
/** @typedef {import("../types").PoolRating} PoolRating */

/**
 * What a pool is called: its edition, and where that has two pools how many play.
 * @param {PoolView} pool
 * @param {PoolView[]} pools
 */
export function poolName(pool, pools) {
  const [fewest, most] = pool.sides;
  const edition = t(pool.title);
  if (pools.filter(({ title }) => title === pool.title).length < 2) return edition;
  const players = fewest === most ? number(fewest) : `${number(fewest)}–${number(most)}`;
  return t("{edition}, {players}", { edition, players });
}

/** A rating as it is shown: unsure ones are marked. @param {number} rating @param {boolean} unsure */
export const ratingText = (rating, unsure) => `${rating}${unsure ? "?" : ""}`;

/** A change with its sign. @param {number} change */
export const changeText = (change) => (change > 0 ? `+${number(change)}` : number(change));

/** The name of a country. @param {string} code */
export function countryName(code) {
  try {
    return new Intl.DisplayNames([spoken()], { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
}

const [WIDTH, HEIGHT] = [140, 22];

/** A small course without numbers. @param {number[]} values */
export function spark(values) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (/** @type {number} */ at) => 3 + (at / (values.length - 1)) * (WIDTH - 8);
  const y = (/** @type {number} */ value) =>
    HEIGHT - 4 - ((value - low) / Math.max(1, high - low)) * (HEIGHT - 8);
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  const [endX, endY] = points[points.length - 1].split(",");
  return s(
    "svg",
    { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, "aria-hidden": "true" },
    s("polyline", { points: points.join(" ") }),
    s("circle", { cx: endX, cy: endY, r: 2.5 }),
  );
}

const [WIDE, HIGH] = [300, 220];
/** How far apart names of levels must be. */
const APART = 18;

/**
 * The levels whose names have room beside each other.
 * @param {{value: number, level: number}[]} levels  from the lowest on
 * @param {(value: number) => number} y
 */
function named(levels, y) {
  let last = Infinity;
  return levels.filter(({ value }) => {
    const fits = last - y(value) >= APART;
    if (fits) last = y(value);
    return fits;
  });
}

/**
 * The course of a rating with its doubt as a band; the levels give the heights a meaning.
 * @param {PoolRating} rating
 * @param {number[]} levels
 */
export function course({ history }, levels) {
  if (history.length < 2) return null;
  const lows = history.map(([, mu, doubt]) => mu - doubt);
  const highs = history.map(([, mu, doubt]) => mu + doubt);
  const [low, high] = [Math.min(...lows) - 10, Math.max(...highs) + 10];
  const x = (/** @type {number} */ at) => (at / (history.length - 1)) * WIDE;
  const y = (/** @type {number} */ value) => HIGH - ((value - low) / (high - low)) * HIGH;
  const line = (/** @type {number[]} */ values) =>
    values.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`);
  const band = [...line(highs), ...line(lows).reverse()].join("L");
  const inside = levels
    .map((value, at) => ({ value, level: at + 1 }))
    .filter(({ value }) => value > low && value < high);
  const last = history[history.length - 1][1];
  return h(
    "figure",
    { class: "course" },
    h(
      "div",
      { class: "plot" },
      s(
        "svg",
        { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" },
        inside.map(({ value }) => s("path", { class: "level", d: `M0 ${y(value)}H${WIDE}` })),
        s("path", { class: "band", d: `M${band}Z` }),
        s("path", { class: "line", d: `M${line(history.map(([, mu]) => mu)).join("L")}` }),
      ),
      named(inside, y).map(({ value, level }) => {
        const name = h("span", { class: "level" }, t("Level {level}", { level }));
        name.style.top = `${(100 * y(value)) / HIGH}%`;
        return name;
      }),
    ),
    h(
      "figcaption",
      {},
      h("span", {}, dateText(new Date(history[0][0]), { month: "short", year: "numeric" })),
      h("span", { class: "unseen" }, t("to {rating}", { rating: last })),
      h("span", {}, t("now")),
    ),
  );
}
