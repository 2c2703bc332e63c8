/**
 * The tray: pieces to pick from, as large as the space allows, each as it will be held. A slot has room for its piece
 * however it is turned, and used ones leave a recess: so nothing changes place or size during a game.
 */

import { h, keep, s } from "./dom.js";
import { t, tn } from "./i18n.js";
import { round } from "./outline.js";
import { piece, roomOf, shapeOf } from "./piece.js";
import { cellCount, colourName } from "./words.js";

/** @typedef {import("../types").EditionData} EditionData */
/** @typedef {import("../types").Colour} Colour */

/**
 * A colour's pieces in the tray.
 * @typedef {object} TrayHand
 * @property {Colour} colour
 * @property {number[]} [pieces]  those it had at first, one it had twice stands twice; all of the edition if not said
 * @property {number[]} left  the pieces still there; one that is there twice stands twice
 * @property {Map<number, number> | null} spots  how many legal spots each piece has; null when not known
 */

/**
 * A piece of a colour.
 * @typedef {{colour: Colour, piece: number}} Slot
 */

/**
 * @typedef {object} TrayState
 * @property {EditionData} edition
 * @property {TrayHand[]} hands
 * @property {Slot | null} picked
 * @property {number} [nudged]  the piece to think of
 * @property {(piece: number) => number} held  the orientation in which a piece is or will be held
 * @property {boolean} patterns
 */

/** The largest and the smallest side of a cell, in pixels. */
const BOUNDS = { most: 34, least: 6 };

/** The space between slots: it grows with the pieces. @param {number} cell */
const gapOf = (cell) => Math.max(5, Math.min(12, cell / 2));

/** How far from a slot a finger or a mouse still means it, in pixels. */
const NEAR = { touch: 24, mouse: 6 };

/**
 * The pieces in the order of the tray: large ones first, and of these the long ones.
 * @param {EditionData} edition
 */
export function trayOrder(edition) {
  const long = edition.pieces.map((_, number) => roomOf(edition, number)[1]);
  return edition.pieces
    .map((_, number) => number)
    .sort((a, b) => edition.pieces[b].size - edition.pieces[a].size || long[b] - long[a] || a - b);
}

/**
 * The pieces of a hand in the order of the tray.
 * @param {EditionData} edition
 * @param {TrayHand} hand
 */
const piecesOf = (edition, { pieces }) =>
  trayOrder(edition).filter((number) => !pieces || pieces.includes(number));

/**
 * The pieces of a hand in the order of the tray, each as often as the hand had it at first.
 * @param {EditionData} edition
 * @param {TrayHand} hand
 */
const copiesOf = (edition, hand) =>
  piecesOf(edition, hand).flatMap((number) => {
    const many =
      hand.pieces?.filter((one) => one === number).length ?? edition.pieces[number].count;
    return Array.from({ length: many }, (_, copy) => ({ hand, number, copy }));
  });

/**
 * What can be picked, in the order of the tray.
 * @param {EditionData} edition
 * @param {TrayHand[]} hands
 * @returns {Slot[]}
 */
export function slotsOf(edition, hands) {
  return hands.flatMap((hand) =>
    piecesOf(edition, hand)
      .filter((piece) => hand.left.includes(piece))
      .map((piece) => ({ colour: hand.colour, piece })),
  );
}

/** @param {Slot | null} a @param {Slot | null} b */
export const sameSlot = (a, b) =>
  a !== null && b !== null && a.colour === b.colour && a.piece === b.piece;

/**
 * How many spots each piece has among legal placements.
 * @param {import("../page").Geometry} geometry
 * @param {Iterable<number>} legal
 */
export function spotCounts(geometry, legal) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const placement of legal) {
    const { piece } = geometry.placement(placement);
    counts.set(piece, (counts.get(piece) ?? 0) + 1);
  }
  return counts;
}

/**
 * The largest cell with which boxes flow into a space.
 * @param {[number, number][]} boxes  widths and heights in cells
 * @param {number} width
 * @param {number} height
 * @param {{most: number, least: number}} bounds
 */
function cellThatFits(boxes, width, height, { most, least }) {
  for (let cell = most; cell > least; cell -= 0.5) {
    const gap = gapOf(cell);
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

/**
 * The width and height of a slot in cells.
 * @param {EditionData} edition
 * @param {number} number
 * @returns {[number, number]}
 */
function slotSize(edition, number) {
  const [width, height] = roomOf(edition, number);
  return [width + 0.1, height + 0.1];
}

export class Tray {
  /**
   * @param {{pick: (slot: Slot, by: "mouse" | "touch" | "keys") => void,
   *   drag: (slot: Slot, event: PointerEvent) => void}} actions
   */
  constructor(actions) {
    this.actions = actions;
    /** The one that the keyboard is at. @type {Slot | null} */
    this.active = null;
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
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event),
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
    const { edition, hands } = state;
    const order = hands.flatMap((hand) => copiesOf(edition, hand));
    const cell = cellThatFits(
      order.map(({ number }) => slotSize(edition, number)),
      this.size[0],
      this.size[1],
      BOUNDS,
    );
    const there = slotsOf(edition, hands);
    this.active = there.find((slot) => sameSlot(slot, this.active)) ?? there[0] ?? null;
    const look = JSON.stringify([
      hands.map(({ colour, left, spots }) => [colour, [...left], spots && [...spots]]),
      state.picked,
      state.nudged,
      order.map(({ number }) => state.held(number)),
      state.patterns,
      cell,
      this.active,
      edition.name,
    ]);
    if (look === this.drawnAs) return;
    this.drawnAs = look;
    this.element.style.gap = `${gapOf(cell)}px`;
    this.element.replaceChildren(
      ...order.map(({ hand, number, copy }) => this.#slot(hand, number, copy, cell)),
    );
    if (this.active)
      keep(
        this.element,
        "aria-activedescendant",
        `piece-${this.active.colour}-${this.active.piece}`,
      );
    else this.element.removeAttribute("aria-activedescendant");
  }

  /**
   * The picture of a piece. Of one that is there twice only the first can be reached by keys and is read out.
   * @param {TrayHand} hand
   * @param {number} number
   * @param {number} copy
   * @param {number} cell
   */
  #slot({ colour, left, spots }, number, copy, cell) {
    const { edition, hands, picked, nudged, patterns, held } = /** @type {TrayState} */ (
      this.state
    );
    const slot = { colour, piece: number };
    const isPicked = copy === 0 && sameSlot(picked, slot);
    const { name, size, count: had } = edition.pieces[number];
    const shape = shapeOf(edition, number, held(number));
    const [w, hh] = slotSize(edition, number);
    const many = left.filter((one) => one === number).length;
    const count = spots?.get(number) ?? 0;
    const svg = s("svg", {
      width: round(w * cell),
      height: round(hh * cell),
      viewBox: [
        (shape.box[0] + shape.box[2] - w) / 2,
        (shape.box[1] + shape.box[3] - hh) / 2,
        w,
        hh,
      ]
        .map(round)
        .join(" "),
      "aria-hidden": "true",
    });
    if (copy >= many) {
      svg.append(s("path", { class: "recess", d: shape.body }));
      return h("div", { class: "slot used", "aria-hidden": "true" }, svg);
    }
    if (isPicked || (copy === 0 && nudged === number)) {
      svg.append(
        s("path", {
          class: `contour ${isPicked ? "" : "nudged "}c-${colour}`,
          d: shape.contour,
          "stroke-width": 1.8 / cell,
        }),
      );
    }
    svg.append(piece(shape, colour, { flat: cell < 9, patterns }));
    const stuck = spots && !count ? " stuck" : "";
    const attributes = { "data-piece": name, "data-colour": colour };
    if (copy > 0)
      return h("div", { class: `slot${stuck}`, "aria-hidden": "true", ...attributes }, svg);
    let label = `${name}, ${cellCount(edition.grid, size)}`;
    if (hands.length > 1) label = `${colourName(colour)}, ${label}`;
    if (had > 1) label += `, ${tn("{n} piece left", "{n} pieces left", many)}`;
    if (spots) label += `, ${count ? tn("{n} spot", "{n} spots", count) : t("no spot left")}`;
    return h(
      "div",
      {
        class: `slot${isPicked ? " picked" : ""}${stuck}${sameSlot(this.active, slot) ? " active" : ""}`,
        role: "option",
        id: `piece-${colour}-${number}`,
        ...attributes,
        "aria-selected": String(isPicked),
        "aria-label": label,
      },
      svg,
    );
  }

  /**
   * The slot that a press means: the one under it, or the nearest. Small pieces lie close together, and fingers are wide.
   * @param {PointerEvent} event
   * @returns {Slot | null}
   */
  #meant({ clientX, clientY, pointerType }) {
    const { edition, hands } = /** @type {TrayState} */ (this.state);
    let least = pointerType === "touch" ? NEAR.touch : NEAR.mouse;
    let best = null;
    for (const slot of slotsOf(edition, hands)) {
      const { name } = edition.pieces[slot.piece];
      const shown = `[data-piece="${name}"][data-colour="${slot.colour}"]`;
      for (const one of this.element.querySelectorAll(shown)) {
        const box = one.getBoundingClientRect();
        const aside = Math.max(box.left - clientX, clientX - box.right, 0);
        const away = Math.hypot(aside, Math.max(box.top - clientY, clientY - box.bottom, 0));
        if (away < least) [least, best] = [away, slot];
      }
    }
    return best;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    const slot = this.#meant(event);
    if (!slot) return;
    event.preventDefault();
    this.active = slot;
    this.actions.drag(slot, event);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { edition, hands } = /** @type {TrayState} */ (this.state);
    const there = slotsOf(edition, hands);
    const at = there.findIndex((slot) => sameSlot(slot, this.active));
    const step = {
      ArrowRight: 1,
      ArrowDown: 1,
      ArrowLeft: -1,
      ArrowUp: -1,
      Home: -at,
      End: there.length - 1 - at,
    }[event.key];
    if (step !== undefined && there.length) {
      this.active = there[(at + step + there.length) % there.length];
      this.render();
    } else if ((event.key === "Enter" || event.key === " ") && this.active) {
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
