/** The view of a problem's page: it draws board, trays and words, and calls back what the reader does. */

import { variantName } from "./catalogue.js";
import { settingsList } from "./controls.js";
import { h, onPhone, refresh } from "./dom.js";
import { t } from "./i18n.js";
import { icon, iconButton } from "./icons.js";
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
import { sending } from "./puzzlesharing.js";
import { otherTrays, trayTabs } from "./puzzletrays.js";
import { levelMarks } from "./puzzlewords.js";
import { SolvingView } from "./solvingview.js";
import { colourName, signed } from "./words.js";

/** @extends {SolvingView<import("../pages/problem.js").ProblemPage>} */
export class ProblemView extends SolvingView {
  /**
   * @param {HTMLElement} main
   * @param {import("../pages/problem.js").ProblemPage} page
   */
  constructor(main, page) {
    const verdict = h("div", { class: "verdict" });
    const goOn = h("div", { class: "menu-actions" });
    super(main, page, { kind: "puzzle problem", result: [verdict, page.replay.element, goOn] });
    this.verdict = verdict;
    this.goOn = goOn;
  }

  /** Draws everything. */
  render() {
    const { page, el } = this;
    const { problem } = page;
    document.title = `${longTitle(problem)} · Cornerwise`;
    this.root.classList.toggle("solved", page.answer !== null);
    this.drawHead(variantName(problem.variant), problemTitle(problem), () => this.#showMenu());
    this.#renderStrip();
    this.#renderResult();
    refresh(this.about, this.#aboutParts());
    refresh(el.actions, page.answer ? null : this.#actions());
    el.actions.hidden = page.answer !== null;
    this.fit();
    this.renderHeld();
  }

  /** Draws what follows the piece that is held: board, trays, status, buttons. */
  renderHeld() {
    const { page, el } = this;
    const { answer, trays } = page;
    this.drawBoard({ lastMove: answer !== null && page.ply > 0 });
    for (const part of [el.tray, el.hold, el.foot, el.bar, el.me]) part.hidden = answer !== null;
    this.drawTray(colourName(trays[0].colour));
    refresh(this.tabs, trayTabs(page));
    refresh(this.others, otherTrays(page));
    this.#renderMe();
    this.#renderStatus();
    this.drawHolding(page.asking);
  }

  // --- parts -------------------------------------------------------------------------------------

  #renderStrip() {
    const { problem } = this.page;
    refresh(
      this.el.strip,
      this.wayBack(),
      h("h1", {}, problemTitle(problem), h("small", {}, moverText(problem))),
      iconButton("menu", t("Menu"), () => this.#showMenu()),
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
      this.verdict,
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
    refresh(this.goOn, right ? this.#ways() : this.#wayBack());
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
    if (page.asking) return t("Working it out.");
    if (page.said) return page.said;
    if (page.hinted && onPhone() && !page.held.ghost) return page.hintWords();
    const words = this.heldWords();
    if (words) return words;
    return wantedText(page.problem);
  }

  #renderStatus() {
    const { said, asking, answer, hinted } = this.page;
    this.drawStatus(this.statusWords(), {
      signed: !said && !asking,
      unasked: hinted?.placement === undefined,
      hidden: answer !== null,
    });
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
    dialog(
      t("Share this problem"),
      h("p", {}, t("The link opens the same problem and tells nothing of the answer.")),
      h("div", { class: "invite" }, copyBox(url, t("Link to the problem"))),
      sending({ title: longTitle(problem), text: wantedText(problem), url }),
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
