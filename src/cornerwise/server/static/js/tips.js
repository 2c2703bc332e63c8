/** A tip in three steps: which piece and where to look, why, and the move. One answer of the server has them all. */

import { announce } from "./announce.js";
import { markedWords } from "./drawn.js";
import { layPlacement, putBack } from "./ghost.js";
import { t } from "./i18n.js";
import { sayingText } from "./sayings.js";
import { myTurn } from "./table.js";
import { refusalText } from "./words.js";

/** @typedef {import("../types").HintReply} Tip */
/** @typedef {import("../types").TutorReason} TutorReason */

/** So many letters have room in the line of status. */
const ROOM = 110;

export class Tips {
  /**
   * @param {import("./table.js").Table} table
   * @param {import("./advisor.js").Advisor} advisor
   * @param {{changed: () => void, drawn: () => void}} page  the piece that is held changed; something else did
   */
  constructor(table, advisor, page) {
    this.table = table;
    this.advisor = advisor;
    this.page = page;
    /** @type {Tip | null} */
    this.tip = null;
  }

  /** The next step; the last one is shown again. */
  async next() {
    const { table } = this;
    if (!table.state.hints || !myTurn(table) || table.pondering) return;
    try {
      if (this.tip?.seq !== table.state.seq) await this.#fetch();
      if (this.tip?.seq !== table.state.seq) return;
      table.tipped = Math.min(3, table.tipped + 1);
      this.#show(this.tip);
    } catch (error) {
      table.said = refusalText(/** @type {import("./net.js").Refusal} */ (error));
    }
    this.page.drawn();
  }

  async #fetch() {
    const { table } = this;
    table.pondering = true;
    this.page.drawn();
    try {
      this.tip = /** @type {Tip} */ (/** @type {unknown} */ (await this.advisor.tip()));
    } finally {
      table.pondering = false;
    }
  }

  /** @param {Tip} tip */
  #show(tip) {
    const { table } = this;
    const { colour } = table.held;
    if (!colour) return;
    const { geometry } = table;
    const { piece, cells } = geometry.placement(tip.placement);
    table.hint = null;
    table.shown = { hints: [], areas: [] };
    if (table.tipped === 1) {
      table.nudged = piece;
      table.shown.areas = [{ cells: tip.area, colour }];
      table.said = `${sayingText(tip.nudge)} ${t("Press again for the reason.")}`;
    } else if (table.tipped === 2) {
      const reasons = withRoom(tip.reasons);
      const drawn = reasons.filter((reason) => reason.cells.length);
      table.shown.areas = drawn.map((reason) => ({ cells: reason.cells, colour: reason.colour }));
      table.said = textOf(reasons) || t("The reason lies deeper. Press again for the move.");
    } else {
      putBack(table.held);
      table.hint = { colour, placement: tip.placement };
      table.said = t("Hint: {piece} at {cell}. Enter or a click takes it up.", {
        piece: geometry.data.pieces[piece].name,
        cell: geometry.data.names[cells[0]],
      });
    }
    for (const area of table.shown.areas) announce(markedWords(geometry, area.cells));
  }

  /** Lays the piece of the hint; false if none is shown. */
  take() {
    const { table } = this;
    if (!table.hint) return false;
    layPlacement(table.held, table.hint.placement);
    table.hint = null;
    table.said = "";
    this.page.changed();
    return true;
  }
}

/** @param {TutorReason[]} reasons */
const textOf = (reasons) => reasons.map(({ saying }) => sayingText(saying)).join(" ");

/**
 * The first reason, and the next ones as far as there is room.
 * @param {TutorReason[]} reasons
 */
const withRoom = (reasons) =>
  reasons.filter((_, at) => !at || textOf(reasons.slice(0, at + 1)).length <= ROOM);
