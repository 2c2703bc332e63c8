/** One problem: find the best move of an ending. The server judges; a wrong try is shown what refutes it. */

import { announce } from "../js/announce.js";
import { Controller } from "../js/controller.js";
import { marksOn } from "../js/dailypuzzle.js";
import { still } from "../js/dom.js";
import { nothingHeld, pick, putBack } from "../js/ghost.js";
import { t } from "../js/i18n.js";
import { moveWords } from "../js/moves.js";
import { get, post } from "../js/net.js";
import { countTry, forYou, problemRecord, rememberProblem } from "../js/problemrecord.js";
import { ProblemView } from "../js/problemview.js";
import { differenceText, longTitle, marginText } from "../js/problemwords.js";
import { dayOf, solvedOn } from "../js/progress.js";
import { Replay } from "../js/replay.js";
import * as sound from "../js/sound.js";
import { unpacked } from "../js/table.js";
import { spotCounts } from "../js/tray.js";
import { colourName, refusalText } from "../js/words.js";
import { dead } from "./missing.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../page").Mark} Mark */
/** @typedef {import("../types").ProblemData} ProblemData */
/** @typedef {import("../types").TryAnswer} TryAnswer */

/** Since the page was loaded: to load it again is to begin anew. */
const visit = Date.now();

/** @type {import("../app.js").Page} */
export async function show(main, app, [id]) {
  /** @type {ProblemData} */
  let problem;
  /** @type {import("../page").Geometry} */
  let geometry;
  try {
    problem = await get(`/api/problems/${id}`);
    geometry = await app.geometry(problem.edition);
  } catch (error) {
    const why = /** @type {Refusal} */ (error);
    const words = why.code === "not_found" ? t("There is no such problem.") : refusalText(why);
    dead(main, t("This problem cannot be opened"), words, [["/puzzles", t("All puzzles")]]);
    return undefined;
  }
  const page = new ProblemPage(main, problem, geometry);
  page.resume();
  page.view.render();
  return () => page.close();
}

/** The page of one problem: what the server says, what the reader does. Its view draws it. */
export class ProblemPage {
  /** @param {HTMLElement} main @param {ProblemData} problem @param {import("../page").Geometry} geometry */
  constructor(main, problem, geometry) {
    this.problem = problem;
    this.geometry = geometry;
    this.address = `/api/problems/${problem.id}`;
    this.record = problemRecord(problem.id);
    /** The position. @type {Mark[]} */
    this.setup = marksOn(problem);
    this.legal = new Set(unpacked(problem.legal));
    /** What the trays are drawn from. */
    this.puzzle = { colours: problem.sides.flat(), board: geometry.data };
    this.held = nothingHeld(geometry);
    this.#takeUp();
    /** What came of the last try, until the next one. @type {TryAnswer | null} */
    this.answer = null;
    /** How many moves of its line are shown. */
    this.ply = 0;
    /** The best move as far as it was told. @type {import("../types").ProblemHint | null} */
    this.hinted = null;
    /** By how much the rating changed here. @type {number | null} */
    this.change = null;
    /** Whose tray is looked at, if not that of the colour on turn. @type {Colour | null} */
    this.looking = null;
    /** What to solve after this, once it is known. @type {import("../types").ProblemAbout | null} */
    this.next = null;
    /** Whether this was the puzzle of the day when it was solved. */
    this.daily = false;
    /** A question under way. */
    this.asking = false;
    /** A line of status that lasts until the next change. */
    this.said = "";
    this.closed = false;
    this.controller = new Controller(
      {
        geometry,
        label: longTitle(problem),
        held: () => this.held,
        trays: () => (this.answer ? [] : [this.#trayOf(problem.to_play)]),
        mayLay: () => [{ colour: problem.to_play, legal: this.answer ? new Set() : this.legal }],
        lay: (_colour, placement) => this.#try(placement),
        why: async (_colour, placement) =>
          (await post(`${this.address}/why`, { placement }).catch(() => null))?.reason ?? null,
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
          place: () => void this.place(),
          hint: () => void this.hint(),
          keys: () => this.view.showKeys(),
          type: () => this.view.el.typed.open(),
          step: (by) => this.replay.step(by),
          replay: () => this.replay.toggle(),
        },
      },
      this.setup,
    );
    this.board = this.controller.board;
    this.board.state.setup = this.setup.length;
    this.input = this.controller.input;
    this.tray = this.controller.tray;
    this.replay = new Replay(
      () => ({ ply: this.answer ? this.ply : null, last: this.answer?.line.length ?? 0 }),
      (ply) => this.goTo(ply),
    );
    this.view = new ProblemView(main, this);
  }

  close() {
    this.closed = true;
    this.replay.stop();
    this.controller.close();
    this.view.close();
  }

  // --- what lies where -----------------------------------------------------------------------------

  /** The moves of the line that are shown. */
  get #moves() {
    return (this.answer?.line ?? []).slice(0, this.ply);
  }

  /** Whose turn it is and what all have left, for the trays. */
  get state() {
    const { problem, geometry } = this;
    /** @type {Partial<Record<Colour, number[]>>} */
    const left = {};
    for (const [colour, pieces] of Object.entries(problem.left))
      left[/** @type {Colour} */ (colour)] = [...pieces];
    for (const [colour, placement] of this.#moves) {
      const pieces = left[colour] ?? [];
      pieces.splice(pieces.indexOf(geometry.placement(placement).piece), 1);
    }
    const next = this.answer ? (this.answer.line[this.ply]?.[0] ?? null) : problem.to_play;
    return { to_play: next, left };
  }

  /** @param {Colour} colour */
  #trayOf(colour) {
    const known = colour === this.problem.to_play && !this.answer;
    return {
      colour,
      left: this.state.left[colour] ?? [],
      spots: known ? spotCounts(this.geometry, this.legal) : null,
    };
  }

  /** The tray that is open. */
  get trays() {
    return [this.#trayOf(this.looking ?? this.problem.to_play)];
  }

  /** Opens the tray of a colour. @param {Colour} colour */
  look(colour) {
    this.looking = colour === this.problem.to_play ? null : colour;
    this.controller.putBack();
    this.view.focusTray(colour);
  }

  /** Whether a colour may move now; says whose turn it is if not. @param {Colour} colour */
  #onTurn(colour) {
    const { to_play } = this.problem;
    if (to_play === colour) return true;
    this.controller.say(
      t("To move: {colour}. These pieces come later.", { colour: colourName(to_play) }),
    );
    return false;
  }

  /** Lets one choose among the moves of the problem. */
  #takeUp() {
    putBack(this.held);
    this.held.colour = this.problem.to_play;
    this.held.legal = this.legal;
  }

  /** Shows so many moves of the line. @param {number} ply */
  goTo(ply) {
    const { answer } = this;
    if (!answer) return;
    const before = this.ply;
    this.ply = Math.max(0, Math.min(ply, answer.line.length));
    const { state } = this.board;
    if (this.ply === before + 1) state.arrival = { from: null };
    state.placed = [
      ...this.setup,
      ...this.#moves.map(([colour, placement]) => ({ colour, placement })),
    ];
    if (this.ply > before) announce(moveWords(this, ...answer.line[this.ply - 1]));
    this.#keep();
    this.view.render();
  }

  // --- what the reader does ------------------------------------------------------------------------

  async place() {
    const { ghost } = this.held;
    if (ghost?.legal) await this.#try(ghost.placement);
  }

  /** Has a move judged, and says whether it was. @param {number} placement */
  async #try(placement) {
    const answer = await this.#ask("try", { placement });
    if (!answer) return false;
    const { record, problem } = this;
    putBack(this.held);
    this.looking = null;
    this.answer = answer;
    this.ply = 0;
    this.board.state.hints = [];
    this.#count(answer.right);
    if (answer.right) record.solved = true;
    else record.misses++;
    rememberProblem(problem.id, record);
    sound.placed();
    announce(
      [
        answer.right ? t("Right.") : t("Not the best move."),
        marginText(answer.margin),
        differenceText(answer),
      ].join(" "),
    );
    this.goTo(1);
    if (!answer.right && !still()) this.replay.toggle(); // what follows is the lesson: it plays by itself
    this.#goOn();
    return true;
  }

  /** What comes after a problem that was solved. */
  #goOn() {
    if (!this.answer?.right) return;
    void this.#noteDay();
    void this.#lookAhead();
  }

  /** Notes what came of a try with the address: the verdict stays when the page is shown anew, as in another language. */
  #keep() {
    const { problem, answer, ply, change } = this;
    history.replaceState(answer && { visit, problem: problem.id, answer, ply, change }, "");
  }

  /** Takes up what came of a try before the page was shown anew. */
  resume() {
    const kept = history.state;
    if (kept?.visit !== visit || kept.problem !== this.problem.id) return;
    this.answer = kept.answer;
    this.change = kept.change;
    this.goTo(kept.ply);
    this.#goOn();
  }

  /** Counts the first try for the rating; further ones change nothing. @param {boolean} solved */
  #count(solved) {
    if (this.record.first !== null) return;
    this.record.first = solved;
    this.change = countTry(this.problem.rating, solved, new Date());
  }

  /** Another try. */
  again() {
    this.replay.stop();
    this.answer = null;
    this.ply = 0;
    this.board.state.placed = this.setup;
    this.#keep();
    this.#takeUp();
    this.#drawHint();
    this.view.render();
    this.board.target.focus({ preventScroll: true });
  }

  /** Tells the piece of the best move, and asked again the move itself. A hint counts as a miss. */
  async hint() {
    if (this.answer || this.hinted?.placement !== undefined) return;
    const found = await this.#ask("hint", { step: this.hinted ? 2 : 1 });
    if (!found) return;
    const { record, problem } = this;
    this.hinted = found;
    record.hints++;
    this.#count(false);
    rememberProblem(problem.id, record);
    this.#takeUp();
    if (found.placement === undefined) pick(this.held, found.piece);
    this.#drawHint();
    this.view.render();
    announce(this.hintWords());
  }

  #drawHint() {
    const { placement } = this.hinted ?? {};
    const { to_play } = this.problem;
    this.board.state.hints =
      placement === undefined ? [] : [{ colour: to_play, placement, look: "best" }];
  }

  /** What was told so far. */
  hintWords() {
    const { hinted, geometry } = this;
    if (!hinted) return "";
    const { name } = geometry.data.pieces[hinted.piece];
    return hinted.placement === undefined
      ? t("The best move places {piece}.", { piece: name })
      : t("The best move is shown on the board.");
  }

  /**
   * The answer of the server, if the page is still there.
   * @param {"try" | "hint"} what
   * @param {object} body
   */
  async #ask(what, body) {
    if (this.asking || this.answer) return null;
    this.asking = true;
    this.said = "";
    this.view.renderHeld();
    try {
      const answer = await post(`${this.address}/${what}`, body);
      return this.closed ? null : answer;
    } catch (error) {
      if (!this.closed) this.said = refusalText(/** @type {Refusal} */ (error));
      return null;
    } finally {
      this.asking = false;
      if (!this.closed) this.view.renderHeld();
    }
  }

  /** If this is the puzzle of the day, the day counts as solved. */
  async #noteDay() {
    const day = dayOf(new Date());
    const daily = await get(`/api/puzzles/daily?date=${day}`).catch(() => null);
    if (daily?.id !== this.problem.id) return;
    solvedOn(day, this.record.hints);
    this.daily = true;
    if (!this.closed) this.view.render();
  }

  /** Finds what to solve next: of the same game, as hard as the reader is strong. */
  async #lookAhead() {
    const list = await get(`/api/problems?game=${this.problem.variant}`).catch(() => null);
    if (!list || this.closed) return;
    const others = forYou(/** @type {ProblemData[]} */ (list.problems), new Date());
    this.next = others.find(({ id }) => id !== this.problem.id) ?? null;
    this.view.render();
  }
}
