/** Going through a finished game: slider, buttons, and moves that play by themselves. */

import { fill, h } from "./dom.js";
import { number, t } from "./i18n.js";
import { icon, iconButton } from "./icons.js";

/** Milliseconds between moves that play by themselves. */
const PACE = 700;

export class Replay {
  /**
   * @param {() => {ply: number | null, last: number}} place  how many moves are shown, and how many there are
   * @param {(ply: number) => void} goTo
   * @param {(ply: number) => string} [study]  where the position after so many moves can be analysed
   */
  constructor(place, goTo, study) {
    this.place = place;
    this.goTo = goTo;
    this.study = study;
    this.timer = 0;
    this.slider = h("input", {
      type: "range",
      min: "0",
      "aria-label": t("Move"),
      oninput: () => goTo(Number(this.slider.value)),
    });
    this.where = h("span", { class: "where" });
    this.analyse = h("a", { class: "button plain" }, t("Analyse"));
    this.play = h("button", { type: "button", class: "iconbutton", onclick: () => this.toggle() });
    this.element = h(
      "div",
      { class: "replay" },
      iconButton("first", t("To the start"), () => goTo(0)),
      iconButton("back", t("One move back"), () => this.step(-1)),
      this.play,
      iconButton("next", t("One move on"), () => this.step(1)),
      iconButton("last", t("To the end"), () => goTo(place().last)),
      this.slider,
      this.where,
      study ? this.analyse : null,
    );
  }

  /**
   * @param {number} by
   * @returns {boolean} whether there is a replay
   */
  step(by) {
    const { ply } = this.place();
    if (ply === null) return false;
    this.goTo(ply + by);
    return true;
  }

  /** Starts or stops the moves. */
  toggle() {
    const { ply, last } = this.place();
    if (ply === null) return;
    if (this.timer) {
      this.stop();
    } else {
      if (ply === last) this.goTo(0);
      this.timer = setInterval(() => {
        this.step(1);
        if (this.place().ply === last) this.stop();
      }, PACE);
    }
    this.render();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.render();
  }

  render() {
    const { ply, last } = this.place();
    this.element.hidden = ply === null;
    if (ply === null) return;
    this.slider.max = String(last);
    this.slider.value = String(ply);
    if (this.study) this.analyse.href = this.study(ply);
    this.where.textContent = t("Move {n} of {last}", { n: number(ply), last: number(last) });
    const state = this.timer ? "pause" : "play";
    if (this.play.dataset.state === state) return;
    this.play.dataset.state = state;
    this.play.setAttribute("aria-label", this.timer ? t("Pause") : t("Play the moves"));
    fill(this.play, icon(state));
  }
}
