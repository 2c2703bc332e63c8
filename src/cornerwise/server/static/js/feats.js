/** Puzzles that this browser knows as solved come along into the account, and those of other browsers come here. */

import { post } from "./net.js";
import { problemRecord, rememberProblem } from "./problemrecord.js";
import { recordOf, remember, solvedDays, store, stored } from "./progress.js";

/** @typedef {import("../types").Feats} Feats */

const PUZZLES = "cornerwise-puzzles/";
const PROBLEMS = "cornerwise-problems/";
const DAYS = "cornerwise-days";
const RATING = "cornerwise-problem-rating";
/** Whose puzzles this browser keeps. */
const OWNER = "cornerwise-feats";
/** So many problems go at once. */
const SOME = 400;

/** @param {string} prefix */
const named = (prefix) =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));

/** What this browser knows. @returns {Feats} */
function known() {
  /** @type {Feats} */
  const feats = {
    days: Object.fromEntries(solvedDays()),
    puzzles: {},
    problems: {},
    rating: { rating: 0, deviation: 0, tries: 0, day: "", ...stored(RATING, {}) },
  };
  for (const id of named(PUZZLES)) {
    const { solved } = recordOf(id);
    if (solved) feats.puzzles[id] = [solved.hints, Math.round(solved.ms)];
  }
  for (const id of named(PROBLEMS)) {
    const { first, misses, hints, solved } = problemRecord(id);
    feats.problems[id] = { first, misses, hints, solved };
  }
  return feats;
}

/**
 * Brings what this browser knows to the account, and the rest here. What was solved under another account stays with it.
 * @param {string} account  its name
 */
export async function bringFeats(account) {
  try {
    const { owner } = stored(OWNER, { owner: account });
    if (owner !== account) return;
    const { problems, ...others } = known();
    const tried = Object.entries(problems);
    /** @type {Feats | null} */
    let all = null;
    for (let at = 0; at === 0 || at < tried.length; at += SOME) {
      const some = Object.fromEntries(tried.slice(at, at + SOME));
      all = await post("/api/feats", { ...others, problems: some });
    }
    store(OWNER, { owner: account });
    if (all) keep(all);
  } catch {
    // Another time: nothing is lost here.
  }
}

/** Remembers here what other browsers brought. @param {Feats} all */
function keep(all) {
  store(DAYS, Object.fromEntries(Object.entries(all.days).sort().slice(-1000)));
  for (const [id, [hints, ms]] of Object.entries(all.puzzles)) {
    const record = recordOf(id);
    if (!record.solved) remember(id, { ...record, solved: { ms, hints, laid: [] } });
  }
  for (const [id, record] of Object.entries(all.problems)) rememberProblem(id, record);
  if (all.rating.tries) store(RATING, all.rating);
}
