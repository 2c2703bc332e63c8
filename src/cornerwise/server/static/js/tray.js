/** The tray: a colour's pieces to pick from, as large as the space allows. Used ones leave a recess. */

import { h, keep, onPhone, s } from "./dom.js";
import { t, tn } from "./i18n.js";
import { round } from "./outline.js";
import { piece, shapeOf } from "./piece.js";
import { cellCount } from "./words.js";

/** @typedef {import("../types").EditionData} EditionData */
/** @typedef {import("../types").Colour} Colour */

/**
 * @typedef {object} TrayState
 * @property {EditionData} edition
 * @property {Colour} colour
 * @property {Set<number>} left  the pieces still there
 * @property {number} picked
 * @property {Map<number, number> | null} spots  how many legal spots each piece has; null when not known
 * @property {boolean} patterns
 */

/**
 * The orientation that lies flattest: trays are wide.
 * @param {EditionData} edition
 * @param {number} number
 */
export function flattest(edition, number) {
  let best = 0;
  let least = Infinity;
  edition.pieces[number].orientations.forEach((_, orientation) => {
    const [, top, , bottom] = shapeOf(edition, number, orientation).box;
    if (bottom - top < least - 1e-6) [least, best] = [bottom - top, orientation];
  });
  return best;
}

/**
 * The pieces in the order of the tray: large ones first.
 * @param {EditionData} edition
 */
export function trayOrder(edition) {
  return edition.pieces
    .map((_, number) => number)
    .sort((a, b) => edition.pieces[b].size - edition.pieces[a].size || a - b);
}

/**
 * The largest cell with which boxes flow into a space.
 * @param {[number, number][]} boxes  widths and heights in cells
 * @param {number} width
 * @param {number} height
 * @param {{most: number, least: number, gap: number}} bounds
 */
export function cellThatFits(boxes, width, height, { most, least, gap }) {
  for (let cell = most; cell > least; cell -= 0.5) {
    let [x, tall, total] = [0, 0, 0];
    for (const [w, hh] of boxes) {
      const wide = w * cell;
      if (x > 0 && x + gap + wide > width) {
        total += tall + gap;
        [x, tall] = [0, 0];
      }
      x += (x > 0 ? gap : 0) + wide;
      tall = Math.max(tall, hh * cell);
    }
    if (total + tall <= height) return cell;
  }
  return least;
}

export class Tray {
  /**
   * @param {{pick: (piece: number, by: "mouse" | "touch" | "keys") => void,
   *   drag: (piece: number, event: PointerEvent) => void}} actions
   */
  constructor(actions) {
    this.actions = actions;
    this.active = -1;
    /** @type {TrayState | null} */
    this.state = null;
    this.drawnAs = "";
    this.element = h("div", {
      class: "tray",
      role: "listbox",
      tabindex: "0",
      "aria-label": t("Your pieces"),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onfocus: () => this.render(),
    });
    this.size = [280, 300];
    this.observer = new ResizeObserver(([entry]) => {
      this.size = [entry.contentRect.width, entry.contentRect.height];
      this.render();
    });
    this.observer.observe(this.element);
  }

  /** @param {TrayState} state */
  show(state) {
    this.state = state;
    this.render();
  }

  render() {
    const { state } = this;
    if (!state) return;
    const { edition, left } = state;
    const phone = onPhone();
    // A phone has no room for recesses: pieces move up when one is used.
    const order = trayOrder(edition).filter((number) => !phone || left.has(number));
    const boxes = order.map((number) => this.#box(number));
    const gap = phone ? 10 : 12;
    const triangles = edition.grid === "triangles";
    const bounds = { most: triangles ? 26 : phone ? 21 : 19, least: 7, gap };
    const cell = cellThatFits(boxes, this.size[0], this.size[1], bounds);
    if (!left.has(this.active)) this.active = order.find((number) => left.has(number)) ?? -1;
    const look = JSON.stringify([state.colour, [...left], state.picked, state.patterns, cell, phone, this.active,
      state.spots ? [...state.spots] : null, edition.name]);
    if (look === this.drawnAs) return;
    this.drawnAs = look;
    this.element.style.gap = `${gap}px`;
    this.element.classList.toggle("sparse", order.length < 8);
    this.element.replaceChildren(...order.map((number) => this.#slot(number, cell)));
    if (this.active >= 0) keep(this.element, "aria-activedescendant", `piece-${this.active}`);
    else this.element.removeAttribute("aria-activedescendant");
  }

  /**
   * @param {number} number
   * @returns {[number, number]}
   */
  #box(number) {
    const { edition } = /** @type {TrayState} */ (this.state);
    const [left, top, right, bottom] = shapeOf(edition, number, flattest(edition, number)).box;
    return [right - left + 0.1, bottom - top + 0.1];
  }

  /** @param {number} number @param {number} cell */
  #slot(number, cell) {
    const { edition, colour, left, picked, spots, patterns } = /** @type {TrayState} */ (this.state);
    const { name, size } = edition.pieces[number];
    const shape = shapeOf(edition, number, flattest(edition, number));
    const [x, y] = shape.box;
    const [w, hh] = this.#box(number);
    const there = left.has(number);
    const count = spots?.get(number) ?? 0;
    const svg = s("svg", {
      width: round(w * cell),
      height: round(hh * cell),
      viewBox: `${round(x - 0.05)} ${round(y - 0.05)} ${round(w)} ${round(hh)}`,
      "aria-hidden": "true",
    });
    if (!there) {
      svg.append(s("path", { class: "recess", d: shape.body }));
      return h("div", { class: "slot used", "aria-hidden": "true" }, svg);
    }
    if (picked === number) {
      svg.append(s("path", { class: `contour c-${colour}`, d: shape.contour, "stroke-width": 1.8 / cell }));
    }
    svg.append(piece(shape, colour, { flat: cell < 9, patterns }));
    let label = `${name}, ${cellCount(edition.grid, size)}`;
    if (spots) label += `, ${count ? tn("{n} spot", "{n} spots", count) : t("no spot left")}`;
    return h(
      "div",
      {
        class: `slot${picked === number ? " picked" : ""}${spots && !count ? " stuck" : ""}${this.active === number ? " active" : ""}`,
        role: "option",
        id: `piece-${number}`,
        "data-piece": name,
        "aria-selected": String(picked === number),
        "aria-label": label,
        onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(number, event),
      },
      svg,
    );
  }

  /** @param {number} number @param {PointerEvent} event */
  #press(number, event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.active = number;
    this.actions.drag(number, event);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const there = trayOrder(/** @type {TrayState} */ (this.state).edition).filter((n) => this.state?.left.has(n));
    const at = there.indexOf(this.active);
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -at, End: there.length - 1 - at }[event.key];
    if (step !== undefined && there.length) {
      this.active = there[(at + step + there.length) % there.length];
      this.render();
    } else if ((event.key === "Enter" || event.key === " ") && this.active >= 0) {
      this.actions.pick(this.active, "keys");
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  close() {
    this.observer.disconnect();
  }
}
