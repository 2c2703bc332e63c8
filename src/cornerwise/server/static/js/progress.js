/** What this browser remembers of puzzles: how far one got, what is solved, and the days in a row. */

/** @typedef {import("../page").Mark} Mark */
/** @typedef {import("../types").PuzzleAbout} PuzzleAbout */
/** @typedef {import("../page").PuzzleRecord} PuzzleRecord */
/** @typedef {import("../page").PuzzleStep} PuzzleStep */

const KEY = "cornerwise-puzzles";
const DAYS_KEY = "cornerwise-days";

/** @returns {PuzzleRecord} */
const fresh = () => ({ steps: [], at: 0, ms: 0, hints: 0, laid: [], solved: null, best: null });

/**
 * What this browser keeps under a key.
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
export function stored(key, otherwise) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof found === "object" && found !== null ? found : otherwise;
  } catch {
    return otherwise; // storage refused or spoilt: begin anew
  }
}

/** Keeps something, if the browser lets us. @param {string} key @param {unknown} value */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Not remembered, but in force.
  }
}

/**
 * What is remembered of a puzzle.
 * @param {string} id
 * @returns {PuzzleRecord}
 */
export function recordOf(id) {
  return { ...fresh(), ...stored(`${KEY}/${id}`, {}) };
}

/**
 * Remembers how far one got.
 * @param {string} id
 * @param {PuzzleRecord} record
 */
export const remember = (id, record) => store(`${KEY}/${id}`, record);

/**
 * What lies on the board after the steps that count.
 * @param {PuzzleRecord} record
 * @returns {Mark[]}
 */
export function marksOf({ steps, at }) {
  /** @type {Mark[]} */
  let marks = [];
  for (const step of steps.slice(0, at)) {
    if (step[0] === "clear") marks = [];
    else if (step[0] === "lay") marks.push({ colour: step[1], placement: step[2] });
    else marks = marks.filter((mark) => mark.colour !== step[1] || mark.placement !== step[2]);
  }
  return marks;
}

/**
 * Makes a step; what was undone before is forgotten.
 * @param {PuzzleRecord} record
 * @param {PuzzleStep} step
 */
export function advance(record, step) {
  record.steps.length = record.at;
  record.steps.push(step);
  record.at++;
}

// --- days --------------------------------------------------------------------------------------

/**
 * A day as it is named in this place: 2026-11-15.
 * @param {Date} date
 */
export function dayOf(date) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** @param {Date} date @param {number} by */
export function daysAfter(date, by) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + by);
}

/**
 * The days on which the puzzle of the day was solved, each with how many hints it took.
 * @returns {Map<string, number>}
 */
export function solvedDays() {
  const found = stored(DAYS_KEY, /** @type {Record<string, number> | string[]} */ ({}));
  // At first the days were a plain list, without hints.
  return new Map(
    Array.isArray(found) ? found.map((day) => [String(day), 0]) : Object.entries(found),
  );
}

/**
 * Notes a day as solved. The first solution of a day counts: one that was shown is no feat any more.
 * @param {string} day
 * @param {number} hints
 */
export function solvedOn(day, hints) {
  const days = solvedDays();
  if (days.has(day)) return;
  store(DAYS_KEY, Object.fromEntries([...days.set(day, hints)].sort().slice(-1000)));
}

/**
 * How many days in a row the puzzle of the day was solved; today may still be open. Days with hints keep the row
 * together, but do not lengthen it.
 * @param {Map<string, number>} days
 * @param {Date} today
 */
export function streak(days, today) {
  let length = 0;
  for (
    let day = days.has(dayOf(today)) ? today : daysAfter(today, -1);
    days.has(dayOf(day));
    day = daysAfter(day, -1)
  ) {
    if (!days.get(dayOf(day))) length++;
  }
  return length;
}

// --- what comes next ---------------------------------------------------------------------------

/**
 * Easy ones first, the great solitaires last.
 * @param {PuzzleAbout} a
 * @param {PuzzleAbout} b
 */
export function byDifficulty(a, b) {
  return (a.level || 9) - (b.level || 9) || a.piece_count - b.piece_count || (a.id < b.id ? -1 : 1);
}

/**
 * The next puzzle that is not solved yet: a little harder than this one, or from the beginning again.
 * @template {PuzzleAbout} T
 * @param {T[]} puzzles
 * @param {string} id
 * @returns {T | null}
 */
export function nextUnsolved(puzzles, id) {
  const ranked = [...puzzles].sort(byDifficulty);
  const at = ranked.findIndex((puzzle) => puzzle.id === id) + 1;
  return (
    [...ranked.slice(at), ...ranked.slice(0, at)].find(
      (puzzle) => puzzle.id !== id && !recordOf(puzzle.id).solved,
    ) ?? null
  );
}
