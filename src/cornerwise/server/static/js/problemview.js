/** The view of a problem's page: it draws board, trays and words, and calls back what the reader does. */

import { variantName } from "./catalogue.js";
import { settingsList } from "./controls.js";
import { fill, h, keep, onPhone, refresh } from "./dom.js";
import { frame } from "./frame.js";
import { orientationOf, slotOf, spotsOf } from "./ghost.js";
import { drawFloating, drawReady, fitBoard, nudges } from "./holding.js";
import { t, tn } from "./i18n.js";
import { icon } from "./icons.js";
import { copyBox } from "./links.js";
import { dialog, showKeys } from "./menu.js";
import {
  differenceText,
  longTitle,
  marginText,
  moverText,
  problemTitle,
  ratingText,
  sideText,
  wantedText,
} from "./problemwords.js";
import { otherTrays, trayTabs } from "./puzzletrays.js";
import { levelMarks } from "./puzzlewords.js";
import { patterns } from "./seats.js";
import { settings } from "./settings.js";
import { colourName, reasonText, signed } from "./words.js";

export class ProblemView {
  /**
   * @param {HTMLElement} main
   * @param {import("../pages/problem.js").ProblemPage} page
   */
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
      data.names.slice(0, 2).join(","),
    );
    this.root = h("div", { class: "game puzzle problem" });
    this.about = h("section", { class: "about" });
    /** The pieces of the other colours, where there is room for them. */
    this.others = h("section", { class: "othertrays", "aria-label": t("Trays") });
    this.tabs = h("div", { class: "traytabs", role: "group", "aria-label": t("Trays") });
    this.#build(main);
    this.observer = new ResizeObserver(() => this.#fit());
    this.observer.observe(this.el.board);
  }

  /** @param {HTMLElement} main */
  #build(main) {
    const { el, page } = this;
    const [left, top, right, bottom] = page.geometry.box;
    el.tray.append(el.trayHead, page.tray.element, el.tip);
    page.board.element.append(el.floating, el.why);
    el.board.append(page.board.element);
    this.verdict = h("div", { class: "verdict" });
    this.goOn = h("div", { class: "menu-actions" });
    el.result.append(this.verdict, page.replay.element, this.goOn);
    this.root.append(
      el.strip,
      h(
        "div",
        { class: "g-left" },
        el.head,
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

  #fit() {
    fitBoard(this.page.board, this.el.board, { coordinates: settings.coordinates });
    drawFloating(this.page.board, this.page.hand, this.el);
  }

  close() {
    this.observer.disconnect();
  }

  /** Draws everything. */
  render() {
    const { page, el } = this;
    const { problem } = page;
    document.title = `${longTitle(problem)} · Cornerwise`;
    this.root.classList.toggle("solved", page.answer !== null);
    refresh(
      el.head,
      h(
        "div",
        {},
        h("p", { class: "sub" }, variantName(problem.variant)),
        h("h1", {}, problemTitle(problem)),
      ),
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
    this.#renderStrip();
    this.#renderResult();
    refresh(this.about, this.#aboutParts());
    refresh(el.actions, page.answer ? null : this.#actions());
    el.actions.hidden = page.answer !== null;
    this.#fit();
    this.renderHand();
  }

  /** Draws what follows the piece in the hand: board, trays, status, buttons. */
  renderHand() {
    const { page, el } = this;
    const { hand, board, answer, trays } = page;
    const { state } = board;
    state.ghost = hand.ghost;
    state.coordinates = settings.coordinates;
    state.lastMove = answer !== null && page.ply > 0;
    state.patterns = patterns();
    state.spots =
      settings.spots && hand.picked >= 0
        ? [...new Set(spotsOf(hand).flatMap((n) => page.geometry.placement(n).cells))]
        : [];
    board.render();
    for (const part of [el.tray, el.hold, el.foot, el.bar, el.me]) part.hidden = answer !== null;
    const [tray] = trays;
    fill(
      el.trayHead,
      h("h2", {}, colourName(tray.colour)),
      h("span", { class: "quiet" }, tn("{n} piece left", "{n} pieces left", tray.left.length)),
    );
    keep(page.tray.element, "aria-label", t("Pieces"));
    page.tray.show({
      edition: page.geometry.data,
      hands: trays,
      picked: slotOf(hand),
      held: (piece) => orientationOf(hand, piece),
      patterns: patterns(),
    });
    page.tray.element.classList.toggle("later", page.looking !== null);
    refresh(this.tabs, trayTabs(page));
    refresh(this.others, otherTrays(page));
    this.#renderMe();
    this.#renderStatus();
    drawReady(el, hand, Boolean(hand.ghost?.legal) && !page.asking);
    drawFloating(board, hand, el);
  }

  /** The buttons of the trays are drawn anew: the focus stays with them. @param {string} colour */
  focusTray(colour) {
    /** @type {HTMLElement | null} */ (this.tabs.querySelector(`[data-tray=${colour}]`))?.focus();
  }

  // --- parts -------------------------------------------------------------------------------------

  #renderStrip() {
    const { problem } = this.page;
    refresh(
      this.el.strip,
      h(
        "a",
        { class: "iconbutton", href: "/puzzles", "aria-label": t("All puzzles") },
        icon("back"),
      ),
      h("h1", {}, problemTitle(problem), h("small", {}, moverText(problem))),
      h(
        "button",
        {
          type: "button",
          class: "iconbutton",
          "aria-label": t("Menu"),
          onclick: () => this.#showMenu(),
        },
        icon("menu"),
      ),
    );
  }

  /** Whose move it is, and the trays of all. */
  #renderMe() {
    const { problem } = this.page;
    refresh(
      this.el.me,
      h("div", { class: "person" }, this.tabs, h("span", { class: "name" }, moverText(problem))),
    );
  }

  /** What came of a try, and what to do next. */
  #renderResult() {
    const { page, el } = this;
    const { answer } = page;
    el.result.hidden = answer === null;
    page.replay.render();
    if (!answer) return;
    const { right } = answer;
    refresh(
      /** @type {HTMLElement} */ (this.verdict),
      h(
        "p",
        { class: "done" },
        icon(right ? "check" : "close"),
        right ? t("Right.") : t("Not the best move."),
      ),
      h("p", {}, marginText(answer.margin), " ", differenceText(answer)),
      page.change !== null
        ? h(
            "p",
            { class: "quiet" },
            t("Your rating: {rating} ({change})", {
              rating: ratingText(),
              change: signed(page.change),
            }),
          )
        : null,
      right && page.daily && page.record.hints
        ? h("p", { class: "quiet" }, t("Days solved with hints do not lengthen your streak."))
        : null,
      h(
        "p",
        { class: "quiet" },
        right
          ? t("Both play their best from here on:")
          : t("This is how the other side takes advantage of it:"),
      ),
    );
    refresh(/** @type {HTMLElement} */ (this.goOn), right ? this.#ways() : this.#wayBack());
  }

  #wayBack() {
    const { page } = this;
    return [
      h(
        "button",
        { type: "button", class: "button primary", onclick: () => page.again() },
        icon("restart"),
        t("Try again"),
      ),
    ];
  }

  #ways() {
    const { page } = this;
    return [
      page.next
        ? h(
            "a",
            { class: "button primary next", href: `/problem/${page.next.id}` },
            t("Next problem"),
            h("small", {}, problemTitle(page.next)),
          )
        : null,
      h(
        "button",
        { type: "button", class: "button", onclick: () => this.#share() },
        icon("link"),
        t("Share"),
      ),
      h(
        "a",
        { class: `button ${page.next ? "plain" : "primary"}`, href: "/puzzles" },
        t("All puzzles"),
      ),
    ];
  }

  /** The line of status. */
  statusWords() {
    const { page } = this;
    const { hand } = page;
    if (page.asking) return t("Working it out.");
    if (page.said) return page.said;
    if (hand.ghost?.legal) return t("Fits here.");
    if (hand.ghost)
      return hand.ghost.reason
        ? reasonText(hand.ghost.reason.code, page.geometry.data.grid)
        : t("Does not fit here.");
    if (page.hinted && onPhone()) return page.hintWords();
    if (hand.picked >= 0) {
      const spots = spotsOf(hand).length;
      if (!spots) return t("No spot left for this piece.");
      return tn(
        "{n} spot for this piece. Move it onto the board.",
        "{n} spots for this piece. Move it onto the board.",
        spots,
      );
    }
    return wantedText(page.problem);
  }

  #renderStatus() {
    const { page, el } = this;
    const { ghost } = page.hand;
    const sign =
      page.said || page.asking || !ghost ? null : icon(ghost.legal ? "check" : "close", 18);
    el.status.hidden = page.answer !== null;
    refresh(
      el.status,
      sign,
      h("span", { class: "words" }, this.statusWords()),
      onPhone() && ghost?.laid
        ? nudges(page.input.nudge)
        : h(
            "button",
            {
              type: "button",
              class: "button plain hintbutton",
              disabled: page.hinted?.placement !== undefined,
              onclick: () => void page.hint(),
            },
            icon("hint"),
            t("Hint"),
          ),
    );
  }

  /** What is wanted and known. */
  #aboutParts() {
    const { page } = this;
    const { problem, record } = page;
    const side = sideText(problem);
    return [
      h("h2", {}, t("What to do")),
      h("p", {}, `${moverText(problem)}. ${wantedText(problem)}`),
      side ? h("p", { class: "fact" }, side) : null,
      h(
        "p",
        { class: "level-line" },
        h("span", { "aria-hidden": "true" }, t("Difficulty")),
        levelMarks(problem.level),
        h("span", { class: "quiet" }, String(problem.rating)),
      ),
      h("p", { class: "fact" }, t("Your rating: {rating}", { rating: ratingText() })),
      h("p", { class: "quiet" }, t("Only the first try counts. A hint counts as a miss.")),
      record.solved && !page.answer ? h("p", { class: "fact" }, t("You have solved it.")) : null,
    ].filter((part) => part !== null);
  }

  /** What can be done besides placing a piece. */
  #actions() {
    const { page } = this;
    const words = page.hintWords();
    return [
      h(
        "button",
        {
          type: "button",
          class: "button",
          disabled: page.hinted?.placement !== undefined,
          onclick: () => void page.hint(),
        },
        icon("hint"),
        t("Hint"),
      ),
      words ? h("p", { class: "answer" }, words) : null,
      h(
        "button",
        { type: "button", class: "button plain", onclick: () => this.#share() },
        icon("link"),
        t("Share"),
      ),
    ];
  }

  /** The link to the problem, to copy or to send. It tells nothing of the answer. */
  #share() {
    const { problem } = this.page;
    const url = `${location.origin}/problem/${problem.id}`;
    const send = () =>
      void navigator
        .share({ title: longTitle(problem), text: wantedText(problem), url })
        .catch(() => undefined); // thought better of it
    dialog(
      t("Share this problem"),
      h("p", {}, t("The link opens the same problem and tells nothing of the answer.")),
      h("div", { class: "invite" }, copyBox(url, t("Link to the problem"))),
      "share" in navigator
        ? h(
            "div",
            { class: "menu-actions" },
            h(
              "button",
              { type: "button", class: "button", onclick: send },
              icon("link"),
              t("Send the link"),
            ),
          )
        : null,
    );
  }

  showKeys() {
    showKeys();
  }

  #showMenu() {
    const { page } = this;
    const box = dialog(
      longTitle(page.problem),
      h("div", { class: "about" }, this.#aboutParts()),
      h(
        "div",
        {
          class: "menu-actions",
          onclick: (/** @type {Event} */ event) => {
            if (/** @type {Element} */ (event.target).closest("button, a")) box.close();
          },
        },
        page.answer ? null : this.#actions(),
        h(
          "button",
          { type: "button", class: "button plain", onclick: () => this.showKeys() },
          icon("keys"),
          t("Keys"),
        ),
        h("a", { class: "button plain", href: "/settings" }, icon("gear"), t("Settings")),
      ),
      ...settingsList(["play", "board"]),
    );
  }
}
