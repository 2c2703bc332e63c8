/** What this browser remembers of problems: tries, what is solved, and the reader's own rating. */

import { dayOf, store, stored } from "./progress.js";

/** @typedef {import("../page").ProblemRecord} ProblemRecord */
/** @typedef {import("../page").OwnRating} OwnRating */
/** @typedef {import("../types").ProblemAbout} ProblemAbout */

const KEY = "cornerwise-problems";
const RATING_KEY = "cornerwise-problem-rating";

/** Where a rating begins, and how unsure it is then. */
const BEGIN = { rating: 1200, deviation: 250 };
/** No rating becomes surer than this, and none less sure than at first. */
const SUREST = 45;
/** How unsure the rating of a problem is: the levels tried it thirty times. */
const PROBLEM_DEVIATION = 60;
/** A sure rating of 50 grows to 110 in a year without tries. */
const GROWTH = (110 ** 2 - 50 ** 2) / 365;
const Q = Math.LN10 / 400;

/**
 * What is remembered of a problem.
 * @param {string} id
 * @returns {ProblemRecord}
 */
export function problemRecord(id) {
  return { first: null, misses: 0, hints: 0, solved: false, ...stored(`${KEY}/${id}`, {}) };
}

/**
 * @param {string} id
 * @param {ProblemRecord} record
 */
export const rememberProblem = (id, record) => store(`${KEY}/${id}`, record);

/**
 * The reader's rating as it is today: doubt grows with the days since the last try.
 * @param {Date} today
 * @returns {OwnRating}
 */
export function ownRating(today) {
  const found = { ...BEGIN, tries: 0, day: "", ...stored(RATING_KEY, {}) };
  const days = found.day ? (Date.parse(dayOf(today)) - Date.parse(found.day)) / 86400000 : 0;
  const doubt = Math.sqrt(found.deviation ** 2 + GROWTH * Math.max(0, days));
  return { ...found, deviation: Math.min(BEGIN.deviation, doubt) };
}

/**
 * The rating after a first try, by Glicko's formulas: the problem is the opponent.
 * @param {OwnRating} own
 * @param {number} rating  of the problem
 * @param {boolean} solved
 * @returns {{rating: number, deviation: number}}
 */
export function rated(own, rating, solved) {
  const weight = 1 / Math.sqrt(1 + (3 * (Q * PROBLEM_DEVIATION) ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + 10 ** ((weight * (rating - own.rating)) / 400));
  const known = 1 / own.deviation ** 2 + (Q * weight) ** 2 * expected * (1 - expected);
  return {
    rating: own.rating + (Q / known) * weight * (Number(solved) - expected),
    deviation: Math.max(SUREST, Math.sqrt(1 / known)),
  };
}

/**
 * Counts the first try of a problem, and says by how much the rating changed.
 * @param {number} rating  of the problem
 * @param {boolean} solved
 * @param {Date} today
 */
export function countTry(rating, solved, today) {
  const own = ownRating(today);
  const next = rated(own, rating, solved);
  store(RATING_KEY, { ...next, tries: own.tries + 1, day: dayOf(today) });
  return Math.round(next.rating) - Math.round(own.rating);
}

/**
 * Problems that are not solved yet, those first whose rating is nearest to the reader's.
 * @template {ProblemAbout} T
 * @param {T[]} problems
 * @param {Date} today
 */
export function forYou(problems, today) {
  const { rating } = ownRating(today);
  const away = (/** @type {T} */ one) => Math.abs(one.rating - rating);
  return problems
    .filter(({ id }) => !problemRecord(id).solved)
    .sort((a, b) => away(a) - away(b) || a.number - b.number);
}
