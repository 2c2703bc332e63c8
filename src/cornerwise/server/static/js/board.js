/**
 * The board component: a state, a picture drawn from it, and the way from a pointer to a place.
 * It knows no rules: what is legal, why not, and which cells are marked is handed in as data.
 */

import { areaShape } from "./areas.js";
import { h, keep, s, still } from "./dom.js";
import { columnName, isSharp, modulo, toPlane, widthOfRim } from "./geometry.js";
import { ghostShapes } from "./ghostshape.js";
import { hintShape } from "./hints.js";
import { gridLines, middleCell } from "./marks.js";
import { inset, loops, path, round } from "./outline.js";
import { piece, shapeOf } from "./piece.js";

/** @typedef {import("../page").BoardState} BoardState */
/** @typedef {import("../page").Geometry} Geometry */
/** @typedef {import("../page").Mark} Mark */
/** @typedef {import("../page").Ghost} Ghost */
/** @typedef {import("../types").Point} Point */

/**
 * A new state: an empty board.
 * @param {Geometry} geometry
 * @param {Partial<BoardState>} [given]
 * @returns {BoardState}
 */
export function boardState(geometry, given = {}) {
  return {
    geometry,
    placed: [],
    setup: 0,
    ghost: null,
    hints: [],
    areas: [],
    dots: [],
    dotColour: null,
    spots: [],
    joints: true,
    cursor: -1,
    coordinates: false,
    numbers: false,
    lastMove: true,
    marked: null,
    patterns: false,
    arrival: null,
    ...given,
  };
}

/** How a cell is read out; the page hands in words of its language. */
/** @typedef {(cell: number) => string} CellWords */

export class Board {
  /**
   * @param {BoardState} state
   * @param {{label: string, words: CellWords} | null} reading  how a screen reader meets the board; null
   *   for a mere picture
   */
  constructor(state, reading) {
    this.state = state;
    this.reading = reading;
    /** The length of a cell's side in pixels. */
    this.cell = 20;
    this.rim = 0.4;
    this.labelled = "";
    this.mode = "";
    /** @type {Mark[]} */
    this.drawn = [];
    /** The arrival that was seen: each is shown once. @type {import("../page").Arrival | null} */
    this.arrived = null;
    const parts = (/** @type {string[]} */ ...names) =>
      names.map((name) => s("g", { class: name }));
    const [base, labels, spots, pieces, numbers, last, areas, dots, hints, ghost] = parts(
      "base",
      "labels",
      "spots",
      "pieces",
      "numbers",
      "last",
      "areas",
      "dots",
      "hints",
      "ghost",
    );
    this.layers = { base, labels, spots, pieces, numbers, last, areas, dots, hints, ghost };
    this.svg = s("svg", { class: "board-svg" }, ...Object.values(this.layers));
    for (const end of ["animationend", "animationcancel"])
      pieces.addEventListener(end, (event) => this.#landed(event));
    /** @type {SVGPathElement[]} */
    this.cells = [];
    this.focus = s("path", { class: "cursor" });
    if (reading) this.#addGrid(reading);
    else keep(this.svg, "aria-hidden", "true");
    this.element = h("div", { class: `board ${state.geometry.data.grid}` }, this.svg);
    this.#drawBase();
  }

  /** @param {{label: string, words: CellWords}} reading */
  #addGrid(reading) {
    const { geometry } = this.state;
    const grid = s("g", {
      class: "cells",
      role: "grid",
      tabindex: "0",
      "aria-label": reading.label,
      "aria-readonly": "true",
    });
    /** @type {Map<number, SVGGElement>} */
    const rows = new Map();
    geometry.data.places.forEach(([, y], cell) => {
      const row = rows.get(y) ?? s("g", { role: "row" });
      rows.set(y, row);
      const corners = geometry.corners[cell].map((point) => toPlane(geometry.data, point));
      const element = s("path", { role: "gridcell", id: `cell-${cell}`, d: path([corners], 0) });
      this.cells[cell] = element;
      row.append(element);
    });
    grid.append(
      ...[...rows.entries()].sort((a, b) => a[0] - b[0]).map(([, row]) => row),
      this.focus,
    );
    this.grid = grid;
    this.svg.append(grid);
  }

  /** The element that takes the keyboard's focus. */
  get target() {
    return this.grid ?? this.svg;
  }

  /**
   * The cell that an event happened on, -1 if on none.
   * @param {EventTarget | null} target
   */
  cellOf(target) {
    return this.cells.indexOf(/** @type {SVGPathElement} */ (target));
  }

  /**
   * Fits the board into a space.
   * @param {number} width
   * @param {number} height
   * @param {number} [rim] in pixels
   */
  fit(width, height, rim = 15) {
    const [left, top, right, bottom] = this.state.geometry.box;
    const wide = widthOfRim(this.state.geometry.data);
    const cell = Math.min(
      (width - 2 * rim * wide) / (right - left),
      (height - 2 * rim) / (bottom - top),
    );
    if (!(cell > 0)) return;
    if (Math.abs(cell - this.cell) < 0.01 && Math.abs(this.rim - rim / cell) < 1e-4) return;
    this.cell = cell;
    this.rim = rim / cell;
    this.#drawBase();
    this.render();
  }

  /** Whether pieces are too small for their details. */
  get flat() {
    return this.cell < 9;
  }

  #drawBase() {
    const { geometry } = this.state;
    const { data, corners } = geometry;
    const border = loops(corners).map((loop) => loop.map((point) => toPlane(data, point)));
    const wide = widthOfRim(data);
    const [left, top, right, bottom] = geometry.box;
    const [x, y] = [left - this.rim * wide, top - this.rim];
    const [w, hh] = [right - left + 2 * this.rim * wide, bottom - top + 2 * this.rim];
    keep(this.svg, "viewBox", [x, y, w, hh].map(round).join(" "));
    keep(this.svg, "width", String(round(w * this.cell)));
    keep(this.svg, "height", String(round(hh * this.cell)));
    const px = 1 / this.cell;
    const rim = border.map((loop) => inset(loop, -this.rim));
    this.layers.base.replaceChildren(
      s("path", { class: "rim", d: path(rim, 8 * px) }),
      s("path", { class: "field", d: path(border, 2 * px) }),
      s("path", { class: "lines", d: gridLines(geometry), "stroke-width": Math.min(px, 0.05) }),
      ...data.starts.map((cell) => {
        const [cx, cy] = geometry.centres[cell];
        return s("circle", {
          class: "start",
          cx,
          cy,
          r: isSharp(data) ? 0.13 : 0.2,
          "stroke-width": Math.max(0.05, 1.2 * px),
        });
      }),
    );
    this.drawn = [];
    this.layers.pieces.replaceChildren();
    this.svg.style.setProperty("--px", String(px));
  }

  /** Draws the state. Only what changed is touched. */
  render() {
    const { state, layers } = this;
    this.element.classList.toggle("has-ghost", state.ghost !== null);
    this.#renderLabels();
    this.#renderPieces();
    layers.spots.replaceChildren(...state.spots.map((cell) => this.#cellPath(cell, "spot")));
    this.#renderMarks();
    layers.dots.replaceChildren(...this.#dots());
    const px = 1 / this.cell;
    layers.areas.replaceChildren(...state.areas.map((area) => areaShape(state.geometry, area, px)));
    layers.hints.replaceChildren(...state.hints.map((hint) => hintShape(state.geometry, hint, px)));
    layers.ghost.replaceChildren(...ghostShapes(state, px));
    if (this.reading) this.#renderGrid(this.reading.words);
  }

  /** What is drawn on the pieces that lie. */
  #renderMarks() {
    const { layers, state } = this;
    layers.numbers.replaceChildren(...(state.numbers ? this.#numbers() : []));
    layers.last.replaceChildren(...(state.lastMove ? this.#newest() : []));
  }

  /** @param {CellWords} words */
  #renderGrid(words) {
    const { cursor } = this.state;
    for (const [cell, element] of this.cells.entries()) keep(element, "aria-label", words(cell));
    const shape = cursor >= 0 ? (this.cells[cursor].getAttribute("d") ?? "") : "";
    keep(this.focus, "d", shape);
    if (cursor >= 0) keep(this.target, "aria-activedescendant", `cell-${cursor}`);
    else this.target.removeAttribute("aria-activedescendant");
  }

  #renderLabels() {
    const { state, layers } = this;
    const wanted = state.coordinates ? `${this.cell} ${this.rim}` : "";
    if (this.labelled === wanted) return;
    this.labelled = wanted;
    layers.labels.replaceChildren(...(state.coordinates ? this.#labels() : []));
  }

  #labels() {
    const { data, centres, box } = this.state.geometry;
    const size = Math.min(10 / this.cell, 0.42);
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words) =>
      s("text", { x: round(x), y: round(y), "font-size": round(size) }, words);
    const found = [];
    const kinds = data.tiles.length; // of cells in a row: where there are two, sides slant
    for (let y = 0; y < data.height; y++) {
      const first = this.state.geometry.cellAt(data.rows[y][0] + data.shift, y);
      const last = this.state.geometry.cellAt(data.rows[y][1] + data.shift, y);
      const name = String(data.height - y);
      const away = 0.5 / kinds + (this.rim / 2) * widthOfRim(data);
      found.push(text(centres[first][0] - away, (y + 0.5) * data.unit[1], name));
      if (kinds > 1) found.push(text(centres[last][0] + away, (y + 0.5) * data.unit[1], name));
    }
    const [start, end] = data.rows[data.height - 1];
    for (let x = start; x <= end; x++) {
      if (modulo(x - start, kinds) !== kinds - 1) continue;
      const at = (x + data.shift + kinds / 2) * data.unit[0];
      found.push(text(at, box[3] + this.rim / 2, columnName(x)));
      if (kinds > 1) found.push(text(at, box[1] - this.rim / 2, columnName(x)));
    }
    return found;
  }

  /** @param {number} cell @param {string} name */
  #cellPath(cell, name) {
    const { data, corners } = this.state.geometry;
    const loop = corners[cell].map((point) => toPlane(data, point));
    return s("path", { class: name, d: path([inset(loop, 0.06)], 0.08) });
  }

  /** @param {import("../page").Placement} placement */
  #shape(placement) {
    return shapeOf(this.state.geometry.data, placement.piece, placement.orientation);
  }

  /** @param {Point} moved */
  #move(moved) {
    const [x, y] = toPlane(this.state.geometry.data, moved);
    return `translate(${round(x)} ${round(y)})`;
  }

  #renderPieces() {
    const { state, layers, drawn } = this;
    const mode = `${this.flat} ${state.patterns}`;
    if (this.mode !== mode) drawn.length = 0;
    this.mode = mode;
    let same = 0;
    while (same < drawn.length && equal(drawn[same], state.placed[same])) same++;
    while (layers.pieces.childNodes.length > same) layers.pieces.lastChild?.remove();
    drawn.length = same;
    for (const mark of state.placed.slice(same)) {
      const placement = state.geometry.placement(mark.placement);
      const group = piece(this.#shape(placement), mark.colour, {
        flat: this.flat,
        patterns: state.patterns,
      });
      group.setAttribute("transform", this.#move(placement.moved));
      layers.pieces.append(group);
      drawn.push(mark);
    }
    const { arrival } = state;
    if (arrival && arrival !== this.arrived && same < drawn.length && !still())
      this.#arrive(arrival);
    this.arrived = arrival;
  }

  /** Lets the newest piece settle from above, or slide in from where its colour keeps its pieces. @param {import("../page").Arrival} arrival */
  #arrive({ from }) {
    const { geometry, placed } = this.state;
    const newest = /** @type {SVGGElement} */ (this.layers.pieces.lastChild);
    const { cells } = geometry.placement(placed[placed.length - 1].placement);
    const [x, y] = geometry.centres[cells[0]];
    newest.style.setProperty("--dx", `${from ? round(from[0] - x) : 0}px`);
    newest.style.setProperty("--dy", `${from ? round(from[1] - y) : -0.25}px`);
    for (const child of newest.children) child.classList.add(from ? "slide" : "settle");
  }

  /** A part of a piece has arrived: once all have, the piece can be marked. @param {Event} event */
  #landed(event) {
    /** @type {Element} */ (event.target).classList.remove("slide", "settle");
    this.#renderMarks();
  }

  /** Whether a piece of the state lies still. @param {number} at */
  #lies(at) {
    return !this.layers.pieces.children[at]?.querySelector(".slide, .settle");
  }

  #numbers() {
    const { state } = this;
    return state.placed
      .slice(state.setup)
      .filter((_, at) => this.#lies(state.setup + at))
      .map((mark, at) => {
        const { cells } = state.geometry.placement(mark.placement);
        const centre = middleCell(cells.map((cell) => state.geometry.centres[cell]));
        const size = isSharp(state.geometry.data) ? 0.34 : 0.42;
        return s(
          "text",
          {
            class: `number c-${mark.colour}`,
            x: round(centre[0]),
            y: round(centre[1]),
            "font-size": size,
          },
          String(at + 1),
        );
      });
  }

  #newest() {
    const { state } = this;
    const marked = state.marked ?? [state.placed.length - 1];
    return marked
      .filter((at) => at >= state.setup && this.#lies(at))
      .map((at) => {
        const mark = state.placed[at];
        const placement = state.geometry.placement(mark.placement);
        return s("path", {
          class: `newest c-${mark.colour}`,
          d: this.#shape(placement).line,
          transform: this.#move(placement.moved),
          "stroke-width": Math.min(0.09, Math.max(0.055, 2 / this.cell)),
        });
      });
  }

  #dots() {
    const { state } = this;
    if (!state.dotColour) return [];
    const r = Math.min(0.16, Math.max(0.1, 2.2 / this.cell));
    return state.dots.map((cell) => {
      const [cx, cy] = state.geometry.centres[cell];
      return s("circle", { class: `dot c-${state.dotColour}`, cx: round(cx), cy: round(cy), r });
    });
  }

  /**
   * Where a point of the screen lies in the picture, in cell units.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Point}
   */
  toBoard(clientX, clientY) {
    const box = this.svg.getBoundingClientRect();
    const view = this.svg.viewBox.baseVal;
    return [
      view.x + ((clientX - box.left) / box.width) * view.width,
      view.y + ((clientY - box.top) / box.height) * view.height,
    ];
  }

  /**
   * Whether a point of the picture is on the board or within a cell of it.
   * @param {Point} at
   */
  near([x, y]) {
    const [left, top, right, bottom] = this.state.geometry.box;
    return x > left - 1 && x < right + 1 && y > top - 1 && y < bottom + 1;
  }

  /**
   * Where a shape lies on the screen, for what floats beside it.
   * @param {Ghost} ghost
   */
  boxOf(ghost) {
    const { data } = this.state.geometry;
    const shape = shapeOf(data, ghost.piece, ghost.orientation);
    const [x, y] = toPlane(data, ghost.moved);
    const view = this.svg.viewBox.baseVal;
    const scale = this.svg.clientWidth / view.width || this.cell;
    return {
      left: (shape.box[0] + x - view.x) * scale,
      top: (shape.box[1] + y - view.y) * scale,
      right: (shape.box[2] + x - view.x) * scale,
      bottom: (shape.box[3] + y - view.y) * scale,
    };
  }
}

/** @param {Mark} a @param {Mark | undefined} b */
const equal = (a, b) => b !== undefined && a.colour === b.colour && a.placement === b.placement;
