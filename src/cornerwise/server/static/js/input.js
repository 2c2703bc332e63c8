/** Mouse, touch and keys over the board and the tray, turned into the few things a player can do. */

import { h } from "./dom.js";
import { toPlane } from "./geometry.js";
import {
  follow,
  nearestSpot,
  nextSpot,
  nudge,
  orientationOf,
  pick,
  putBack,
  slotOf,
  turn,
} from "./ghost.js";
import { pieceSvg, shapeOf } from "./piece.js";
import { change, settings } from "./settings.js";
import { tick } from "./sound.js";
import { sameSlot } from "./tray.js";

/** @typedef {import("../types").Point} Point */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("./tray.js").Slot} Slot */

/**
 * What the input needs of the page.
 * @typedef {object} Context
 * @property {() => import("./ghost.js").Held} held
 * @property {import("./board.js").Board} board
 * @property {() => Slot[]} slots  what may be picked, in the order of the tray
 * @property {(colour: Colour) => void} [choose]  from now on pieces of this colour are picked, if the tray has several
 * @property {() => void} changed  what is held changed: draw it
 * @property {() => void} place  make the move that the ghost shows
 * @property {() => void} hint
 * @property {() => boolean} [takeHint]  lay the piece of the hint; false if there is none
 * @property {(cell: number) => boolean} [lift]  take up the piece on a cell; false if that cannot be
 * @property {() => void} keys  show all keys
 * @property {() => void} [type]  open the field for a typed move
 * @property {(by: "mouse" | "touch" | "keys") => void} [picked]  a piece was picked in this way
 * @property {(step: number) => boolean} [step]  go through a replay; false if there is none
 * @property {(step: number) => boolean} [vary]  go to the next variation; false if there is none
 * @property {() => void} [replay]  start or stop it
 */

/** How far above the finger a piece floats, in cells. */
const LIFT = 1.5;

/**
 * @param {Context} context
 * @returns {{drag: (slot: Slot, event: PointerEvent) => void, pick: (slot: Slot, by: "mouse" | "touch" | "keys") => void,
 *   turn: (how: "left" | "right" | "flip") => void, nudge: (right: number, down: number) => void, close: () => void}}
 */
export function input(context) {
  const { board } = context;
  const root = board.element;
  /** Fingers and buttons that are down. @type {Map<number, PointerEvent>} */
  const down = new Map();
  /** What one pointer is doing on the board. @type {{start: PointerEvent, grip: Point, moved: boolean} | null} */
  let press = null;
  /** What two fingers are doing. @type {{distance: number, angle: number, middle: Point, at: number, used: boolean, zoom: Zoom} | null} */
  let pair = null;
  let wheeled = 0;
  /** @typedef {{scale: number, x: number, y: number}} Zoom */
  /** @type {Zoom} */
  let zoom = { scale: 1, x: 0, y: 0 };

  const ghost = () => context.held().ghost;

  /** @param {PointerEvent} event @param {boolean} [lifted] @returns {Point} */
  function pointOf(event, lifted = event.pointerType === "touch") {
    const [x, y] = board.toBoard(event.clientX, event.clientY);
    return [x, lifted ? y - LIFT : y];
  }

  /** Whether a point lies on the ghost. @param {Point} at */
  function onGhost([x, y]) {
    const g = ghost();
    if (!g) return false;
    const { data } = context.held().geometry;
    const [dx, dy] = toPlane(data, g.moved);
    const [left, top, right, bottom] = shapeOf(data, g.piece, g.orientation).box;
    return (
      x > left + dx - 0.3 && x < right + dx + 0.3 && y > top + dy - 0.3 && y < bottom + dy + 0.3
    );
  }

  /** @param {"left" | "right" | "flip"} how */
  function turnPiece(how) {
    if (context.held().picked < 0) return;
    turn(context.held(), how);
    tick();
    context.changed();
  }

  // --- mouse and touch on the board ------------------------------------------------------------

  /** @param {PointerEvent} event */
  function pointerDown(event) {
    if (/** @type {Element} */ (event.target).closest(".bar")) return;
    down.set(event.pointerId, event);
    if (event.pointerType === "touch" && down.size === 2) {
      press = null;
      pair = { ...spread(), at: event.timeStamp, used: false, zoom };
      return;
    }
    if (event.button !== 0) return;
    const at = pointOf(event, false);
    const g = ghost();
    const grip = /** @type {Point} */ ([0, 0]);
    if (g && onGhost(at)) {
      const { data } = context.held().geometry;
      const [dx, dy] = toPlane(data, g.moved);
      const { box } = shapeOf(data, g.piece, g.orientation);
      grip[0] = dx + (box[0] + box[2]) / 2 - at[0];
      grip[1] = dy + (box[1] + box[3]) / 2 - at[1];
    }
    press = { start: event, grip, moved: false };
    root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  function pointerMove(event) {
    const held = context.held();
    if (down.has(event.pointerId)) down.set(event.pointerId, event);
    if (pair && down.size === 2) {
      twoFingers();
      return;
    }
    if (held.picked < 0) return;
    if (press) {
      const far = Math.hypot(
        event.clientX - press.start.clientX,
        event.clientY - press.start.clientY,
      );
      if (far > 7) press.moved = true;
      if (!press.moved) return;
      const [x, y] = pointOf(event, false);
      const gripped = press.grip[0] || press.grip[1];
      const lift = event.pointerType === "touch" && !gripped ? LIFT : 0;
      follow(
        held,
        [x + press.grip[0], y + press.grip[1] - lift],
        event.pointerType === "touch" || Boolean(ghost()?.laid),
      );
      context.changed();
    } else if (event.pointerType === "mouse" && !ghost()?.laid) {
      follow(held, pointOf(event), false);
      context.changed();
    }
  }

  /** @param {PointerEvent} event */
  function pointerUp(event) {
    down.delete(event.pointerId);
    if (pair) {
      const quick = event.timeStamp - pair.at < 350 && !pair.used;
      if (down.size === 0) pair = null;
      if (quick && down.size === 1) turnPiece("flip");
      return;
    }
    const was = press;
    press = null;
    if (!was || event.type === "pointercancel") return;
    const held = context.held();
    const at = pointOf(event, false);
    if (held.picked < 0) {
      if (!was.moved && !context.takeHint?.()) context.lift?.(board.cellOf(was.start.target));
      return;
    }
    if (was.moved) {
      if (ghost()) finish(event.pointerType);
    } else if (ghost()?.laid && onGhost(at)) {
      turnPiece("right");
    } else {
      follow(
        held,
        at,
        Boolean(ghost()?.laid) || event.pointerType === "touch",
        event.pointerType === "touch" ? 1.5 : 0.75,
      );
      finish(event.pointerType);
    }
  }

  /**
   * The pointer was lifted with a piece over the board: a mouse places, a finger lays.
   * @param {string} by
   */
  function finish(by) {
    const g = ghost();
    if (!g) return;
    if (by === "mouse" && !settings.confirm && !g.laid) {
      if (g.legal) context.place();
    } else {
      g.laid = true;
    }
    context.changed();
  }

  function spread() {
    const [a, b] = [...down.values()];
    return {
      distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      angle: Math.atan2(b.clientY - a.clientY, b.clientX - a.clientX),
      middle: /** @type {Point} */ ([(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2]),
    };
  }

  function twoFingers() {
    if (!pair) return;
    const now = spread();
    let twist = now.angle - pair.angle;
    twist -= Math.round(twist / (2 * Math.PI)) * 2 * Math.PI;
    if (Math.abs(twist) > Math.PI / 7 && context.held().picked >= 0) {
      turnPiece(twist > 0 ? "right" : "left");
      pair.angle = now.angle;
      pair.used = true;
      return;
    }
    const ratio = now.distance / pair.distance;
    const slid = Math.hypot(now.middle[0] - pair.middle[0], now.middle[1] - pair.middle[1]);
    if (!pair.used && Math.abs(ratio - 1) < 0.08 && slid < 12) return;
    pair.used = true;
    const scale = Math.min(3, Math.max(1, pair.zoom.scale * ratio));
    const most = ((scale - 1) * root.clientWidth) / 2;
    const within = (/** @type {number} */ v) => Math.min(most, Math.max(-most, v));
    zoom = {
      scale,
      x: within(pair.zoom.x + now.middle[0] - pair.middle[0]),
      y: within(pair.zoom.y + now.middle[1] - pair.middle[1]),
    };
    board.svg.style.transform =
      scale > 1 ? `translate(${zoom.x}px, ${zoom.y}px) scale(${scale})` : "";
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    if (context.held().picked < 0 || event.ctrlKey) return;
    event.preventDefault();
    if (Math.abs(event.deltaY) < 2 || event.timeStamp - wheeled < 110) return;
    wheeled = event.timeStamp;
    turnPiece(event.deltaY > 0 ? "right" : "left");
  }

  /** @param {MouseEvent} event */
  function rightClick(event) {
    if (context.held().picked < 0) return;
    event.preventDefault();
    turnPiece("flip");
  }

  // --- from the tray ---------------------------------------------------------------------------

  /**
   * A press on a piece of the tray: a click picks it, a longer way drags it.
   * @param {Slot} slot
   * @param {PointerEvent} first
   */
  function drag(slot, first) {
    const held = context.held();
    const tray = /** @type {HTMLElement} */ (first.currentTarget);
    tray.setPointerCapture(first.pointerId);
    /** @type {HTMLElement | null} */
    let float = null;
    const touch = first.pointerType === "touch";

    /** @param {PointerEvent} event */
    function move(event) {
      if (event.pointerId !== first.pointerId) return;
      if (!float) {
        if (Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < 7) return;
        context.choose?.(slot.colour);
        if (held.picked !== slot.piece) pick(held, slot.piece);
        taken(touch ? "touch" : "mouse");
        const { data } = held.geometry;
        const how = { cell: board.cell, orientation: orientationOf(held) };
        float = h("div", { class: "drag" }, pieceSvg(data, slot.piece, slot.colour, how));
        document.body.append(float);
      }
      float.style.left = `${event.clientX}px`;
      float.style.top = `${event.clientY - (touch ? LIFT * board.cell : 0)}px`;
      const at = pointOf(event);
      const over = board.near(at);
      float.hidden = over;
      if (over) follow(held, at, false);
      else held.ghost = null;
      context.changed();
    }

    /** @param {PointerEvent} event */
    function up(event) {
      if (event.pointerId !== first.pointerId) return;
      tray.removeEventListener("pointermove", move);
      tray.removeEventListener("pointerup", up);
      tray.removeEventListener("pointercancel", up);
      if (!float) {
        if (event.type === "pointerup") pickUp(slot, touch ? "touch" : "mouse");
        return;
      }
      float.remove();
      if (held.ghost && event.type === "pointerup") {
        finish(first.pointerType);
      } else {
        putBack(held);
        context.changed();
      }
    }

    tray.addEventListener("pointermove", move);
    tray.addEventListener("pointerup", up);
    tray.addEventListener("pointercancel", up);
  }

  /**
   * However a piece was picked, the keys now go to the board: Tab to the next spot, Enter to place.
   * @param {"mouse" | "touch" | "keys"} by
   */
  function taken(by) {
    board.target.focus({ preventScroll: true });
    context.picked?.(by);
  }

  /** @param {Slot} slot @param {"mouse" | "touch" | "keys"} by */
  function pickUp(slot, by) {
    const held = context.held();
    context.choose?.(slot.colour);
    pick(held, slot.piece);
    if (held.picked >= 0) {
      if (by !== "mouse") {
        const [left, top, right, bottom] = held.geometry.box;
        const middle = /** @type {Point} */ ([(left + right) / 2, (top + bottom) / 2]);
        if (!nearestSpot(held, middle)) follow(held, middle, true);
      }
      taken(by);
    }
    context.changed();
  }

  // --- keys ------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  function key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest("input, select, textarea, dialog")
    )
      return;
    if (act(event, target)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLElement} target
   * @returns {boolean} whether the key meant something
   */
  function act(event, target) {
    const held = context.held();
    const onBoard = target === /** @type {unknown} */ (board.target);
    const onButton = target.closest("button, a, [role=option], [role=listbox]") !== null;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in arrows) {
      const [right, downwards] = arrows[/** @type {keyof typeof arrows} */ (event.key)];
      return arrow(right, downwards, onBoard, event.shiftKey);
    }
    if (/^[1-6]$/.test(event.key)) return pickSize(Number(event.key));
    switch (event.key.length === 1 ? event.key.toLowerCase() : event.key) {
      case "r":
        turnPiece(event.shiftKey ? "left" : "right");
        return true;
      case "f":
        turnPiece("flip");
        return true;
      case "h":
        context.hint();
        return true;
      case "c":
        change({ coordinates: !settings.coordinates });
        return true;
      case "?":
        context.keys();
        return true;
      case "t":
        context.type?.();
        return true;
      case " ":
        if (onButton) return false;
        context.replay?.();
        return true;
      case "Escape":
        putBack(held);
        context.changed();
        return true;
      case "Tab":
        if (held.picked < 0 || !(onBoard || target === document.body)) return false;
        nextSpot(held, event.shiftKey ? -1 : 1);
        context.changed();
        return true;
      case "Enter":
        if (onButton) return false;
        if (!ghost())
          return Boolean(context.takeHint?.() || (onBoard && context.lift?.(board.state.cursor)));
        if (ghost()?.legal) context.place();
        return true;
      default:
        return false;
    }
  }

  /**
   * Arrows move the ghost, step through a replay, or (with Shift always) move over the cells.
   * @param {number} right @param {number} downwards @param {boolean} onBoard @param {boolean} shifted
   */
  function arrow(right, downwards, onBoard, shifted) {
    const held = context.held();
    if (held.picked >= 0) {
      if (held.ghost) nudge(held, right, downwards);
      else nextSpot(held, 1);
    } else if (!shifted && (right ? context.step?.(right) : context.vary?.(downwards))) {
      return true;
    } else if (onBoard) {
      moveCursor(right, downwards);
    } else {
      return false;
    }
    context.changed();
    return true;
  }

  /** @param {number} right @param {number} downwards */
  function moveCursor(right, downwards) {
    const { state } = board;
    const { data, cellAt } = state.geometry;
    if (state.cursor < 0) {
      const middle = cellAt(data.shift + (data.width >> 1), data.height >> 1);
      state.cursor = middle >= 0 ? middle : data.places.length >> 1; // a figure may have a hole there
      return;
    }
    const [x, y] = data.places[state.cursor];
    const far = Math.max(data.width, data.height); // over gaps to the next cell
    const ahead = Array.from({ length: far }, (_, at) =>
      cellAt(x + right * (at + 1), y + downwards * (at + 1)),
    );
    state.cursor = ahead.find((cell) => cell >= 0) ?? state.cursor;
  }

  /** Picks the next piece of a size. @param {number} size */
  function pickSize(size) {
    const held = context.held();
    const { data } = held.geometry;
    const fitting = context.slots().filter(({ piece }) => data.pieces[piece].size === size);
    if (!fitting.length) return false;
    const now = slotOf(held);
    const next = fitting[(fitting.findIndex((slot) => sameSlot(slot, now)) + 1) % fitting.length];
    if (!sameSlot(next, now)) pickUp(next, "keys");
    return true;
  }

  root.addEventListener("pointerdown", pointerDown);
  root.addEventListener("pointermove", pointerMove);
  root.addEventListener("pointerup", pointerUp);
  root.addEventListener("pointercancel", pointerUp);
  root.addEventListener("wheel", wheel, { passive: false });
  root.addEventListener("contextmenu", rightClick);
  document.addEventListener("keydown", key);
  const push = (/** @type {number} */ right, /** @type {number} */ downwards) => {
    nudge(context.held(), right, downwards);
    context.changed();
  };
  return {
    drag,
    pick: pickUp,
    turn: turnPiece,
    nudge: push,
    close: () => document.removeEventListener("keydown", key),
  };
}
