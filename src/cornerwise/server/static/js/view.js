/** The view of a game's page: it draws the table and calls back what the reader does. */

import { settingsList } from "./controls.js";
import { fill, h, keep, onDesk, onPhone, refresh } from "./dom.js";
import { frame } from "./frame.js";
import { orientationOf, slotOf, spotsOf } from "./ghost.js";
import { drawFloating, drawReady, fitBoard, nudges } from "./holding.js";
import { allWords, t } from "./i18n.js";
import { icon, iconButton, iconLink } from "./icons.js";
import { seatLink, showShare } from "./links.js";
import { dialog, showGameKeys } from "./menu.js";
import { movesList } from "./moves.js";
import { notices } from "./notices.js";
import { resultTable } from "./result.js";
import {
  clockShare,
  coloursBeside,
  mePanel,
  patterns,
  seatPanels,
  strip,
  tickClocks,
  trayTitle,
} from "./seats.js";
import { settings } from "./settings.js";
import { markedMoves, mayResume, myTurn, seatNamed } from "./table.js";
import { status, subtitle, title } from "./titles.js";
import { spotCounts } from "./tray.js";

/** A line of status with more letters than this is set in smaller ones. */
const LONG = 66;

export class GameView {
  /**
   * @param {HTMLElement} main
   * @param {import("../pages/game.js").GamePage} page
   */
  constructor(main, page) {
    this.page = page;
    this.table = page.table;
    this.board = page.board;
    /** What the notices were drawn from. */
    this.noticed = "";
    const { data } = page.table.geometry;
    this.el = frame(
      {
        turn: page.input.turn,
        place: () => void page.place(),
        putBack: () => page.controller.putBack(),
        typed: (text) => page.typed(text),
      },
      `${data.names[0]},${data.names[1]}`,
    );
    this.root = h("div", { class: `game ${data.grid}` });
    this.#build(main);
    this.phone = onPhone();
    this.observer = new ResizeObserver(() => this.#resized());
    this.observer.observe(this.el.board);
  }

  /** @param {HTMLElement} main */
  #build(main) {
    const { el } = this;
    const [left, top, right, bottom] = this.table.geometry.box;
    el.tray.append(el.trayHead, this.page.tray.element, el.tip);
    this.board.element.append(el.floating, el.why);
    el.board.append(this.board.element);
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
        el.actions,
      ),
      h("div", { class: "g-middle" }, el.board, this.page.replay.element),
      h("div", { class: "g-right" }, el.seats, el.movesPart),
    );
    this.root.style.setProperty("--ratio", String((bottom - top) / (right - left)));
    fill(main, this.root);
  }

  #resized() {
    if (this.phone === onPhone()) {
      this.#fit();
      this.#scrollMoves();
    } else {
      this.phone = !this.phone;
      this.render();
    }
  }

  #fit() {
    fitBoard(this.board, this.el.board, settings);
    drawFloating(this.board, this.table.held, this.el);
    this.page.coach?.panel.fit();
  }

  close() {
    this.observer.disconnect();
  }

  /** Brings the clocks up to date. */
  tick() {
    const { table } = this;
    if (!table.clock) return; // a quiet game costs nothing
    tickClocks(table, this.root);
    const bar = /** @type {HTMLElement | null} */ (this.root.querySelector(".spent i"));
    const seat =
      /** @type {HTMLElement | null} */ (this.el.me.querySelector(".clock"))?.dataset.seat ?? "";
    if (bar && table.game.clock.kind === "live") bar.style.width = `${clockShare(table, seat)}%`;
  }

  /** Draws everything. */
  render() {
    const { table, el } = this;
    const over = table.state.status === "over";
    this.root.classList.toggle("over", over);
    this.root.classList.toggle("waiting", table.state.status === "waiting");
    this.root.classList.toggle("playing", table.state.status === "playing");
    this.root.classList.toggle("watching", table.held.colour === null);
    document.title = `${title(table)} · Cornerwise`;
    refresh(
      el.head,
      h("div", {}, h("p", { class: "sub" }, subtitle(table)), heading(title(table))),
      iconButton("sliders", t("Menu"), () => this.#showMenu(), { class: "iconbutton more" }),
    );
    this.#renderStrip();
    this.#renderNotices();
    this.#renderSeats();
    this.#renderMe();
    this.#renderResult();
    this.page.replay.render();
    this.#renderActions();
    refresh(
      el.moves,
      movesList(table, (ply) => this.page.goTo(ply)),
    );
    this.#scrollMoves();
    this.#fit();
    this.renderHeld();
  }

  /** Keeps the move that is shown in view. */
  #scrollMoves() {
    const { moves } = this.el;
    const shown = /** @type {HTMLElement | null} */ (moves.querySelector(".newest-move"));
    if (!shown) moves.scrollTop = 0;
    else if (this.table.ply === null) moves.scrollTop = moves.scrollHeight;
    else if (
      shown.offsetTop < moves.scrollTop ||
      shown.offsetTop + shown.offsetHeight > moves.scrollTop + moves.clientHeight
    ) {
      moves.scrollTop = shown.offsetTop - moves.clientHeight / 2;
    }
  }

  /** Draws what follows the piece that is held: board, tray, status, buttons. */
  renderHeld() {
    const { table, el } = this;
    const { held } = table;
    this.#renderBoard();
    const { colour } = held;
    el.tray.hidden = colour === null;
    const idle = colour === null || table.state.status !== "playing";
    for (const part of [el.hold, el.foot, el.bar]) part.hidden = idle;
    if (colour) {
      const spots =
        table.state.status === "playing" ? spotCounts(table.geometry, held.legal) : null;
      this.page.tray.show({
        edition: table.geometry.data,
        hands: [{ colour, left: table.state.left[colour], spots }],
        picked: slotOf(held),
        nudged: table.nudged,
        held: (piece) => orientationOf(held, piece),
        patterns: patterns(),
      });
    }
    this.#renderStatus();
    const busy = table.sending || table.weighing;
    drawReady(el, held, Boolean(held.ghost?.legal) && myTurn(table) && !busy);
    drawFloating(this.board, held, el);
    if (table.weighing || this.page.coach?.panel.open) el.floating.hidden = true;
  }

  #renderBoard() {
    const { table, board } = this;
    const { state } = board;
    const { held, game } = table;
    const shown = table.ply ?? table.moves.length;
    state.setup = game.setup.length;
    state.placed = [...game.setup, ...table.moves.slice(0, shown)].map(([colour, placement]) => ({
      colour,
      placement,
    }));
    state.ghost = held.ghost;
    state.hints = [...table.shown.hints, ...(table.hint ? [table.hint] : [])];
    state.areas = table.shown.areas;
    state.coordinates = settings.coordinates;
    state.numbers = settings.numbers;
    state.lastMove = settings.lastMove;
    state.marked = markedMoves(table).map((at) => at + state.setup);
    state.patterns = patterns();
    const usable =
      held.picked >= 0
        ? new Set(spotsOf(held).flatMap((n) => table.geometry.placement(n).cells))
        : null;
    const open = (held.colour && table.state.open?.[held.colour]) || [];
    state.dotColour = held.colour;
    const covered = new Set(
      held.ghost && held.ghost.placement >= 0
        ? table.geometry.placement(held.ghost.placement).cells
        : [],
    );
    state.dots =
      settings.corners && table.state.status === "playing" && myTurn(table)
        ? open.filter((cell) => (!usable || usable.has(cell)) && !covered.has(cell))
        : [];
    state.spots = settings.spots && usable ? [...usable] : [];
    board.render();
  }

  #renderStatus() {
    const { table, el } = this;
    const { words, sign } = status(table);
    el.status.hidden = table.state.status !== "playing" && !words;
    refresh(
      el.status,
      sign && icon(sign, 18),
      h("span", { class: words.length > LONG ? "words long" : "words" }, words),
      onPhone() && table.held.ghost?.laid ? nudges(this.page.input.nudge) : this.#tipButton(),
    );
  }

  #tipButton() {
    const { table } = this;
    if (!table.state.hints || !table.held.colour) return null;
    return tipButton("plain hintbutton", !myTurn(table), table.tipped, () =>
      this.page.helpers.tip(),
    );
  }

  /**
   * Where a colour's pieces lie beside the board, in the board's units: its newest one comes from there.
   * @param {import("../types").Colour} colour
   * @returns {import("../types").Point | null}
   */
  homeOf(colour) {
    const panels = [this.el.seats, this.el.strip].map((part) =>
      part.querySelector(`[data-colour=${colour}]`)?.getBoundingClientRect(),
    );
    const box = panels.find((panel) => panel?.width);
    return box ? this.board.toBoard(box.left + box.width / 2, box.top + box.height / 2) : null;
  }

  #renderSeats() {
    fill(this.el.seats, seatPanels(this.table, coloursBeside(this.table)));
  }

  #renderStrip() {
    refresh(
      this.el.strip,
      iconLink("back", t("To the home page"), "/"),
      strip(this.table, coloursBeside(this.table), () => this.#showSeats()),
      iconButton("menu", t("Menu"), () => this.#showMenu()),
    );
  }

  #showSeats() {
    dialog(t("Pieces left"), ...seatPanels(this.table, this.table.game.colours));
  }

  #renderMe() {
    const { table, el } = this;
    const { colour } = table.held;
    el.me.hidden = !colour;
    if (!colour) return;
    const phone = onPhone();
    fill(el.me, mePanel(table, colour, phone ? title(table) : ""));
    const words = trayTitle(table, colour);
    fill(
      el.trayHead,
      h("h2", { class: "spare" }, words.title),
      h("span", { class: "quiet" }, words.count),
    );
    keep(this.page.tray.element, "aria-label", words.title);
  }

  #renderNotices() {
    const { table } = this;
    const known = {
      invited: this.page.invitation !== "",
      rematch: this.page.rematchMade,
      awaySeconds: this.page.app.start.away_seconds,
    };
    const found = notices(table, known, {
      act: (type, fields) => this.page.act(type, fields),
      join: (seat, name) => this.page.join(seat, name),
      rematch: () => this.page.rematch(),
    });
    const { seats, status: stage, undo, rematch } = table.state;
    const look = JSON.stringify([seats, stage, undo, rematch, table.you, known, found.length]);
    if (look === this.noticed) return; // a form in use stays as it is
    this.noticed = look;
    fill(this.el.notices, found);
  }

  #renderResult() {
    const { table, el } = this;
    const over = table.state.status === "over";
    el.result.hidden = !over;
    if (!over) return;
    refresh(
      el.result,
      h("h1", { class: "phone-title" }, title(table)),
      resultTable(table),
      h(
        "div",
        { class: "menu-actions" },
        table.you.seats.length && !table.game.imported
          ? h(
              "button",
              {
                type: "button",
                class: "button primary rematch",
                onclick: () => void this.page.rematch(),
              },
              table.state.rematch ? t("To the rematch") : t("Rematch"),
            )
          : mayResume(table)
            ? h(
                "button",
                {
                  type: "button",
                  class: "button primary",
                  onclick: () => void this.#resume(),
                },
                t("Play on from here"),
              )
            : h("a", { class: "button primary", href: "/new" }, t("New game")),
        table.state.seats.length > 1 && table.moves.length
          ? h("a", { class: "button toreview", href: `/review/${table.game.id}#make` }, t("Review"))
          : null,
        h(
          "button",
          { type: "button", class: "button plain", onclick: () => showShare(this.table) },
          icon("save"),
          t("Save or share"),
        ),
      ),
    );
  }

  /** Playing on from here: few do, so it is fetched when it is asked for. */
  async #resume() {
    const [{ showResume }] = await Promise.all([import("./resume.js"), allWords()]);
    showResume(this.table, this.page.app.go);
  }

  /** What can be done besides placing. */
  #actions() {
    const { table } = this;
    const { state } = table;
    const playing = state.status === "playing" && table.you.seats.length > 0;
    const out = table.you.seats.every((name) => seatNamed(table, name)?.retired);
    const make = (
      /** @type {import("../js/icons.js").IconName} */ name,
      /** @type {string} */ words,
      /** @type {() => void} */ act,
      disabled = false,
      look = "plain",
    ) =>
      h(
        "button",
        { type: "button", class: `button ${look}`, disabled, onclick: act },
        icon(name),
        words,
      );
    const found = [];
    if (playing && state.hints)
      found.push(tipButton("", !myTurn(table), table.tipped, () => this.page.helpers.tip()));
    if (playing) {
      found.push(make("undo", t("Undo"), () => void this.page.act("undo"), !state.may_undo));
      found.push(make("flag", t("Resign"), () => this.page.resign(), out));
    }
    return found;
  }

  #renderActions() {
    const actions = this.#actions();
    const { el } = this;
    el.actions.hidden = !actions.length;
    const at = [...el.actions.children].indexOf(/** @type {Element} */ (document.activeElement));
    refresh(el.actions, actions);
    if (at < 0 || document.activeElement?.parentElement === el.actions) return;
    // The button that was pressed looks different now: it keeps the focus, or gives it to the board.
    const same = /** @type {HTMLButtonElement | undefined} */ (el.actions.children[at]);
    const next = same && !same.disabled ? same : this.board.target;
    next.focus({ preventScroll: true });
  }

  /** The list of moves where there is no room for it on the page. */
  #showMoves() {
    const list = movesList(this.table, (ply) => {
      box.close();
      this.page.goTo(ply);
    });
    const box = dialog(t("Moves"), h("div", { class: "moves" }, list));
  }

  #showMenu() {
    const { table } = this;
    const more = (
      /** @type {import("../js/icons.js").IconName} */ name,
      /** @type {string} */ words,
      /** @type {() => void} */ act,
    ) =>
      h(
        "button",
        { type: "button", class: "button plain", onclick: () => setTimeout(act) },
        icon(name),
        words,
      );
    const box = dialog(
      t("Menu"),
      h("p", { class: "quiet" }, subtitle(table)),
      h(
        "div",
        { class: "menu-actions", onclick: () => box.close() },
        ...(onPhone() ? this.#actions() : []), // elsewhere they stand beside the board
        ...(onDesk() || !table.moves.length
          ? []
          : [more("list", t("Moves"), () => this.#showMoves())]),
        ...(onPhone() && !this.el.foot.hidden
          ? [more("keys", t("Type a move"), () => this.el.typed.open())]
          : []),
        more("link", t("Save or share"), () => showShare(table)),
        more("keys", t("Keys"), showGameKeys),
        h("a", { class: "button plain", href: "/settings" }, icon("gear"), t("Settings")),
      ),
      ...settingsList(["play", "board"]),
      seatLink(table),
    );
  }
}

/**
 * The button for tips; dots show how many of their steps were seen.
 * @param {string} look
 * @param {boolean} disabled
 * @param {number} steps
 * @param {() => unknown} act
 */
const tipButton = (look, disabled, steps, act) =>
  h(
    "button",
    { type: "button", class: `button tips ${look}`, "data-steps": steps, disabled, onclick: act },
    icon("hint"),
    t("Tip"),
  );

/**
 * The title: always as high, a long one in smaller letters, a very long one on two lines.
 * @param {string} words
 */
const heading = (words) =>
  h(
    "h1",
    { class: `${words.length > 16 ? "long" : ""}${words.length > 22 ? " longer" : ""}` },
    words,
  );
