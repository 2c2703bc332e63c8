/** A game: the board, the seats round it, the tray, and afterwards result and replay. */

import { announce } from "../js/announce.js";
import { Board, boardState } from "../js/board.js";
import { h } from "../js/dom.js";
import { layPlacement, putBack } from "../js/ghost.js";
import { tellOnce } from "../js/holding.js";
import { number, t } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { input } from "../js/input.js";
import { dialog, showKeys } from "../js/menu.js";
import { cellWords, moveWords } from "../js/moves.js";
import { GameLink, get, post, Refusal } from "../js/net.js";
import { mayTakeOver } from "../js/notices.js";
import { Pace } from "../js/pace.js";
import { Reasons } from "../js/reasons.js";
import { Replay } from "../js/replay.js";
import { watch } from "../js/settings.js";
import * as sound from "../js/sound.js";
import {
  advance,
  isMine,
  myTurn,
  table as newTable,
  reset,
  seatNamed,
  timeLeft,
} from "../js/table.js";
import { finishedText, tidings } from "../js/tidings.js";
import { title } from "../js/titles.js";
import { slotsOf, Tray } from "../js/tray.js";
import { typedMove } from "../js/typed.js";
import { GameView } from "../js/view.js";
import { playerName, reasonText, refusalText } from "../js/words.js";
import { noGame } from "./missing.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("../types").PersonalState} GameState */

/** @type {import("../app.js").Page} */
export async function show(main, app, [id]) {
  let snapshot;
  try {
    snapshot = await opened(id);
  } catch (error) {
    noGame(main, id, /** @type {Refusal} */ (error));
    return undefined;
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

/** How long a refusal or another line of status can be read, in milliseconds. */
const SAID = 7000;

/** The page of one game: what the server says, what the reader does. Its view draws it. */
export class GamePage {
  /**
   * @param {HTMLElement} main
   * @param {App} app
   * @param {Snapshot} snapshot
   * @param {import("../page").Geometry} geometry
   */
  constructor(main, app, snapshot, geometry) {
    this.app = app;
    this.id = snapshot.game.id;
    this.table = newTable(snapshot, geometry);
    this.invitation = /^#join=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
    this.reasons = new Reasons(
      async (colour, placement) =>
        (await this.link.request("why", { placement, colour }).catch(() => null))?.reason ?? null,
      () => this.view.renderHand(),
    );
    /** Whether the bell of the last minute has rung. */
    this.belled = false;
    /** The timer of what was said: it fades. */
    this.fading = 0;
    /** Whether some seat may be taken over. */
    this.deserted = false;
    /** Whether a rematch was made while we looked. */
    this.rematchMade = false;

    this.board = new Board(boardState(geometry), {
      label: t("Board"),
      words: cellWords(this.table, () => this.board.state),
    });
    this.replay = new Replay(
      () => ({ ply: this.table.ply, last: this.table.moves.length }),
      (ply) => this.goTo(ply),
    );
    this.input = input({
      board: this.board,
      hand: () => this.table.hand,
      slots: () => {
        const { colour } = this.table.hand;
        return colour
          ? slotsOf(geometry.data, [{ colour, left: this.table.state.left[colour], spots: null }])
          : [];
      },
      changed: () => this.handChanged(),
      place: () => void this.place(),
      hint: () => void this.hint(),
      takeHint: () => this.takeHint(),
      keys: showKeys,
      type: () => this.view.el.typed.open(),
      picked: (by) => tellOnce(this.view.el.tip, by),
      step: (by) => this.replay.step(by),
      replay: () => this.replay.toggle(),
    });
    this.tray = new Tray(this.input);
    this.pace = new Pace((events, state) => this.#events(events, state), {
      waits: (events) =>
        events.length === 1 && events[0].type === "move" && !this.#own(events[0].seat ?? null),
      hurried: () =>
        this.table.game.clock.kind === "live" &&
        isMine(this.table, this.table.clock?.running ?? null),
    });
    this.view = new GameView(main, this);
    this.unwatch = watch(() => this.view.render());
    this.timer = setInterval(() => this.#tick(), 250);
    this.link = new GameLink(this.id, snapshot.state.seq, {
      snapshot: (fresh) => this.#snapshot(fresh),
      events: (events, state) => {
        this.table.clock = state.clock;
        this.pace.take(events, state);
      },
      presence: (presence) => {
        this.table.presence = presence;
        this.table.presenceAt = Date.now();
        this.view.render();
      },
      online: (online) => {
        this.table.online = online;
        this.view.render();
      },
      time: (now) => {
        this.table.ahead = now - Date.now();
      },
      gone: (code) => {
        this.close();
        noGame(main, this.id, new Refusal(code, ""));
      },
    });
    this.view.render();
  }

  close() {
    this.link.close();
    this.pace.close();
    this.input.close();
    this.tray.close();
    this.view.close();
    this.unwatch();
    clearInterval(this.timer);
    this.replay.stop();
    clearTimeout(this.fading);
    this.reasons.close();
  }

  // --- what the server says ----------------------------------------------------------------------

  /** @param {Snapshot} snapshot */
  #snapshot(snapshot) {
    this.pace.clear();
    reset(this.table, snapshot);
    this.reasons.forget();
    this.reasons.attend(this.table.hand);
    this.view.render();
  }

  /** Whether a person at this screen moves for a seat. @param {string | null} name */
  #own(name) {
    return isMine(this.table, name) && !seatNamed(this.table, name)?.taken_over;
  }

  /** @param {GameEvent[]} events @param {GameState} state */
  #events(events, state) {
    const { table } = this;
    const before = {
      turn: myTurn(table),
      finished: table.state.finished,
      status: table.state.status,
    };
    advance(table, events, state);
    this.reasons.forget();
    this.reasons.attend(table.hand);
    for (const event of events) this.#tell(event);
    for (const colour of state.finished) {
      if (before.finished.includes(colour) || state.status === "over") continue;
      this.say(finishedText(table, colour));
      announce(table.said);
    }
    if (before.status !== "over" && state.status === "over") announce(title(table));
    const newest = events.findLast((event) => event.type === "move");
    if (newest?.colour) {
      sound.placed();
      this.board.state.animate = true;
      this.board.state.from = this.view.homeOf(newest.colour);
    }
    if (!before.turn && myTurn(table)) {
      sound.yourTurn();
      announce(title(table));
    }
    if (events.some((event) => event.type === "rematch")) this.rematchMade = true;
    this.view.render();
  }

  /** @param {GameEvent} event */
  #tell(event) {
    if (event.type === "undo_refused") this.say(t("Taking back was refused."));
    const words = tidings(this.table, event);
    if (words) announce(words);
  }

  // --- what the reader does ----------------------------------------------------------------------

  /**
   * Shows a line of status for a while.
   * @param {string} text
   */
  say(text) {
    this.table.said = text;
    this.view.render();
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      if (this.table.said !== text) return;
      this.table.said = "";
      this.view.renderHand();
    }, SAID);
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
    this.pace.catchUp(); // whoever is in a hurry need not wait
    const { ghost } = this.table.hand;
    if (!ghost?.legal || this.table.sending) return;
    if (!myTurn(this.table)) {
      ghost.laid = true;
      this.say(t("It is not your turn yet. The piece waits here."));
      return;
    }
    await this.play(ghost.placement);
  }

  /**
   * Makes a move. If something else happened first, it goes out again as long as it is still ours to make and legal.
   * @param {number} placement
   */
  async play(placement) {
    const { table } = this;
    const { colour } = table.hand;
    const mayStill = () =>
      myTurn(table) && table.hand.colour === colour && table.hand.legal.has(placement);
    while (true) {
      table.sending = true;
      table.said = "";
      this.view.render();
      const known = this.link.seq;
      try {
        await this.link.request("play", { placement }, { next: true });
        table.sending = false;
        putBack(table.hand);
        this.view.render();
        return true;
      } catch (error) {
        const refusal = /** @type {Refusal} */ (error);
        table.sending = false;
        if (refusal.code === "stale" && this.link.seq > known && mayStill()) continue;
        this.say(refusalText(refusal, table.geometry.data.grid));
        return false;
      }
    }
  }

  putBack() {
    putBack(this.table.hand);
    this.handChanged();
  }

  /**
   * A move typed in notation. If it can be laid in several ways, the reader chooses on the board.
   * @param {string} text
   */
  async typed(text) {
    const { table } = this;
    this.pace.catchUp();
    const { hand } = table;
    const { numbers, wrong } = typedMove(table.geometry, text);
    const legal = numbers.filter((number) => hand.legal.has(number));
    if (wrong) this.say(wrong);
    else if (!myTurn(table)) this.say(t("It is not your turn."));
    else if (legal.length === 1) return this.play(legal[0]);
    else if (legal.length) {
      layPlacement(hand, legal[0]);
      hand.among = legal;
      this.handChanged();
      this.board.target.focus({ preventScroll: true });
      this.say(t("This fits there in several ways. Tab goes through them, Enter places."));
    } else if (hand.colour && numbers.length) {
      this.say(
        reasonText(
          (await this.reasons.of(hand.colour, numbers[0]))?.code ?? "",
          this.table.geometry.data.grid,
        ),
      );
    }
    return false;
  }

  async hint() {
    const { table } = this;
    if (!table.state.hints || !myTurn(table) || table.pondering) return;
    table.pondering = true;
    this.view.render();
    try {
      const answer = await this.link.request("hint", {});
      const colour = table.hand.colour;
      if (answer.seq === table.state.seq && colour && answer.placement !== undefined) {
        putBack(table.hand);
        table.hint = { colour, placement: answer.placement };
        const { piece, cells } = table.geometry.placement(answer.placement);
        const { data } = table.geometry;
        table.said = t("Hint: {piece} at {cell}. Enter or a click takes it up.", {
          piece: data.pieces[piece].name,
          cell: data.names[cells[0]],
        });
      }
    } catch (error) {
      table.said = refusalText(/** @type {Refusal} */ (error));
    }
    table.pondering = false;
    this.view.render();
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
    const mine = this.table.state.seats.filter(
      (seat) => isMine(this.table, seat.name) && !seat.retired,
    );
    const box = dialog(
      t("Resign?"),
      h(
        "p",
        {},
        t(
          "Your colours place no more pieces. The others play on; in a game of two sides the other side wins.",
        ),
      ),
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
        h(
          "button",
          { type: "button", class: "button plain", onclick: () => box.close() },
          t("Play on"),
        ),
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
      const snapshot = await post(`/api/games/${this.id}/join`, {
        key: this.invitation,
        seat,
        name,
      });
      this.invitation = "";
      history.replaceState(null, "", location.pathname);
      this.table.you = snapshot.you;
      this.link.take(snapshot);
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
    this.view.render();
  }

  /** The piece in the hand or its ghost changed. */
  handChanged() {
    const { hand } = this.table;
    this.table.said = "";
    if (hand.picked >= 0) this.table.hint = null;
    this.reasons.attend(hand);
    this.view.renderHand();
  }

  #tick() {
    const { table } = this;
    this.view.tick();
    const running = table.clock?.running;
    if (running && isMine(table, running)) {
      const left = timeLeft(table, running) ?? 0;
      if (left < 60000 && left > 50000 && !this.belled) {
        this.belled = true;
        sound.bell();
        announce(t("One minute left."));
      }
      if (left > 61000) this.belled = false;
    }
    const deserted = table.state.seats.some((seat) =>
      mayTakeOver(table, seat, this.app.start.away_seconds),
    );
    if (deserted !== this.deserted) {
      this.deserted = deserted;
      this.view.render();
    }
  }
}
