/** The line to the lobby: what there is to see, and what one asks for there (docs/protocol.md). */

import { Line } from "./line.js";

/** @typedef {import("../types").LobbyView} LobbyView */
/** @typedef {import("../types").YourLobby} YourLobby */

/**
 * @typedef {object} LobbyListener
 * @property {(lobby: LobbyView) => void} shown  everything, whenever a part of it has changed
 * @property {(you: YourLobby) => void} you
 * @property {(game: string) => void} begins
 * @property {(online: boolean) => void} [online]
 */

/** How often the line is tried, in milliseconds: it is quiet while nothing changes. */
const PING = 15000;

export class LobbyLink extends Line {
  /** @param {LobbyListener} listener */
  constructor(listener) {
    super();
    this.listener = listener;
    /** @type {LobbyView} */
    this.lobby = { type: "lobby", now: Date.now() };
    /** By how much the server's clock is ahead of ours. */
    this.ahead = 0;
    /** What we look for: asked for again after the line was lost. @type {object | null} */
    this.wish = null;
    this.pinging = setInterval(() => this.say({ type: "ping" }), PING);
    this.connect();
  }

  /** @override */
  get address() {
    return "/api/lobby/socket";
  }

  /** @override @param {boolean} online */
  changed(online) {
    this.listener.online?.(online);
    if (online && this.wish) this.say({ type: "seek", wish: this.wish });
  }

  /** @override @param {any} message */
  hear(message) {
    switch (message.type) {
      case "lobby":
        this.back();
        this.ahead = message.now - Date.now();
        this.lobby = { ...this.lobby, ...message };
        this.listener.shown(this.lobby);
        break;
      case "you":
        this.listener.you(message);
        break;
      case "begins":
        this.listener.begins(message.game);
        break;
      default:
        this.answered(message);
    }
  }

  /** Looks for a game. @param {object} wish */
  async seek(wish) {
    this.wish = wish;
    try {
      await this.ask({ type: "seek", wish });
    } catch (why) {
      // Without a line the wish waits for it; whatever else is refused is no wish.
      if (/** @type {import("./net.js").Refusal} */ (why).code !== "offline") {
        this.wish = null;
        throw why;
      }
    }
  }

  async stop() {
    this.wish = null;
    await this.ask({ type: "stop" }).catch(() => null); // a lost line ends the search, too
  }

  /** @override */
  close() {
    clearInterval(this.pinging);
    super.close();
  }
}
