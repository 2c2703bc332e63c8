/** What this browser remembers: the look of the board, language, theme, name. */

/**
 * @typedef {object} Settings
 * @property {"" | "light" | "dark"} theme  empty: as the system says
 * @property {string} language  empty: as the browser says
 * @property {boolean} coordinates  letters and numbers in the board's rim
 * @property {boolean} numbers  move numbers on the pieces
 * @property {boolean} corners  dots where my next piece can begin
 * @property {boolean} spots  all cells that the picked piece can cover
 * @property {boolean} lastMove  the newest piece marked
 * @property {boolean} patterns  a sign for each colour on the pieces
 * @property {boolean} sound
 * @property {boolean} confirm  a click lays the piece, Place confirms it
 * @property {"slow" | "normal" | "instant"} pace  how fast the moves of others follow each other
 * @property {"text" | "phrases" | "off"} chat  what others say at games: all of it, phrases, nothing
 * @property {boolean} timer  the time spent on a puzzle
 * @property {string} name  what others call me
 * @property {number} level  of the computer, as chosen last
 * @property {string} edition  a family, as chosen last; empty: the one that is offered first
 * @property {string} problems  the variant whose problems were looked at last; empty: as the server says
 * @property {string[]} told  what has been told once: how the mouse and two fingers turn a piece, that there is a coach
 * @property {import("./wishes.js").Wishes | null} wishes  what to look for in the lobby, as chosen last
 * @property {"auto" | "on" | "off"} coach  warns of mistakes against computers; auto: in the first games
 * @property {string[]} coached  those first games
 * @property {string} newcomer  who has just made an account, and was not yet offered recovery codes
 * @property {{game: string, times: number}} lenience  how often the coach was asked to warn less, in which game
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: "",
  language: "",
  coordinates: true,
  numbers: false,
  corners: true,
  spots: false,
  lastMove: true,
  patterns: false,
  sound: true,
  confirm: false,
  pace: "normal",
  chat: "text",
  timer: true,
  name: "",
  level: 3,
  edition: "",
  problems: "",
  told: [],
  wishes: null,
  coach: "auto",
  coached: [],
  lenience: { game: "", times: 0 },
  newcomer: "",
};

const KEY = "cornerwise";
/** @type {Set<() => void>} */
const listeners = new Set();

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...stored() };

/** @returns {Partial<Settings>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // storage refused or spoilt: defaults will do
  }
}

/**
 * Changes settings, remembers them and tells whoever listens.
 * @param {Partial<Settings>} changes
 */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Not remembered, but in force.
  }
  for (const listener of listeners) listener();
}

/**
 * Calls back on every change until the returned function is called.
 * @param {() => void} listener
 */
export function watch(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the page is dark now. */
export function isDark() {
  if (settings.theme) return settings.theme === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

export function applyTheme() {
  const root = document.documentElement;
  if (settings.theme) root.dataset.theme = settings.theme;
  else delete root.dataset.theme;
}
