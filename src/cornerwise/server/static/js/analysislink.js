/** The line to the engine: one position is thought about at a time, and what is thought comes as it grows. */

import { RESTARTS } from "./line.js";
import { Refusal } from "./net.js";

/** @typedef {import("../types").AnalysisView} AnalysisView */
/** @typedef {import("../types").ExplanationView} ExplanationView */
/** @typedef {import("../types").Line} Line */

/** How long one may rest on a position before it is thought about, in milliseconds. */
const REST = 120;

/** How long it waits before it tries again: after a lost line, and when all places are taken. */
const LOST = 1500;
const BUSY = 2000;

export class AnalysisLink {
  /**
   * @param {object} listener
   * @param {(found: AnalysisView) => void} listener.found
   * @param {(explained: ExplanationView) => void} listener.explained
   * @param {(why: Refusal) => void} listener.refused
   */
  constructor(listener) {
    this.listener = listener;
    /** What is to be thought about; null for nothing. @type {Line | null} */
    this.wanted = null;
    /** The number of the newest request: answers to older ones are not looked at. */
    this.count = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.closed = false;
    // Nobody looks at a hidden page: the engine need not think for it.
    this.seen = () => this.#ask();
    document.addEventListener("visibilitychange", this.seen);
  }

  /** Thinks about the end of a line, and of no other. @param {Line | null} line */
  analyse(line) {
    this.wanted = line;
    this.count += 1; // what comes now is about another position
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#ask(), REST);
  }

  /** @param {number} placement */
  explain(placement) {
    this.#say({ type: "explain", id: this.count, placement });
  }

  #ask() {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.count += 1;
    const line = document.hidden ? null : this.wanted;
    if (line && !this.socket) this.#connect();
    else
      this.#say(
        line ? { type: "analyse", id: this.count, line } : { type: "stop", id: this.count },
      );
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/analysis/socket`);
    this.socket = socket;
    socket.onopen = () => this.#ask();
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (this.closed || !this.wanted) return;
      if (code === RESTARTS) {
        this.#ask();
        return;
      }
      this.listener.refused(new Refusal("offline", "the connection was lost"));
      this.timer = setTimeout(() => this.#ask(), LOST);
    };
  }

  /** @param {any} message */
  #hear(message) {
    if (message.id !== this.count) return;
    if (message.type === "analysis") this.listener.found(message);
    else if (message.type === "explained") this.listener.explained(message);
    else if (message.type === "error") {
      this.listener.refused(new Refusal(message.code, message.message, message));
      if (message.code === "busy") this.timer = setTimeout(() => this.#ask(), BUSY);
    }
  }

  /** @param {Record<string, unknown>} body */
  #say(body) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(body));
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.seen);
    this.socket?.close();
  }
}
