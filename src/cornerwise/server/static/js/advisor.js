/** Requests that make the server search. It takes one at a time of each reader, so the others wait here. */

import { allWords } from "./i18n.js";
import { Refusal } from "./net.js";

/** @typedef {import("../page").Answer} Answer */

export class Advisor {
  /** @param {(type: string, fields: Record<string, unknown>) => Promise<Answer>} request */
  constructor(request) {
    this.request = request;
    /** What is under way. @type {Promise<unknown>} */
    this.running = Promise.resolve();
    this.newest = 0;
  }

  /** A tip for this position. */
  tip() {
    return this.#ask("hint", {}, () => true);
  }

  /**
   * What a move would cost. If another one is to be weighed before it was its turn, it is refused.
   * @param {number} placement
   */
  weigh(placement) {
    const mine = ++this.newest;
    return this.#ask("weigh", { placement }, () => mine === this.newest);
  }

  /** @param {string} type @param {Record<string, unknown>} fields @param {() => boolean} wanted */
  #ask(type, fields, wanted) {
    const answer = this.running.then(async () => {
      if (!wanted()) throw new Refusal("busy", "another move is weighed");
      const [found] = await Promise.all([this.request(type, fields), allWords()]);
      return found;
    });
    this.running = answer.catch(() => undefined);
    return answer;
  }
}
