/** The line to one game: its events come in order, and what was missed is asked for (docs/protocol.md). */

import { Line } from "./line.js";

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("../page").Answer} Answer */
/** @typedef {import("../types").PresenceView} PresenceMessage */
/** @typedef {import("../types").PersonalState} GameState */

/**
 * @typedef {object} Listener
 * @property {(snapshot: Snapshot) => void} snapshot
 * @property {(events: GameEvent[], state: GameState) => void} events
 * @property {(message: PresenceMessage) => void} presence
 * @property {(message: import("../types").Chat) => void} chat
 * @property {(online: boolean) => void} online
 * @property {(now: number) => void} time
 * @property {(code: string) => void} gone  there is no such game, or it cannot be read
 */

export class GameLink extends Line {
  /**
   * @param {string} id
   * @param {number} seq  the newest event that is known already
   * @param {Listener} listener
   */
  constructor(id, seq, listener) {
    super();
    this.id = id;
    this.listener = listener;
    /** The newest event we know. */
    this.seq = seq;
    /** @type {GameEvent[]} the first pages of what was missed */
    this.early = [];
    this.connect();
  }

  /** @override */
  get address() {
    return `/api/games/${this.id}/socket?since=${this.seq}`;
  }

  /** @override @param {boolean} online */
  changed(online) {
    this.listener.online(online);
  }

  /** @override @param {string} code */
  gone(code) {
    this.listener.gone(code);
  }

  /** @override @param {any} message */
  hear(message) {
    switch (message.type) {
      case "snapshot":
        this.seq = message.state.seq;
        this.early = [];
        this.back();
        this.listener.snapshot(message);
        break;
      case "events":
        this.back();
        this.#events(message);
        break;
      case "presence":
        this.listener.presence(message);
        break;
      case "chat":
        this.listener.chat(message);
        break;
      case "ping":
        this.listener.time(message.now);
        if (message.seq > this.seq) this.say({ type: "sync", since: this.seq });
        break;
      default:
        this.answered(message);
    }
  }

  /** @param {{events: GameEvent[], state: GameState, more?: boolean}} message */
  #events({ events, state, more }) {
    const fresh = events.filter((event) => event.seq > this.seq);
    if (fresh.length && fresh[0].seq !== this.seq + 1) {
      this.say({ type: "sync", since: this.seq });
      return;
    }
    this.early.push(...fresh);
    if (more && fresh.length) {
      // the state is that after the last page
      this.seq = fresh[fresh.length - 1].seq;
      this.say({ type: "sync", since: this.seq });
      return;
    }
    this.seq = Math.max(this.seq, state.seq);
    this.listener.events(this.early.splice(0), state);
  }

  /**
   * Takes in a snapshot that came by another way, unless more is known already.
   * @param {Snapshot} snapshot
   */
  take(snapshot) {
    if (snapshot.state.seq < this.seq) return;
    this.seq = snapshot.state.seq;
    this.listener.snapshot(snapshot);
  }

  /**
   * Sends a request and waits for its answer. One that appends an event (`next`) outlives a lost line.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @param {{next?: boolean}} [how]
   * @returns {Promise<Answer>}
   */
  request(type, fields = {}, { next = false } = {}) {
    return this.ask({ type, ...fields, ...(next ? { seq: this.seq + 1 } : {}) });
  }
}
