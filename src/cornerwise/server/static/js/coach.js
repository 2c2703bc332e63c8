/**
 * The coach: says so before a move costs much, offers to take one back that turned out a mistake, and praises what was
 * good. It never shows a better move.
 */

import { announce } from "./announce.js";
import { isCoached } from "./coached.js";
import { CoachPanel } from "./coachpanel.js";
import { markedWords } from "./drawn.js";
import { t } from "./i18n.js";
import { sayingText } from "./sayings.js";
import { change, settings, watch } from "./settings.js";
import { myTurn } from "./table.js";

/** @typedef {import("../types").WeighReply} Weighed */
/** @typedef {import("../types").RemarkView} RemarkView */

/** How long a ghost must rest on a spot before it is weighed, in milliseconds. */
const REST = 120;

/** A quick player waits no longer for the coach than this, in milliseconds. */
const PATIENCE = 1000;

/** A press so soon after a warning was meant for the piece, in milliseconds. */
const STARTLED = 600;

/**
 * What the coach needs of the page.
 * @typedef {object} Surroundings
 * @property {() => HTMLElement} root  where it speaks
 * @property {(placement: number) => unknown} play
 * @property {() => unknown} takeBack
 * @property {() => void} drawn  something is to be drawn anew
 * @property {() => void} focus  the keys go to the board again
 */

export class Coach {
  /**
   * @param {import("./table.js").Table} table
   * @param {import("./advisor.js").Advisor} advisor
   * @param {Surroundings} page
   */
  constructor(table, advisor, page) {
    this.table = table;
    this.advisor = advisor;
    this.page = page;
    this.panel = new CoachPanel();
    /** What was weighed in this position, by placement. @type {Map<number, Promise<Weighed | null>>} */
    this.known = new Map();
    /** The seq of that position. */
    this.seq = -1;
    /** What was warned of in this position, and when. @type {Map<number, number>} */
    this.warned = new Map();
    /** The own move made last. @type {{at: number, weighed: Weighed | null, warned: boolean} | null} */
    this.last = null;
    /** Before which moves it was offered to take one back. @type {Set<number>} */
    this.offered = new Set();
    /** Whether it only says that it is there. */
    this.introducing = false;
    this.timer = 0;
    this.unwatch = watch(() => {
      if (!this.on) this.hush();
    });
  }

  get on() {
    return isCoached(this.table);
  }

  /** The loss from which it warns here. @param {Weighed} weighed */
  #limit({ limit }) {
    const { game, times } = settings.lenience;
    return game === this.table.game.id ? limit * 2 ** times : limit;
  }

  /** Comes to the table; in the first games it says so once. */
  begin() {
    this.page.root().append(this.panel.element);
    this.#look();
    if (settings.coach !== "auto" || settings.told.includes("coach")) return;
    change({ told: [...settings.told, "coach"] });
    this.introducing = true;
    const words = t("In your first games a coach warns you before a move that costs a lot.");
    this.panel.show({
      words,
      first: { words: t("All right"), act: () => this.hush() },
      second: { words: t("Switch off"), act: () => this.#dismiss() },
    });
    announce(words);
  }

  #dismiss() {
    change({ coach: "off" });
    this.hush();
  }

  /** Says nothing any more, and draws nothing. */
  hush() {
    if (!this.panel.open) return;
    this.panel.hide();
    this.introducing = false;
    this.table.shown = { hints: [], areas: [] };
    this.page.focus();
    this.page.drawn();
  }

  /** What is held changed: a warning is about a ghost that lies still, and a new ghost is weighed. */
  attend() {
    const { ghost, picked } = this.table.held;
    if (this.panel.open && (!ghost || !this.warned.has(ghost.placement))) this.hush();
    if (picked >= 0) this.table.praise = "";
    this.#look();
  }

  /** Weighs the ghost if it rests. */
  #look() {
    const { ghost } = this.table.held;
    clearTimeout(this.timer);
    if (!this.on || !ghost?.legal || !myTurn(this.table)) return;
    const { placement } = ghost;
    this.timer = setTimeout(() => void this.#weigh(placement), REST);
  }

  /**
   * What a move costs; null if nobody can say now. It is asked for once.
   * @param {number} placement
   */
  #weigh(placement) {
    const { seq } = this.table.state;
    if (seq !== this.seq) {
      this.known.clear();
      this.warned.clear();
      this.seq = seq;
    }
    const { known } = this;
    const found =
      known.get(placement) ??
      this.advisor
        .weigh(placement)
        .then((answer) => /** @type {Weighed} */ (/** @type {unknown} */ (answer)))
        .catch(() => {
          known.delete(placement);
          return null;
        });
    known.set(placement, found);
    return found;
  }

  /**
   * Whether the move of the ghost may be made; else it has said why not.
   * @param {number} placement
   */
  async allows(placement) {
    const { table } = this;
    if (!this.on) return true;
    const { ghost } = table.held;
    if (ghost) ghost.laid = true; // it stays where it was meant
    const warnedAt = this.seq === table.state.seq ? this.warned.get(placement) : undefined;
    if (warnedAt !== undefined && Date.now() - warnedAt < STARTLED) return false;
    this.hush();
    const at = table.moves.length;
    const asked = this.#weigh(placement);
    const weighed = warnedAt === undefined ? await this.#within(asked) : await asked;
    if (table.held.ghost?.placement !== placement || !myTurn(table)) return false;
    if (weighed && warnedAt === undefined && this.#costly(weighed)) {
      this.#warn(weighed);
      return false;
    }
    const last = { at, weighed, warned: warnedAt !== undefined };
    this.last = last;
    table.praise = weighed?.remark?.good
      ? t("Well placed: {reason}", { reason: wordsOf(weighed.remark) })
      : "";
    if (!weighed)
      void asked.then((late) => {
        last.weighed = late;
        this.regret();
      });
    return true;
  }

  /**
   * What is known in good time; null otherwise.
   * @param {Promise<Weighed | null>} asked
   * @returns {Promise<Weighed | null>}
   */
  async #within(asked) {
    let timer = 0;
    const late = new Promise((/** @type {(none: null) => void} */ done) => {
      timer = setTimeout(() => {
        this.table.weighing = true;
        this.page.drawn();
        timer = setTimeout(() => done(null), PATIENCE - REST);
      }, REST);
    });
    const found = await Promise.race([asked, late]);
    clearTimeout(timer);
    this.table.weighing = false;
    return found;
  }

  /** @param {Weighed} weighed */
  #costly(weighed) {
    return weighed.remark !== null && !weighed.remark.good && weighed.loss >= this.#limit(weighed);
  }

  /** @param {Weighed} weighed */
  #warn(weighed) {
    const { placement } = weighed;
    this.warned.set(placement, Date.now());
    this.#speak(weighed, {
      first: { words: t("Look again"), act: () => this.hush() },
      second: {
        words: t("Play it"),
        act: () => {
          this.hush();
          this.last = { at: this.table.moves.length, weighed, warned: true };
          this.page.play(placement);
        },
      },
      aside: { words: t("Warn me less"), act: () => this.#relent() },
    });
  }

  /**
   * Says what a move does, and draws it.
   * @param {Weighed} weighed
   * @param {Omit<import("./coachpanel.js").Speech, "words">} choices
   * @param {string} [before]  what is said first, of a move that was made and answered
   */
  #speak({ remark }, choices, before = "") {
    if (!remark) return;
    const { cells, colour, answer } = remark;
    const { table } = this;
    table.said = "";
    table.shown = {
      hints: answer && !before ? [{ colour: answer[0], placement: answer[1] }] : [],
      areas: cells.length ? [{ cells, colour }] : [],
    };
    const words = `${before} ${wordsOf(remark)}`.trim();
    this.panel.show({ words, ...choices });
    this.page.drawn();
    announce(words);
    announce(markedWords(table.geometry, cells));
  }

  /** In this game it warns of twice as much from now on. */
  #relent() {
    const { id } = this.table.game;
    const { game, times } = settings.lenience;
    change({ lenience: { game: id, times: (game === id ? times : 0) + 1 } });
    this.hush();
  }

  /** Something happened: what was drawn is of the past. On turn again, one may regret the last move. */
  turned() {
    if (!this.introducing) this.hush();
    this.#look();
    this.regret();
  }

  /** Offers once to take back a move that turned out a mistake: unforeseen, or answered as it feared. */
  regret() {
    const { table, last } = this;
    if (!this.on || !last?.weighed || !myTurn(table) || table.held.picked >= 0) return;
    const { at, weighed, warned } = last;
    const answer = weighed.remark?.answer;
    const [colour, placement] = table.moves[at + 1] ?? [];
    const feared = answer && answer[0] === colour && answer[1] === placement;
    if (table.moves.length <= at || this.offered.has(at) || !this.#costly(weighed)) return;
    if (warned && !feared) return;
    this.offered.add(at);
    this.#speak(
      weighed,
      {
        first: {
          words: t("Take it back"),
          act: () => {
            this.hush();
            this.page.takeBack();
          },
        },
        second: { words: t("Play on"), act: () => this.hush() },
      },
      t("Your last move was a mistake."),
    );
  }

  close() {
    clearTimeout(this.timer);
    this.unwatch();
  }
}

/** @param {RemarkView} remark */
const wordsOf = ({ sayings }) => sayings.map(sayingText).join(" ");
