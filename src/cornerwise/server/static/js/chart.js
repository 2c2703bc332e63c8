/** A game as a chart: chances to win as areas on each other, or points expected as lines. */

import { fill, h, s } from "./dom.js";
import { number, t } from "./i18n.js";
import { round } from "./outline.js";
import { chip } from "./piece.js";

/** @typedef {import("../types").Colour} Colour */

/**
 * Those who win together, with a number for every position that is known, the first one first.
 * @typedef {{name: string, colours: Colour[], values: number[]}} Course
 */

/**
 * What is shown.
 * @typedef {object} ChartState
 * @property {"chance" | "points"} kind
 * @property {Course[]} courses  from the bottom to the top
 * @property {number} moves  how many moves there are: one less than positions
 * @property {number} at  the position that is looked at, counted from 0
 * @property {number[]} points  the moves that bear numbers, counted from 1
 * @property {(course: Course, at: number) => string} text  a value in words
 * @property {(at: number) => string} row  what a position is called in the table
 */

const [WIDTH, HEIGHT] = [600, 160];
/** How far apart the numbers below must be, in hundredths of the width. */
const APART = 9;

export class Chart {
  /** @param {(position: number) => void} goTo  called with the position that was pressed */
  constructor(goTo) {
    this.goTo = goTo;
    this.drawnAs = "";
    this.svg = s("svg", {
      class: "chart-svg",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
      onpointerdown: (/** @type {PointerEvent} */ event) => this.#press(event),
      onpointermove: (/** @type {PointerEvent} */ event) => event.buttons && this.#press(event),
    });
    this.areas = s("g", {});
    this.cursor = s("path", { class: "cursor" });
    this.svg.append(this.areas, this.cursor);
    this.scale = h("div", { class: "scale", "aria-hidden": "true" });
    this.legend = h("p", { class: "legend" });
    this.points = h("div", { class: "points" });
    this.table = h("table", {});
    this.element = h(
      "div",
      { class: "chart" },
      h("div", { class: "plot" }, this.svg, this.scale),
      this.points,
      h("div", { class: "unseen" }, this.table),
    );
    this.moves = 1;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left) / Math.max(1, box.width);
    this.goTo(Math.max(0, Math.min(this.moves, Math.round(share * this.moves))));
  }

  /** @param {ChartState} state */
  show(state) {
    this.moves = Math.max(1, state.moves);
    const look = JSON.stringify([state.kind, state.courses, state.moves, state.points]);
    if (look !== this.drawnAs) {
      this.drawnAs = look;
      if (state.kind === "chance") this.#drawAreas(state);
      else this.#drawLines(state);
      this.#drawTable(state);
    }
    const x = this.#x(state.at);
    this.cursor.setAttribute("d", `M${x} 0V${HEIGHT}`);
    this.svg.dataset.at = String(state.at);
    this.#drawPoints(state);
    fill(
      this.legend,
      state.courses.map((course) =>
        h(
          "span",
          {},
          course.colours.map((colour) => chip(colour, 15)),
          h("span", { class: "unseen" }, course.name),
          h("b", {}, state.text(course, Math.min(state.at, course.values.length - 1))),
        ),
      ),
    );
  }

  /** @param {number} position */
  #x(position) {
    return round((position / this.moves) * WIDTH);
  }

  /** @param {ChartState} state */
  #drawAreas({ courses, points }) {
    const known = courses[0]?.values.length ?? 0;
    const below = Array(known).fill(0);
    const parts = courses.map(({ colours, values }, n) => {
      const from = [...below];
      values.forEach((value, at) => {
        below[at] += value;
      });
      const edge = (/** @type {number[]} */ heights) =>
        heights.map((height, at) => `${this.#x(at)} ${round(HEIGHT * (1 - height))}`);
      const top = n === courses.length - 1 ? edge(Array(known).fill(1)) : edge(below);
      const area = s("path", {
        class: "area-band",
        d: `M${[...edge(from), ...top.reverse()].join("L")}Z`,
      });
      if (colours.length === 1) area.classList.add(`c-${colours[0]}`);
      else area.style.fill = `url(#band-${n})`;
      return area;
    });
    fill(
      this.areas,
      courses.map(({ colours }, n) => (colours.length > 1 ? stripes(`band-${n}`, colours) : null)),
      known ? parts : null,
      s("path", { class: "half", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      points.map((move) =>
        s("path", { class: "point-line", d: `M${this.#x(move - 1)} 0V${HEIGHT}` }),
      ),
    );
    fill(
      this.scale,
      [100, 50, 0].map((n) => h("span", {}, number(n))),
    );
  }

  /** @param {ChartState} state */
  #drawLines({ courses, points }) {
    const all = courses.flatMap(({ values }) => values);
    const [low, high] = [Math.floor(Math.min(0, ...all)), Math.ceil(Math.max(0, ...all, 1))];
    const y = (/** @type {number} */ value) =>
      round(4 + (HEIGHT - 8) * (1 - (value - low) / (high - low)));
    fill(
      this.areas,
      s("path", { class: "half", d: `M0 ${y(0)}H${WIDTH}` }),
      points.map((move) =>
        s("path", { class: "point-line", d: `M${this.#x(move - 1)} 0V${HEIGHT}` }),
      ),
      courses.flatMap(({ colours, values }) => {
        const d = values.length
          ? `M${values.map((value, at) => `${this.#x(at)} ${y(value)}`).join("L")}`
          : "";
        return [
          s("path", { class: `casing c-${colours[0]}`, d }),
          s("path", { class: `course c-${colours[0]}`, d }),
        ].concat(colours[1] ? [s("path", { class: `course second c-${colours[1]}`, d })] : []);
      }),
    );
    fill(this.scale, h("span", {}, number(high)), h("span", {}, number(low)));
  }

  /**
   * The numbers below, each under its line or as near as there is room.
   * @param {ChartState} state
   */
  #drawPoints({ points, at, moves }) {
    const places = points.map((move) => (100 * (move - 1)) / this.moves);
    for (let n = 1; n < places.length; n++) places[n] = Math.max(places[n], places[n - 1] + APART);
    const over = Math.max(0, (places.at(-1) ?? 0) - 100);
    fill(
      this.points,
      h("span", { "aria-hidden": "true" }, (places[0] ?? 100) < APART ? "" : number(1)),
      points.map((move, n) => {
        const button = h(
          "button",
          {
            type: "button",
            class: "badge",
            "aria-label": t("Turning point {n}: move {move}", {
              n: number(n + 1),
              move: number(move),
            }),
            "aria-pressed": String(at === move - 1),
            onclick: () => this.goTo(move - 1),
          },
          number(n + 1),
        );
        button.style.left = `${places[n] - over}%`;
        return button;
      }),
      h(
        "span",
        { "aria-hidden": "true" },
        (places.at(-1) ?? 0) - over > 100 - APART ? "" : number(moves),
      ),
    );
  }

  /** The same for those who listen. @param {ChartState} state */
  #drawTable({ kind, courses, text, row }) {
    const known = courses[0]?.values ?? [];
    fill(
      this.table,
      h("caption", {}, kind === "chance" ? t("Chance to win") : t("Points expected")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("Move")),
          courses.map(({ name }) => h("th", { scope: "col" }, name)),
        ),
      ),
      h(
        "tbody",
        {},
        known.map((_, at) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row(at)),
            courses.map((course) => h("td", {}, text(course, at))),
          ),
        ),
      ),
    );
  }
}

/** The colours of a side in stripes. @param {string} id @param {Colour[]} colours */
function stripes(id, colours) {
  return s(
    "pattern",
    {
      id,
      width: 10 * colours.length,
      height: 10,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    },
    colours.map((colour, n) =>
      s("rect", { class: `c-${colour}`, x: 10 * n, y: 0, width: 10, height: 10 }),
    ),
  );
}
