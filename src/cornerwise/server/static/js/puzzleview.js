/** The view of a puzzle's page: it draws board, tray and words, and calls back what the reader does. */

import { settingsList } from "./controls.js";
import { fill, h, keep, onPhone, refresh } from "./dom.js";
import { frame } from "./frame.js";
import { orientationOf, slotOf, spotsOf } from "./ghost.js";
import { drawFloating, drawReady, fitBoard, nudges } from "./holding.js";
import { t, tn } from "./i18n.js";
import { icon } from "./icons.js";
import { dialog, showKeys } from "./menu.js";
import { sharedNotice, showSharing } from "./puzzlesharing.js";
import { otherTrays, trayTabs } from "./puzzletrays.js";
import {
  goalText,
  knownText,
  levelMarks,
  puzzleTitle,
  sizeText,
  spentText,
} from "./puzzlewords.js";
import { patterns } from "./seats.js";
import { change, settings } from "./settings.js";
import { cellCount, colourName, leftText, reasonText } from "./words.js";

/** The longest side of a cell, in pixels: small figures need no large board. */
const MOST = 72;

export class PuzzleView {
  /**
   * @param {HTMLElement} main
   * @param {import("../pages/puzzle.js").PuzzlePage} page
   */
  constructor(main, page) {
    this.page = page;
    const { board: data } = page.puzzle;
    /** Figures have no coordinates: their rows begin and end where they like. */
    this.named = page.puzzle.level === 0;
    this.el = frame(
      {
        turn: page.input.turn,
        place: () => void page.place(),
        putBack: () => page.controller.putBack(),
        typed: (text) => page.controller.typed(text),
      },
      data.names.slice(0, 2).join(","),
    );
    this.root = h("div", { class: "game puzzle" });
    this.about = h("section", { class: "about" });
    /** The pieces of the colours that are not on turn, where there is room for them. */
    this.others = h("section", {
      class: "othertrays",
      hidden: !page.puzzle.game,
      "aria-label": t("Trays"),
    });
    this.tabs = h("div", { class: "traytabs", role: "group", "aria-label": t("Trays") });
    /** What can be done, in the open menu. @type {HTMLElement | null} */
    this.menu = null;
    this.#build(main);
    this.observer = new ResizeObserver(() => this.#fit());
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
    this.root.append(
      el.strip,
      h(
        "div",
        { class: "g-left" },
        el.head,
        el.notices,
        el.me,
        el.result,
        el.tray,
        el.hold,
        el.status,
        el.bar,
        el.foot,
      ),
      h("div", { class: "g-middle" }, el.board),
      h("div", { class: "g-right" }, this.about, el.actions, this.others),
    );
    this.root.style.setProperty("--ratio", String((bottom - top) / (right - left)));
    fill(main, this.root);
  }

  get #coordinates() {
    return this.named && settings.coordinates;
  }

  #fit() {
    fitBoard(this.page.board, this.el.board, { coordinates: this.#coordinates, most: MOST });
    drawFloating(this.page.board, this.page.hand, this.el);
  }

  close() {
    this.observer.disconnect();
  }

  /** Brings the timer up to date. */
  tick() {
    for (const clock of this.root.querySelectorAll(".clock"))
      clock.textContent = spentText(this.page.record.ms);
  }

  /** Draws everything. */
  render() {
    const { page, el } = this;
    const { puzzle } = page;
    const title = puzzleTitle(puzzle);
    document.title = `${title} · Cornerwise`;
    this.root.classList.toggle("solved", page.solved);
    refresh(
      el.head,
      h("div", {}, h("p", { class: "sub" }, sizeText(puzzle)), h("h1", {}, title)),
      h(
        "button",
        {
          type: "button",
          class: "iconbutton more",
          "aria-label": t("Menu"),
          title: t("Menu"),
          onclick: () => this.#showMenu(),
        },
        icon("sliders"),
      ),
    );
    this.#renderStrip(title);
    this.#renderMe();
    this.#renderResult();
    refresh(el.notices, page.shared ? sharedNotice(page, page.shared) : null);
    refresh(this.about, this.#aboutParts());
    refresh(el.actions, this.#actions());
    el.actions.hidden = page.solved;
    if (this.menu) refresh(this.menu, this.#actions());
    this.#fit();
    this.renderHand();
  }

  /** Draws what follows the piece in the hand: board, tray, status, buttons. */
  renderHand() {
    const { page, el } = this;
    const { hand, board } = page;
    const { state } = board;
    state.ghost = hand.ghost;
    state.coordinates = this.#coordinates;
    state.numbers = settings.numbers && page.puzzle.game !== null;
    state.lastMove = settings.lastMove && !page.solved;
    state.patterns = patterns();
    state.joints = page.puzzle.contact.own === "vertices"; // elsewhere it means nothing to meet
    state.spots =
      settings.spots && hand.picked >= 0
        ? [...new Set(spotsOf(hand).flatMap((n) => page.geometry.placement(n).cells))]
        : [];
    board.render();
    const { trays: hands } = page;
    for (const part of [el.tray, el.hold, el.foot, el.bar]) part.hidden = page.solved;
    const count = hands.reduce((sum, { left }) => sum + left.length, 0);
    fill(
      el.trayHead,
      h(
        "h2",
        {},
        hands.length === 1 && page.puzzle.game
          ? t("Pieces of {name}", { name: colourName(hands[0].colour) })
          : t("Pieces"),
      ),
      h("span", { class: "quiet" }, tn("{n} piece left", "{n} pieces left", count)),
    );
    keep(page.tray.element, "aria-label", t("Pieces"));
    page.tray.show({
      edition: page.puzzle.board,
      hands,
      picked: slotOf(hand),
      held: (piece) => orientationOf(hand, piece),
      patterns: patterns(),
    });
    page.tray.element.classList.toggle("later", page.looking !== null);
    if (page.puzzle.game && page.state) {
      refresh(this.tabs, trayTabs(page));
      refresh(this.others, page.solved ? null : otherTrays(page));
    }
    this.#renderStatus();
    drawReady(el, hand, Boolean(hand.ghost?.legal));
    drawFloating(board, hand, el);
  }

  /** The buttons of the trays are drawn anew: the focus stays with them. @param {string} colour */
  focusTray(colour) {
    /** @type {HTMLElement | null} */ (this.tabs.querySelector(`[data-tray=${colour}]`))?.focus();
  }

  // --- parts -------------------------------------------------------------------------------------

  /** @param {string} title */
  #renderStrip(title) {
    const { page } = this;
    const button = (
      /** @type {import("./icons.js").IconName} */ name,
      /** @type {string} */ words,
      /** @type {() => void} */ act,
      disabled = false,
    ) =>
      h(
        "button",
        { type: "button", class: "iconbutton", "aria-label": words, disabled, onclick: act },
        icon(name),
      );
    refresh(
      this.el.strip,
      h(
        "a",
        { class: "iconbutton", href: "/puzzles", "aria-label": t("All puzzles") },
        icon("back"),
      ),
      h(
        "h1",
        { class: "name" },
        title,
        page.puzzle.game && page.state
          ? h("small", {}, leftText(page.puzzle.grid, page.state.cells_left))
          : null,
      ),
      button("undo", t("Undo"), () => void page.go(-1), !page.canUndo),
      button("redo", t("Redo"), () => void page.go(1), !page.canRedo),
      button("menu", t("Menu"), () => this.#showMenu()),
    );
  }

  /** What is left, and the time spent. */
  #renderMe() {
    const { state, puzzle, record, solved } = this.page;
    const words = state ? leftText(puzzle.grid, state.cells_left) : "";
    this.el.me.hidden = solved;
    refresh(
      this.el.me,
      h(
        "div",
        { class: "person" },
        puzzle.game ? this.tabs : null,
        h("span", { class: "name" }, words),
        h(
          "span",
          { class: "end" },
          settings.timer
            ? h("span", { class: "clock", role: "timer" }, spentText(record.ms))
            : null,
          h(
            "button",
            {
              type: "button",
              class: "iconbutton",
              "aria-pressed": String(settings.timer),
              "aria-label": t("Show the time"),
              title: t("Show the time"),
              onclick: () => change({ timer: !settings.timer }),
            },
            icon("eye"),
          ),
        ),
      ),
    );
  }

  #renderResult() {
    const { page, el } = this;
    const { record, solved } = page;
    el.result.hidden = !solved;
    if (!solved) return;
    refresh(
      el.result,
      h(
        "p",
        { class: "done" },
        icon("check"),
        t("Solved in {time}", { time: spentText(record.ms) }),
      ),
      record.hints
        ? h("p", { class: "quiet" }, tn("With {n} hint", "With {n} hints", record.hints))
        : null,
      record.hints && page.daily
        ? h("p", { class: "quiet" }, t("Days solved with hints do not lengthen your streak."))
        : null,
      h(
        "div",
        { class: "menu-actions" },
        page.next
          ? h(
              "a",
              { class: "button primary next", href: `/puzzles/${page.next.id}` },
              t("Next puzzle"),
              h("small", {}, puzzleTitle(page.next)),
            )
          : null,
        h(
          "button",
          { type: "button", class: "button", onclick: () => showSharing(page) },
          icon("link"),
          t("Share"),
        ),
        h(
          "button",
          { type: "button", class: "button plain", onclick: () => void page.restart() },
          icon("restart"),
          t("Once more"),
        ),
        h(
          "a",
          { class: `button ${page.next ? "plain" : "primary"}`, href: "/puzzles" },
          t("All puzzles"),
        ),
      ),
    );
  }

  /** The line of status. */
  statusWords() {
    const { page } = this;
    const { hand, state, puzzle } = page;
    if (page.said) return page.said;
    // On a phone the button that asks for a hint stands here, so the answers do, too.
    if (onPhone() && (page.asking || page.answer))
      return this.answerWords(page.asking || (page.answer?.to ?? ""));
    if (page.solved) return "";
    if (hand.ghost?.legal) return t("Fits here.");
    if (hand.ghost)
      return hand.ghost.reason
        ? reasonText(hand.ghost.reason.code, page.puzzle.grid)
        : t("Does not fit here.");
    if (hand.picked >= 0) {
      const spots = spotsOf(hand).length;
      if (!spots) return t("No spot left for this piece.");
      return tn(
        "{n} spot for this piece. Move it onto the board.",
        "{n} spots for this piece. Move it onto the board.",
        spots,
      );
    }
    if (state?.stuck) {
      if (puzzle.game)
        return t("No piece can be placed any more: {cells} left.", {
          cells: cellCount(puzzle.grid, state.cells_left),
        });
      return state.cells_left
        ? t("No piece fits any more. Take one back.")
        : t("All is filled, but not every piece touches its colour as it should.");
    }
    return puzzle.game || !page.marks.length
      ? t("Pick a piece.")
      : t("Pick a piece, or take one up from the board.");
  }

  /** What is said beside the button that asks a question. @param {string} question */
  answerWords(question) {
    const { asking, answer } = this.page;
    if (asking && asking === question)
      return asking === "hint"
        ? t("Looking for a hint.")
        : t("Checking whether this can still be solved.");
    return answer?.to === question ? answer.words : "";
  }

  #renderStatus() {
    const { page, el } = this;
    const { ghost } = page.hand;
    const words = this.statusWords();
    const sign =
      page.said || page.asking || page.answer || !ghost
        ? null
        : ghost.legal
          ? icon("check", 18)
          : icon("close", 18);
    el.status.hidden = page.solved;
    refresh(
      el.status,
      sign,
      h("span", { class: "words" }, words),
      onPhone() && ghost?.laid
        ? nudges(page.input.nudge)
        : h(
            "button",
            {
              type: "button",
              class: "button plain hintbutton",
              disabled: page.asking !== "",
              onclick: () => void page.hint(),
            },
            icon("hint"),
            t("Hint"),
          ),
    );
  }

  /** What is wanted and known. */
  #aboutParts() {
    const { puzzle, record, solved, state } = this.page;
    const pairs = state?.equal_pairs ?? 0;
    const facts = [
      puzzle.id === "rectangle" && pairs
        ? tn("{n} pair of equal shapes touches here", "{n} pairs of equal shapes touch here", pairs)
        : null,
      record.best !== null
        ? t("Best: {cells} left", { cells: cellCount(puzzle.grid, record.best) })
        : null,
      record.solved && !solved
        ? t("Solved in {time}", { time: spentText(record.solved.ms) })
        : null,
      record.hints && !solved ? tn("{n} hint so far", "{n} hints so far", record.hints) : null,
    ];
    return [
      h("h2", {}, t("What to do")),
      h("p", {}, goalText(puzzle)),
      puzzle.level
        ? h(
            "p",
            { class: "level-line" },
            h("span", { "aria-hidden": "true" }, t("Difficulty")),
            levelMarks(puzzle.level),
          )
        : null,
      knownText(puzzle).map((text) => h("p", { class: "quiet" }, text)),
      puzzle.id === "rectangle"
        ? h(
            "p",
            {},
            h("a", { href: "/puzzles/rectangle-chain" }, t("Master: one chain for each colour")),
          )
        : null,
      facts.filter((fact) => fact !== null).map((fact) => h("p", { class: "fact" }, fact)),
    ].flat();
  }

  /** What can be done besides laying pieces. */
  #actions() {
    const { page } = this;
    if (page.solved) return [];
    // While a question is under way its buttons stay as they are, and keep the focus: the page asks one thing at a time.
    const make = (
      /** @type {import("./icons.js").IconName} */ name,
      /** @type {string} */ words,
      /** @type {() => void} */ act,
      disabled = false,
      look = "plain",
    ) =>
      h(
        "button",
        {
          type: "button",
          class: `button ${look}`,
          disabled,
          onclick: act,
          "data-question": name === "ask" ? "solvable" : null,
        },
        icon(name),
        words,
      );
    const beside = (/** @type {"hint" | "solvable"} */ question) => {
      const words = this.answerWords(question);
      return words ? h("p", { class: "answer", "data-question": question }, words) : null;
    };
    return [
      make("hint", t("Hint"), () => void page.hint(), false, ""),
      beside("hint"),
      make("ask", t("Can this still be solved?"), () => void page.solvable(), false, ""),
      beside("solvable"),
      make("undo", t("Undo"), () => void page.go(-1), !page.canUndo),
      make("redo", t("Redo"), () => void page.go(1), !page.canRedo),
      make("restart", t("Restart"), () => void page.restart(), !page.marks.length),
    ];
  }

  showKeys() {
    showKeys([
      ["Ctrl Z", t("undo")],
      ["Ctrl Y", t("redo")],
    ]);
  }

  #showMenu() {
    // Whatever changes the board closes the menu; a question is answered where it was asked.
    const menu = h(
      "div",
      {
        class: "menu-actions",
        onclick: (/** @type {Event} */ event) => {
          if (!(/** @type {Element} */ (event.target).closest("[data-question=solvable], .answer")))
            box.close();
        },
      },
      this.#actions(),
    );
    const keys = h(
      "button",
      {
        type: "button",
        class: "button plain",
        onclick: () => {
          box.close();
          this.showKeys();
        },
      },
      icon("keys"),
      t("Keys"),
    );
    const box = dialog(
      puzzleTitle(this.page.puzzle),
      h("div", { class: "about" }, this.#aboutParts()),
      menu,
      h(
        "div",
        { class: "menu-actions" },
        keys,
        h(
          "a",
          { class: "button plain", href: "/settings", onclick: () => box.close() },
          icon("gear"),
          t("Settings"),
        ),
      ),
      ...settingsList(["play", "board", "puzzles"]),
    );
    this.menu = menu;
    box.addEventListener("close", () => {
      this.menu = null;
    });
  }
}
