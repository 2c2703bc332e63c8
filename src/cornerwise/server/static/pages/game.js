/** A game: the board, the seats round it, the tray, and afterwards result and replay. */

import { announce } from "../js/announce.js";
import { Controller } from "../js/controller.js";
import { h } from "../js/dom.js";
import { GameLink } from "../js/gamelink.js";
import { layPlacement, putBack } from "../js/ghost.js";
import { Helpers } from "../js/helpers.js";
import { allWords, number, t } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { dialog, showGameKeys } from "../js/menu.js";
import { moveWords } from "../js/moves.js";
import { get, post, Refusal } from "../js/net.js";
import { mayTakeOver } from "../js/notices.js";
import { Pace } from "../js/pace.js";
import { Replay } from "../js/replay.js";
import * as sound from "../js/sound.js";
import {
  advance,
  isMine,
  myTurn,
  table as newTable,
  reset,
  seatNamed,
  seatOf,
  sides,
  timeLeft,
} from "../js/table.js";
import { finishedText, tidings } from "../js/tidings.js";
import { title } from "../js/titles.js";
import { GameView } from "../js/view.js";
import { playerName, refusalText } from "../js/words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("../types").PersonalState} GameState */

/** Says why there is no game. What that needs comes with it: the first page brings along what games need. @param {HTMLElement} main @param {string} id @param {Refusal} why */
const noGame = (main, id, why) =>
  Promise.all([import("./missing.js"), allWords()]).then(
    ([missing]) => missing.noGame(main, id, why),
    () => location.reload(),
  );

/** @type {import("../app.js").Page} */
export async function show(main, app, [id]) {
  let snapshot;
  try {
    snapshot = await opened(id);
  } catch (error) {
    await noGame(main, id, /** @type {Refusal} */ (error));
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
    /** Whether the bell of the last minute has rung. */
    this.belled = false;
    /** Whether some seat may be taken over. */
    this.deserted = false;
    /** Whether a rematch was made while we looked. */
    this.rematchMade = false;
    /** @type {Promise<import("../js/chat.js").Chat> | undefined} */
    this.chat = undefined;

    this.replay = new Replay(
      () => ({ ply: this.table.ply, last: this.table.moves.length }),
      (ply) => this.goTo(ply),
      (ply) => `/analysis?game=${this.table.game.id}&ply=${ply}`,
    );
    this.controller = new Controller({
      geometry,
      label: t("Board"),
      held: () => this.table.held,
      trays: () => this.#trays(),
      mayLay: () => [this.table.held],
      lay: (_colour, placement) => this.#lay(placement),
      why: async (colour, placement) =>
        (await this.link.request("why", { placement, colour }).catch(() => null))?.reason ?? null,
      said: () => this.table.said,
      saying: (text) => {
        this.table.said = text;
      },
      changed: () => {
        if (this.table.held.picked >= 0) this.table.hint = null;
        this.coach?.attend();
      },
      view: () => this.view,
      notNow: () => (myTurn(this.table) ? "" : t("It is not your turn.")),
      input: {
        place: () => void this.place(),
        hint: () => void this.helpers.tip(),
        takeHint: () => this.helpers.tips?.take() ?? false,
        keys: showGameKeys,
        type: () => this.view.el.typed.open(),
        step: (by) => this.replay.step(by),
        replay: () => this.replay.toggle(),
      },
    });
    this.board = this.controller.board;
    this.input = this.controller.input;
    this.tray = this.controller.tray;
    this.pace = new Pace((events, state) => this.#events(events, state), {
      waits: (events) =>
        events.length === 1 && events[0].type === "move" && !this.#own(events[0].seat ?? null),
      hurried: () =>
        this.table.game.clock.kind === "live" &&
        isMine(this.table, this.table.clock?.running ?? null),
    });
    this.helpers = new Helpers(this.table, (type, fields) => this.link.request(type, fields), {
      root: () => this.view.root,
      play: (placement) => this.play(placement),
      takeBack: () => this.act("undo"),
      drawn: () => this.view.render(),
      changed: () => this.controller.changed(),
      focus: () => this.board.target.focus({ preventScroll: true }),
    });
    this.view = new GameView(main, this);
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
        void this.chat?.then((chat) => chat.drawWatchers());
      },
      chat: (message) => void this.#heard(message),
      online: (online) => {
        this.table.online = online;
        this.view.render();
      },
      time: (now) => {
        this.table.ahead = now - Date.now();
      },
      gone: (code) => {
        this.close();
        void noGame(main, this.id, new Refusal(code, ""));
      },
    });
    this.view.render();
    this.helpers.begin();
    void this.#rate();
  }

  /** Reads the ratings of those who play, if it is a rated game. */
  async #rate() {
    const { game, state } = this.table;
    if (!game.rated) return;
    const { gameRatings } = await import("../js/gameratings.js");
    this.table.ratings = await gameRatings(this.id, state.status === "over").catch(() => ({}));
    this.view.render();
  }

  close() {
    this.helpers.close();
    this.link.close();
    this.pace.close();
    this.controller.close();
    this.view.close();
    clearInterval(this.timer);
    this.replay.stop();
    void this.chat?.then((chat) => chat.close());
  }

  /** Who looks on, if anybody does. */
  get coach() {
    return this.helpers.coach;
  }

  /** The pieces of the colour that is held. @returns {import("../js/tray.js").TrayHand[]} */
  #trays() {
    const { colour } = this.table.held;
    return colour ? [{ colour, left: this.table.state.left[colour], spots: null }] : [];
  }

  // --- what the server says ----------------------------------------------------------------------

  /** @param {Snapshot} snapshot */
  #snapshot(snapshot) {
    this.pace.clear();
    reset(this.table, snapshot);
    this.controller.reasons.forget();
    this.controller.reasons.attend(this.table.held);
    this.coach?.turned();
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
    this.controller.reasons.forget();
    this.controller.reasons.attend(table.held);
    for (const event of events) this.#tell(event);
    for (const colour of state.finished) {
      const left = seatOf(table, colour)?.retired; // that was said already
      if (left || before.finished.includes(colour) || state.status === "over") continue;
      this.controller.say(finishedText(table, colour));
      announce(table.said);
    }
    if (before.status !== "over" && state.status === "over") announce(title(table));
    const newest = events.findLast((event) => event.type === "move");
    if (newest?.colour) {
      sound.placed();
      this.board.state.arrival = { from: this.view.homeOf(newest.colour) };
    }
    if (!before.turn && myTurn(table)) {
      sound.yourTurn();
      announce(title(table));
    }
    if (events.some((event) => event.type === "rematch")) this.rematchMade = true;
    if (before.status !== state.status || events.some((event) => event.type === "joined"))
      void this.#rate();
    this.coach?.turned();
    this.view.render();
  }

  /** The chat comes when there is somebody to talk to. @param {import("../types").Chat} message */
  async #heard(message) {
    this.chat ??= import("../js/chat.js").then(({ Chat }) => new Chat(this));
    (await this.chat).hear(message);
  }

  /** @param {GameEvent} event */
  #tell(event) {
    if (event.type === "undo_refused") this.controller.say(t("Taking back was refused."));
    const words = tidings(this.table, event);
    if (!words) return;
    announce(words);
    const seen = event.type === "move" || this.#own(("seat" in event && event.seat) || null);
    if (!seen && this.table.state.status === "playing") this.controller.say(words);
  }

  // --- what the reader does ----------------------------------------------------------------------

  /**
   * Sends a request that appends an event, and says why if it is refused.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   */
  async act(type, fields = {}) {
    while (true) {
      const known = this.link.seq;
      try {
        return await this.link.request(type, fields, { next: true });
      } catch (error) {
        const refusal = /** @type {Refusal} */ (error);
        // It means the same after somebody else's move; only an answer is to what was asked.
        if (refusal.code === "stale" && type !== "answer" && this.link.seq > known) continue;
        this.table.sending = false;
        this.controller.say(refusalText(refusal));
        return null;
      }
    }
  }

  async place() {
    this.pace.catchUp(); // whoever is in a hurry need not wait
    const { ghost } = this.table.held;
    if (!ghost?.legal || this.table.sending || this.table.weighing) return false;
    if (!myTurn(this.table)) {
      ghost.laid = true;
      this.controller.say(t("It is not your turn yet. The piece waits here."));
      return false;
    }
    const { placement } = ghost;
    const { coach } = this;
    return (!coach || (await coach.allows(placement))) && this.play(placement);
  }

  /** Makes a move that was typed; the coach is shown where it would lie. @param {number} placement */
  #lay(placement) {
    if (!this.coach?.on) return this.play(placement);
    layPlacement(this.table.held, placement);
    return this.place();
  }

  /**
   * Makes a move. If something else happened first, it goes out again as long as it is still ours to make and legal.
   * @param {number} placement
   */
  async play(placement) {
    const { table } = this;
    const { colour } = table.held;
    const mayStill = () =>
      myTurn(table) && table.held.colour === colour && table.held.legal.has(placement);
    while (true) {
      table.sending = true;
      table.said = "";
      this.view.render();
      const known = this.link.seq;
      try {
        await this.link.request("play", { placement }, { next: true });
        table.sending = false;
        putBack(table.held);
        this.view.render();
        return true;
      } catch (error) {
        const refusal = /** @type {Refusal} */ (error);
        table.sending = false;
        if (refusal.code === "stale" && this.link.seq > known && mayStill()) continue;
        this.controller.say(refusalText(refusal, table.geometry.data.grid));
        return false;
      }
    }
  }

  /** A move typed in notation. @param {string} text */
  typed(text) {
    this.pace.catchUp();
    return this.controller.typed(text);
  }

  resign() {
    const mine = this.table.state.seats.filter(
      (seat) => isMine(this.table, seat.name) && !seat.retired && !seat.out,
    );
    const box = dialog(
      t("Resign?"),
      h(
        "p",
        {},
        this.table.game.rated
          ? t(
              "You lose this rated game. If more than two sides play, you come last, and the computer plays on for you.",
            )
          : sides(this.table).length === 2
            ? t("The other side wins the game.")
            : t("Whoever resigns places no more pieces. The others play on."),
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
      this.controller.say(refusalText(/** @type {Refusal} */ (error)));
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
    if (wanted === (table.ply ?? 0) + 1) this.board.state.arrival = { from: null };
    table.ply = wanted;
    if (wanted > 0) {
      const [colour, placement] = table.moves[wanted - 1];
      announce(`${number(wanted)}. ${moveWords(table, colour, placement)}`);
    }
    this.view.render();
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
