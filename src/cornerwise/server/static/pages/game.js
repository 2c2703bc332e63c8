/** A game: the board, the seats round it, the tray, and afterwards result and replay. */

import { announce } from "../js/announce.js";
import { Board, boardState } from "../js/board.js";
import { fill, h, keep } from "../js/dom.js";
import { floatBeside } from "../js/floating.js";
import { frame } from "../js/frame.js";
import { layPlacement, orientationOf, putBack, spotsOf } from "../js/ghost.js";
import { number, t } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { input } from "../js/input.js";
import { seatLink, showShare } from "../js/links.js";
import { dialog, settingsList, showKeys } from "../js/menu.js";
import { movesList, moveWords } from "../js/moves.js";
import { GameLink, get, post, Refusal } from "../js/net.js";
import { mayTakeOver, notices } from "../js/notices.js";
import { pieceSvg, shapeOf } from "../js/piece.js";
import { Replay } from "../js/replay.js";
import { resultTable, resultTitle } from "../js/result.js";
import { mePanel, patterns, seatPanel, strip, tickClocks, trayTitle } from "../js/seats.js";
import { settings, watch } from "../js/settings.js";
import * as sound from "../js/sound.js";
import { advance, hotSeat, isMine, mainColour, myTurn, reset, seatNamed, table as newTable, timeLeft } from "../js/table.js";
import { status, subtitle, title } from "../js/titles.js";
import { Tray } from "../js/tray.js";
import { colourName, playerName, reasonText, refusalText } from "../js/words.js";

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
    /** Whether the bell of the last minute has rung. */
    this.belled = false;
    /** The timer of a question why. */
    this.asking = 0;
    /** Whether some seat may be taken over. */
    this.deserted = false;
    /** Whether a rematch was made while we looked. */
    this.rematchMade = false;
    /** What the notices were drawn from. */
    this.noticed = "";
    /** What `owners` was made from, and the colour on each cell. @type {import("../types").Mark[]} */
    this.ownersOf = [];
    /** @type {Map<number, import("../types").Colour>} */
    this.owners = new Map();

    this.board = new Board(boardState(geometry), { label: t("Board"), words: (cell) => this.#cellWords(cell) });
    this.replay = new Replay(() => ({ ply: this.table.ply, last: this.table.moves.length }), (ply) => this.goTo(ply));
    this.input = input({
      board: this.board,
      hand: () => this.table.hand,
      pieces: () => new Set(this.table.hand.colour ? this.table.state.left[this.table.hand.colour] : []),
      changed: () => this.handChanged(),
      place: () => void this.place(),
      hint: () => void this.hint(),
      takeHint: () => this.takeHint(),
      keys: showKeys,
      step: (by) => this.replay.step(by),
      replay: () => this.replay.toggle(),
    });
    this.tray = new Tray(this.input);
    const { names } = geometry.data;
    this.el = frame(
      { turn: this.input.turn, place: () => void this.place(), putBack: () => this.putBack(), typed: (text) => this.typed(text) },
      `${names[0]},${names[1]}`,
    );
    this.root = h("div", { class: `game ${geometry.data.grid}` });
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
    const { el } = this;
    const [left, top, right, bottom] = this.table.geometry.box;
    el.tray.append(el.trayHead, this.tray.element);
    this.board.element.append(el.floating, el.why);
    el.board.append(this.board.element);
    this.root.append(
      el.strip,
      h("div", { class: "g-left" }, el.head, el.notices, el.me, el.result, el.tray, el.hold, el.status, el.bar, el.typed, el.keys, el.actions),
      h("div", { class: "g-middle" }, el.board, h("div", { class: "replay-row" }, this.replay.element)),
      h("div", { class: "g-right" }, el.seats, el.movesPart),
    );
    this.root.style.setProperty("--ratio", String((bottom - top) / (right - left)));
    fill(main, this.root);
  }

  #fit() {
    const box = this.el.board;
    const style = getComputedStyle(box);
    const width = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const phone = matchMedia("(max-width: 767px)").matches;
    this.board.fit(width, box.clientHeight, phone ? (settings.coordinates ? 12 : 7) : settings.coordinates ? 17 : 10);
    this.#renderFloating();
  }

  close() {
    this.link.close();
    this.input.close();
    this.tray.close();
    this.observer.disconnect();
    this.unwatch();
    clearInterval(this.timer);
    this.replay.stop();
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
      if (before.finished.includes(colour) || state.status === "over") continue;
      table.said = t("{colour} is finished.", { colour: colourName(colour) });
      announce(table.said);
    }
    if (before.status !== "over" && state.status === "over") announce(resultTitle(table));
    if (events.some((event) => event.type === "move")) {
      sound.placed();
      this.board.state.animate = true;
    }
    if (!before.turn && myTurn(table)) {
      sound.yourTurn();
      announce(title(table));
    }
    if (events.some((event) => event.type === "rematch")) this.rematchMade = true;
    this.render();
  }

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

  /**
   * Takes an open seat.
   * @param {string} seat
   * @param {string} name
   */
  async join(seat, name) {
    try {
      const snapshot = await post(`/api/games/${this.id}/join`, { key: this.invitation, seat, name });
      this.invitation = "";
      history.replaceState(null, "", location.pathname);
      this.#snapshot(snapshot);
    } catch (error) {
      this.say(refusalText(/** @type {Refusal} */ (error)));
    }
  }

  async rematch() {
    const next = this.table.state.rematch ?? (await this.act("rematch"))?.game;
    if (next) this.app.go(`/game/${next}`);
  }

  /**
   * Shows the position after so many moves.
   * @param {number} ply
   */
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
    document.title = `${title(table)} · Cornerwise`;
    fill(
      el.head,
      h("div", {}, h("p", { class: "sub" }, subtitle(table)), h("h1", {}, title(table))),
      h("button", { type: "button", class: "iconbutton more", "aria-label": t("Menu"), title: t("Menu"), onclick: () => this.#showMenu() }, icon("sliders")),
    );
    this.#renderStrip();
    this.#renderNotices();
    this.#renderSeats();
    this.#renderMe();
    this.#renderResult();
    this.replay.render();
    this.#renderActions();
    fill(el.moves, movesList(table, (ply) => this.goTo(ply)));
    if (table.ply === null) el.moves.scrollTop = el.moves.scrollHeight;
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
    for (const button of el.places) button.disabled = !ready;
    this.#renderFloating();
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
      fill(this.el.preview, h("span", {}, hand.colour ? t("The piece you pick shows here") : ""));
      return;
    }
    const orientation = orientationOf(hand);
    const [left, top, right, bottom] = shapeOf(geometry.data, hand.picked, orientation).box;
    const cell = Math.min(22, 86 / (bottom - top + 0.2), 110 / (right - left + 0.2));
    fill(this.el.preview, pieceSvg(geometry.data, hand.picked, hand.colour, { cell, orientation, patterns: patterns() }));
  }

  #renderStatus() {
    const { table, el } = this;
    const { words, sign } = status(table);
    el.status.hidden = table.hand.colour === null && !words;
    fill(
      el.status,
      sign && icon(sign, 18),
      h("span", { class: "words" }, words),
      table.state.hints && table.hand.colour
        ? h("button", { type: "button", class: "button plain hintbutton", disabled: !myTurn(table), onclick: () => void this.hint() }, icon("hint"), t("Hint"))
        : null,
    );
  }

  /** Shows the bar of a laid ghost, and why an illegal one is illegal. */
  #renderFloating() {
    const { ghost } = this.table.hand;
    const { floating, why } = this.el;
    floating.hidden = !ghost?.laid;
    why.hidden = !ghost || ghost.legal || !ghost.reason;
    if (ghost?.reason) why.textContent = reasonText(ghost.reason.code);
    if (ghost && !floating.hidden) floatBeside(this.board, ghost, floating, 12);
    if (ghost && !why.hidden) floatBeside(this.board, ghost, why, floating.hidden ? 10 : 66);
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
    const { colour } = table.hand;
    el.me.hidden = !colour;
    if (!colour) return;
    const phone = matchMedia("(max-width: 767px)").matches;
    fill(el.me, mePanel(table, colour, phone ? title(table) : ""));
    const words = trayTitle(table, colour);
    fill(el.trayHead, h("h2", {}, words.title), h("span", { class: "quiet" }, words.count));
    keep(this.tray.element, "aria-label", words.title);
  }

  #renderNotices() {
    const { table } = this;
    const known = { invited: this.invitation !== "", rematch: this.rematchMade, awaySeconds: this.app.start.away_seconds };
    const found = notices(table, known, {
      act: (type, fields) => this.act(type, fields),
      join: (seat, name) => this.join(seat, name),
      rematch: () => this.rematch(),
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
    fill(
      el.result,
      h("h1", { class: "phone-title" }, title(table)),
      resultTable(table),
      h(
        "div",
        { class: "menu-actions" },
        table.you.seats.length && !table.game.imported
          ? h("button", { type: "button", class: "button primary rematch", onclick: () => void this.rematch() }, t("Rematch"))
          : h("a", { class: "button primary", href: "/new" }, t("New game")),
        h("button", { type: "button", class: "button plain", onclick: () => showShare(this.table) }, icon("save"), t("Save or share")),
      ),
    );
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
    const more = (/** @type {import("../js/icons.js").IconName} */ name, /** @type {string} */ words, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: "button plain", onclick: () => setTimeout(act) }, icon(name), words);
    const box = dialog(
      t("Menu"),
      h("p", { class: "quiet" }, subtitle(table)),
      h(
        "div",
        { class: "menu-actions", onclick: () => box.close() },
        ...this.#actions(),
        more("link", t("Save or share"), () => showShare(table)),
        more("keys", t("Keys"), showKeys),
      ),
      settingsList(),
      seatLink(table),
    );
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
    const deserted = table.state.seats.some((seat) => mayTakeOver(table, seat, this.app.start.away_seconds));
    if (deserted !== this.deserted) {
      this.deserted = deserted;
      this.#renderNotices();
    }
  }
}
