/** The view of a puzzle's page: it draws board, tray and words, and calls back what the reader does. */

import { settingsList } from "./controls.js";
import { h, onPhone, refresh } from "./dom.js";
import { t, tn } from "./i18n.js";
import { icon, iconButton } from "./icons.js";
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
import { change, settings } from "./settings.js";
import { SolvingView } from "./solvingview.js";
import { cellCount, colourName, leftText, pieceCount } from "./words.js";

/** The longest side of a cell, in pixels: small figures need no large board. */
const MOST = 72;

/** @extends {SolvingView<import("../pages/puzzle.js").PuzzlePage>} */
export class PuzzleView extends SolvingView {
  /**
   * @param {HTMLElement} main
   * @param {import("../pages/puzzle.js").PuzzlePage} page
   */
  constructor(main, page) {
    // Figures have no coordinates: their rows begin and end where they like.
    super(main, page, { kind: "puzzle", named: page.puzzle.level === 0, most: MOST });
    this.others.hidden = !page.puzzle.game;
    /** What can be done, in the open menu. @type {HTMLElement | null} */
    this.menu = null;
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
    this.drawHead(sizeText(puzzle), title, () => this.#showMenu());
    this.#renderStrip(title);
    this.#renderMe();
    this.#renderResult();
    refresh(el.notices, page.shared ? sharedNotice(page, page.shared) : null);
    refresh(this.about, this.#aboutParts());
    refresh(el.actions, this.#actions());
    el.actions.hidden = page.solved;
    if (this.menu) refresh(this.menu, this.#actions());
    this.fit();
    this.renderHeld();
  }

  /** Draws what follows the piece that is held: board, tray, status, buttons. */
  renderHeld() {
    const { page, el } = this;
    const { puzzle, solved, trays } = page;
    this.drawBoard({
      numbers: settings.numbers && puzzle.game !== null,
      lastMove: settings.lastMove && !solved,
      joints: puzzle.contact.own === "vertices", // elsewhere it means nothing to meet
    });
    for (const part of [el.tray, el.hold, el.foot, el.bar]) part.hidden = solved;
    this.drawTray(
      trays.length === 1 && puzzle.game
        ? t("Pieces of {name}", { name: colourName(trays[0].colour) })
        : t("Pieces"),
      puzzle.game || !page.state
        ? undefined
        : (count) => `${pieceCount(count)}, ${cellCount(puzzle.grid, page.state?.cells_left ?? 0)}`,
    );
    if (puzzle.game && page.state) {
      refresh(this.tabs, trayTabs(page));
      refresh(this.others, solved ? null : otherTrays(page));
    }
    this.#renderStatus();
    this.drawHolding();
  }

  // --- parts -------------------------------------------------------------------------------------

  /** @param {string} title */
  #renderStrip(title) {
    const { page } = this;
    refresh(
      this.el.strip,
      this.wayBack(),
      h(
        "h1",
        { class: "name" },
        title,
        page.puzzle.game && page.state
          ? h("small", {}, leftText(page.puzzle.grid, page.state.cells_left))
          : null,
      ),
      iconButton("undo", t("Undo"), () => void page.go(-1), { disabled: !page.canUndo }),
      iconButton("redo", t("Redo"), () => void page.go(1), { disabled: !page.canRedo }),
      iconButton("menu", t("Menu"), () => this.#showMenu()),
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
          iconButton("eye", t("Show the time"), () => change({ timer: !settings.timer }), {
            "aria-pressed": String(settings.timer),
          }),
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
    const { state, puzzle } = page;
    if (page.said) return page.said;
    // On a phone the button that asks for a hint stands here, so the answers do, too.
    if (onPhone() && (page.asking || page.answer))
      return this.answerWords(page.asking || (page.answer?.to ?? ""));
    if (page.solved) return "";
    const words = this.heldWords();
    if (words) return words;
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
    const { said, asking, answer, solved } = this.page;
    this.drawStatus(this.statusWords(), {
      signed: !said && !asking && !answer,
      unasked: asking === "",
      hidden: solved,
    });
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
