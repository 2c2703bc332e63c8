/** Who helps in a game, the coach and the tips: they are fetched when they are first needed. */

import { Advisor } from "./advisor.js";
import { countFirst, isCoached } from "./coached.js";
import { watch } from "./settings.js";

/** @typedef {import("./table.js").Table} Table */

export class Helpers {
  /**
   * @param {Table} table
   * @param {(type: string, fields: Record<string, unknown>) => Promise<import("../page").Answer>} request
   * @param {import("./coach.js").Surroundings & {changed: () => void}} page
   */
  constructor(table, request, page) {
    this.table = table;
    this.page = page;
    this.advisor = new Advisor(request);
    /** @type {import("./coach.js").Coach | null} */
    this.coach = null;
    /** @type {import("./tips.js").Tips | null} */
    this.tips = null;
    this.closed = false;
    this.unwatch = watch(() => void this.#call());
  }

  /** Lets the coach come, if it is wanted. */
  begin() {
    countFirst(this.table);
    void this.#call();
  }

  async #call() {
    if (this.coach || !isCoached(this.table)) return;
    const { Coach } = await import("./coach.js");
    if (this.coach || this.closed) return;
    this.coach = new Coach(this.table, this.advisor, this.page);
    this.coach.begin();
  }

  /** The next step of a tip. */
  async tip() {
    const { Tips } = await import("./tips.js");
    this.tips ??= new Tips(this.table, this.advisor, this.page);
    return this.tips.next();
  }

  close() {
    this.closed = true;
    this.unwatch();
    this.coach?.close();
  }
}
