/** The pace of a table: what others do is shown one move after another, so that the eye can follow. */

import { settings } from "./settings.js";

/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("../types").PersonalState} GameState */

/** Milliseconds between two moves. */
const GAPS = { slow: 1000, normal: 500, instant: 0 };

/** The same where the player's own time is running out meanwhile. */
const HURRIED = 150;

/** When more moves than these wait, they come faster: nobody waits long for what has been played. */
const FEW = 4;

/** Events wait here until it is their turn to be shown. The server is ahead; nothing is lost or reordered. */
export class Pace {
  /**
   * @param {(events: GameEvent[], state: GameState) => void} show
   * @param {{waits: (events: GameEvent[]) => boolean, hurried: () => boolean}} how  whether events may wait,
   *   and whether the player is short of time
   */
  constructor(show, { waits, hurried }) {
    this.show = show;
    this.waits = waits;
    this.hurried = hurried;
    /** @type {{events: GameEvent[], state: GameState}[]} */
    this.waiting = [];
    this.timer = 0;
    this.shownAt = 0;
    this.hidden = () => document.hidden && this.catchUp();
    document.addEventListener("visibilitychange", this.hidden);
  }

  /**
   * Shows events when their time has come; whatever must not wait brings all before it along.
   * @param {GameEvent[]} events
   * @param {GameState} state
   */
  take(events, state) {
    this.waiting.push({ events, state });
    if (document.hidden || !this.waits(events)) this.catchUp();
    else this.#wait();
  }

  /** Shows everything at once. */
  catchUp() {
    while (this.waiting.length) this.#next();
  }

  /** Forgets what waits: something newer is known. */
  clear() {
    this.waiting = [];
    clearTimeout(this.timer);
    this.timer = 0;
  }

  #next() {
    clearTimeout(this.timer);
    this.timer = 0;
    const first = this.waiting.shift();
    if (!first) return;
    if (first.events.some((event) => event.type === "move")) this.shownAt = Date.now();
    this.show(first.events, first.state);
  }

  #wait() {
    if (this.timer || !this.waiting.length) return;
    const due = this.shownAt + this.#gap - Date.now();
    if (due > 0) {
      this.timer = setTimeout(() => {
        this.#next();
        this.#wait();
      }, due);
      return;
    }
    this.#next();
    this.#wait();
  }

  get #gap() {
    const usual = GAPS[settings.pace] ?? GAPS.normal;
    const gap = this.hurried() ? Math.min(HURRIED, usual) : usual;
    return gap * Math.min(1, FEW / this.waiting.length);
  }

  close() {
    this.clear();
    document.removeEventListener("visibilitychange", this.hidden);
  }
}
