/** Talking to the server: requests, and a socket to one game that finds its way back (docs/protocol.md). */

/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("../page").Answer} Answer */
/** @typedef {import("../types").PresenceView} PresenceMessage */
/** @typedef {import("../types").PersonalState} GameState */

/** An answer that says no: its code tells why. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message @param {Record<string, any>} [more] */
  constructor(code, message, more = {}) {
    super(message);
    this.code = code;
    this.more = more;
  }
}

/**
 * @param {string} address
 * @param {RequestInit} [how]
 * @returns {Promise<any>}
 */
async function ask(address, how) {
  let response;
  try {
    response = await fetch(address, how);
  } catch {
    throw new Refusal("offline", "no connection");
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    const error = body.error ?? {};
    throw new Refusal(error.code ?? "bad_request", error.message ?? response.statusText, error);
  }
  return body;
}

/** @param {string} address */
export const get = (address) => ask(address);

/**
 * @param {string} address
 * @param {unknown} body  a text goes as it is, anything else as JSON
 */
export function post(address, body) {
  const text = typeof body === "string";
  return ask(address, {
    method: "POST",
    headers: { "Content-Type": text ? "text/plain; charset=utf-8" : "application/json" },
    body: text ? body : JSON.stringify(body),
  });
}

/** @param {string} address */
export const remove = (address) => ask(address, { method: "DELETE" });

/**
 * @typedef {object} Listener
 * @property {(snapshot: Snapshot) => void} snapshot
 * @property {(events: GameEvent[], state: GameState) => void} events
 * @property {(message: PresenceMessage) => void} presence
 * @property {(online: boolean) => void} online
 * @property {(now: number) => void} time
 * @property {(code: string) => void} gone  there is no such game, or it cannot be read
 */

/** How long a lost connection waits before it tries again, in milliseconds: at first, and at most. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 2000;

/** Codes with which the server closes a line that need not be tried again, as those of a refusal. @type {Record<number, string>} */
const HOPELESS = { 4004: "not_found", 4005: "unreadable" };

/** A live connection to a game. After a loss it connects again and asks for what it missed. */
export class GameLink {
  /**
   * @param {string} id
   * @param {number} seq  the newest event that is known already
   * @param {Listener} listener
   */
  constructor(id, seq, listener) {
    this.id = id;
    this.listener = listener;
    /** The newest event we know. */
    this.seq = seq;
    this.closed = false;
    this.online = false;
    this.wait = FIRST_WAIT;
    this.count = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<number, {body: Record<string, unknown>, done: (answer: Answer) => void, failed: (why: Refusal) => void}>} */
    this.pending = new Map();
    /** @type {GameEvent[]} the first pages of what was missed */
    this.early = [];
    this.heard = Date.now();
    this.watchdog = setInterval(() => this.#check(), 5000);
    this.wake = () => this.#check(true);
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.#connect();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/games/${this.id}/socket?since=${this.seq}`,
    );
    this.socket = socket;
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(socket, event.code);
    socket.onopen = () => {
      this.heard = Date.now();
    };
  }

  /** @param {WebSocket} socket @param {number} code */
  #lost(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    this.online = false;
    if (this.closed) return;
    this.listener.online(false);
    for (const [id, { body, failed }] of this.pending) {
      if ("seq" in body) continue; // sent again after the next connection: the same seq counts once
      this.pending.delete(id);
      failed(new Refusal("offline", "the connection was lost"));
    }
    if (code in HOPELESS) {
      this.closed = true;
      this.listener.gone(HOPELESS[code]);
      return;
    }
    setTimeout(
      () => !this.closed && !this.socket && this.#connect(),
      this.wait * (0.7 + Math.random() * 0.6),
    );
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
  }

  /** @param {boolean} [awake] */
  #check(awake = false) {
    if (this.closed) return;
    if (!this.socket) {
      if (awake) this.#connect();
      return;
    }
    // The server pings every 15 s: longer silence means a dead line.
    if (Date.now() - this.heard > 40000) this.socket.close();
  }

  /** @param {any} message */
  #hear(message) {
    this.heard = Date.now();
    switch (message.type) {
      case "snapshot":
        this.seq = message.state.seq;
        this.early = [];
        this.#back();
        this.listener.snapshot(message);
        break;
      case "events":
        this.#back();
        this.#events(message);
        break;
      case "presence":
        this.listener.presence(message);
        break;
      case "ping":
        this.listener.time(message.now);
        if (message.seq > this.seq) this.#say({ type: "sync", since: this.seq });
        break;
      default:
        this.#answer(message);
    }
  }

  /** The first message of a connection: what was under way is sent again. */
  #back() {
    if (this.online) return;
    this.online = true;
    this.wait = FIRST_WAIT;
    this.listener.online(true);
    for (const [id, { body }] of this.pending) this.#say({ ...body, id });
  }

  /** @param {{events: GameEvent[], state: GameState, more?: boolean}} message */
  #events({ events, state, more }) {
    const fresh = events.filter((event) => event.seq > this.seq);
    if (fresh.length && fresh[0].seq !== this.seq + 1) {
      this.#say({ type: "sync", since: this.seq });
      return;
    }
    this.early.push(...fresh);
    if (more && fresh.length) {
      // the state is that after the last page
      this.seq = fresh[fresh.length - 1].seq;
      this.#say({ type: "sync", since: this.seq });
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

  /** @param {Answer} answer */
  #answer(answer) {
    const id = Number(answer.id);
    const request = this.pending.get(id);
    if (!request) return;
    this.pending.delete(id);
    if (answer.type === "error") {
      request.failed(new Refusal(answer.code ?? "", answer.message ?? "", answer));
    } else {
      request.done(answer);
    }
  }

  /** @param {Record<string, unknown>} body */
  #say(body) {
    if (this.online && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(body));
      return true;
    }
    return false;
  }

  /**
   * Sends a request and waits for its answer. One that appends an event (`next`) outlives a lost line.
   * @param {string} type
   * @param {Record<string, unknown>} [fields]
   * @param {{next?: boolean}} [how]
   * @returns {Promise<Answer>}
   */
  request(type, fields = {}, { next = false } = {}) {
    const id = ++this.count;
    const body = { type, ...fields, ...(next ? { seq: this.seq + 1 } : {}) };
    return new Promise((done, failed) => {
      this.pending.set(id, { body, done, failed });
      if (this.#say({ ...body, id })) return;
      if (!next) {
        this.pending.delete(id);
        failed(new Refusal("offline", "no connection"));
      }
    });
  }

  close() {
    this.closed = true;
    clearInterval(this.watchdog);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket?.close();
  }
}
