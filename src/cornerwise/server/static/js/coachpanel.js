/** Where the coach speaks: in the place of the line of status and the bar, over neither board nor tray. */

import { h, onPhone } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/** The most that the panel takes on a phone if the tray leaves it free, in pixels. */
const TALL = 206;

/** The sizes of its words: the largest that fits. */
const SIZES = [18, 16, 15, 14, 13, 12, 11.5, 11];

/** @typedef {{words: string, act: () => void}} Choice */

/**
 * @typedef {object} Speech
 * @property {string} words
 * @property {Choice} first  the primary
 * @property {Choice} second
 * @property {Choice} [aside]  what concerns the coach and not the move
 */

export class CoachPanel {
  constructor() {
    this.element = h("section", {
      class: "g-coach",
      "aria-label": t("Coach"),
      hidden: true,
    });
    /** The part that is as large as the words allow. @type {HTMLElement | null} */
    this.words = null;
  }

  get open() {
    return !this.element.hidden;
  }

  /** @param {Speech} speech */
  show({ words, first, second, aside }) {
    const button = (/** @type {string} */ look, /** @type {Choice} */ { words: label, act }) =>
      h("button", { type: "button", class: look, onclick: act }, label);
    this.words = h(
      "p",
      { id: "coach-words" },
      words,
      aside ? [" ", button("linklike coach-aside", aside)] : [],
    );
    const primary = button("button primary", first);
    primary.setAttribute("aria-describedby", "coach-words");
    this.element.replaceChildren(
      h(
        "div",
        { class: "coach-in" },
        h("div", { class: "coach-who" }, icon("hint", 16), t("Coach")),
        this.words,
        h("div", { class: "coach-choice" }, button("button", second), primary),
      ),
    );
    this.element.hidden = false;
    this.fit();
    primary.focus({ preventScroll: true });
  }

  hide() {
    this.element.hidden = true;
    this.element.parentElement?.classList.remove("coaching");
  }

  /** Lies where it should after the page has changed its size. */
  fit() {
    const root = this.element.parentElement;
    if (!this.open || !root) return;
    root.classList.add("coaching");
    const place = this.#place(root);
    for (const side of /** @type {const} */ (["left", "top", "width", "height"]))
      this.element.style[side] = `${Math.round(place[side])}px`;
    const { words } = this;
    if (!words) return;
    for (const size of SIZES) {
      words.style.fontSize = `${size}px`;
      if (words.scrollHeight <= words.clientHeight) break;
    }
  }

  /**
   * The box of what it stands in for.
   * @param {Element} root
   */
  #place(root) {
    const boxes = (/** @type {string[]} */ ...names) =>
      names
        .map((name) => root.querySelector(name)?.getBoundingClientRect())
        .filter((box) => box !== undefined && box.width > 0 && box.height > 0)
        .map((box) => /** @type {DOMRect} */ (box));
    const phone = onPhone();
    const [status] = boxes(".g-status");
    const parts = [status, ...(phone ? boxes(".g-bar") : boxes(".hold", ".foot-line"))];
    let top = Math.min(...parts.map((box) => box.top));
    let bottom = Math.max(...parts.map((box) => box.bottom));
    const [actions] = boxes(".g-actions");
    if (actions && Math.abs(actions.top - bottom) < 16) bottom = actions.bottom;
    if (phone) {
      const slots = [...root.querySelectorAll(".slot")].map(
        (s) => s.getBoundingClientRect().bottom,
      );
      const free = Math.max(...slots, ...boxes(".g-me").map((box) => box.bottom)) + 8;
      top = Math.min(top, Math.max(free, bottom - TALL));
    }
    return { left: status.left, top, width: status.width, height: bottom - top };
  }
}
