/** What this browser remembers of puzzles: how far one got, what is solved, and the days in a row. */

/** @typedef {import("../types").Mark} Mark */
/** @typedef {import("../types").PuzzleRecord} PuzzleRecord */
/** @typedef {import("../types").PuzzleStep} PuzzleStep */

const KEY = "cornerwise-puzzles";
const DAYS_KEY = "cornerwise-days";

/** @returns {PuzzleRecord} */
const fresh = () => ({ steps: [], at: 0, ms: 0, hints: 0, laid: [], solved: null, best: null });

/**
 * @template T
 * @param {string} key
 * @param {T} otherwise
 * @returns {T}
 */
function stored(key, otherwise) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof found === "object" && found !== null ? found : otherwise;
  } catch {
    return otherwise; // storage refused or spoilt: begin anew
  }
}

/** @param {string} key @param {unknown} value */
function store(key, value) {
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

/** The days on which the puzzle of the day was solved. */
export function solvedDays() {
  const found = stored(DAYS_KEY, /** @type {string[]} */ ([]));
  return new Set(Array.isArray(found) ? found : []);
}

/** @param {string} day */
export function solvedOn(day) {
  store(DAYS_KEY, [...solvedDays().add(day)].sort().slice(-1000));
}

/**
 * How many days in a row the puzzle of the day was solved; today may still be open.
 * @param {Set<string>} days
 * @param {Date} today
 */
export function streak(days, today) {
  let length = 0;
  for (let day = days.has(dayOf(today)) ? today : daysAfter(today, -1); days.has(dayOf(day)); day = daysAfter(day, -1)) length++;
  return length;
}
