/** The view of a lesson: board, the piece to place, the rule in two lines, the way between the steps. */

import { variantNamed } from "./catalogue.js";
import { fill, h, keep, onPhone, refresh } from "./dom.js";
import { frame } from "./frame.js";
import { orientationOf, slotOf, spotsOf } from "./ghost.js";
import { GRIDS, gridWords } from "./gridwords.js";
import { drawFloating, fitBoard, nudges } from "./holding.js";
import { t } from "./i18n.js";
import { icon, iconButton, iconLink } from "./icons.js";
import { stepCount, stepWords } from "./lessonwords.js";
import { patterns } from "./seats.js";
import { settings } from "./settings.js";
import { reasonText } from "./words.js";

/** The longest side of a cell, in pixels. */
const MOST = 96;

export class LessonView {
  /**
   * @param {HTMLElement} main
   * @param {import("../pages/learn.js").LessonPage} page
   */
  constructor(main, page) {
    this.page = page;
    const { data } = page.geometry;
    this.el = frame(
      {
        turn: page.input.turn,
        place: () => page.place(),
        putBack: () => page.putBack(),
        typed: async () => false,
      },
      "",
    );
    const [left, right, flip] = ["left", "right", "flip"].map((how) =>
      this.#turnButton(/** @type {"left" | "right" | "flip"} */ (how)),
    );
    this.turns = h(
      "div",
      { class: "l-turns" },
      left,
      right,
      flip,
      h(
        "p",
        { class: "keys" },
        h("kbd", {}, "R"),
        " ",
        t("turn"),
        " ",
        h("kbd", {}, "F"),
        " ",
        t("flip"),
      ),
    );
    this.title = h("h1", { tabindex: "-1" });
    this.rule = h("p", { class: "rule" });
    this.dots = h("ol", { class: "steps-dots" });
    this.tabs = h("nav", { class: "tabs", "aria-label": t("Learn in a minute") });
    this.way = h("div", { class: "way", role: "status" });
    this.list = h("ol", { class: "steps" });
    this.foot = h("div", { class: "foot-row" });
    this.error = h("p", { class: "error", hidden: true, role: "alert" });
    this.root = h("div", { class: `lesson ${data.grid}` });
    page.board.element.append(this.el.floating, this.el.why);
    this.el.board.append(page.board.element);
    this.root.append(
      h(
        "div",
        { class: "l-top" },
        iconLink("back", t("To the home page"), "/", { class: "iconbutton back" }),
        h("p", {}, t("Learn in a minute")),
        this.dots,
      ),
      h("div", { class: "l-board" }, this.el.board),
      h(
        "div",
        { class: "l-words" },
        this.title,
        this.rule,
        h(
          "div",
          { class: "l-piece" },
          h("h2", {}, t("Place this piece")),
          page.tray.element,
          this.turns,
        ),
        this.way,
        this.list,
        this.tabs,
        this.error,
        this.foot,
        this.el.bar,
      ),
    );
    fill(main, this.root);
    this.observer = new ResizeObserver(() => this.#fit());
    this.observer.observe(this.el.board);
  }

  /** @param {"left" | "right" | "flip"} how */
  #turnButton(how) {
    const words = { left: t("Turn left"), right: t("Turn right"), flip: t("Flip") }[how];
    return iconButton(how, words, () => this.page.input.turn(how));
  }

  #fit() {
    fitBoard(this.page.board, this.el.board, { coordinates: false, most: MOST });
    drawFloating(this.page.board, this.page.held, this.el);
  }

  close() {
    this.observer.disconnect();
  }

  /** Draws a step from its beginning, or what has changed in it. */
  render() {
    const { page } = this;
    const { lesson, at } = page;
    const words = stepWords(lesson, page.step);
    document.title = `${words.title} · ${t("Learn in a minute")} · Cornerwise`;
    refresh(this.title, words.title);
    refresh(this.rule, words.rule);
    refresh(
      this.dots,
      lesson.steps.map((step, n) => this.#dot(n, stepWords(lesson, step).title)),
    );
    refresh(
      this.list,
      lesson.steps.map((step, n) =>
        h(
          "li",
          { class: n === at ? "here" : null },
          h("span", { class: "sign" }, page.done.has(n) ? icon("check", 16) : null),
          stepWords(lesson, step).title,
        ),
      ),
    );
    refresh(
      this.tabs,
      GRIDS.map((name) =>
        h(
          "a",
          { href: `/learn/${name}`, "aria-current": name === lesson.name ? "page" : null },
          gridWords(name).name,
        ),
      ),
    );
    this.#fit();
    this.renderHeld();
  }

  /** @param {number} n @param {string} title */
  #dot(n, title) {
    const { page } = this;
    const state = n === page.at ? "here" : page.done.has(n) ? "done" : "";
    const label = `${stepCount(n + 1, page.lesson.steps.length)}: ${title}`;
    return h(
      "li",
      {},
      h("button", {
        type: "button",
        class: state,
        "aria-label": label,
        "aria-current": n === page.at ? "step" : null,
        disabled: n > page.reached,
        onclick: () => page.go(n),
      }),
    );
  }

  /** Draws what follows the piece that is held. */
  renderHeld() {
    const { page, el } = this;
    const { held, board, step, laid } = page;
    const { state } = board;
    state.setup = step.placed.length;
    state.placed = page.placed;
    state.ghost = held.ghost;
    state.hints = page.hint ? [page.hint] : [];
    state.patterns = patterns();
    state.lastMove = true;
    state.dotColour = step.colour;
    const covered = new Set(
      held.ghost && held.ghost.placement >= 0
        ? page.geometry.placement(held.ghost.placement).cells
        : [],
    );
    state.dots = (laid ? (step.open_after[laid.placement] ?? []) : step.open).filter(
      (cell) => !covered.has(cell),
    );
    state.spots =
      settings.spots && held.picked >= 0
        ? [...new Set(spotsOf(held).flatMap((n) => page.geometry.placement(n).cells))]
        : [];
    board.render();
    page.tray.show({
      edition: page.geometry.data,
      hands: page.hands,
      picked: slotOf(held),
      held: (piece) => orientationOf(held, piece),
      patterns: patterns(),
    });
    keep(page.tray.element, "aria-label", t("Place this piece"));
    for (const button of el.places) button.disabled = !held.ghost?.legal;
    el.bar.hidden = laid !== null;
    this.root.classList.toggle("laid", laid !== null);
    keep(this.root, "data-turned", String(orientationOf(held)));
    keep(this.root, "data-spot", String(held.ghost?.placement ?? -1));
    this.#renderWay();
    this.#renderFoot();
    drawFloating(board, held, el);
  }

  /** What is said of the try: fits, why not, and the way out. */
  #renderWay() {
    const { page } = this;
    const { ghost } = page.held;
    const words = stepWords(page.lesson, page.step);
    const phone = onPhone();
    const parts = [];
    let sign = null;
    if (page.laid) {
      sign = icon(page.fits ? "check" : "close", 18);
      parts.push(h("b", {}, page.fits ? words.fits : (words.missed ?? "")));
    } else if (ghost && !ghost.legal) {
      sign = phone ? icon("close", 18) : null;
      const way = page.wayOut();
      if (phone && ghost.reason)
        parts.push(h("b", {}, reasonText(ghost.reason.code, page.geometry.data.grid)));
      parts.push(phone ? h("span", {}, way) : h("b", {}, way));
      if (!phone && words.there && page.wayKnown) parts.push(h("span", {}, words.there));
    } else if (ghost) {
      sign = icon("check", 18);
      parts.push(h("b", {}, t("Fits here.")));
    } else {
      parts.push(
        h(
          "span",
          {},
          phone
            ? t("Drag it onto the board, or tap the board.")
            : t("Move it onto the board and click."),
        ),
      );
    }
    keep(this.way, "class", `way${page.laid || ghost ? " says" : ""}`);
    refresh(
      this.way,
      sign,
      h("div", { class: "words" }, parts),
      phone && ghost?.laid ? nudges(page.input.nudge) : null,
    );
  }

  #renderFoot() {
    const { page } = this;
    const last = page.at === page.lesson.steps.length - 1;
    const next = last
      ? h(
          "button",
          {
            type: "button",
            class: `button next${page.fits ? " primary" : ""}`,
            disabled: !page.fits,
            onclick: () => void page.play(),
          },
          t("Play a game"),
        )
      : h(
          "button",
          {
            type: "button",
            class: `button next${page.fits ? " primary" : ""}`,
            disabled: !page.fits,
            onclick: () => page.go(page.at + 1),
          },
          t("Next"),
        );
    refresh(
      this.foot,
      next,
      page.laid
        ? h(
            "button",
            { type: "button", class: "button plain takeback", onclick: () => page.takeBack() },
            icon("undo"),
            t("Take back"),
          )
        : h(
            "button",
            { type: "button", class: "button plain showme", onclick: () => page.showMe() },
            t("Show me"),
          ),
      h(
        "a",
        {
          class: "button plain skip",
          href: `/new?edition=${variantNamed(page.lesson.variant)?.family}`,
        },
        t("Skip to a game"),
      ),
    );
  }
}
