/** A game: the board, the seats round it, the tray, and afterwards result and replay. */

import { announce } from "../js/announce.js";
import { Board, boardState } from "../js/board.js";
import { fill, h, keep } from "../js/dom.js";
import { layPlacement, orientationOf, putBack, spotsOf } from "../js/ghost.js";
import { number, t, tn } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { input } from "../js/input.js";
import { dialog, settingsList, showKeys } from "../js/menu.js";
import { movesList, moveWords } from "../js/moves.js";
import { GameLink, get, post, Refusal } from "../js/net.js";
import { chip, pieceSvg, shapeOf } from "../js/piece.js";
import { resultTable, resultTitle } from "../js/result.js";
import { clock, patterns, seatPanel, strip, tickClocks } from "../js/seats.js";
import { change, settings, watch } from "../js/settings.js";
import * as sound from "../js/sound.js";
import {
  advance, awayFor, cellsLeft, hotSeat, isMine, mainColour, myTurn, reset, seatNamed, seatOf, table as newTable, timeLeft,
} from "../js/table.js";
import { Tray } from "../js/tray.js";
import { cellCount, colourName, pieceCount, playerName, reasonText, refusalText, variantName } from "../js/words.js";

/** @typedef {import("../js/table.js").Table} Table */
/** @typedef {import("../app.js").App} App */
/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("../types").GameState} GameState */

/** @type {import("../app.js").Page} */
export async function show(main, app, [id]) {
  let snapshot;
  try {
    snapshot = await opened(id);
  } catch (error) {
    fill(main, h("div", { class: "page" }, h("h1", {}, t("This game cannot be opened")), h("p", {}, refusalText(/** @type {Refusal} */ (error)))));
    return () => {};
  }
  const page = new GamePage(main, app, snapshot, await app.geometry(snapshot.game.edition));
  return () => page.close();
}

/**
 * The game of an address; a seat key after # is turned into a seat.
 * @param {string} id
 * @returns {Promise<Snapshot>}
 */
async function opened(id) {
  const key = /^#seat=([\w-]+)$/.exec(location.hash)?.[1];
  if (!key) return get(`/api/games/${id}`);
  const snapshot = await post(`/api/games/${id}/claim`, { key });
  history.replaceState(null, "", location.pathname);
  return snapshot;
}

/** The parts of the page, empty. */
function parts() {
  const part = (/** @type {string} */ name) => h("div", { class: name });
  return {
    strip: part("strip"),
    head: part("g-head"),
    notices: part("g-notices"),
    me: part("g-me"),
    tray: part("g-tray"),
    trayHead: part("row"),
    hold: part("hold"),
    status: h("div", { class: "g-status", role: "status" }),
    bar: part("g-bar"),
    actions: part("g-actions"),
    typed: h("form", { class: "typed" }),
    board: part("g-board"),
    seats: part("seats"),
    result: part("g-result"),
    replay: part("replay-row"),
    moves: h("section", { class: "g-moves", "aria-labelledby": "moves-title" }),
    keys: part("keys"),
    floating: h("div", { class: "bar", role: "toolbar", "aria-label": t("Piece") }),
    why: h("div", { class: "why" }),
  };
}

class GamePage {
  /**
   * @param {HTMLElement} main
   * @param {App} app
   * @param {Snapshot} snapshot
   * @param {import("../types").Geometry} geometry
   */
  constructor(main, app, snapshot, geometry) {
    this.app = app;
    this.id = snapshot.game.id;
    this.table = newTable(snapshot, geometry);
    this.invitation = /^#join=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
    /** Reasons by placement, as long as nothing changes. @type {Map<number, import("../types").Reason>} */
    this.reasons = new Map();
    this.belled = false;
    this.asking = 0;
    this.playing = 0;
    this.opened = false;

    this.board = new Board(boardState(geometry), { label: t("Board"), words: (cell) => this.#cellWords(cell) });
    this.input = input({
      board: this.board,
      hand: () => this.table.hand,
      pieces: () => new Set(this.table.hand.colour ? this.table.state.left[this.table.hand.colour] : []),
      changed: () => this.handChanged(),
      place: () => void this.place(),
      hint: () => void this.hint(),
      takeHint: () => this.takeHint(),
      keys: showKeys,
      step: (by) => this.step(by),
      replay: () => this.toggleReplay(),
    });
    this.tray = new Tray(this.input);
    this.el = parts();
    this.root = h("div", { class: `game ${geometry.data.grid}` });
    this.moves = h("div", { class: "moves", tabindex: "0", role: "region", "aria-labelledby": "moves-title" });
    this.preview = h("div", { class: "preview" });
    /** @type {HTMLButtonElement[]} */
    this.placeButtons = [];
    this.noticed = "";
    /** @type {import("../types").Mark[]} */
    this.ownersOf = [];
    /** @type {Map<number, import("../types").Colour>} */
    this.owners = new Map();
    this.#build(main);
    this.observer = new ResizeObserver(() => this.#fit());
    this.observer.observe(this.el.board);
    this.unwatch = watch(() => this.render());
    this.timer = setInterval(() => this.#tick(), 250);
    this.link = new GameLink(this.id, {
      snapshot: (fresh) => this.#snapshot(fresh),
      events: (events, state) => this.#events(events, state),
      table: (presence) => {
        this.table.presence = presence;
        this.table.presenceAt = Date.now();
        this.render();
      },
      online: (online) => {
        this.table.online = online;
        this.render();
      },
      time: (now) => {
        this.table.ahead = now - Date.now();
      },
      gone: () => this.say(t("There is no such game.")),
    });
    this.render();
  }

  // --- frame -------------------------------------------------------------------------------------

  /** @param {HTMLElement} main */
  #build(main) {
    const [left, top, right, bottom] = this.table.geometry.box;
    const { el } = this;
    el.tray.append(el.trayHead, this.tray.element);
    this.board.element.append(el.floating, el.why);
    el.board.append(this.board.element);
    el.moves.append(h("h2", { id: "moves-title" }, t("Moves")), this.moves);
    this.#buildControls();
    this.root.append(
      el.strip,
      h("div", { class: "g-left" }, el.head, el.notices, el.me, el.result, el.tray, el.hold, el.status, el.bar, el.typed, el.keys, el.actions),
      h("div", { class: "g-middle" }, el.board, el.replay),
      h("div", { class: "g-right" }, el.seats, el.moves),
    );
    this.root.style.setProperty("--ratio", String((bottom - top) / (right - left)));
    fill(main, this.root);
  }

  #buildControls() {
    const { el } = this;
    const turn = (/** @type {"left" | "right" | "flip"} */ how, /** @type {string} */ words) =>
      h("button", { type: "button", class: "iconbutton", "aria-label": words, title: words, onclick: () => this.input.turn(how) }, icon(how));
    const turns = () => [turn("left", t("Turn left")), turn("right", t("Turn right")), turn("flip", t("Flip"))];
    const place = () => h("button", { type: "button", class: "place", onclick: () => void this.place() }, t("Place"));
    const [left, right, flip] = turns();
    el.hold.append(left, right, this.preview, flip);
    this.placeButtons = [place(), place()];
    el.bar.append(...turns(), this.placeButtons[0]);
    el.floating.append(
      ...turns(),
      h("button", { type: "button", "aria-label": t("Put back"), title: t("Put back"), onclick: () => this.putBack() }, icon("close")),
      this.placeButtons[1],
    );
    const field = h("input", { class: "field", "aria-label": t("Type a move"), placeholder: t("Type a move: {example}", { example: this.#example() }), autocomplete: "off", spellcheck: "false" });
    el.typed.append(field, h("button", { class: "button", type: "submit" }, t("Play")));
    el.typed.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.typed(field.value).then((done) => {
        if (done) field.value = "";
      });
    });
    /** @type {[string, string][]} */
    const keys = [["R", t("turn")], ["F", t("flip")], ["Tab", t("next spot")], ["Enter", t("place")], ["?", t("all keys")]];
    el.keys.append(...keys.map(([key, words]) => h("span", {}, h("kbd", {}, key), " ", words)));
  }

  #example() {
    const { names } = this.table.geometry.data;
    return `${names[0]},${names[1]}`;
  }

  #fit() {
    const box = this.el.board;
    const style = getComputedStyle(box);
    const width = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const phone = matchMedia("(max-width: 767px)").matches;
    this.board.fit(width, box.clientHeight, phone ? (settings.coordinates ? 12 : 7) : settings.coordinates ? 17 : 10);
    this.#placeBar();
  }

  close() {
    this.link.close();
    this.input.close();
    this.tray.close();
    this.observer.disconnect();
    this.unwatch();
    clearInterval(this.timer);
    clearInterval(this.playing);
    clearTimeout(this.asking);
  }

  // --- what the server says ----------------------------------------------------------------------

  /** @param {Snapshot} snapshot */
  #snapshot(snapshot) {
    reset(this.table, snapshot);
    this.reasons.clear();
    this.render();
  }

  /** @param {GameEvent[]} events @param {GameState} state */
  #events(events, state) {
    const { table } = this;
    const before = { turn: myTurn(table), finished: table.state.finished, status: table.state.status };
    advance(table, events, state);
    this.reasons.clear();
    for (const event of events) this.#tell(event);
    for (const colour of state.finished) {
      if (!before.finished.includes(colour)) announce(t("{colour} is finished.", { colour: colourName(colour) }));
    }
    if (before.status !== "over" && state.status === "over") announce(resultTitle(table));
    if (events.some((event) => event.type === "move")) {
      sound.placed();
      this.board.state.animate = true;
    }
    if (!before.turn && myTurn(table)) {
      sound.yourTurn();
      announce(this.#title());
    }
    if (state.rematch && events.some((event) => event.type === "rematch")) this.#offerRematch = true;
    this.render();
  }

  #offerRematch = false;

  /** @param {GameEvent} event */
  #tell(event) {
    const { table } = this;
    const seat = seatNamed(table, event.seat ?? null);
    const name = seat ? playerName(seat, isMine(table, seat.name) && !hotSeat(table)) : "";
    if (event.type === "move" && event.colour && event.placement !== undefined) {
      announce(moveWords(table, event.colour, event.placement));
    } else if (event.type === "joined") {
      announce(t("{name} has joined.", { name }));
    } else if (event.type === "undo") {
      announce(t("Moves were taken back."));
    } else if (event.type === "undo_refused") {
      this.say(t("Taking back was refused."));
    } else if (event.type === "resigned") {
      announce(t("{name} has resigned.", { name }));
    } else if (event.type === "time") {
      announce(t("{name} has run out of time.", { name }));
    } else if (event.type === "taken_over") {
      announce(t("The computer plays for {name}.", { name }));
    }
  }

  // --- what the reader does ----------------------------------------------------------------------

  /**
   * Shows a line of status and says it.
   * @param {string} text
   */
  say(text) {
    this.table.said = text;
    this.render();
  }

  /**
   * Sends a request that appends an event, and says why if it is refused.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  async act(type, fields = {}) {
    try {
      return await this.link.request(type, fields, { next: true });
    } catch (error) {
      this.table.sending = false;
      this.say(refusalText(/** @type {Refusal} */ (error)));
      return null;
    }
  }

  async place() {
    const { ghost } = this.table.hand;
    if (!ghost?.legal || this.table.sending) return;
    if (!myTurn(this.table)) {
      ghost.laid = true;
      this.say(t("It is not your turn yet. The piece waits here."));
      return;
    }
    await this.play(ghost.placement);
  }

  /** @param {number} placement */
  async play(placement) {
    this.table.sending = true;
    this.table.said = "";
    this.render();
    const answer = await this.act("play", { placement });
    this.table.sending = false;
    if (answer) {
      putBack(this.table.hand);
      this.render();
    }
    return answer !== null;
  }

  putBack() {
    putBack(this.table.hand);
    this.handChanged();
  }

  /**
   * A move typed in notation.
   * @param {string} text
   */
  async typed(text) {
    const { table } = this;
    const names = text.split(/[\s,]+/).filter(Boolean);
    const cells = names.map((name) => table.geometry.cellNamed(name));
    const wrong = cells.indexOf(-1);
    if (!names.length) return false;
    if (wrong >= 0) this.say(t("{text} is not a cell of this board.", { text: names[wrong] }));
    else if (!myTurn(table)) this.say(t("It is not your turn."));
    else {
      const placement = table.geometry.placementWith(cells);
      if (placement < 0) this.say(t("No piece has this shape."));
      else if (table.hand.legal.has(placement)) return this.play(placement);
      else {
        const reason = await this.#why(placement);
        this.say(reasonText(reason?.code ?? ""));
      }
    }
    return false;
  }

  /** @param {number} placement */
  async #why(placement) {
    const known = this.reasons.get(placement);
    if (known) return known;
    const { colour } = this.table.hand;
    const answer = await this.link.request("why", { placement, colour }).catch(() => null);
    if (answer?.reason) this.reasons.set(placement, answer.reason);
    return answer?.reason ?? null;
  }

  async hint() {
    const { table } = this;
    if (!table.state.hints || !myTurn(table) || table.pondering) return;
    table.pondering = true;
    this.render();
    try {
      const answer = await this.link.request("hint", {});
      const colour = table.hand.colour;
      if (answer.seq === table.state.seq && colour && answer.placement !== undefined) {
        putBack(table.hand);
        table.hint = { colour, placement: answer.placement };
        const { piece, cells } = table.geometry.placement(answer.placement);
        const { data } = table.geometry;
        table.said = t("Hint: {piece} at {cell}. Enter or a click takes it up.", { piece: data.pieces[piece].name, cell: data.names[cells[0]] });
      }
    } catch (error) {
      table.said = refusalText(/** @type {Refusal} */ (error));
    }
    table.pondering = false;
    this.render();
  }

  takeHint() {
    const { table } = this;
    if (!table.hint) return false;
    layPlacement(table.hand, table.hint.placement);
    table.hint = null;
    table.said = "";
    this.handChanged();
    return true;
  }

  resign() {
    const mine = this.table.state.seats.filter((seat) => isMine(this.table, seat.name) && !seat.retired);
    const box = dialog(
      t("Resign?"),
      h("p", {}, t("Your colours place no more pieces. The others play on; in a game of two sides the other side wins.")),
      h(
        "div",
        { class: "menu-actions" },
        mine.map((seat) =>
          h(
            "button",
            {
              type: "button",
              class: "button",
              onclick: () => {
                box.close();
                void this.act("resign", { seat: seat.name });
              },
            },
            icon("flag"),
            mine.length > 1 ? t("Resign for {name}", { name: playerName(seat) }) : t("Resign"),
          ),
        ),
        h("button", { type: "button", class: "button plain", onclick: () => box.close() }, t("Play on")),
      ),
    );
  }

  async rematch() {
    const next = this.table.state.rematch ?? (await this.act("rematch"))?.game;
    if (next) this.app.go(`/game/${next}`);
  }

  // --- replay ------------------------------------------------------------------------------------

  /**
   * Goes through a finished game.
   * @param {number} by
   */
  step(by) {
    if (this.table.ply === null) return false;
    this.goTo(this.table.ply + by);
    return true;
  }

  /** @param {number} ply */
  goTo(ply) {
    const { table } = this;
    const wanted = Math.max(0, Math.min(table.moves.length, ply));
    this.board.state.animate = wanted === (table.ply ?? 0) + 1;
    table.ply = wanted;
    if (wanted > 0) {
      const [colour, placement] = table.moves[wanted - 1];
      announce(`${number(wanted)}. ${moveWords(table, colour, placement)}`);
    }
    this.render();
  }

  toggleReplay() {
    const { table } = this;
    if (table.ply === null) return;
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = 0;
    } else {
      if (table.ply === table.moves.length) table.ply = 0;
      this.playing = setInterval(() => {
        this.step(1);
        if (table.ply === table.moves.length) {
          clearInterval(this.playing);
          this.playing = 0;
          this.render();
        }
      }, 700);
    }
    this.render();
  }

  // --- drawing -----------------------------------------------------------------------------------

  /** The piece in the hand or its ghost changed. */
  handChanged() {
    const { hand } = this.table;
    this.table.said = "";
    if (hand.picked >= 0) this.table.hint = null;
    const { ghost } = hand;
    clearTimeout(this.asking);
    if (ghost && !ghost.legal) {
      if (ghost.placement < 0) {
        ghost.reason = { code: "off", rule: "", cells: [], message: "" };
      } else {
        ghost.reason = this.reasons.get(ghost.placement) ?? null;
        if (!ghost.reason) {
          this.asking = setTimeout(async () => {
            const reason = await this.#why(ghost.placement);
            if (hand.ghost?.placement === ghost.placement) {
              hand.ghost.reason = reason;
              this.renderHand();
            }
          }, 90);
        }
      }
    }
    this.renderHand();
  }

  /** Draws everything. */
  render() {
    const { table, el } = this;
    const over = table.state.status === "over";
    this.root.classList.toggle("over", over);
    this.root.classList.toggle("watching", table.hand.colour === null);
    document.title = `${this.#title()} · Cornerwise`;
    fill(
      el.head,
      h("div", {}, h("p", { class: "sub" }, this.#subtitle()), h("h1", {}, this.#title())),
      h("button", { type: "button", class: "iconbutton more", "aria-label": t("Menu"), title: t("Menu"), onclick: () => this.#showMenu() }, icon("sliders")),
    );
    this.#renderStrip();
    this.#renderNotices();
    this.#renderSeats();
    this.#renderMe();
    this.#renderResult();
    this.#renderReplay();
    this.#renderActions();
    fill(this.moves, movesList(table, (ply) => this.goTo(ply)));
    if (table.ply === null) this.moves.scrollTop = this.moves.scrollHeight;
    this.#fit();
    this.renderHand();
  }

  /** Draws what follows the piece in the hand: board, tray, status, buttons. */
  renderHand() {
    const { table, el } = this;
    const { hand } = table;
    this.#renderBoard();
    const { colour } = hand;
    el.tray.hidden = colour === null;
    const idle = colour === null || table.state.status !== "playing";
    for (const part of [el.hold, el.typed, el.keys, el.bar]) part.hidden = idle;
    if (colour) {
      const counts = new Map();
      for (const placement of hand.legal) {
        const { piece } = table.geometry.placement(placement);
        counts.set(piece, (counts.get(piece) ?? 0) + 1);
      }
      this.tray.show({
        edition: table.geometry.data,
        colour,
        left: new Set(table.state.left[colour]),
        picked: hand.picked,
        spots: table.state.status === "playing" ? counts : null,
        patterns: patterns(),
      });
    }
    this.#renderPreview();
    this.#renderStatus();
    const ready = Boolean(hand.ghost?.legal) && myTurn(table) && !table.sending;
    for (const button of this.placeButtons) button.disabled = !ready;
    this.#placeBar();
  }

  #renderBoard() {
    const { table, board } = this;
    const { state } = board;
    const { hand, game } = table;
    const shown = table.ply ?? table.moves.length;
    state.setup = game.setup.length;
    state.placed = [...game.setup, ...table.moves.slice(0, shown)].map(([colour, placement]) => ({ colour, placement }));
    state.ghost = hand.ghost;
    state.hint = table.hint;
    state.coordinates = settings.coordinates;
    state.numbers = settings.numbers;
    state.lastMove = settings.lastMove;
    state.patterns = patterns();
    const usable = hand.picked >= 0 ? new Set(spotsOf(hand).flatMap((n) => table.geometry.placement(n).cells)) : null;
    const open = (hand.colour && table.state.open?.[hand.colour]) || [];
    state.dotColour = hand.colour;
    const covered = new Set(hand.ghost && hand.ghost.placement >= 0 ? table.geometry.placement(hand.ghost.placement).cells : []);
    state.dots = settings.corners && table.state.status === "playing" && myTurn(table)
      ? open.filter((cell) => (!usable || usable.has(cell)) && !covered.has(cell)) : [];
    state.spots = settings.spots && usable ? [...usable] : [];
    board.render();
  }

  #renderPreview() {
    const { hand, geometry } = this.table;
    if (hand.picked < 0 || !hand.colour) {
      fill(this.preview, h("span", {}, hand.colour ? t("The piece you pick shows here") : ""));
      return;
    }
    const orientation = orientationOf(hand);
    const [left, top, right, bottom] = shapeOf(geometry.data, hand.picked, orientation).box;
    const cell = Math.min(22, 86 / (bottom - top + 0.2), 110 / (right - left + 0.2));
    fill(this.preview, pieceSvg(geometry.data, hand.picked, hand.colour, { cell, orientation, patterns: patterns() }));
  }

  #renderStatus() {
    const { table, el } = this;
    const { ghost, picked } = table.hand;
    let words = "";
    let sign = null;
    if (!table.online) words = t("Connection lost. Trying to reconnect.");
    else if (table.said) words = table.said;
    else if (table.pondering) words = t("Looking for a hint.");
    else if (table.sending) words = t("Placing.");
    else if (ghost?.legal) [words, sign] = [myTurn(table) ? t("Fits here.") : t("Fits here. Wait for your turn."), "check"];
    else if (ghost) [words, sign] = [ghost.reason ? reasonText(ghost.reason.code) : t("Does not fit here."), "close"];
    else if (picked >= 0) {
      const spots = spotsOf(table.hand).length;
      words = spots ? tn("{n} spot for this piece. Move it onto the board.", "{n} spots for this piece. Move it onto the board.", spots) : t("No spot left for this piece.");
    } else if (myTurn(table)) words = t("Pick a piece.");
    else if (!table.you.seats.length && table.state.status !== "over") words = tn("You are watching with {n} other.", "You are watching with {n} others.", Math.max(0, table.presence.watching - 1));
    el.status.hidden = table.hand.colour === null && !words;
    fill(
      el.status,
      sign && icon(/** @type {"check" | "close"} */ (sign), 18),
      h("span", { class: "words" }, words),
      table.state.hints && table.hand.colour
        ? h("button", { type: "button", class: "button plain hintbutton", disabled: !myTurn(table), onclick: () => void this.hint() }, icon("hint"), t("Hint"))
        : null,
    );
    const bubble = ghost && !ghost.legal && ghost.reason;
    this.el.why.hidden = !bubble;
    if (bubble && ghost.reason) this.el.why.textContent = reasonText(ghost.reason.code);
  }

  /** Puts the bar where it covers fewest pieces: above, below or beside the ghost. */
  #placeBar() {
    const { ghost } = this.table.hand;
    const { floating, why } = this.el;
    floating.hidden = !(ghost?.laid);
    if (!ghost) return;
    const frame = this.board.svg;
    const [offX, offY] = [frame.parentElement ? frame.getBoundingClientRect().left - frame.parentElement.getBoundingClientRect().left : 0,
      frame.parentElement ? frame.getBoundingClientRect().top - frame.parentElement.getBoundingClientRect().top : 0];
    const box = this.board.boxOf(ghost);
    const put = (/** @type {HTMLElement} */ element, /** @type {number} */ away) => {
      const [w, hh] = [element.offsetWidth, element.offsetHeight];
      const middle = (box.left + box.right) / 2 - w / 2;
      const spots = [
        [middle, box.top - hh - away], [middle, box.bottom + away],
        [box.right + away, (box.top + box.bottom - hh) / 2], [box.left - w - away, (box.top + box.bottom - hh) / 2],
      ];
      const cost = (/** @type {number[]} */ [x, y]) => {
        const outside = x < -20 || y < -10 || x + w > frame.clientWidth + 20 || y + hh > frame.clientHeight + 10;
        return (outside ? 1000 : 0) + this.#covered(x, y, w, hh);
      };
      const best = spots.reduce((a, b) => (cost(b) < cost(a) ? b : a));
      element.style.left = `${Math.max(0, Math.min(frame.clientWidth - w, best[0])) + offX}px`;
      element.style.top = `${Math.max(0, Math.min(frame.clientHeight - hh, best[1])) + offY}px`;
    };
    if (!floating.hidden) put(floating, 12);
    if (!why.hidden) {
      put(why, floating.hidden ? 10 : 66);
    }
  }

  /**
   * How many covered cells lie under a box of the board.
   * @param {number} x @param {number} y @param {number} w @param {number} hh
   */
  #covered(x, y, w, hh) {
    const view = this.board.svg.viewBox.baseVal;
    const scale = this.board.svg.clientWidth / view.width;
    const { geometry, placed } = this.board.state;
    return placed.flatMap((mark) => geometry.placement(mark.placement).cells).filter((cell) => {
      const [cx, cy] = geometry.centres[cell];
      const [px, py] = [(cx - view.x) * scale, (cy - view.y) * scale];
      return px > x && px < x + w && py > y && py < y + hh;
    }).length;
  }

  /** The other colours: those without the large tray. */
  #others() {
    const main = mainColour(this.table);
    const { colours } = this.table.game;
    const at = main ? colours.indexOf(main) + 1 : 0;
    return [...colours.slice(at), ...colours.slice(0, at)].filter((colour) => colour !== main);
  }

  #renderSeats() {
    fill(this.el.seats, this.#others().map((colour) => seatPanel(this.table, colour)));
  }

  #renderStrip() {
    fill(
      this.el.strip,
      h("a", { class: "iconbutton", href: "/", "aria-label": t("To the first page") }, icon("back")),
      strip(this.table, this.#others(), () => this.#showSeats()),
      h("button", { type: "button", class: "iconbutton", "aria-label": t("Menu"), onclick: () => this.#showMenu() }, icon("menu")),
    );
  }

  #showSeats() {
    dialog(t("Pieces left"), ...this.table.game.colours.map((colour) => seatPanel(this.table, colour)));
  }

  #renderMe() {
    const { table, el } = this;
    const colour = table.hand.colour;
    el.me.hidden = !colour;
    if (!colour) return;
    const seat = seatNamed(table, table.state.to_play === colour ? table.state.seat : null) ?? seatOf(table, colour);
    const left = table.state.left[colour];
    const cells = cellCount(table.geometry.data.grid, cellsLeft(table, colour));
    const phone = matchMedia("(max-width: 767px)").matches;
    const name = phone ? this.#title() : seat ? playerName(seat, !hotSeat(table)) : colourName(colour);
    const budget = table.game.clock.kind === "live" ? table.game.clock.minutes * 60000 : 0;
    const share = budget && seat ? Math.min(1, (timeLeft(table, seat.name) ?? 0) / budget) : 0;
    const bar = budget ? h("div", { class: `spent c-${colour}`, "data-seat": seat?.name }, h("i", {})) : null;
    if (bar) /** @type {HTMLElement} */ (bar.firstChild).style.width = `${share * 100}%`;
    fill(
      el.me,
      h(
        "div",
        { class: "person" },
        chip(colour),
        h("span", { class: "name" }, name),
        h(
          "span",
          { class: "end" },
          table.game.shared === colour ? h("span", { class: "note small" }, t("shared colour")) : null,
          phone ? tn("{n} left", "{n} left", cellsLeft(table, colour)) : table.state.finished.includes(colour) ? t("Finished") : null,
          clock(table, seat?.name),
        ),
      ),
      bar,
    );
    fill(el.trayHead, h("h2", {}, hotSeat(table) ? t("Pieces of {name}", { name: colourName(colour) }) : t("Your pieces")), h("span", { class: "quiet" }, `${pieceCount(left.length)}, ${cells}`));
    keep(this.tray.element, "aria-label", hotSeat(table) ? t("Pieces of {name}", { name: colourName(colour) }) : t("Your pieces"));
  }

  #renderNotices() {
    const { table, el } = this;
    const { state, you } = table;
    const notices = [];
    if (this.invitation && state.seats.some((seat) => seat.kind === "open" && !seat.joined)) notices.push(this.#joinForm());
    if (state.status === "waiting" && you.host) notices.push(this.#inviteBox());
    if (state.undo) notices.push(this.#undoBox(state.undo));
    for (const seat of state.seats) {
      const name = playerName(seat);
      if (seat.taken_over && isMine(table, seat.name)) {
        notices.push(this.#notice(t("The computer plays for {name}.", { name }), t("Take the seat back"), () => this.act("take_back", { seat: seat.name })));
      } else if (this.#mayTakeOver(seat)) {
        notices.push(this.#notice(t("{name} has been away for a while.", { name }), t("Let the computer play"), () => this.act("take_over", { seat: seat.name, level: settings.level })));
      }
    }
    if (this.#offerRematch && state.rematch) {
      notices.push(this.#notice(t("A rematch is waiting."), t("To the rematch"), () => this.rematch()));
    }
    const look = JSON.stringify([state.seats, state.status, state.undo, you, this.invitation, notices.length, state.rematch]);
    if (look === this.noticed) return; // a form in use stays as it is
    this.noticed = look;
    fill(el.notices, notices);
  }

  /** @param {import("../types").SeatState} seat */
  #mayTakeOver(seat) {
    const { table } = this;
    return table.state.status === "playing" && table.game.clock.kind === "none" && table.you.seats.length > 0
      && seat.kind === "person" && !seat.taken_over && !seat.retired && !isMine(table, seat.name)
      && awayFor(table, seat.name) >= this.app.start.away_seconds * 1000;
  }

  /** @param {string} words @param {string} label @param {() => unknown} act */
  #notice(words, label, act) {
    return h("div", { class: "notice" }, h("span", {}, words), h("button", { type: "button", class: "button", onclick: act }, label));
  }

  /** @param {NonNullable<GameState["undo"]>} undo */
  #undoBox(undo) {
    const seat = seatNamed(this.table, undo.seat);
    const name = seat ? playerName(seat) : "";
    if (!undo.waiting.some((other) => isMine(this.table, other))) {
      return h("div", { class: "notice" }, h("span", {}, t("Waiting for the others to agree to taking back.")));
    }
    return h(
      "div",
      { class: "notice" },
      h("span", {}, t("{name} would like to take back a move.", { name })),
      h("button", { type: "button", class: "button", onclick: () => this.act("answer", { yes: true }) }, t("Agree")),
      h("button", { type: "button", class: "button plain", onclick: () => this.act("answer", { yes: false }) }, t("Refuse")),
    );
  }

  #inviteBox() {
    const { you, state } = this.table;
    const open = state.seats.filter((seat) => seat.kind === "open" && !seat.joined);
    const link = `${location.origin}/game/${this.id}#join=${you.invite ?? ""}`;
    return h(
      "div",
      { class: "invite" },
      h("p", {}, tn("{n} seat is open. Send this link to whoever should play.", "{n} seats are open. Send this link to those who should play.", open.length)),
      copyBox(link, t("Invitation link")),
      h("img", { class: "qr", src: `/api/games/${this.id}/invite.svg`, alt: t("The invitation as a QR code") }),
      h(
        "div",
        { class: "menu-actions" },
        open.map((seat) =>
          h("button", { type: "button", class: "button", onclick: () => this.act("fill", { seat: seat.name, level: settings.level }) }, seat.colours.map((c) => chip(c, 16)), t("Let the computer play")),
        ),
      ),
    );
  }

  #joinForm() {
    const open = this.table.state.seats.filter((seat) => seat.kind === "open" && !seat.joined);
    const name = h("input", { class: "field", maxlength: "24", autocomplete: "nickname", "aria-label": t("Your name"), placeholder: t("Your name") });
    name.value = settings.name;
    const choice = h(
      "div",
      { class: "segments", role: "radiogroup", "aria-label": t("Colour") },
      open.map((seat, at) =>
        h(
          "label",
          {},
          h("input", { type: "radio", name: "join", value: seat.name, checked: at === 0 }),
          h("span", {}, seat.colours.map((c) => colourName(c)).join(" + ")),
        ),
      ),
    );
    const join = async () => {
      change({ name: name.value.trim() });
      const seat = /** @type {HTMLInputElement | null} */ (choice.querySelector("input:checked"))?.value;
      try {
        const snapshot = await post(`/api/games/${this.id}/join`, { key: this.invitation, seat, name: name.value.trim() });
        this.invitation = "";
        history.replaceState(null, "", location.pathname);
        this.#snapshot(snapshot);
      } catch (error) {
        this.say(refusalText(/** @type {Refusal} */ (error)));
      }
    };
    return h(
      "form",
      {
        class: "invite join",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void join();
        },
      },
      h("p", {}, t("You are invited to this game. Choose a colour.")),
      choice,
      name,
      h("button", { class: "button primary", type: "submit" }, t("Take the seat")),
    );
  }

  #renderResult() {
    const { table, el } = this;
    const over = table.state.status === "over";
    el.result.hidden = !over;
    if (!over) return;
    fill(
      el.result,
      h("h1", { class: "phone-title" }, this.#title()),
      resultTable(table),
      h(
        "div",
        { class: "menu-actions" },
        table.you.seats.length && !table.game.imported
          ? h("button", { type: "button", class: "button primary rematch", onclick: () => void this.rematch() }, t("Rematch"))
          : h("a", { class: "button primary", href: "/new" }, t("New game")),
        h("button", { type: "button", class: "button plain", onclick: () => this.#showShare() }, icon("save"), t("Save or share")),
      ),
    );
  }

  #showShare() {
    const base = `/api/games/${this.id}`;
    const ply = this.table.ply ?? this.table.moves.length;
    const save = (/** @type {string} */ href, /** @type {string} */ words) => h("a", { class: "button", href, download: "" }, icon("save"), words);
    dialog(
      t("Save or share"),
      h("p", {}, t("Whoever has this link can watch the game.")),
      h("div", { class: "invite" }, copyBox(`${location.origin}/game/${this.id}`, t("Link to the game"))),
      h(
        "div",
        { class: "menu-actions" },
        save(`${base}.blksgf`, t("Game record")),
        save(`${base}.svg?ply=${ply}`, t("Drawing (SVG)")),
        save(`${base}.png?ply=${ply}`, t("Picture (PNG)")),
      ),
    );
  }

  #renderReplay() {
    const { table, el } = this;
    el.replay.hidden = table.ply === null;
    if (table.ply === null) return;
    const ply = table.ply;
    const last = table.moves.length;
    const button = (/** @type {import("../js/icons.js").IconName} */ name, /** @type {string} */ words, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "iconbutton", "aria-label": words, title: words, onclick: act }, icon(name));
    if (!this.slider) {
      this.slider = h("input", { type: "range", min: "0", "aria-label": t("Move"), oninput: () => this.goTo(Number(this.slider?.value)) });
      this.where = h("span", { class: "where" });
      this.playButton = h("span", {});
      fill(
        el.replay,
        h(
          "div",
          { class: "replay" },
          button("first", t("To the start"), () => this.goTo(0)),
          button("back", t("One move back"), () => this.step(-1)),
          this.playButton,
          button("next", t("One move on"), () => this.step(1)),
          button("last", t("To the end"), () => this.goTo(this.table.moves.length)),
          this.slider,
          this.where,
        ),
      );
    }
    this.slider.max = String(last);
    this.slider.value = String(ply);
    if (this.where) this.where.textContent = t("Move {n} of {last}", { n: number(ply), last: number(last) });
    const state = this.playing ? "pause" : "play";
    if (this.playButton && this.playButton.dataset.state !== state) {
      this.playButton.dataset.state = state;
      fill(this.playButton, button(state, this.playing ? t("Pause") : t("Play the moves"), () => this.toggleReplay()));
    }
  }

  /** What can be done besides placing. */
  #actions() {
    const { table } = this;
    const { state } = table;
    const playing = state.status === "playing" && table.you.seats.some((name) => !seatNamed(table, name)?.retired);
    const make = (/** @type {import("../js/icons.js").IconName} */ name, /** @type {string} */ words, /** @type {() => void} */ act, disabled = false, look = "plain") =>
      h("button", { type: "button", class: `button ${look}`, disabled, onclick: act }, icon(name), words);
    const found = [];
    if (playing && state.hints) found.push(make("hint", t("Hint"), () => void this.hint(), !myTurn(table) || table.pondering, ""));
    if (playing) {
      found.push(make("undo", t("Undo"), () => void this.act("undo"), !table.moves.length || state.undo !== null));
      found.push(make("flag", t("Resign"), () => this.resign()));
    }
    return found;
  }

  #renderActions() {
    const actions = this.#actions();
    this.el.actions.hidden = !actions.length;
    fill(this.el.actions, actions);
  }

  #showMenu() {
    const { table } = this;
    const { you } = table;
    const keyLink = you.key ? `${location.origin}/game/${this.id}#seat=${you.key}` : "";
    const box = dialog(
      t("Menu"),
      h("p", { class: "quiet" }, this.#subtitle()),
      h("div", { class: "menu-actions", onclick: () => box.close() }, ...this.#actions(), h("button", { type: "button", class: "button plain", onclick: () => setTimeout(() => this.#showShare()) }, icon("link"), t("Save or share")), h("button", { type: "button", class: "button plain", onclick: () => setTimeout(showKeys) }, icon("keys"), t("Keys"))),
      settingsList(),
      keyLink
        ? h(
            "details",
            {},
            h("summary", {}, t("Go on at another device")),
            h("div", { class: "invite" }, h("p", {}, t("This link is your seat. Keep it to yourself.")), copyBox(keyLink, t("Seat link")), h("img", { class: "qr", src: `/api/games/${this.id}/seat.svg`, alt: t("The seat link as a QR code") })),
          )
        : null,
    );
  }

  #title() {
    const { table } = this;
    const { state } = table;
    if (state.status === "over") return resultTitle(table);
    if (state.status === "waiting") return t("Waiting for players");
    const seat = seatNamed(table, state.seat);
    if (!seat || !state.to_play) return t("The game is over");
    const name = playerName(seat);
    const several = seat.colours.length > 1 || table.game.shared === state.to_play;
    if (myTurn(table)) {
      if (hotSeat(table)) return several ? t("{name} to move: {colour}", { name, colour: colourName(state.to_play) }) : t("{name} to move", { name });
      return several ? t("Your turn: {colour}", { colour: colourName(state.to_play) }) : t("Your turn");
    }
    if (table.presence.thinking) return t("{name} is thinking", { name });
    return t("{name} to move", { name });
  }

  #subtitle() {
    const { table } = this;
    const parts = [variantName(table.game.variant)];
    const placed = table.moves.filter(([colour]) => colour === table.state.to_play).length;
    if (table.state.status === "playing") parts.push(t("round {n}", { n: number(placed + 1) }));
    if (table.game.touch === "vertices") parts.push(t("vertices only"));
    parts.push(table.game.scoring === "basic" ? t("basic scoring") : t("advanced scoring"));
    if (table.game.imported) parts.push(t("imported"));
    return parts.join(", ");
  }

  /** @param {number} cell */
  #cellWords(cell) {
    const { geometry, placed, dots } = this.board.state;
    if (this.ownersOf !== placed) {
      this.ownersOf = placed;
      this.owners = new Map(placed.flatMap((mark) => geometry.placement(mark.placement).cells.map((c) => [c, mark.colour])));
    }
    const name = geometry.data.names[cell];
    const owner = this.owners.get(cell);
    if (owner) return `${name}, ${colourName(owner)}`;
    const parts = [name, t("free")];
    if (dots.includes(cell)) parts.push(t("open corner"));
    else if (geometry.data.starts.includes(cell)) parts.push(t("start field"));
    return parts.join(", ");
  }

  #tick() {
    const { table } = this;
    tickClocks(table, this.root);
    const running = table.state.clock?.running;
    if (running && isMine(table, running)) {
      const left = timeLeft(table, running) ?? 0;
      if (left < 60000 && left > 50000 && !this.belled) {
        this.belled = true;
        sound.bell();
        announce(t("One minute left."));
      }
      if (left > 61000) this.belled = false;
      const bar = /** @type {HTMLElement | null} */ (this.root.querySelector(".spent i"));
      if (bar && table.game.clock.kind === "live") bar.style.width = `${Math.min(100, left / table.game.clock.minutes / 600)}%`;
    }
    if (table.state.seats.some((seat) => this.#mayTakeOver(seat)) !== this.opened) {
      this.opened = !this.opened;
      this.#renderNotices();
    }
  }
}

/**
 * A link with a button that copies it.
 * @param {string} link
 * @param {string} label
 */
function copyBox(link, label) {
  const field = h("input", { class: "field", readonly: true, value: link, "aria-label": label, onfocus: () => field.select() });
  const button = h(
    "button",
    {
      type: "button",
      class: "button",
      onclick: async () => {
        field.select();
        try {
          await navigator.clipboard.writeText(link);
        } catch {
          document.execCommand("copy"); // pages without https have no clipboard of their own
        }
        fill(button, icon("check", 18), t("Copied"));
      },
    },
    icon("copy", 18),
    t("Copy link"),
  );
  return h("div", { class: "copy" }, field, button);
}
