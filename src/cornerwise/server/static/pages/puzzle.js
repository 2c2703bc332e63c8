/** One puzzle: the same board and tray as in games, but everything can be taken back. */

import { announce } from "../js/announce.js";
import { Controller } from "../js/controller.js";
import { geometry as geometryOf } from "../js/geometry.js";
import { layAt, layPlacement, nothingHeld, putBack } from "../js/ghost.js";
import { t } from "../js/i18n.js";
import { moveWords } from "../js/moves.js";
import { get, post } from "../js/net.js";
import {
  advance,
  dayOf,
  marksOf,
  nextUnsolved,
  recordOf,
  remember,
  solvedOn,
} from "../js/progress.js";
import { sharedIn } from "../js/puzzlesharing.js";
import { PuzzleView } from "../js/puzzleview.js";
import { puzzleTitle, spentText } from "../js/puzzlewords.js";
import * as sound from "../js/sound.js";
import { unpacked } from "../js/table.js";
import { spotCounts } from "../js/tray.js";
import { colourName, refusalText } from "../js/words.js";
import { dead } from "./missing.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../page").Mark} Mark */
/** @typedef {import("../types").PuzzleData} PuzzleData */
/** @typedef {import("../types").PuzzleState} PuzzleState */
/** @typedef {import("../page").PuzzleStep} PuzzleStep */

/** @type {import("../app.js").Page} */
export async function show(main, _app, [id]) {
  const address = `/api/puzzles/${id}`;
  /** @type {PuzzleData} */
  let puzzle;
  try {
    puzzle = await get(address);
  } catch (error) {
    const why = /** @type {Refusal} */ (error);
    const words = why.code === "not_found" ? t("There is no such puzzle.") : refusalText(why);
    dead(main, t("This puzzle cannot be opened"), words, [["/puzzles", t("All puzzles")]]);
    return undefined;
  }
  const page = new PuzzlePage(main, puzzle, address);
  void page.refresh();
  return () => page.close();
}

/** The page of one puzzle: what the server says of the pieces laid, what the reader does. Its view draws it. */
export class PuzzlePage {
  /** @param {HTMLElement} main @param {PuzzleData} puzzle @param {string} address */
  constructor(main, puzzle, address) {
    this.puzzle = puzzle;
    this.address = address;
    this.geometry = geometryOf(puzzle.board);
    this.held = nothingHeld(this.geometry);
    this.record = recordOf(puzzle.id);
    /** What lies on the board. @type {Mark[]} */
    this.marks = this.#readable() ? marksOf(this.record) : [];
    /** What the server says of it; null until it has. @type {PuzzleState | null} */
    this.state = null;
    /** What each colour may lay now. @type {Map<Colour, Set<number>>} */
    this.legal = new Map();
    /** The pieces in the tray. @type {import("../js/tray.js").TrayHand[]} */
    this.hands = [];
    /** A question under way. @type {"" | "hint" | "solvable"} */
    this.asking = "";
    /** A line of status that lasts until the next change. */
    this.said = "";
    /** What came of a question: it stands beside the button that asked, until the next change. @type {{to: "hint" | "solvable", words: string} | null} */
    this.answer = null;
    /** In a game: whose tray is looked at, if not that of the colour on turn. @type {Colour | null} */
    this.looking = null;
    /** What to solve after this, once it is known. @type {import("../types").PuzzleSummary | null} */
    this.next = null;
    /** Whether this was the puzzle of the day when it was solved. */
    this.daily = false;
    /** The solution that came with the link. */
    this.shared = sharedIn(puzzle, location.hash);
    /** Counts what was asked, so that late answers are known. */
    this.visit = 0;
    /** When the server did not answer: the timer of the next try. */
    this.retrying = 0;
    this.ticked = Date.now();
    this.closed = false;

    this.controller = new Controller(
      {
        geometry: this.geometry,
        label: puzzleTitle(puzzle),
        held: () => this.held,
        trays: () => this.hands,
        mayLay: () => this.#mayLay(),
        lay: (colour, placement) => this.#lay(colour, placement),
        why: async (colour, placement) =>
          (
            await post(`${this.address}/why`, { placed: this.#placed(), colour, placement }).catch(
              () => null,
            )
          )?.reason ?? null,
        said: () => this.said,
        saying: (text) => {
          this.said = text;
        },
        changed: () => {
          if (this.held.picked >= 0) this.looking = null;
        },
        view: () => this.view,
        mayPick: ({ colour }) => this.#onTurn(colour),
        input: {
          choose: (colour) => this.#choose(colour),
          place: () => void this.place(),
          hint: () => void this.hint(),
          lift: (cell) => this.lift(cell),
          keys: () => this.view.showKeys(),
          type: () => this.view.named && this.view.el.typed.open(),
        },
      },
      this.marks,
    );
    this.board = this.controller.board;
    this.input = this.controller.input;
    this.tray = this.controller.tray;
    this.view = new PuzzleView(main, this);
    this.timer = setInterval(() => this.#tick(), 500);
    this.keydown = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    this.leaving = () => this.#remember();
    document.addEventListener("keydown", this.keydown);
    addEventListener("pagehide", this.leaving);
  }

  close() {
    this.closed = true;
    this.#remember();
    this.controller.close();
    this.view.close();
    clearInterval(this.timer);
    clearTimeout(this.retrying);
    document.removeEventListener("keydown", this.keydown);
    removeEventListener("pagehide", this.leaving);
  }

  /** Whether all pieces that are remembered exist on this board: it may have changed since. */
  #readable() {
    return this.record.steps.every(
      (step) => step[0] === "clear" || this.geometry.placement(step[2]) !== undefined,
    );
  }

  get solved() {
    return this.state?.solved ?? false;
  }

  /** Takes in what the server says. @param {PuzzleState} state */
  #learn(state) {
    const { puzzle } = this;
    this.state = state;
    this.looking = null;
    this.legal = new Map(
      puzzle.colours.map((colour) => [colour, new Set(unpacked(state.legal[colour] ?? []))]),
    );
    // The tray has the pieces of the colour on turn, or of all.
    this.hands = (state.to_play ? [state.to_play] : puzzle.colours).map((colour) =>
      this.#trayOf(colour, true),
    );
    this.#renewHeld();
  }

  /** @param {Colour} colour @param {boolean} onTurn  else it is not known where its pieces fit */
  #trayOf(colour, onTurn) {
    return {
      colour,
      pieces: this.puzzle.pieces[colour] ?? [],
      left: this.state?.left[colour] ?? [],
      spots: onTurn ? spotCounts(this.geometry, this.#legal(colour)) : null,
    };
  }

  /** The trays that are open: those one can pick from, or the one that is looked at. */
  get trays() {
    return this.looking ? [this.#trayOf(this.looking, false)] : this.hands;
  }

  /** Opens the tray of a colour. @param {Colour} colour */
  look(colour) {
    this.looking = colour === this.state?.to_play ? null : colour;
    putBack(this.held);
    this.controller.changed();
    this.view.focusTray(colour);
  }

  /** Whether a colour may lay a piece now; says whose turn it is if not. @param {Colour} colour */
  #onTurn(colour) {
    const toPlay = this.state?.to_play;
    if (!toPlay || toPlay === colour) return true;
    this.controller.say(
      t("To move: {colour}. These pieces come later.", { colour: colourName(toPlay) }),
    );
    return false;
  }

  /** @param {Colour} colour */
  #legal(colour) {
    return this.legal.get(colour) ?? new Set();
  }

  // --- what the server says ----------------------------------------------------------------------

  /** Asks what follows from the pieces on the board. */
  async refresh() {
    const visit = ++this.visit;
    clearTimeout(this.retrying);
    this.controller.reasons.forget();
    this.board.state.placed = this.marks;
    this.view.render();
    try {
      /** @type {PuzzleState} */
      const state = await post(`${this.address}/state`, { placed: this.#placed() });
      if (visit !== this.visit || this.closed) return;
      const before = this.state;
      this.#learn(state);
      this.#finished(before);
      if (this.retrying) this.said = "";
      this.retrying = 0;
    } catch (error) {
      if (visit !== this.visit || this.closed) return;
      const why = /** @type {Refusal} */ (error);
      if (this.marks.length && ["illegal", "bad_request"].includes(why.code)) return this.#forget();
      this.said = refusalText(why);
      this.retrying = setTimeout(() => void this.refresh(), 2000);
    }
    this.#remember();
    this.view.render();
  }

  /** What is remembered does not belong to this puzzle any more: begin anew. */
  async #forget() {
    Object.assign(this.record, { steps: [], at: 0, ms: 0, hints: 0 });
    this.marks = [];
    await this.refresh();
  }

  #placed() {
    return this.marks.map(({ colour, placement }) => [colour, placement]);
  }

  /** Brings what is held in line with what may be laid now. */
  #renewHeld() {
    const { held, state } = this;
    const colour =
      state?.to_play ??
      (held.colour && state?.left[held.colour]?.includes(held.picked)
        ? held.colour
        : this.#first());
    if (colour !== held.colour || !state?.left[colour]?.includes(held.picked)) putBack(held);
    held.colour = colour;
    held.legal = this.#legal(colour);
    if (held.ghost) layAt(held, held.ghost.moved, held.ghost.laid);
    this.controller.reasons.attend(held);
  }

  /** The first colour that has a piece. */
  #first() {
    return (
      this.puzzle.colours.find((colour) => this.state?.left[colour]?.length) ??
      this.puzzle.colours[0]
    );
  }

  /** @param {PuzzleState | null} before */
  #finished(before) {
    const { record, state } = this;
    if (!state || !(state.solved || state.stuck)) return;
    if (this.puzzle.game) record.best = Math.min(record.best ?? Infinity, state.cells_left);
    if (!state.solved) {
      if (before) announce(this.view.statusWords());
      return;
    }
    void this.#lookAhead();
    const made = { ms: record.ms, hints: record.hints, laid: this.#arrangement() };
    const old = record.solved;
    if (!old || made.hints < old.hints || (made.hints === old.hints && made.ms < old.ms))
      record.solved = made;
    if (!before) return;
    sound.yourTurn();
    announce(t("Solved in {time}", { time: spentText(record.ms) }));
    void this.#noteDay();
  }

  /** If this is the puzzle of the day, the day counts as solved. */
  async #noteDay() {
    const day = dayOf(new Date());
    const { hints } = this.record;
    const daily = await get(`/api/puzzles/daily?date=${day}`).catch(() => null);
    if (daily?.id !== this.puzzle.id) return;
    solvedOn(day, hints);
    this.daily = true;
    if (!this.closed) this.view.render();
  }

  /** Finds what to solve next. */
  async #lookAhead() {
    const list = await get("/api/puzzles").catch(() => null);
    if (!list || this.closed) return;
    this.next = nextUnsolved(list.puzzles, this.puzzle.id);
    this.view.render();
  }

  /** @returns {import("../types").Arrangement} */
  #arrangement() {
    return this.marks.map(({ colour, placement }) => [
      colour,
      this.geometry.placement(placement).cells,
    ]);
  }

  #remember() {
    this.record.laid = this.#arrangement();
    remember(this.puzzle.id, this.record);
  }

  // --- what the reader does ----------------------------------------------------------------------

  /** @param {Colour} colour */
  #choose(colour) {
    if (this.held.colour === colour) return;
    putBack(this.held);
    this.held.colour = colour;
    this.held.legal = this.#legal(colour);
  }

  async place() {
    const { ghost } = this.held;
    if (ghost?.legal) await this.#lay(ghost.colour, ghost.placement);
  }

  /** Who may lay a piece now, and where; the colour that is held comes first. */
  #mayLay() {
    const held = this.held.colour ?? this.#first();
    const colours = new Set([held, ...this.puzzle.colours]);
    return [...colours].map((colour) => ({ colour, legal: this.#legal(colour) }));
  }

  /** @param {Colour} colour @param {number} placement */
  async #lay(colour, placement) {
    putBack(this.held);
    this.board.state.arrival = { from: null };
    announce(moveWords(this, colour, placement));
    sound.placed();
    await this.#step(["lay", colour, placement]);
    return true;
  }

  /** @param {PuzzleStep} step */
  async #step(step) {
    advance(this.record, step);
    await this.#moved();
  }

  /** The steps that count have changed. */
  async #moved() {
    this.said = "";
    this.answer = null;
    this.marks = marksOf(this.record);
    this.held.legal = new Set(); // nothing can be laid before the server has said what
    await this.refresh();
  }

  /**
   * Takes up the piece on a cell. In a game only the last one can be taken back.
   * @param {number} cell
   */
  lift(cell) {
    if (this.puzzle.game || this.solved || cell < 0) return false;
    const mark = this.marks.find(({ placement }) =>
      this.geometry.placement(placement).cells.includes(cell),
    );
    if (!mark) return false;
    this.#choose(mark.colour);
    layPlacement(this.held, mark.placement);
    if (this.held.ghost) this.held.ghost.laid = matchMedia("(pointer: coarse)").matches;
    void this.#step(["lift", mark.colour, mark.placement]);
    return true;
  }

  get canUndo() {
    return this.record.at > 0;
  }

  get canRedo() {
    return this.record.at < this.record.steps.length;
  }

  /** Goes back or forth among the steps. @param {1 | -1} by */
  async go(by) {
    if (by < 0 ? !this.canUndo : !this.canRedo) return;
    putBack(this.held);
    this.record.at += by;
    await this.#moved();
  }

  /** Begins anew; what lay there can be had back by undoing. */
  async restart() {
    if (!this.marks.length) return;
    const { record } = this;
    // Hints that were taken on the way stay taken: what they showed is known.
    if (this.solved) Object.assign(record, { steps: [], at: 0, hints: 0 });
    else advance(record, ["clear"]);
    record.ms = 0;
    putBack(this.held);
    await this.#moved();
  }

  /** Asks whether this can still be solved. */
  async solvable() {
    const answer = await this.#search("solvable");
    if (!answer) return;
    this.#tellVerdict("solvable", answer.verdict);
  }

  /** Has one right piece laid. */
  async hint() {
    const answer = await this.#search("hint");
    if (!answer) return;
    if (answer.placement === undefined) {
      this.#tellVerdict("hint", answer.verdict);
      return;
    }
    this.record.hints++;
    await this.#lay(answer.colour, answer.placement);
  }

  /** @param {"hint" | "solvable"} to @param {"yes" | "no" | "unknown"} verdict */
  #tellVerdict(to, verdict) {
    const words = {
      yes: t("Yes, this can still be solved."),
      no: t("No, this cannot be solved any more. Take a piece back."),
      unknown: t("We do not know: the search found no answer in time."),
    }[verdict];
    this.#tell(to, words);
  }

  /** @param {"hint" | "solvable"} to @param {string} words */
  #tell(to, words) {
    this.answer = { to, words };
    this.view.render();
    announce(words);
  }

  /**
   * The answer of a search, if nothing changed meanwhile.
   * @param {"hint" | "solvable"} what
   */
  async #search(what) {
    if (this.asking || this.solved) return null;
    const visit = this.visit;
    putBack(this.held);
    this.asking = what;
    this.said = "";
    this.answer = null;
    this.view.render();
    try {
      const answer = await post(`${this.address}/${what}`, { placed: this.#placed() });
      return visit === this.visit && !this.closed ? answer : null;
    } catch (error) {
      if (!this.closed) this.#tell(what, refusalText(/** @type {Refusal} */ (error)));
      return null;
    } finally {
      this.asking = "";
      if (!this.closed) this.view.render();
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!(event.ctrlKey || event.metaKey) || target.closest("input, dialog")) return;
    const back = event.key.toLowerCase() === "z" && !event.shiftKey;
    const forth =
      event.key.toLowerCase() === "y" || (event.key.toLowerCase() === "z" && event.shiftKey);
    if (!back && !forth) return;
    event.preventDefault();
    void this.go(back ? -1 : 1);
  }

  /** Time runs from the first piece that is held on, while one looks. */
  #tick() {
    const now = Date.now();
    const passed = Math.min(now - this.ticked, 1000);
    this.ticked = now;
    const begun = this.record.ms > 0 || this.record.at > 0 || this.held.picked >= 0;
    if (document.hidden || this.solved || !this.state || !begun) return;
    this.record.ms += passed;
    this.view.tick();
  }
}
