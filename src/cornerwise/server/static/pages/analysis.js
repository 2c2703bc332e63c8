/** The analysis board: any position, a tree of variations, what the engine thinks, what others played. */

import { AnalysisView } from "../js/analysisview.js";
import { announce } from "../js/announce.js";
import { bestWords } from "../js/bestmoves.js";
import { variantName, variantNamed } from "../js/catalogue.js";
import { Controller } from "../js/controller.js";
import { layPlacement, nothingHeld, putBack } from "../js/ghost.js";
import { t } from "../js/i18n.js";
import { moveWords } from "../js/moves.js";
import { post } from "../js/net.js";
import { imaged, isSame, lifted, lineOf, studyOf } from "../js/positiondraft.js";
import * as sound from "../js/sound.js";
import { remember, wantedStudy } from "../js/studystore.js";
import { unpacked } from "../js/table.js";
import { Thinking } from "../js/thinking.js";
import { spotCounts } from "../js/tray.js";
import {
  added,
  beside,
  endOf,
  lineTo,
  movesTo,
  nodesOf,
  packed,
  promote,
  removed,
  treeOf,
} from "../js/variations.js";
import { refusalText } from "../js/words.js";
import { dead, lostText } from "./missing.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../js/variations.js").Variation} Variation */
/** @typedef {import("../types").Study} Study */
/** @typedef {import("../types").LineState} LineState */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../page").Mark} Mark */

/** @typedef {import("../js/positiondraft.js").Draft} Draft */
/** What was on the board before, perhaps while it was set up, and what to say of it. @typedef {{study: Study, at: number, draft?: Draft, words: string}} Before */
/** Shows another study, perhaps on another board. @typedef {(study: Study, at: number, before?: Before | null) => Promise<void>} Open */

/** How long one may rest on a move before the server is asked about it, in milliseconds. */
const REST = 60;

/** Whether the engine thought when the page was drawn anew, in another language for example. */
let thought = false;

/** @param {Refusal} why */
function troubleText(why) {
  if (why.code === "bad_record") return t("This position cannot be read.");
  return why.code === "not_found" ? lostText() : refusalText(why);
}

/** @type {import("../app.js").Page} */
export async function show(main, app, [id]) {
  document.title = `${t("Analysis")} · Cornerwise`;
  let wanted;
  try {
    wanted = await wantedStudy(app.start, id);
  } catch (error) {
    const why = /** @type {Refusal} */ (error);
    dead(main, t("This cannot be analysed"), troubleText(why), [
      ["/analysis", t("To the analysis board")],
      ["/games", t("My games")],
    ]);
    return undefined;
  }
  const { study, at } = wanted;
  /** @type {AnalysisPage | null} */
  let page = null;
  let left = false;
  /** @type {Open} */
  const open = async (next, node, before = null) => {
    const geometry = await app.geometry(variantNamed(next.variant)?.edition ?? "");
    if (left) return;
    const live = page?.thinking.live ?? thought;
    page?.close();
    page = new AnalysisPage(main, app, { study: next, at: node, geometry, open, before, live });
  };
  await open(study, at);
  return () => {
    left = true;
    // Who goes to another page and comes back finds the engine at rest.
    thought = location.pathname.startsWith("/analysis") && (page?.thinking.live ?? false);
    page?.close();
  };
}

/** The page: a study, where one is in it, and what the server says of that. Its view draws it. */
export class AnalysisPage {
  /**
   * @param {HTMLElement} main
   * @param {import("../app.js").App} app
   * @param {object} given
   * @param {Study} given.study
   * @param {number} given.at  the node to show
   * @param {import("../page").Geometry} given.geometry
   * @param {Open} given.open
   * @param {Before | null} given.before
   * @param {boolean} given.live  whether the engine thinks
   */
  constructor(main, app, { study, at, geometry, open, before, live }) {
    this.app = app;
    this.study = study;
    this.geometry = geometry;
    this.open = open;
    this.variant = /** @type {import("../types").VariantData} */ (variantNamed(study.variant));
    const nodes = treeOf(study);
    this.root = nodes[0];
    /** The move that is shown. */
    this.node = nodes[at] ?? this.root;
    /** What the server said of each node. @type {WeakMap<Variation, LineState>} */
    this.known = new WeakMap();
    /** What it says of what is shown; null until it has. @type {LineState | null} */
    this.state = null;
    this.held = nothingHeld(geometry);
    /** What is set up by hand; null while moves are tried. @type {Draft | null} */
    this.draft = null;
    /** Which panel is open where there is no room for all. @type {"pieces" | "best" | "moves" | "openings"} */
    this.tab = "moves";
    /** What the engine thinks. */
    this.thinking = new Thinking(
      live,
      () => this.view.renderThoughts(),
      (found) => announce(bestWords(this, found)),
    );
    /** What others played here; null until it is known. @type {import("../types").OpeningsView | null} */
    this.openings = null;
    /** A move that the pointer is on, in a list. */
    this.pointed = -1;
    /** What was there before something was deleted or replaced. */
    this.before = before;
    this.said = "";
    this.visit = 0;
    this.resting = 0;
    /** Whether the server has still to say what can be placed, and who waits for that. */
    this.asking = false;
    /** @type {(() => void)[]} */
    this.waiting = [];
    this.closed = false;
    this.controller = new Controller({
      geometry,
      label: `${t("Analysis")}, ${variantName(study.variant)}`,
      held: () => this.held,
      trays: () => this.trays(),
      mayLay: () => [{ colour: this.held.colour, legal: this.held.legal }],
      lay: (colour, placement) => Promise.resolve(this.lay(colour, placement)),
      why: async (colour, placement) =>
        (await post("/api/analysis/why", { ...this.line(), colour, placement }).catch(() => null))
          ?.reason ?? null,
      said: () => this.said,
      saying: (text) => {
        this.said = text;
      },
      changed: () => {
        this.pointed = -1;
      },
      view: () => this.view,
      input: {
        place: () => this.place(),
        hint: () => this.toggleLive(),
        lift: (cell) => this.lift(cell),
        keys: () => this.view.showKeys(),
        type: () => this.view.el.typed.open(),
        step: (by) => this.step(by),
        vary: (by) => this.vary(by),
      },
    });
    this.board = this.controller.board;
    this.input = this.controller.input;
    this.tray = this.controller.tray;
    this.view = new AnalysisView(main, this);
    this.keydown = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.keydown, true); // before the keys of the board
    if (study.skipped) this.said = t("Moves that the rules forbid were left out.");
    this.#arrive();
  }

  close() {
    this.closed = true;
    clearTimeout(this.resting);
    document.removeEventListener("keydown", this.keydown, true);
    this.controller.close();
    this.thinking.close();
    this.view.close();
  }

  // --- what is shown -----------------------------------------------------------------------------

  /** What lies on the board. @returns {Mark[]} */
  get marks() {
    if (this.draft) return this.draft.placed;
    const set = this.study.placed.map(([colour, placement]) => ({ colour, placement }));
    const made = movesTo(this.node).map(({ colour, placement }) => ({ colour, placement }));
    return /** @type {Mark[]} */ ([...set, ...made]);
  }

  /** The line to what is shown, as the server takes it. @returns {import("../types").Line} */
  line() {
    return this.draft ? lineOf(this.draft, this.study) : lineTo(this.study, this.node);
  }

  /** The pieces that can be picked. @returns {import("../js/tray.js").TrayHand[]} */
  trays() {
    const colour = this.draft?.colour ?? this.state?.to_play;
    if (!colour || !this.state) return [];
    const spots = this.draft ? null : spotCounts(this.geometry, this.held.legal);
    return [{ colour, left: this.state.left[colour] ?? [], spots }];
  }

  /** Shows the node anew, and asks about it unless it is known. @param {number} [rest]  how soon, in milliseconds */
  #arrive(rest = 0) {
    clearTimeout(this.resting);
    this.visit += 1;
    this.asking = true;
    this.openings = null;
    this.pointed = -1;
    this.thinking.turnTo(null);
    this.controller.reasons.forget();
    const known = this.draft ? undefined : this.known.get(this.node);
    if (known) {
      this.#learn(known);
      return;
    }
    this.held.legal = new Set();
    this.view.render();
    this.resting = setTimeout(() => void this.#ask(), rest);
  }

  /** Once the server has said what can be placed here. @returns {Promise<void>} */
  settled() {
    return this.asking ? new Promise((done) => this.waiting.push(done)) : Promise.resolve();
  }

  async #ask() {
    const { visit, node, draft } = this;
    try {
      const free = draft ? { free: draft.colour } : {};
      const state = await post("/api/analysis/state", { ...this.line(), ...free });
      if (!draft) this.known.set(node, state);
      if (visit === this.visit && !this.closed) this.#learn(state);
    } catch (error) {
      if (visit !== this.visit || this.closed) return;
      const why = /** @type {Refusal} */ (error);
      this.said = refusalText(why, this.geometry.data.grid);
      this.view.render();
      if (["offline", "too_many", "busy", "fault"].includes(why.code))
        this.resting = setTimeout(() => void this.#ask(), 2000);
    }
  }

  /** @param {LineState} state */
  #learn(state) {
    this.state = state;
    this.asking = false;
    const { held } = this;
    const colour = this.draft?.colour ?? state.to_play;
    if (held.colour !== colour || (colour && !state.left[colour]?.includes(held.picked)))
      putBack(held);
    held.colour = colour;
    held.legal = new Set(unpacked(state.legal));
    if (held.ghost) held.ghost = { ...held.ghost, legal: held.legal.has(held.ghost.placement) };
    this.#remember();
    this.thinking.turnTo(state.to_play && !state.fault ? this.line() : null);
    this.view.render();
    if (this.view.shows("openings")) void this.findOpenings();
    for (const done of this.waiting.splice(0)) done();
  }

  // --- what the engine and others say ------------------------------------------------------------

  toggleLive(on = !this.thinking.live) {
    this.thinking.toggle(on);
    if (on && this.tab !== "openings") this.tab = "best";
    this.view.render();
  }

  async findOpenings() {
    const { visit } = this;
    if (this.openings || this.draft) return;
    const found = await post("/api/analysis/openings", this.line()).catch(() => null);
    if (visit !== this.visit || this.closed || !found) return;
    this.openings = found;
    this.view.renderOpenings();
  }

  /** Shows a move of a list on the board while the pointer is on it. @param {number} placement */
  point(placement) {
    this.pointed = placement;
    this.view.renderBoard();
  }

  /** @param {"pieces" | "best" | "moves" | "openings"} tab */
  openTab(tab) {
    this.tab = tab;
    this.view.render();
    if (this.view.shows("openings")) void this.findOpenings();
  }

  // --- moves -------------------------------------------------------------------------------------

  place() {
    const { ghost } = this.held;
    if (ghost?.legal) this.lay(ghost.colour, ghost.placement);
  }

  /** @param {Colour} colour @param {number} placement */
  lay(colour, placement) {
    putBack(this.held);
    this.board.state.arrival = { from: null };
    announce(moveWords(this, colour, placement));
    sound.placed();
    const { draft } = this;
    if (draft) {
      this.#setDraft({ ...draft, placed: [...draft.placed, { colour, placement }] });
    } else {
      this.follow([[colour, placement]]);
    }
    return true;
  }

  /** Makes moves from here, as a variation if others were made before. @param {[Colour, number][]} moves */
  follow(moves) {
    let { node } = this;
    for (const [colour, placement] of moves) node = added(node, colour, placement);
    this.edited();
    this.goTo(node);
  }

  /** @param {Variation} node @param {number} [rest]  how soon the server is asked about it */
  goTo(node, rest) {
    if (node === this.node) return;
    this.node = node;
    putBack(this.held);
    this.said = "";
    this.#arrive(rest);
  }

  /** @param {number} by */
  step(by) {
    if (this.draft) return false;
    const next = by < 0 ? this.node.parent : this.node.children[0];
    if (next) this.goTo(next, REST);
    return true;
  }

  /** Goes to the next variation. @param {number} by */
  vary(by) {
    const next = this.draft ? null : beside(this.node, by < 0 ? -1 : 1);
    if (next) this.goTo(next, REST);
    return next !== null;
  }

  /** @param {string} text @param {string} by  who wrote it */
  comment(text, by) {
    Object.assign(this.node, { comment: text.trim(), by: by.trim() });
    this.edited();
    this.view.render();
  }

  promote() {
    promote(this.node);
    this.edited();
    this.view.render();
  }

  /** Takes the move that is shown and all that follows out of the tree. */
  delete() {
    this.before = { study: this.packed(), at: this.at, words: t("Deleted.") };
    this.node = removed(this.node);
    this.edited(true);
    this.#arrive();
  }

  /** Brings back what was deleted or replaced. */
  async undo() {
    if (this.before?.draft) this.#setDraft(this.before.draft);
    else if (this.before) await this.open(this.before.study, this.before.at);
  }

  /** The tree has changed: an address that leads to another one is left. @param {boolean} [undoable] */
  edited(undoable = false) {
    if (!undoable) this.before = null;
    if (location.pathname + location.search !== "/analysis")
      history.replaceState(null, "", "/analysis");
    this.#remember();
  }

  /** The number of the node that is shown. */
  get at() {
    return nodesOf(this.root).indexOf(this.node);
  }

  /** The study as it is now. @returns {Study} */
  packed() {
    return { ...this.study, nodes: packed(this.root), skipped: 0 };
  }

  #remember() {
    if (!this.draft) remember(this.packed(), this.at);
  }

  /** Another study in the place of this one, which can be had back. @param {Study} study @param {number} [at] */
  async replace(study, at = 0) {
    const old = this.packed();
    const some = old.nodes.length + old.placed.length > 1;
    history.replaceState(null, "", "/analysis");
    remember(study, at);
    const words = t("A new analysis has begun.");
    await this.open(study, at, some ? { study: old, at: this.at, words } : null);
  }

  // --- set up by hand ----------------------------------------------------------------------------

  /** @param {boolean} on */
  setUp(on) {
    putBack(this.held);
    if (on) {
      const colour = this.state?.to_play ?? this.variant.colours[0];
      this.draft = { placed: this.marks, toPlay: colour, colour };
      this.tab = "pieces";
      this.#arrive();
      return;
    }
    const { draft, study } = this;
    if (!draft) return;
    this.draft = null;
    if (this.before?.draft) this.before = null; // that board is left
    const toPlay = this.known.get(this.node)?.to_play ?? draft.toPlay;
    if (isSame(draft, this.marks, toPlay)) this.#arrive();
    else void this.replace(studyOf(draft, study, this.variant.colours[0]));
  }

  /** Whose pieces are laid. @param {Colour} colour */
  chooseColour(colour) {
    if (!this.draft) return;
    this.draft.colour = colour;
    putBack(this.held);
    this.#arrive();
  }

  /** @param {Colour} colour */
  chooseTurn(colour) {
    if (!this.draft) return;
    this.draft.toPlay = colour;
    this.#arrive();
  }

  clear() {
    const { draft } = this;
    if (!draft) return;
    const before = { study: this.packed(), at: this.at, draft, words: t("Deleted.") };
    this.#setDraft({ ...draft, placed: [] }, before);
  }

  /** Turns or mirrors the board. @param {import("../js/symmetries.js").Images} images */
  move(images) {
    if (this.draft) this.#setDraft(imaged(this.draft, this.geometry, images));
  }

  /** @param {Draft} draft @param {Before | null} [before]  what to offer to bring back */
  #setDraft(draft, before = null) {
    this.draft = draft;
    this.before = before;
    this.#arrive();
  }

  /** Takes up the piece on a cell, while pieces are set up. @param {number} cell */
  lift(cell) {
    const found = this.draft && lifted(this.draft, this.geometry, cell);
    if (!found) return false;
    const { mark, draft } = found;
    const { held, state } = this;
    this.draft = draft;
    held.colour = mark.colour;
    layPlacement(held, mark.placement);
    if (held.ghost) held.ghost.laid = matchMedia("(pointer: coarse)").matches;
    // It is held at once, before the server says so.
    const left = [...(state?.left[mark.colour] ?? []), held.picked];
    if (state) this.state = { ...state, left: { ...state.left, [mark.colour]: left } };
    this.#arrive();
    return true;
  }

  // --- keys --------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
    const arrow = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const letter = "abc".indexOf(event.key.toLowerCase());
    // The switch keeps the focus; the keys of the board do not reach beyond it.
    if (arrow && target.matches("input")) this.step(arrow);
    else if (event.key === "Home") this.goTo(this.root);
    else if (event.key === "End") this.goTo(endOf(this.node));
    else if (event.key.toLowerCase() === "n" && !this.draft) this.view.showNote();
    else if (letter >= 0 && this.thinking.analysis?.moves[letter] && this.held.picked < 0)
      this.playShown(letter);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Plays a candidate. @param {number} at */
  playShown(at) {
    const shown = this.thinking.analysis?.moves[at];
    const colour = this.state?.to_play;
    if (shown && colour && !this.draft) this.lay(colour, shown.placement);
  }
}
