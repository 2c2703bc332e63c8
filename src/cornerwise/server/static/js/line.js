/** A socket that finds its way back: after a loss it connects again (docs/protocol.md). */

import { Refusal } from "./net.js";

/** @typedef {import("../page").Answer} Answer */

/** How long a lost connection waits before it tries again, in milliseconds: at first, and at most. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 2000;

/** The code with which a server that ends asks us to connect again: another one may be there already. */
export const RESTARTS = 1012;

const SIGNED_OUT = 4001;

/** Codes with which the server closes a line that need not be tried again, as those of a refusal. @type {Record<number, string>} */
const HOPELESS = { 4004: "not_found", 4005: "unreadable" };

/** A live connection, with requests that wait for their answers. Subclasses say where it leads and what they hear. */
export class Line {
  constructor() {
    this.closed = false;
    this.online = false;
    /** Whether a server that ends has asked us to connect again. */
    this.moving = false;
    this.wait = FIRST_WAIT;
    this.count = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<number, {body: Record<string, unknown>, done: (answer: Answer) => void, failed: (why: Refusal) => void}>} */
    this.pending = new Map();
    this.heard = Date.now();
    this.watchdog = setInterval(() => this.#check(), 5000);
    this.wake = () => this.#check(true);
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  /** Where the line leads: a path, and what it knows already. @returns {string} */
  get address() {
    throw new Error("a line leads somewhere");
  }

  /** @param {any} _message */
  hear(_message) {
    // for subclasses
  }

  /** The line is there, or lost. @param {boolean} _online */
  changed(_online) {
    // for subclasses
  }

  /** There is nothing at the other end. @param {string} _code */
  gone(_code) {
    // for subclasses
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.address}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.hear(JSON.parse(event.data));
    };
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
    if (code === SIGNED_OUT) location.reload(); // somebody ended this session: the page is a guest's now
    // Who is asked to move does so at once, and nobody need notice. If that fails it is a lost line.
    const moves = code === RESTARTS && !this.moving;
    this.moving = moves;
    if (!moves) this.changed(false);
    for (const [id, { body, failed }] of this.pending) {
      if ("seq" in body) continue; // sent again after the next connection: the same seq counts once
      this.pending.delete(id);
      failed(new Refusal("offline", "the connection was lost"));
    }
    if (code in HOPELESS) {
      this.closed = true;
      this.gone(HOPELESS[code]);
      return;
    }
    if (moves) {
      this.connect();
      return;
    }
    setTimeout(
      () => !this.closed && !this.socket && this.connect(),
      this.wait * (0.7 + Math.random() * 0.6),
    );
    this.wait = Math.min(this.wait * 1.7, LONGEST_WAIT);
  }

  /** @param {boolean} [awake] */
  #check(awake = false) {
    if (this.closed) return;
    if (!this.socket) {
      if (awake) this.connect();
      return;
    }
    // The server pings every 15 s: longer silence means a dead line.
    if (Date.now() - this.heard > 40000) this.socket.close();
  }

  /** The first message of a connection: what was under way is sent again. */
  back() {
    if (this.online) return;
    this.online = true;
    this.moving = false;
    this.wait = FIRST_WAIT;
    this.changed(true);
    for (const [id, { body }] of this.pending) this.say({ ...body, id });
  }

  /** @param {Answer} answer */
  answered(answer) {
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
  say(body) {
    if (this.online && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(body));
      return true;
    }
    return false;
  }

  /**
   * Sends a request and waits for its answer. One with a seq outlives a lost line.
   * @param {Record<string, unknown>} body
   * @returns {Promise<Answer>}
   */
  ask(body) {
    const id = ++this.count;
    return new Promise((done, failed) => {
      this.pending.set(id, { body, done, failed });
      if (this.say({ ...body, id }) || "seq" in body) return;
      this.pending.delete(id);
      failed(new Refusal("offline", "no connection"));
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
