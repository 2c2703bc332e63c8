/** The review of a game that is over: where it turned, what was better, and why. */

import { announce } from "../js/announce.js";
import { Board, boardState } from "../js/board.js";
import { nothingHeld } from "../js/ghost.js";
import { number, t } from "../js/i18n.js";
import { input } from "../js/input.js";
import { showKeys } from "../js/menu.js";
import { cellWords, moveWords } from "../js/moves.js";
import { get, post } from "../js/net.js";
import { Replay } from "../js/replay.js";
import { same } from "../js/reviewlist.js";
import { ReviewView } from "../js/reviewview.js";
import { isError, markName } from "../js/reviewwords.js";
import { watch } from "../js/settings.js";
import { table as newTable } from "../js/table.js";
import { refusalText } from "../js/words.js";
import { noGame } from "./missing.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../types").ReviewView} Review */
/** @typedef {import("../types").TutorReason} TutorReason */

/** Milliseconds between looks at a review that is being made. */
const LOOK = 1000;

/** The part of an address that asks for a review at once: who pressed the button need not press another. */
const MAKE = "#make";

/** Here nothing is placed. */
const nothing = () => undefined;

/** @type {import("../app.js").Page} */
export async function show(main, app, [id]) {
  /** @type {import("../types").Snapshot} */
  let snapshot;
  try {
    snapshot = await get(`/api/games/${id}`);
  } catch (error) {
    noGame(main, id, /** @type {Refusal} */ (error));
    return undefined;
  }
  const page = new ReviewPage(main, app, snapshot, await app.geometry(snapshot.game.edition));
  void page.begin();
  return () => page.close();
}

export class ReviewPage {
  /**
   * @param {HTMLElement} main
   * @param {import("../app.js").App} app
   * @param {import("../types").Snapshot} snapshot
   * @param {import("../page").Geometry} geometry
   */
  constructor(main, app, snapshot, geometry) {
    this.app = app;
    this.table = newTable(snapshot, geometry);
    this.address = `/api/games/${snapshot.game.id}/review`;
    /** What is known; null until the server has answered. @type {Review | null} */
    this.review = null;
    /** Why there is none. */
    this.trouble = "";
    /** Of several seats at this screen, the one whose moves are looked at. */
    this.seat = "";
    /** The move that is looked at, counted from 1; 0 for the beginning. */
    this.at = this.table.moves.length;
    /** Whether the reader has looked about: then the page does not turn by itself. */
    this.moved = false;
    /** The line that is played through, and how far. @type {{which: number, step: number} | null} */
    this.line = null;
    /** What is drawn on the board: as long as it is pointed at, or until something else is picked. @type {TutorReason | null} */
    this.pointed = null;
    /** @type {TutorReason | null} */
    this.picked = null;
    /** @type {"chance" | "points"} */
    this.kind = "chance";
    this.closed = false;
    this.timer = 0;

    this.board = new Board(boardState(geometry), {
      label: t("Board"),
      words: cellWords(this.table, () => this.board.state),
    });
    this.replay = new Replay(
      () => ({ ply: this.at, last: this.table.moves.length }),
      (ply) => this.goTo(ply),
      (ply) => `/analysis?game=${this.table.game.id}&ply=${ply}`,
    );
    const held = nothingHeld(geometry);
    this.input = input({
      board: this.board,
      held: () => held,
      slots: () => [],
      changed: () => this.board.render(),
      place: nothing,
      hint: nothing,
      keys: () =>
        showKeys(
          [
            ["← →", t("step")],
            ["A, B, C", t("show a better move and how it goes on")],
          ],
          [],
        ),
      step: (by) => this.#step(by),
      replay: () => this.replay.toggle(),
    });
    this.keyed = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.keyed, true);
    this.view = new ReviewView(main, this);
    this.unwatch = watch(() => this.view.render());
    this.view.render();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.replay.stop();
    this.input.close();
    this.view.close();
    this.unwatch();
    document.removeEventListener("keydown", this.keyed, true);
  }

  get moves() {
    return this.review?.moves ?? [];
  }

  /** The move that is looked at, once it is judged. */
  get move() {
    return this.moves[this.at - 1];
  }

  /** Looks what there is, and asks for the rest if that was wished. */
  async begin() {
    const asked = location.hash === MAKE;
    if (asked) history.replaceState(null, "", location.pathname);
    await this.load();
    if (asked && this.review?.status === "none") await this.make();
  }

  /** Lets the game be reviewed. */
  async make() {
    await this.#ask(() => post(this.address, {}));
  }

  /** Brings what is known up to date, all of it or what is new. */
  async load() {
    const { review } = this;
    const query = new URLSearchParams(this.seat ? { seat: this.seat } : {});
    const since = review?.status === "making" ? review.moves.length : 0;
    if (since) query.set("since", String(since));
    await this.#ask(() => get(`${this.address}?${query}`), since);
  }

  /** @param {string} seat */
  async look(seat) {
    this.seat = seat;
    this.review = null;
    this.moved = false;
    this.view.render();
    await this.load();
  }

  /** @param {() => Promise<Review>} request @param {number} [since] */
  async #ask(request, since = 0) {
    clearTimeout(this.timer);
    /** @type {Review} */
    let found;
    try {
      found = await request();
    } catch (error) {
      if (this.closed) return;
      const why = /** @type {Refusal} */ (error);
      this.trouble = refusalText(why);
      // What was being made goes on: a lost connection or a restart is no reason to stop looking.
      if (this.review?.status === "making")
        this.timer = setTimeout(() => void this.load(), 2 * LOOK);
      this.view.render();
      return;
    }
    if (this.closed) return;
    this.trouble = "";
    const before = since ? this.moves.slice(0, since) : [];
    const finished = this.review?.status === "making" && found.status === "done";
    this.review = { ...found, moves: [...before, ...found.moves] };
    if (found.status === "done" && since) {
      this.review.status = "making"; // what speaks of the whole game comes with the whole
      await this.#ask(() => get(`${this.address}${this.seat ? `?seat=${this.seat}` : ""}`));
      announce(t("The review is done."));
      return;
    }
    if (found.status === "making") this.timer = setTimeout(() => void this.load(), LOOK);
    if (finished) announce(t("The review is done."));
    if (found.status === "done" && !this.moved) this.at = this.#dearest() ?? this.at;
    this.view.render();
  }

  /** The move to begin with: the dearest of the turning points, or the closest decision. */
  #dearest() {
    const { review } = this;
    const turns = (review?.turning_points ?? []).map((n) => this.moves[n - 1]);
    const [first] = turns.sort((a, b) => b.loss - a.loss);
    return first?.number ?? review?.closest;
  }

  /** Looks at a move. @param {number} at */
  goTo(at) {
    const wanted = Math.max(0, Math.min(this.table.moves.length, at));
    this.board.state.arrival = wanted === this.at + 1 ? { from: null } : null;
    this.at = wanted;
    this.moved = true;
    this.line = this.picked = this.pointed = null;
    if (wanted > 0) {
      const [colour, placement] = this.table.moves[wanted - 1];
      const mark = this.move ? `: ${markName(this.move.mark)}` : "";
      announce(`${number(wanted)}. ${moveWords(this.table, colour, placement)}${mark}`);
    }
    this.view.render();
  }

  /** Arrows go through the line that is shown, or else through the game. @param {number} by */
  #step(by) {
    if (!this.line) return this.replay.step(by);
    this.follow(this.line.which, this.line.step + by);
    return true;
  }

  /** The moves of a line: of an alternative, or of the move that was made. @param {number} which */
  lineOf(which) {
    const { move } = this;
    return (which < 0 ? move?.line : move?.alternatives[which]?.line) ?? [];
  }

  /**
   * Plays a line as far as some step; 0 leaves it.
   * @param {number} which
   * @param {number} step
   */
  follow(which, step) {
    const line = this.lineOf(which);
    const wanted = Math.min(step, line.length);
    this.board.state.arrival = wanted === (this.line?.step ?? 0) + 1 ? { from: null } : null;
    this.line = wanted > 0 ? { which, step: wanted } : null;
    this.picked = this.pointed = null;
    if (this.line) announce(moveWords(this.table, ...line[wanted - 1]));
    this.view.render();
  }

  /** Draws what a sentence speaks of while it is pointed at. @param {TutorReason | null} reason */
  point(reason) {
    this.pointed = reason;
    this.view.renderBoard();
  }

  /** Draws it until something else is picked. @param {TutorReason} reason */
  pick(reason) {
    this.picked = same(reason, this.picked) ? null : reason;
    this.line = null;
    this.view.render();
  }

  /** A, B and C show the better moves; Escape leaves a line. @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      target.closest("select, textarea, dialog")
    )
      return;
    const which = "abc".indexOf(event.key.toLowerCase());
    const escaped = event.key === "Escape" && this.line;
    if (!escaped && (which < 0 || event.key.length > 1 || !this.lineOf(which).length)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (escaped) this.follow(0, 0);
    else this.follow(which, this.line?.which === which ? this.line.step + 1 : 1);
  }

  /** Whether the board shows the decision, and not what was made of it. */
  get decides() {
    return Boolean(this.move && isError(this.move) && !this.line);
  }

  /** Another game with the same seats. */
  async rematch() {
    const { state, game } = this.table;
    try {
      const next =
        state.rematch ??
        (await post(`/api/games/${game.id}/actions`, { type: "rematch", seq: state.seq + 1 })).game;
      this.app.go(`/game/${next}`);
    } catch (error) {
      this.trouble = refusalText(/** @type {Refusal} */ (error));
      this.view.render();
    }
  }
}
