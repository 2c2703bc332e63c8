/** Learn in a minute: the rules, one piece at a time, on the same board and held in the same way as in games. */

import { announce } from "../js/announce.js";
import { Board, boardState } from "../js/board.js";
import { geometry as geometryOf, toPlane } from "../js/geometry.js";
import { layPlacement, nothingHeld, putBack } from "../js/ghost.js";
import { GRIDS } from "../js/gridwords.js";
import { t } from "../js/i18n.js";
import { input } from "../js/input.js";
import { LessonView } from "../js/lessonview.js";
import { stepCount, stepWords, wayText } from "../js/lessonwords.js";
import { showKeys } from "../js/menu.js";
import { cellWords } from "../js/moves.js";
import { get } from "../js/net.js";
import { quickGame } from "../js/quickgame.js";
import { watch } from "../js/settings.js";
import * as sound from "../js/sound.js";
import { slotsOf, spotCounts, Tray } from "../js/tray.js";
import { reasonText, refusalText } from "../js/words.js";
import { show as showMissing } from "./missing.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../types").LessonData} LessonData */
/** @typedef {import("../page").Mark} Mark */
/** @typedef {import("../types").Point} Point */

/** After so many wrong tries the right spot is outlined. */
const TRIES = 3;

/** The level of the first game. */
const LEVEL = 1;

/** @type {import("../app.js").Page} */
export async function show(main, app, [grid]) {
  if (grid && !GRIDS.includes(grid)) return showMissing(main, app, []);
  const page = new LessonPage(main, app, await get(`/api/lessons/${grid || GRIDS[0]}`));
  return () => page.close();
}

/** A lesson under way. What is legal, and why not, came with it: it asks the server nothing more. */
export class LessonPage {
  /** @param {HTMLElement} main @param {import("../app.js").App} app @param {LessonData} lesson */
  constructor(main, app, lesson) {
    this.app = app;
    this.lesson = lesson;
    this.geometry = geometryOf(lesson.board);
    this.held = nothingHeld(this.geometry);
    /** The step in view. */
    this.at = 0;
    /** The furthest step that was seen: dots lead back to it. */
    this.reached = 0;
    /** The steps that were done. @type {Set<number>} */
    this.done = new Set();
    /** The piece of this step, once it lies. @type {Mark | null} */
    this.laid = null;
    /** What lies on the board. @type {Mark[]} */
    this.placed = [];
    /** The right spot, when it is shown. @type {Mark | null} */
    this.hint = null;
    /** Where it was tried in vain. @type {Set<string>} */
    this.tries = new Set();
    this.board = new Board(boardState(this.geometry), {
      label: t("Board"),
      words: cellWords(this, () => this.board.state),
    });
    this.input = input({
      board: this.board,
      held: () => this.held,
      slots: () => slotsOf(lesson.board, this.hands),
      changed: () => this.#changed(),
      place: () => this.place(),
      hint: () => this.showMe(),
      takeHint: () => this.#takeHint(),
      lift: (cell) => this.#lift(cell),
      keys: () => showKeys([["H", t("show me")]]),
    });
    this.tray = new Tray(this.input);
    this.view = new LessonView(main, this);
    this.unwatch = watch(() => this.view.render());
    this.pressed = (/** @type {Event} */ event) => this.#tried(event);
    this.view.root.addEventListener("pointerup", this.pressed);
    document.addEventListener("keydown", this.pressed);
    this.#begin(0);
  }

  close() {
    this.input.close();
    this.tray.close();
    this.view.close();
    this.unwatch();
    document.removeEventListener("keydown", this.pressed);
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  /** Whether the piece lies where it shows the rule. */
  get fits() {
    return this.laid !== null && this.step.aim.includes(this.laid.placement);
  }

  /** The one piece in the tray. @returns {import("../js/tray.js").TrayHand[]} */
  get hands() {
    const { colour, piece, legal } = this.step;
    const left = this.laid ? [] : [piece];
    return [{ colour, pieces: [piece], left, spots: spotCounts(this.geometry, legal) }];
  }

  /** @param {number} at */
  #begin(at) {
    this.at = at;
    this.reached = Math.max(this.reached, at);
    this.tries.clear();
    this.takeBack();
  }

  /** Shows another step and tells its rule. @param {number} at */
  go(at) {
    this.#begin(at);
    const words = stepWords(this.lesson, this.step);
    this.view.title.focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(`${stepCount(at + 1, this.lesson.steps.length)}. ${words.rule}`);
  }

  /** Begins the step anew, with its piece held. */
  takeBack() {
    const { held, step } = this;
    this.laid = null;
    this.hint = null;
    this.placed = step.placed.map(([colour, placement]) => ({ colour, placement }));
    putBack(held);
    held.colour = step.colour;
    held.legal = new Set(step.legal);
    held.picked = step.piece;
    this.view.render();
  }

  place() {
    const { ghost } = this.held;
    if (!ghost?.legal) return;
    this.laid = { colour: ghost.colour, placement: ghost.placement };
    this.placed = [...this.placed, this.laid];
    this.hint = null;
    putBack(this.held);
    this.held.legal = new Set();
    this.board.state.arrival = { from: null };
    sound.placed();
    if (this.fits) this.done.add(this.at);
    this.view.render();
    if (this.fits)
      /** @type {HTMLElement | null} */ (this.view.foot.querySelector(".next"))?.focus({
        preventScroll: true,
      });
  }

  putBack() {
    putBack(this.held);
    this.#changed();
  }

  /** Takes the piece of this step up again. @param {number} cell */
  #lift(cell) {
    if (!this.laid || !this.geometry.placement(this.laid.placement).cells.includes(cell))
      return false;
    this.takeBack();
    return true;
  }

  /** Outlines a right spot. */
  showMe() {
    if (this.laid) return;
    const placement = this.#nearest(false);
    this.hint = { colour: this.step.colour, placement };
    announce(
      t("A right spot is outlined, at {cell}.", {
        cell: this.geometry.data.names[this.geometry.placement(placement).cells[0]],
      }),
    );
    this.view.renderHeld();
  }

  #takeHint() {
    if (!this.hint || this.laid) return false;
    layPlacement(this.held, this.hint.placement);
    this.#changed();
    return true;
  }

  /** Starts the first game. */
  async play() {
    try {
      await quickGame(this.app, this.lesson.variant, LEVEL);
    } catch (why) {
      this.view.error.hidden = false;
      this.view.error.textContent = refusalText(/** @type {Refusal} */ (why));
    }
  }

  /** What is held changed: an illegal ghost is told why. */
  #changed() {
    const { ghost } = this.held;
    if (this.laid) putBack(this.held);
    else if (ghost && !ghost.legal) {
      const known = this.step.reasons[ghost.placement];
      ghost.reason = known
        ? { ...known, message: "" }
        : { code: "off", rule: "", cells: [], message: "" };
    }
    this.view.renderHeld();
  }

  /** A piece let go or confirmed where it may not lie is a try. @param {Event} event */
  #tried(event) {
    const { ghost } = this.held;
    const meant = event instanceof KeyboardEvent ? event.key === "Enter" : true;
    const target = /** @type {Element} */ (event.target);
    if (!meant || !ghost || ghost.legal || target.closest("button, a, dialog")) return;
    this.tries.add(`${ghost.orientation} ${ghost.moved}`);
    if (ghost.reason) announce(reasonText(ghost.reason.code, this.geometry.data.grid));
    if (this.tries.size >= TRIES && !this.hint) this.showMe();
  }

  /**
   * The right spot nearest to the ghost; -1 if there is none in its orientation.
   * @param {boolean} same  whether the piece must be turned as it is
   */
  #nearest(same) {
    const { ghost } = this.held;
    const { data } = this.geometry;
    let best = same ? -1 : this.step.aim[0];
    let least = Infinity;
    for (const number of this.step.aim) {
      const { orientation, moved } = this.geometry.placement(number);
      if (!ghost || (same && orientation !== ghost.orientation)) continue;
      const [x, y] = toPlane(data, [moved[0] - ghost.moved[0], moved[1] - ghost.moved[1]]);
      const away = Math.hypot(x, y) + (orientation === ghost.orientation ? 0 : 100);
      if (away < least) [least, best] = [away, number];
    }
    return best;
  }

  /** Whether the piece can lie right as it is turned. */
  get wayKnown() {
    return this.#nearest(true) >= 0;
  }

  /** The way from where the ghost lies to the nearest right spot, in words. */
  wayOut() {
    const { ghost } = this.held;
    const number = this.#nearest(true);
    if (!ghost || number < 0) return wayText(null);
    const { moved } = this.geometry.placement(number);
    return wayText(
      toPlane(this.geometry.data, [moved[0] - ghost.moved[0], moved[1] - ghost.moved[1]]),
    );
  }
}
