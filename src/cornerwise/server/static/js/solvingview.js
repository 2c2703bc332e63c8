/** What the views of puzzles and of problems have in common: frame, board, trays, and words for the piece that is held. */

import { fill, h, keep, onPhone, refresh } from "./dom.js";
import { frame } from "./frame.js";
import { orientationOf, slotOf, spotsOf } from "./ghost.js";
import { drawFloating, drawReady, fitBoard, nudges } from "./holding.js";
import { t, tn } from "./i18n.js";
import { icon, iconButton, iconLink } from "./icons.js";
import { patterns } from "./seats.js";
import { settings } from "./settings.js";
import { reasonText } from "./words.js";

/**
 * What such a view needs of its page.
 * @typedef {object} SolvingPage
 * @property {import("../page").Geometry} geometry
 * @property {import("./controller.js").Controller} controller
 * @property {import("./board.js").Board} board
 * @property {import("./tray.js").Tray} tray
 * @property {import("./ghost.js").Held} held
 * @property {import("./tray.js").TrayHand[]} trays
 * @property {unknown} looking  whose tray is looked at, if not that of the colour on turn
 * @property {import("./controller.js").Controller["input"]} input
 * @property {() => Promise<void>} place
 * @property {() => Promise<void>} hint
 */

/** @template {SolvingPage} P */
export class SolvingView {
  /**
   * @param {HTMLElement} main
   * @param {P} page
   * @param {{kind: string, named?: boolean, most?: number, result?: HTMLElement[]}} look
   *   named: whether cells have names; most: the longest side of a cell in pixels; result: what its part always holds
   */
  constructor(main, page, { kind, named = true, most, result = [] }) {
    this.page = page;
    this.named = named;
    this.most = most;
    this.el = frame(
      {
        turn: page.input.turn,
        place: () => void page.place(),
        putBack: () => page.controller.putBack(),
        typed: (text) => page.controller.typed(text),
      },
      page.geometry.data.names.slice(0, 2).join(","),
    );
    this.root = h("div", { class: `game ${kind}` });
    this.about = h("section", { class: "about" });
    /** The pieces of the colours that are not on turn, where there is room for them. */
    this.others = h("section", { class: "othertrays", "aria-label": t("Trays") });
    this.tabs = h("div", { class: "traytabs", role: "group", "aria-label": t("Trays") });
    this.el.result.append(...result);
    this.#build(main);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(this.el.board);
  }

  /** @param {HTMLElement} main */
  #build(main) {
    const { el, page } = this;
    const [left, top, right, bottom] = page.geometry.box;
    el.tray.append(el.trayHead, page.tray.element, el.tip);
    if (!this.named) for (const part of [el.typed.form, el.typed.opener]) part.remove();
    page.board.element.append(el.floating, el.why);
    el.board.append(page.board.element);
    const { head, notices, me, result, tray, hold, status, bar, foot } = el;
    this.root.append(
      el.strip,
      h("div", { class: "g-left" }, head, notices, me, result, tray, hold, status, bar, foot),
      h("div", { class: "g-middle" }, el.board),
      h("div", { class: "g-right" }, this.about, el.actions, this.others),
    );
    this.root.style.setProperty("--ratio", String((bottom - top) / (right - left)));
    fill(main, this.root);
  }

  get coordinates() {
    return this.named && settings.coordinates;
  }

  fit() {
    const { page, el, most, coordinates } = this;
    fitBoard(page.board, el.board, { coordinates, most });
    drawFloating(page.board, page.held, el);
  }

  close() {
    this.observer.disconnect();
  }

  /** The buttons of the trays are drawn anew: the focus stays with them. @param {string} colour */
  focusTray(colour) {
    /** @type {HTMLElement | null} */ (this.tabs.querySelector(`[data-tray=${colour}]`))?.focus();
  }

  // --- drawing -----------------------------------------------------------------------------------

  /** @param {string} sub @param {string} title @param {() => void} menu */
  drawHead(sub, title, menu) {
    refresh(
      this.el.head,
      h("div", {}, h("p", { class: "sub" }, sub), h("h1", {}, title)),
      iconButton("sliders", t("Menu"), menu, { class: "iconbutton more" }),
    );
  }

  /** The way to all puzzles, at the beginning of the strip. */
  wayBack() {
    return iconLink("back", t("All puzzles"), "/puzzles");
  }

  /** The board with the piece that is held. @param {Partial<import("./board.js").Board["state"]>} more */
  drawBoard(more) {
    const { board, held, geometry } = this.page;
    Object.assign(board.state, {
      ghost: held.ghost,
      coordinates: this.coordinates,
      patterns: patterns(),
      spots:
        settings.spots && held.picked >= 0
          ? [...new Set(spotsOf(held).flatMap((n) => geometry.placement(n).cells))]
          : [],
      ...more,
    });
    board.render();
  }

  /**
   * The tray that is open.
   * @param {string} title
   * @param {(count: number) => string} [left]  how many pieces there are, in words
   */
  drawTray(title, left = (count) => tn("{n} piece left", "{n} pieces left", count)) {
    const { trays, tray, held, geometry, looking } = this.page;
    const count = trays.reduce((sum, { left }) => sum + left.length, 0);
    fill(this.el.trayHead, h("h2", {}, title), h("span", { class: "quiet" }, left(count)));
    keep(tray.element, "aria-label", t("Pieces"));
    tray.show({
      edition: geometry.data,
      hands: trays,
      picked: slotOf(held),
      held: (piece) => orientationOf(held, piece),
      patterns: patterns(),
    });
    tray.element.classList.toggle("later", looking !== null);
  }

  /** What can be done with the piece that is held. @param {boolean} [asking] */
  drawHolding(asking = false) {
    const { held, board } = this.page;
    drawReady(this.el, held, Boolean(held.ghost?.legal) && !asking);
    drawFloating(board, held, this.el);
  }

  /** What is said of the piece that is held; nothing if there is none. */
  heldWords() {
    const { held, geometry } = this.page;
    if (held.ghost?.legal) return t("Fits here.");
    if (held.ghost)
      return held.ghost.reason
        ? reasonText(held.ghost.reason.code, geometry.data.grid)
        : t("Does not fit here.");
    if (held.picked < 0) return "";
    const spots = spotsOf(held).length;
    if (!spots) return t("No spot left for this piece.");
    return tn(
      "{n} spot for this piece. Move it onto the board.",
      "{n} spots for this piece. Move it onto the board.",
      spots,
    );
  }

  /**
   * The line of status, and the button beside it.
   * @param {string} words
   * @param {{signed: boolean, unasked: boolean, hidden: boolean}} how
   *   signed: the words are about where the piece lies; unasked: a hint may be asked for
   */
  drawStatus(words, { signed, unasked, hidden }) {
    const { page, el } = this;
    const { ghost } = page.held;
    el.status.hidden = hidden;
    refresh(
      el.status,
      signed && ghost ? icon(ghost.legal ? "check" : "close", 18) : null,
      h("span", { class: "words" }, words),
      onPhone() && ghost?.laid
        ? nudges(page.input.nudge)
        : h(
            "button",
            {
              type: "button",
              class: "button plain hintbutton",
              disabled: !unasked,
              onclick: () => void page.hint(),
            },
            icon("hint"),
            t("Hint"),
          ),
    );
  }
}
