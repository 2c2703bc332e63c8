/** What the engine thinks of the position that is shown: on or off, as far as it has come, and why. */

import { AnalysisLink } from "./analysislink.js";
import { refusalText } from "./words.js";

/** @typedef {import("../types").AnalysisView} AnalysisView */
/** @typedef {import("../types").ExplanationView} ExplanationView */
/** @typedef {import("../types").Line} Line */

export class Thinking {
  /**
   * @param {boolean} live
   * @param {() => void} changed  there is something new to show
   * @param {(found: AnalysisView) => void} ended  it has thought for as long as it may
   */
  constructor(live, changed, ended) {
    this.live = live;
    this.changed = changed;
    /** The line that is thought about, if there is anything to think. @type {Line | null} */
    this.line = null;
    /** What is thought; null until there is something. @type {AnalysisView | null} */
    this.analysis = null;
    /** Why nothing is thought. */
    this.trouble = "";
    /** The candidate that is to be explained, -1 for none. */
    this.asked = -1;
    /** @type {ExplanationView | null} */
    this.explained = null;
    this.link = new AnalysisLink({
      found: (found) => {
        this.analysis = found;
        this.trouble = "";
        if (found.done) ended(found);
        changed();
      },
      explained: (explained) => {
        this.explained = explained;
        changed();
      },
      refused: (why) => {
        // What is wrong with a position is said elsewhere.
        this.trouble = ["illegal", "not_now"].includes(why.code) ? "" : refusalText(why);
        changed();
      },
    });
  }

  /** Turns to another position; null if there is nothing to think about. @param {Line | null} line */
  turnTo(line) {
    this.line = line;
    this.analysis = this.explained = null;
    this.asked = -1;
    this.trouble = "";
    this.link.analyse(this.live ? line : null);
  }

  /** @param {boolean} on */
  toggle(on) {
    this.live = on;
    this.turnTo(this.line);
  }

  /** Shows why a candidate is good, or no longer. @param {number} placement */
  explain(placement) {
    this.asked = this.asked === placement ? -1 : placement;
    this.explained = null;
    if (this.asked >= 0) this.link.explain(placement);
    this.changed();
  }

  close() {
    this.link.close();
  }
}
