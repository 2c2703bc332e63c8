/** Where studies come from and go to: this browser, the server, files, links. */

import { get, post, Refusal } from "./net.js";
import { settings } from "./settings.js";

/** @typedef {import("../types").Study} Study */

const KEY = "cornerwise/analysis";

/** @param {string} variant @returns {Study} */
export const emptyStudy = (variant) => ({
  variant,
  nodes: [{ parent: -1 }],
  options: {},
  placed: [],
  to_play: null,
  sharer: null,
  players: {},
  title: "",
  skipped: 0,
});

/**
 * What was on the board when it was last left, and at which node.
 * @returns {{study: Study, at: number} | null}
 */
export function remembered() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return Array.isArray(found?.study?.nodes) ? found : null;
  } catch {
    return null; // storage refused or spoilt: begin anew
  }
}

/** @param {Study} study @param {number} at */
export function remember(study, at) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ study, at }));
  } catch {
    // Not remembered, but still on the board.
  }
}

/**
 * The study that an address asks for, and the move to show: a shared one, a game's, a position's, or the last one.
 * @param {import("../types").StartData} start
 * @param {string} id
 * @returns {Promise<{study: Study, at: number}>}
 */
export async function wantedStudy(start, id) {
  const query = new URLSearchParams(location.search);
  const game = query.get("game");
  const position = query.get("position");
  if (id) return { study: await get(`/api/analysis/studies/${id}`), at: 0 };
  if (game) {
    const study = await get(`/api/analysis/games/${encodeURIComponent(game)}`);
    const ply = Number(query.get("ply") ?? study.nodes.length - 1);
    return { study, at: Math.max(0, Math.min(Math.trunc(ply) || 0, study.nodes.length - 1)) };
  }
  if (position) return { study: await readStudy(position), at: 0 };
  const last = remembered();
  if (last) return last;
  const family = settings.edition || start.quick;
  const variant = start.variants.find((one) => one.family === family) ?? start.variants[0];
  return { study: emptyStudy(variant.name), at: 0 };
}

/** The study in the text of a file, or at a position as text. @param {string} text @returns {Promise<Study>} */
export const readStudy = (text) => post("/api/analysis/read", text);

/** Lets the browser save a study as a file. @param {Study} study */
export async function saveStudy(study) {
  const response = await fetch("/api/analysis/write", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(study),
  }).catch(() => null);
  if (!response) throw new Refusal("offline", "no connection");
  if (!response.ok) {
    const { error } = await response.json();
    throw new Refusal(error.code, error.message, error);
  }
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = `${study.title || study.variant}.blksgf`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Keeps a study on the server for whoever has the link. @param {Study} study @returns {Promise<string>} the link */
export async function shareStudy(study) {
  const { id } = await post("/api/analysis/studies", study);
  return `${location.origin}/analysis/${id}`;
}
