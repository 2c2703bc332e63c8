/**
 * The controller of a page on which pieces are held: board, tray, input and reasons, and the line of status that speaks of them.
 * A page adds what is its own: which pieces there are, who says what is legal, what placing means.
 */

import { Board, boardState } from "./board.js";
import { layPlacement, putBack } from "./ghost.js";
import { tellOnce } from "./holding.js";
import { t } from "./i18n.js";
import { input } from "./input.js";
import { cellWords } from "./moves.js";
import { Reasons } from "./reasons.js";
import { watch } from "./settings.js";
import { slotsOf, Tray } from "./tray.js";
import { legalReading, typedMove } from "./typed.js";
import { reasonText } from "./words.js";

/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("./tray.js").Slot} Slot */

/**
 * What a page tells its controller.
 * @typedef {object} Desk
 * @property {import("../page").Geometry} geometry
 * @property {string} label  what the board is called
 * @property {() => import("./ghost.js").Held} held
 * @property {() => import("./tray.js").TrayHand[]} trays  the pieces that may be picked
 * @property {() => {colour: Colour | null, legal: Set<number>}[]} mayLay  who may place now, and where; the first is
 *   meant where nobody may
 * @property {(colour: Colour, placement: number) => Promise<boolean>} lay  place a piece; whether it lies
 * @property {(colour: Colour, placement: number) => Promise<import("../types").ReasonView | null>} why
 * @property {() => string} said  the line of status
 * @property {(text: string) => void} saying  sets it
 * @property {() => void} changed  what is held changed
 * @property {() => {render: () => void, renderHeld: () => void, el: {tip: HTMLElement, foot: HTMLElement}}} view
 * @property {() => string} [notNow]  why nothing can be placed now; empty if it can
 * @property {(slot: Slot) => boolean} [mayPick]
 * @property {Pick<import("./input.js").Context, "place" | "hint" | "keys"> & Partial<import("./input.js").Context>} input
 */

/** How long a refusal or another line of status can be read, in milliseconds. */
const SAID = 7000;

export class Controller {
  /** @param {Desk} desk @param {import("../page").Mark[]} [placed] */
  constructor(desk, placed = []) {
    this.desk = desk;
    /** The timer of what was said: it fades. */
    this.fading = 0;
    this.reasons = new Reasons(desk.why, () => desk.view().renderHeld());
    this.board = new Board(boardState(desk.geometry, { placed }), {
      label: desk.label,
      words: cellWords(desk, () => this.board.state),
    });
    this.input = input({
      board: this.board,
      held: desk.held,
      slots: () => slotsOf(desk.geometry.data, desk.trays()),
      changed: () => this.changed(),
      picked: (by) => tellOnce(desk.view().el, by),
      ...desk.input,
    });
    const { pick, drag } = this.input;
    const may = (/** @type {Slot} */ slot) => desk.mayPick?.(slot) ?? true;
    this.tray = new Tray({
      pick: (slot, by) => may(slot) && pick(slot, by),
      drag: (slot, event) => may(slot) && drag(slot, event),
    });
    this.unwatch = watch(() => desk.view().render());
  }

  close() {
    this.input.close();
    this.tray.close();
    this.unwatch();
    clearTimeout(this.fading);
    this.reasons.close();
  }

  /** Shows a line of status for a while. @param {string} text */
  say(text) {
    const { desk } = this;
    desk.saying(text);
    desk.view().render();
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      if (desk.said() !== text) return;
      desk.saying("");
      desk.view().renderHeld();
    }, SAID);
  }

  putBack() {
    putBack(this.desk.held());
    this.changed();
  }

  /** The piece that is held or its ghost changed. */
  changed() {
    this.desk.saying("");
    this.desk.changed();
    this.reasons.attend(this.desk.held());
    this.desk.view().renderHeld();
  }

  /**
   * A move typed in notation. If it can be laid in several ways, the reader chooses on the board.
   * @param {string} text
   * @returns {Promise<boolean>} whether it was made
   */
  async typed(text) {
    const { desk } = this;
    const { readings, wrong } = typedMove(desk.geometry, text);
    const able = desk.mayLay();
    const open = legalReading(readings, (number) => able.some(({ legal }) => legal.has(number)));
    const found = able.find(({ legal }) => open.some((number) => legal.has(number)));
    const legal = open.filter((number) => found?.legal.has(number));
    const not = wrong || desk.notNow?.();
    if (not) this.say(not);
    else if (found?.colour && legal.length === 1) return desk.lay(found.colour, legal[0]);
    else if (found?.colour) this.#offer(found.colour, legal);
    else if (able[0]?.colour && readings.length) {
      const reason = await this.reasons.of(able[0].colour, readings[0][0]);
      this.say(reasonText(reason?.code ?? "", desk.geometry.data.grid));
    }
    return false;
  }

  /** Lets the reader choose among several ways to lay a piece. @param {Colour} colour @param {number[]} ways */
  #offer(colour, ways) {
    const held = this.desk.held();
    this.desk.input.choose?.(colour);
    layPlacement(held, ways[0]);
    held.among = ways;
    this.changed();
    this.board.target.focus({ preventScroll: true });
    this.say(t("This fits there in several ways. Tab goes through them, Enter places."));
  }
}
