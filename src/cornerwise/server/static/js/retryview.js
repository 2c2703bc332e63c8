/** The view of positions to try again: board, what is asked, the tray, what a try is worth. */

import { fill, h, keep, onPhone, refresh } from "./dom.js";
import { frame } from "./frame.js";
import { orientationOf, slotOf, spotsOf } from "./ghost.js";
import { drawFloating, drawReady, fitBoard, nudges } from "./holding.js";
import { number, t, tn } from "./i18n.js";
import { icon, iconLink } from "./icons.js";
import { moveText } from "./moves.js";
import { chip } from "./piece.js";
import { reasonButton } from "./reviewlist.js";
import { lossText } from "./reviewwords.js";
import { sayingText } from "./sayings.js";
import { patterns } from "./seats.js";
import { settings } from "./settings.js";
import { colourName, reasonText } from "./words.js";

/** @typedef {import("../pages/retry.js").RetryPage} RetryPage */
/** @typedef {import("../types").TutorReason} TutorReason */

/** After so many wrong tries the piece to think of is named. */
const NUDGED = 2;

export class RetryView {
  /** @param {HTMLElement} main @param {RetryPage} page */
  constructor(main, page) {
    this.page = page;
    const { data } = page.geometry;
    this.el = frame(
      {
        turn: page.input.turn,
        place: () => void page.place(),
        putBack: () => page.controller.putBack(),
        typed: (text) => page.controller.typed(text),
      },
      `${data.names[0]},${data.names[1]}`,
    );
    const { el } = this;
    this.title = h("h1", { tabindex: "-1" });
    this.task = h("p", { class: "rule" });
    this.way = h("div", { class: "way", role: "status" });
    this.foot = h("div", { class: "foot-row" });
    this.dots = h("ol", { class: "steps-dots" });
    this.root = h("div", { class: `lesson retry ${data.grid}` });
    page.board.element.append(el.floating, el.why);
    el.board.append(page.board.element);
    this.piece = h("div", { class: "l-piece" }, page.tray.element, el.hold, el.tip);
    this.root.append(
      h(
        "div",
        { class: "l-top" },
        iconLink("back", t("To the review"), `/review/${page.table.game.id}`, {
          class: "iconbutton back",
        }),
        h("p", {}, t("Learn from your mistakes")),
        this.dots,
      ),
      h("div", { class: "l-board" }, el.board),
      h(
        "div",
        { class: "l-words" },
        this.title,
        this.task,
        this.piece,
        this.way,
        el.foot,
        this.foot,
        el.bar,
      ),
    );
    fill(main, this.root);
    this.observer = new ResizeObserver(() => this.#fit());
    this.observer.observe(el.board);
  }

  close() {
    this.observer.disconnect();
  }

  #fit() {
    fitBoard(this.page.board, this.el.board, settings);
    drawFloating(this.page.board, this.page.held, this.el);
  }

  /** Goes to the button that leads on. */
  focusNext() {
    requestAnimationFrame(() =>
      /** @type {HTMLElement | null} */ (this.foot.querySelector(".next"))?.focus({
        preventScroll: true,
      }),
    );
  }

  render() {
    const { page } = this;
    document.title = `${t("Learn from your mistakes")} · Cornerwise`;
    refresh(
      this.dots,
      page.review.errors.map((move, n) =>
        h(
          "li",
          {},
          h("button", {
            type: "button",
            class: n === page.at ? "here" : page.done.has(n) ? "done" : "",
            "aria-label": t("Position {n} of {all}, move {move}", {
              n: number(n + 1),
              all: number(page.count),
              move: number(move),
            }),
            "aria-current": n === page.at ? "step" : null,
            onclick: () => void page.go(n),
          }),
        ),
      ),
    );
    if (page.over) this.#renderEnd();
    else {
      const { move, table } = page;
      refresh(
        this.title,
        t("Position {n} of {all}", { n: number(page.at + 1), all: number(page.count) }),
      );
      refresh(
        this.task,
        chip(move.colour, 16),
        ` ${t("{colour} to move. {move} was played here. Find a better move.", {
          colour: colourName(move.colour),
          move: moveText(table, move.placement),
        })}`,
      );
    }
    this.#fit();
    this.renderHeld();
  }

  /** What came of all positions. */
  #renderEnd() {
    const { page } = this;
    const found = [...page.done.values()].filter((how) => how === "found").length;
    refresh(
      this.title,
      tn("You found {n} better move of {all}", "You found {n} better moves of {all}", found, {
        all: number(page.count),
      }),
    );
    refresh(
      this.task,
      found === page.count
        ? t("You found all of them yourself.")
        : t("Try again what was shown to you: it stays longer if you find it yourself."),
    );
  }

  /** Draws what follows the piece that is held and the last try. */
  renderHeld() {
    const { page, el } = this;
    const { held } = page;
    this.renderBoard();
    this.piece.hidden = page.over;
    page.tray.show({
      edition: page.geometry.data,
      hands: page.hands,
      picked: slotOf(held),
      held: (piece) => orientationOf(held, piece),
      patterns: patterns(),
    });
    keep(page.tray.element, "aria-label", t("Your pieces"));
    el.bar.hidden = page.over || page.settled;
    el.hold.hidden = el.foot.hidden = el.bar.hidden;
    this.root.classList.toggle("laid", el.bar.hidden);
    drawReady(el, held, Boolean(held.ghost?.legal) && page.stage !== "judging");
    this.#renderWay();
    this.#renderFoot();
    drawFloating(page.board, held, el);
  }

  /** Draws the position, what was tried or shown, and what a sentence speaks of. */
  renderBoard() {
    const { page } = this;
    const { board, held, move, stage, tried, table, position } = page;
    const { state } = board;
    const setup = table.game.setup.length;
    const made = page.over ? table.moves.length : move.number - 1;
    const before = [...table.game.setup, ...table.moves.slice(0, made)].map(
      ([colour, placement]) => ({ colour, placement }),
    );
    state.setup = setup;
    state.placed = before;
    state.hints = [];
    state.marked = made > 0 ? [before.length - 1] : [];
    if (stage === "right" && tried) {
      state.placed = [...before, { colour: move.colour, placement: tried.placement }];
      state.marked = [before.length];
    } else if (stage === "shown") {
      state.hints = [
        { colour: move.colour, placement: page.best.placement, look: "best" },
        { colour: move.colour, placement: move.placement, look: "made" },
      ];
    } else if (stage === "wrong" && tried) {
      state.hints = [{ colour: move.colour, placement: tried.placement, look: "made" }];
      const [colour, placement] = tried.found.reply[1] ?? [];
      if (colour && placement !== undefined) state.hints.push({ colour, placement });
    }
    state.ghost = held.ghost;
    const reason = page.pointed ?? page.picked;
    state.areas = reason ? [{ cells: reason.cells, colour: reason.colour }] : [];
    const usable =
      held.picked >= 0
        ? new Set(spotsOf(held).flatMap((n) => page.geometry.placement(n).cells))
        : null;
    state.dotColour = move.colour;
    state.dots =
      settings.corners && position && !page.over && !page.settled
        ? position.open.filter((cell) => !usable || usable.has(cell))
        : [];
    state.spots = settings.spots && usable ? [...usable] : [];
    state.coordinates = settings.coordinates;
    state.numbers = false;
    state.lastMove = settings.lastMove;
    state.patterns = patterns();
    board.render();
  }

  /** What is said of the try, or what to do. */
  #renderWay() {
    const { page } = this;
    const { head, sign, reasons, more } = this.#said();
    keep(this.way, "class", `way${head ? " says" : ""}`);
    refresh(
      this.way,
      sign ? icon(sign, 18) : null,
      h(
        "div",
        { class: "words" },
        head ? h("b", {}, head) : null,
        reasons.length
          ? h(
              "span",
              {},
              reasons.flatMap((reason) => [reasonButton(reason, page, page), " "]),
            )
          : null,
        more ? h("span", {}, more) : null,
      ),
      onPhone() && page.held.ghost?.laid ? nudges(page.input.nudge) : null,
    );
  }

  /** @returns {{head: string, sign?: "check" | "close", reasons: TutorReason[], more?: string}} */
  #said() {
    const { page } = this;
    const { stage, tried, held, table, trouble } = page;
    const { ghost } = held;
    if (page.over) return { head: "", reasons: [] };
    if (trouble) return { head: trouble, sign: "close", reasons: [] };
    if (stage === "judging") return { head: t("Looking at your move."), reasons: [] };
    if (stage === "right" && tried)
      return {
        head: tried.found.best
          ? t("Right: this is the best move.")
          : t("Right: this is as good as the best move."),
        sign: "check",
        reasons: tried.found.reasons.slice(0, 2),
      };
    if (stage === "shown")
      return {
        head: t("The best move is {move}.", { move: moveText(table, page.best.placement) }),
        reasons: (page.move.better.length ? page.move.better : page.best.reasons).slice(0, 2),
      };
    if (stage === "wrong" && tried) return this.#refuted(tried.found);
    if (ghost?.legal) return { head: t("Fits here."), sign: "check", reasons: [] };
    if (ghost)
      return {
        head: ghost.reason
          ? reasonText(ghost.reason.code, page.geometry.data.grid)
          : t("Does not fit here."),
        sign: "close",
        reasons: [],
      };
    if (held.picked >= 0)
      return {
        head: "",
        reasons: [],
        more: tn(
          "{n} spot for this piece. Move it onto the board.",
          "{n} spots for this piece. Move it onto the board.",
          spotsOf(held).length,
        ),
      };
    return { head: "", reasons: [], more: page.position ? t("Pick a piece.") : "" };
  }

  /** Why a try is wrong. @param {import("../types").Assessment} found */
  #refuted({ loss, points, against, reply, nudge }) {
    const { page } = this;
    const [colour, placement] = reply[1] ?? [];
    const parts = [];
    if (colour && placement !== undefined)
      parts.push(
        t("{colour} answers with {move}.", {
          colour: colourName(colour),
          move: moveText(page.table, placement),
        }),
      );
    if (page.tries >= NUDGED) parts.push(sayingText(nudge));
    return {
      head: lossText(loss, points),
      sign: /** @type {const} */ ("close"),
      reasons: against.slice(0, 2),
      more: parts.join(" "),
    };
  }

  #renderFoot() {
    const { page } = this;
    const back = `/review/${page.table.game.id}`;
    const button = (
      /** @type {string} */ look,
      /** @type {string} */ words,
      /** @type {() => void} */ act,
      disabled = false,
    ) => h("button", { type: "button", class: `button ${look}`, disabled, onclick: act }, words);
    const last = page.at === page.count - 1;
    refresh(
      this.foot,
      page.over
        ? [
            h("a", { class: "button primary next", href: back }, t("To the review")),
            button("plain", t("Once more"), () => {
              page.done.clear();
              void page.go(0);
            }),
          ]
        : [
            button(
              `next${page.settled ? " primary" : ""}`,
              last ? t("Finish") : t("Next"),
              () => void page.go(page.at + 1),
              !page.settled,
            ),
            page.settled
              ? null
              : button(
                  "plain showme",
                  t("Show me"),
                  () => page.showMe(),
                  page.stage === "judging" || !page.position, // not there yet
                ),
            h("a", { class: "button plain skip", href: back }, t("To the review")),
          ],
    );
  }
}
