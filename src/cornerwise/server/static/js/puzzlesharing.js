/** Sharing a solved puzzle: a link that opens the same puzzle, and shows the solution only to who wants it. */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { copyBox } from "./links.js";
import { dialog } from "./menu.js";
import { post } from "./net.js";
import { puzzleTitle, spentText } from "./puzzlewords.js";
import { puzzlePicture } from "./silhouette.js";

/** @typedef {import("../page").Mark} Mark */
/** @typedef {import("../types").PuzzleData} PuzzleData */

/**
 * A solution as it travels in a link.
 * @typedef {{ms: number, marks: Mark[]}} Shared
 */

/**
 * The address of a puzzle with a solution. It stands after the #, so that no server learns of it.
 * @param {PuzzleData} puzzle
 * @param {Shared} shared
 */
export function linkTo({ id, colours }, { ms, marks }) {
  const parts = [`time=${Math.round(ms / 1000)}`];
  for (const colour of colours) {
    const numbers = marks
      .filter((mark) => mark.colour === colour)
      .map(({ placement }) => placement);
    if (numbers.length) parts.push(`${colour}=${numbers.join(".")}`);
  }
  return `${location.origin}/puzzles/${id}#${parts.join("&")}`;
}

/**
 * The solution that came with a link; null if none did.
 * @param {PuzzleData} puzzle
 * @param {string} hash
 * @returns {Shared | null}
 */
export function sharedIn({ colours, board }, hash) {
  const given = new URLSearchParams(hash.slice(1));
  const time = given.get("time") ?? "";
  /** @type {Mark[]} */
  const marks = [];
  for (const colour of colours) {
    for (const number of given.get(colour)?.split(".") ?? [])
      marks.push({ colour, placement: Number(number) });
  }
  const known = marks.every(
    ({ placement }) =>
      Number.isInteger(placement) && placement >= 0 && placement < board.placements,
  );
  return /^\d{1,7}$/.test(time) && marks.length && known
    ? { ms: 1000 * Number(time), marks }
    : null;
}

/**
 * @param {import("../pages/puzzle.js").PuzzlePage} page
 * @param {Mark[]} marks
 */
function picture({ puzzle, geometry }, marks) {
  const laid = marks.map(
    ({ colour, placement }) =>
      /** @type {[import("../types").Colour, number[]]} */ ([
        colour,
        geometry.placement(placement).cells,
      ]),
  );
  const { board, level } = puzzle;
  return h(
    "div",
    { class: "solution" },
    puzzlePicture(board, { places: board.places, level }, laid, {
      width: 260,
      height: 220,
      most: 40,
    }),
  );
}

/**
 * A button that sends a link, where the browser can.
 * @param {{title: string, text: string, url: string}} given
 */
export function sending(given) {
  if (!("share" in navigator)) return null;
  const send = () => void navigator.share(given).catch(() => undefined); // thought better of it
  return h(
    "div",
    { class: "menu-actions" },
    h(
      "button",
      { type: "button", class: "button", onclick: send },
      icon("link"),
      t("Send the link"),
    ),
  );
}

/**
 * The link to what was solved, to copy or to send.
 * @param {import("../pages/puzzle.js").PuzzlePage} page
 */
export function showSharing(page) {
  const shared = { ms: page.record.ms, marks: page.marks };
  const url = linkTo(page.puzzle, shared);
  const words = t("I solved the puzzle “{title}” in {time}.", {
    title: puzzleTitle(page.puzzle),
    time: spentText(shared.ms),
  });
  dialog(
    t("Share this puzzle"),
    picture(page, shared.marks),
    h(
      "p",
      {},
      t("The link opens the same puzzle. Your solution is shown only to those who ask for it."),
    ),
    h("div", { class: "invite" }, copyBox(url, t("Link to the puzzle"))),
    sending({ title: puzzleTitle(page.puzzle), text: words, url }),
  );
}

/**
 * Says that a solution came with the link, and shows it when asked.
 * @param {import("../pages/puzzle.js").PuzzlePage} page
 * @param {Shared} shared
 */
export function sharedNotice(page, shared) {
  return h(
    "div",
    { class: "notice" },
    h(
      "span",
      {},
      t("Whoever sent you this link solved it in {time}.", { time: spentText(shared.ms) }),
    ),
    h(
      "button",
      { type: "button", class: "button", onclick: () => void showShared(page, shared) },
      icon("eye", 18),
      t("Show the solution"),
    ),
  );
}

/** @param {import("../pages/puzzle.js").PuzzlePage} page @param {Shared} shared */
async function showShared(page, shared) {
  const place = h("div", { class: "solution" });
  dialog(t("Solved in {time}", { time: spentText(shared.ms) }), place);
  const placed = shared.marks.map(({ colour, placement }) => [colour, placement]);
  const state = await post(`${page.address}/state`, { placed }).catch(() => null);
  fill(
    place,
    state?.solved
      ? picture(page, shared.marks)
      : h("p", {}, t("The link holds no solution of this puzzle.")),
  );
}
