/** The list of moves, round by round, and moves in words. */

import { h } from "./dom.js";
import { gridWords } from "./gridwords.js";
import { t } from "./i18n.js";
import { chip } from "./piece.js";
import { cellCount, colourName } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types").Colour} Colour */

/**
 * A move in short: piece and the cell that names it.
 * @param {Pick<Table, "geometry">} table
 * @param {number} placement
 */
export function moveText(table, placement) {
  const { data } = table.geometry;
  const { piece, cells } = table.geometry.placement(placement);
  return `${data.pieces[piece].name} ${data.names[cells[0]]}`;
}

/**
 * A move in words, for those who listen.
 * @param {Pick<Table, "geometry">} table
 * @param {Colour} colour
 * @param {number} placement
 */
export function moveWords(table, colour, placement) {
  const { data } = table.geometry;
  const { piece, cells } = table.geometry.placement(placement);
  return t("{colour} places {piece} at {cell}, {cells}.", {
    colour: colourName(colour),
    piece: data.pieces[piece].name,
    cell: data.names[cells[0]],
    cells: cellCount(data.grid, cells.length),
  });
}

/**
 * @param {Table} table
 * @param {(ply: number) => void} show  called with how many moves to show
 */
export function movesList(table, show) {
  const { colours } = table.game;
  /** @type {HTMLLIElement[]} */
  const rows = [];
  let round = 0;
  let column = colours.length;
  const shown = table.ply ?? table.moves.length;
  table.moves.forEach(([colour, placement], at) => {
    const wanted = colours.indexOf(colour);
    if (wanted < column || at === 0) {
      if (at > 0)
        for (; column < colours.length; column++) rows.push(h("li", { "aria-hidden": "true" }));
      rows.push(h("li", { class: "round" }, String(++round)));
      column = 0;
    }
    for (; column < wanted; column++) rows.push(h("li", { "aria-hidden": "true" }));
    const name = `${at + 1 === shown ? "newest-move" : ""}`;
    const inside = [h("span", { class: "unseen" }, colourName(colour)), moveText(table, placement)];
    rows.push(
      h(
        "li",
        {},
        table.ply === null
          ? h("span", { class: `move ${name}` }, inside)
          : h("button", { type: "button", class: name, onclick: () => show(at + 1) }, inside),
      ),
    );
    column = wanted + 1;
  });
  const heads = colours.map((colour) =>
    h("li", { class: "of", "aria-hidden": "true" }, chip(colour, 14)),
  );
  const list = h("ol", {}, h("li", { class: "of", "aria-hidden": "true" }), heads, rows);
  list.style.setProperty("--columns", String(colours.length));
  return list;
}

/**
 * How a cell is read out: its name and what is on it.
 * @param {Pick<Table, "geometry">} table
 * @param {() => import("../page").BoardState} shown
 * @returns {(cell: number) => string}
 */
export function cellWords(table, shown) {
  /** @type {import("../page").Mark[]} */
  let from = [];
  /** @type {Map<number, Colour>} */
  let owners = new Map();
  const { data, placement } = table.geometry;
  return (cell) => {
    const { placed, dots } = shown();
    if (from !== placed) {
      from = placed;
      owners = new Map(
        placed.flatMap((mark) => placement(mark.placement).cells.map((one) => [one, mark.colour])),
      );
    }
    const name = data.names[cell];
    const owner = owners.get(cell);
    if (owner) return `${name}, ${colourName(owner)}`;
    if (dots.includes(cell)) return `${name}, ${t("free")}, ${gridWords(data.grid).open}`;
    return data.starts.includes(cell)
      ? `${name}, ${t("free")}, ${t("starting space")}`
      : `${name}, ${t("free")}`;
  };
}
