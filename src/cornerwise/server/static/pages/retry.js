/** Learn from your mistakes: positions of a reviewed game come back, on the same board as in games. */

import { announce } from "../js/announce.js";
import { Controller } from "../js/controller.js";
import { nothingHeld, putBack } from "../js/ghost.js";
import { t } from "../js/i18n.js";
import { showKeys } from "../js/menu.js";
import { moveText } from "../js/moves.js";
import { get, post } from "../js/net.js";
import { RetryView } from "../js/retryview.js";
import { lossText, reasonsText } from "../js/reviewwords.js";
import * as sound from "../js/sound.js";
import { table as newTable, unpacked } from "../js/table.js";
import { spotCounts } from "../js/tray.js";
import { refusalText } from "../js/words.js";
import { dead, noGame } from "./missing.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../types").ReviewView} Review */
/** @typedef {import("../types").RetryPosition} RetryPosition */
/** @typedef {import("../types").Assessment} Assessment */
/** @typedef {import("../types").TutorReason} TutorReason */

/** @type {import("../app.js").Page} */
export async function show(main, app, [id]) {
  const address = `/api/games/${id}/review`;
  /** @type {import("../types").Snapshot} */
  let snapshot;
  /** @type {Review} */
  let review;
  try {
    snapshot = await get(`/api/games/${id}`);
    review = await get(address + location.search);
  } catch (error) {
    noGame(main, id, /** @type {Refusal} */ (error));
    return undefined;
  }
  if (review.status !== "done" || !review.errors.length) {
    dead(
      main,
      t("Learn from your mistakes"),
      review.status === "done"
        ? t("No move cost you much: there is nothing to try again.")
        : t("The game must be reviewed first."),
      [[`/review/${id}`, t("To the review")]],
    );
    return undefined;
  }
  const geometry = await app.geometry(snapshot.game.edition);
  const page = new RetryPage(main, snapshot, geometry, review, address);
  void page.go(0);
  return () => page.close();
}

export class RetryPage {
  /**
   * @param {HTMLElement} main
   * @param {import("../types").Snapshot} snapshot
   * @param {import("../page").Geometry} geometry
   * @param {Review} review
   * @param {string} address
   */
  constructor(main, snapshot, geometry, review, address) {
    this.table = newTable(snapshot, geometry);
    this.geometry = geometry;
    this.review = review;
    this.address = address;
    this.held = nothingHeld(geometry);
    /** The position in view, counted from 0; beyond the last one there is what came of them. */
    this.at = 0;
    /** What became of each: found, or shown. @type {Map<number, "found" | "shown">} */
    this.done = new Map();
    /** What may be placed; null until it has come. @type {RetryPosition | null} */
    this.position = null;
    /** What is going on. @type {"" | "judging" | "wrong" | "right" | "shown"} */
    this.stage = "";
    /** The last try and what it is worth. @type {{placement: number, found: Assessment} | null} */
    this.tried = null;
    this.tries = 0;
    /** Why a try could not be judged. */
    this.trouble = "";
    /** What is drawn on the board. @type {TutorReason | null} */
    this.pointed = null;
    /** @type {TutorReason | null} */
    this.picked = null;
    /** Counts positions, so that late answers are known. */
    this.visit = 0;
    this.controller = new Controller({
      geometry,
      label: t("Board"),
      held: () => this.held,
      trays: () => this.hands,
      mayLay: () => [{ colour: this.held.colour, legal: this.held.legal }],
      lay: (_, placement) => this.judge(placement),
      why: async (_, placement) =>
        (await post(`${this.address}/${this.move.number}/why`, { placement }).catch(() => null))
          ?.reason ?? null,
      said: () => this.trouble,
      saying: (text) => {
        this.trouble = text;
      },
      changed: () => this.#changed(),
      notNow: () =>
        this.settled || this.stage === "judging" ? t("That is not possible now.") : "",
      view: () => this.view,
      input: {
        place: () => void this.place(),
        hint: () => this.showMe(),
        keys: () => showKeys([["H", t("show me")]]),
        type: () => this.view.el.typed.open(),
      },
    });
    this.board = this.controller.board;
    this.input = this.controller.input;
    this.tray = this.controller.tray;
    this.view = new RetryView(main, this);
  }

  close() {
    this.controller.close();
    this.view.close();
  }

  get count() {
    return this.review.errors.length;
  }

  get over() {
    return this.at >= this.count;
  }

  /** The move that was made in the position in view. */
  get move() {
    return this.review.moves[this.review.errors[Math.min(this.at, this.count - 1)] - 1];
  }

  /** Whether this position is done with. */
  get settled() {
    return this.stage === "right" || this.stage === "shown";
  }

  /** The pieces in the tray. @returns {import("../js/tray.js").TrayHand[]} */
  get hands() {
    const { position } = this;
    if (!position || this.over) return [];
    const legal = this.settled ? [] : [...this.held.legal];
    return [
      { colour: position.colour, left: position.left, spots: spotCounts(this.geometry, legal) },
    ];
  }

  /** Shows a position. @param {number} at */
  async go(at) {
    this.at = at;
    this.stage = this.trouble = "";
    this.tried = this.pointed = this.picked = this.position = null;
    this.tries = 0;
    this.controller.reasons.forget();
    putBack(this.held);
    this.held.colour = null;
    this.held.legal = new Set();
    const mine = ++this.visit;
    this.view.render();
    if (this.over) {
      this.view.title.focus({ preventScroll: true });
      return;
    }
    try {
      const position = await get(`${this.address}/${this.move.number}`);
      if (mine !== this.visit) return;
      this.position = position;
      this.held.colour = position.colour;
      this.held.legal = new Set(unpacked(position.legal));
    } catch (error) {
      if (mine !== this.visit) return;
      this.trouble = refusalText(/** @type {Refusal} */ (error));
    }
    this.view.render();
    if (at) this.view.title.focus({ preventScroll: true });
  }

  /** Tries the laid piece. */
  async place() {
    const { ghost } = this.held;
    if (ghost?.legal && this.stage !== "judging" && !this.settled)
      await this.judge(ghost.placement);
  }

  /** Asks what a try is worth. @param {number} placement @returns {Promise<boolean>} whether it was right */
  async judge(placement) {
    const mine = this.visit;
    this.stage = "judging";
    this.trouble = "";
    this.view.renderHeld();
    try {
      const found = await post(`${this.address}/${this.move.number}/answer`, { placement });
      if (mine !== this.visit) return false;
      this.#judged(placement, found);
    } catch (error) {
      if (mine !== this.visit) return false;
      this.stage = "";
      this.trouble = refusalText(/** @type {Refusal} */ (error), this.geometry.data.grid);
    }
    this.view.render();
    return this.settled;
  }

  /** @param {number} placement @param {Assessment} found */
  #judged(placement, found) {
    this.tried = { placement, found };
    this.tries += 1;
    this.stage = found.right ? "right" : "wrong";
    putBack(this.held);
    if (found.right) {
      this.held.legal = new Set();
      if (!this.done.has(this.at)) this.done.set(this.at, "found");
      this.board.state.arrival = { from: null };
      sound.placed();
    }
    const words = found.right
      ? found.best
        ? t("Right: this is the best move.")
        : t("Right: this is as good as the best move.")
      : `${lossText(found.loss, found.points)} ${reasonsText(found.against)}`;
    announce(words);
    if (found.right) this.view.focusNext();
  }

  /** Shows the best move. */
  showMe() {
    if (this.over || this.settled || this.stage === "judging" || !this.position) return;
    this.stage = "shown";
    if (!this.done.has(this.at)) this.done.set(this.at, "shown");
    this.tried = null;
    putBack(this.held);
    this.held.legal = new Set();
    announce(t("The best move is {move}.", { move: moveText(this.table, this.best.placement) }));
    this.view.render();
    this.view.focusNext();
  }

  /** The best move that is known, with what speaks for it. */
  get best() {
    return this.move.alternatives[0];
  }

  /** @param {TutorReason | null} reason */
  point(reason) {
    this.pointed = reason;
    this.view.renderBoard();
  }

  /** @param {TutorReason} reason */
  pick(reason) {
    this.picked = this.picked === reason ? null : reason;
    this.view.renderHeld();
  }

  /** What is held changed: what was said of the last try goes when another piece is taken up. */
  #changed() {
    const { held } = this;
    if (this.settled || this.stage === "judging" || !this.position) putBack(held);
    if (held.picked >= 0) {
      if (this.stage === "wrong") this.stage = "";
      this.picked = this.pointed = null;
    }
  }
}
