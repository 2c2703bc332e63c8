/** The view of a review: the board and the way through the game, beside it the words. */

import { accuracyTable, signsLine } from "./accuracy.js";
import { scoringOf } from "./catalogue.js";
import { Chart } from "./chart.js";
import { fill, h, refresh } from "./dom.js";
import { fitBoard } from "./holding.js";
import { number, percent, t, tn } from "./i18n.js";
import { pointsText } from "./outcome.js";
import { markedMoves, reviewRow } from "./reviewlist.js";
import { isError, markName, SIGNS } from "./reviewwords.js";
import { sayingText } from "./sayings.js";
import { patterns, sideLabel } from "./seats.js";
import { settings } from "./settings.js";
import { sides } from "./table.js";
import { subtitle, title } from "./titles.js";
import { playerName } from "./words.js";

/** @typedef {import("../pages/review.js").ReviewPage} ReviewPage */
/** @typedef {import("../types").MoveReviewView} MoveReview */

export class ReviewView {
  /** @param {HTMLElement} main @param {ReviewPage} page */
  constructor(main, page) {
    this.page = page;
    const { geometry } = page.table;
    const [left, top, right, bottom] = geometry.box;
    const part = (/** @type {string} */ name) => h("div", { class: name });
    this.chart = new Chart((position) => page.goTo(position + 1));
    this.el = {
      board: part("r-board"),
      looks: part("r-looks"),
      head: part("r-head"),
      summary: part("r-summary"),
      chartHead: part("r-chart-head"),
      progress: h("div", { class: "r-progress", role: "status" }),
      list: h("ol", { class: "r-list" }),
      listHead: part("r-list-head"),
      foot: part("r-foot"),
      accuracy: part("r-accuracy"),
      all: h("details", { class: "r-all" }),
      allMoves: part("r-all-moves"),
    };
    const { el } = this;
    el.board.append(page.board.element);
    el.all.append(h("summary", {}, t("All moves with their marks")), el.allMoves);
    this.root = h(
      "div",
      { class: `review ${geometry.data.grid}` },
      h("div", { class: "r-left" }, el.board, page.replay.element, el.looks),
      h(
        "div",
        { class: "r-right" },
        el.head,
        el.summary,
        el.progress,
        h(
          "section",
          { class: "r-chart", "aria-label": t("Chart") },
          el.chartHead,
          this.chart.element,
        ),
        el.listHead,
        el.list,
        el.foot,
        el.accuracy,
        el.all,
      ),
    );
    this.root.style.setProperty("--ratio", String((bottom - top) / (right - left)));
    fill(main, this.root);
    this.observer = new ResizeObserver(() => fitBoard(page.board, el.board, settings));
    this.observer.observe(el.board);
  }

  close() {
    this.observer.disconnect();
  }

  /** Draws everything; whoever is at a button stays there. */
  render() {
    const key = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.key;
    this.#renderHead();
    this.#renderProgress();
    this.#renderChart();
    this.#renderList();
    this.#renderFoot();
    this.#renderAccuracy();
    const { page } = this;
    refresh(
      this.el.allMoves,
      markedMoves(page.table, page.moves, page.at, (n) => page.goTo(n)),
    );
    this.page.replay.render();
    this.renderBoard();
    if (key && document.activeElement === document.body) {
      const again = this.root.querySelector(`[data-key="${CSS.escape(key)}"]`);
      /** @type {HTMLElement | null} */ (again)?.focus({ preventScroll: true });
    }
  }

  #renderHead() {
    const { page, el } = this;
    const { table, review } = page;
    document.title = `${t("Review")}: ${title(table)} · Cornerwise`;
    refresh(
      el.head,
      h("div", {}, h("h1", {}, title(table)), h("p", { class: "quiet" }, subtitle(table))),
      h(
        "div",
        { class: "r-links" },
        this.#seatChoice(),
        h("a", { class: "button plain", href: `/game/${table.game.id}` }, t("To the game")),
      ),
    );
    const words = (review?.summary ?? []).map(sayingText).join(" ");
    refresh(el.summary, words ? h("p", { class: "lead" }, words) : this.#instead());
  }

  /** What stands in the place of the sentences as long as there are none. */
  #instead() {
    const { page } = this;
    const { review, trouble } = page;
    if (trouble && review?.status !== "making")
      return [
        h("p", { class: "error" }, trouble),
        h(
          "button",
          {
            type: "button",
            class: "button",
            onclick: () => void (review ? page.make() : page.load()),
          },
          t("Try again"),
        ),
      ];
    if (review?.status === "none")
      return [
        h(
          "p",
          {},
          t(
            "The computer looks at every move: what was good, what would have been better, and why.",
          ),
        ),
        h(
          "button",
          { type: "button", class: "button primary make", onclick: () => void page.make() },
          t("Review this game"),
        ),
      ];
    return h("div", { class: "well", "aria-hidden": "true" });
  }

  /** Where several play at one screen: whose moves are looked at. */
  #seatChoice() {
    const { page } = this;
    const { table } = page;
    if (table.you.seats.length < 2) return null;
    const choose = h(
      "select",
      {
        class: "bare",
        "aria-label": t("Whose moves"),
        onchange: () => void page.look(choose.value),
      },
      h("option", { value: "", selected: !page.seat }, t("Everybody")),
      table.state.seats
        .filter((seat) => table.you.seats.includes(seat.name))
        .map((seat) =>
          h("option", { value: seat.name, selected: page.seat === seat.name }, playerName(seat)),
        ),
    );
    return choose;
  }

  #renderProgress() {
    const { review, trouble } = this.page;
    const { progress } = this.el;
    const making = review?.status === "making";
    progress.hidden = !making;
    if (!making || !review) return;
    const words =
      trouble ||
      t("{n} of {all} moves looked at", {
        n: number(review.moves.length),
        all: number(review.all),
      });
    refresh(
      progress,
      h("progress", {
        max: String(review.all),
        value: String(review.moves.length),
        "aria-label": t("Review"),
      }),
      h("span", {}, words),
    );
  }

  /** What is expected of each position that is known. */
  #expected() {
    const { moves, review } = this.page;
    const found = moves.map(({ before }) => before);
    if (review?.end && found.length === review.all) found.push(review.end);
    return found;
  }

  #renderChart() {
    const { page, el } = this;
    const { table, kind } = page;
    const scoring = scoringOf(table.game);
    const expected = this.#expected();
    const own = page.review?.seat ?? null;
    const all = sides(table).sort(
      (a, b) =>
        Number(b.seats.some((s) => s.name === own)) - Number(a.seats.some((s) => s.name === own)),
    );
    const courses = all.map((side) => ({
      name: sideLabel(table, side),
      colours: side.colours,
      values: expected.map(({ results, scores }) =>
        kind === "chance" ? results[side.seats[0].name] : scores[side.seats[0].name],
      ),
    }));
    const last = this.page.table.moves.length;
    this.chart.show({
      kind,
      courses,
      moves: last,
      at: Math.min(Math.max(0, page.at - (page.decides || !page.move ? 1 : 0)), last),
      points: page.review?.turning_points ?? [],
      text: ({ values }, at) => {
        if (values[at] === undefined) return "";
        return kind === "chance"
          ? percent(values[at])
          : pointsText(Math.round(values[at] * 10) / 10, scoring);
      },
      row: (at) => {
        const move = page.moves[at];
        return move
          ? `${number(at + 1)}, ${playerName({ colours: [move.colour], kind: "record", player: "", level: null })}, ${markName(move.mark)}`
          : t("End");
      },
    });
    const choice = (/** @type {"chance" | "points"} */ value, /** @type {string} */ words) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "chart-kind",
          value,
          checked: kind === value,
          onchange: () => {
            page.kind = value;
            this.render();
          },
        }),
        h("span", {}, words),
      );
    if (!el.chartHead.childElementCount)
      el.chartHead.append(
        h(
          "div",
          { class: "segments", role: "radiogroup", "aria-label": t("Chart") },
          choice("chance", t("Chance to win")),
          choice("points", t("Points expected")),
        ),
        this.chart.legend,
      );
  }

  #renderList() {
    const { page, el } = this;
    const { review, moves } = page;
    const done = review?.status === "done";
    const own = review?.seat ?? null;
    /** @type {Set<number>} */
    const wanted = new Set(
      done
        ? review.errors
        : moves.filter((move) => isError(move) && this.#mine(move)).map((m) => m.number),
    );
    const none = done && !wanted.size;
    if (none && review.closest) wanted.add(review.closest);
    if (page.move) wanted.add(page.at);
    const rows = [...wanted].sort((a, b) => a - b).map((n) => moves[n - 1]);
    el.listHead.hidden = el.list.hidden = !rows.length;
    refresh(
      el.listHead,
      h(
        "h2",
        {},
        none
          ? own
            ? t("No move cost you much")
            : t("No move cost much")
          : t("What could have been better"),
      ),
      h(
        "span",
        { class: "quiet" },
        none && review.closest
          ? t("The closest decision")
          : t("chance after the best move and after the one made"),
      ),
    );
    const state = {
      at: page.at,
      turning: review?.turning_points ?? [],
      line: page.line,
      picked: page.picked,
      named: true,
    };
    refresh(
      el.list,
      rows.map((move) => reviewRow(page.table, move, state, page)),
    );
  }

  /** @param {MoveReview} move */
  #mine({ seat }) {
    const own = this.page.review?.seat;
    return !own || seat === own;
  }

  #renderFoot() {
    const { page, el } = this;
    const { review, table } = page;
    const done = review?.status === "done";
    el.foot.hidden = !done;
    if (!done) return;
    const count = review.errors.length;
    const seat = page.seat ? `?seat=${page.seat}` : "";
    const again =
      table.you.seats.length && !table.game.imported
        ? h(
            "button",
            { type: "button", class: "button primary", onclick: () => void page.rematch() },
            t("Rematch"),
          )
        : h("a", { class: "button primary", href: "/new" }, t("New game"));
    refresh(
      el.foot,
      count
        ? h(
            "a",
            { class: "button primary learn", href: `/review/${table.game.id}/learn${seat}` },
            review.seat ? t("Learn from your mistakes") : t("Learn from the mistakes"),
          )
        : again,
      count
        ? h(
            "p",
            { class: "quiet" },
            tn(
              "Find the better move yourself in {n} position.",
              "Find the better move yourself in {n} positions.",
              count,
            ),
          )
        : null,
    );
  }

  #renderAccuracy() {
    const { page, el } = this;
    const { review } = page;
    const done = review?.status === "done";
    el.accuracy.hidden = !done;
    if (done) refresh(el.accuracy, accuracyTable(page.table, review), signsLine());
  }

  /** Draws the position, the moves that could be made in it, and what a sentence speaks of. */
  renderBoard() {
    const { page, el } = this;
    const { table, at, line, move, decides } = page;
    const { state } = page.board;
    const setup = table.game.setup.length;
    const before = decides || line ? at - 1 : at;
    const made = [...table.game.setup, ...table.moves.slice(0, before)];
    const played = line ? page.lineOf(line.which).slice(0, line.step) : [];
    state.setup = setup;
    state.placed = [...made, ...played].map(([colour, placement]) => ({ colour, placement }));
    state.marked = line
      ? played.map((_, n) => made.length + n)
      : before > 0
        ? [setup + before - 1]
        : [];
    state.hints =
      decides && move
        ? [
            { colour: move.colour, placement: move.alternatives[0].placement, look: "best" },
            { colour: move.colour, placement: move.placement, look: "made" },
          ]
        : [];
    const reason = page.pointed ?? page.picked;
    state.areas = reason ? [{ cells: reason.cells, colour: reason.colour }] : [];
    state.coordinates = settings.coordinates;
    state.numbers = settings.numbers;
    state.lastMove = settings.lastMove;
    state.patterns = patterns();
    page.board.render();
    refresh(
      el.looks,
      decides
        ? [
            h("span", {}, h("i", { class: "swatch better" }), t("better")),
            h("span", {}, h("i", { class: "swatch made" }), t("played")),
          ]
        : line
          ? h(
              "span",
              {},
              t("The line expected, move {n} of {last}", {
                n: number(line.step),
                last: number(page.lineOf(line.which).length),
              }),
            )
          : move
            ? h("span", {}, `${SIGNS[move.mark]} ${markName(move.mark)}`)
            : h("span", {}, "\u00a0"),
      h(
        "span",
        { class: "keys" },
        h("kbd", {}, "←"),
        h("kbd", {}, "→"),
        " ",
        t("step"),
        " ",
        h("kbd", {}, "A"),
        " ",
        t("better move"),
      ),
    );
  }
}
