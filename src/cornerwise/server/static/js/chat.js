/** The chat of a game: phrases that each reads in their own language, and texts where they are allowed. */

import { announce } from "./announce.js";
import { showLine } from "./chatmenu.js";
import { fill, h } from "./dom.js";
import { allWords, number, t, tn } from "./i18n.js";
import { icon } from "./icons.js";
import { dialog } from "./menu.js";
import { get } from "./net.js";
import { chip } from "./piece.js";
import { settings, watch } from "./settings.js";
import { seatNamed } from "./table.js";
import { playerName, refusalText } from "./words.js";

/** @typedef {import("../types").Chat} Message */
/** @typedef {import("../types").ChatLineView} ChatLine */

/** So many lines are kept in view. */
const KEPT = 100;
/** The longest text. */
const LONGEST = 200;

export class Chat {
  /** @param {import("../pages/game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<number, ChatLine>} */
    this.lines = new Map();
    /** Canned phrases in English, by their ids. @type {Record<string, string>} */
    this.phrases = {};
    this.writes = false;
    /** The newest line that was seen. */
    this.seen = 0;
    /** @type {HTMLDialogElement | null} */
    this.box = null;
    this.ready = this.#prepare();
    this.unwatch = watch(() => this.#render());
  }

  async #prepare() {
    [this.phrases] = await Promise.all([get("/api/phrases"), allWords()]);
    this.#build();
  }

  #build() {
    const { el, root } = this.page.view;
    this.log = h("div", { class: "chat-log", role: "log", "aria-label": t("Chat"), tabindex: "0" });
    this.list = h("div", { class: "chat-phrases", id: "chat-phrases", hidden: true });
    this.opener = h(
      "button",
      {
        type: "button",
        class: "button plain",
        "aria-expanded": "false",
        "aria-controls": "chat-phrases",
        onclick: () => this.#unfold(this.list?.hidden === true),
      },
      t("Phrases"),
    );
    this.field = h("input", {
      class: "field",
      "aria-label": t("Write something"),
      placeholder: t("Write something"),
      maxlength: LONGEST,
      autocomplete: "off",
    });
    this.said = h("p", { class: "chat-why", role: "status" });
    this.form = h(
      "form",
      { onsubmit: (/** @type {Event} */ event) => void this.#write(event) },
      this.field,
      h(
        "button",
        { type: "submit", class: "iconbutton", "aria-label": t("Send"), title: t("Send") },
        icon("send"),
      ),
    );
    this.watchers = h("p", { class: "chat-watchers quiet" });
    this.panel = h(
      "div",
      { class: "chat", onkeydown: (/** @type {KeyboardEvent} */ event) => event.stopPropagation() },
      this.watchers,
      this.log,
      this.list,
      this.said,
      h("div", { class: "chat-say" }, this.opener, this.form),
    );
    const tab = (/** @type {string} */ words, /** @type {boolean} */ chats) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          "aria-selected": String(!chats),
          onclick: () => this.#choose(chats),
        },
        words,
      );
    this.tabs = [tab(t("Moves"), false), tab(t("Chat"), true)];
    this.head = h("div", { class: "chat-tabs", role: "tablist" }, this.tabs);
    this.button = h(
      "button",
      { type: "button", class: "iconbutton tochat", onclick: () => this.#open() },
      icon("chat"),
      h("span", { class: "chat-count" }),
    );
    this.corner = h("div", { class: "chat-corner" }, this.button);
    el.movesPart.prepend(this.head);
    el.movesPart.append(this.panel);
    root.querySelector(".g-left")?.prepend(this.corner);
    /** @type {boolean} */
    this.over = root.classList.contains("over");
    this.observer = new MutationObserver(() => void this.#ended());
    this.observer.observe(root, { attributeFilter: ["class"] });
    this.#choose(false);
    this.#listPhrases();
  }

  close() {
    this.unwatch();
    this.observer?.disconnect();
    this.box?.close();
  }

  // --- what is heard -----------------------------------------------------------------------------

  /** @param {Message} message */
  async hear(message) {
    await this.ready;
    if (message.writes !== undefined) this.writes = message.writes;
    const first = message.writes !== undefined;
    for (const line of message.lines) {
      if (!first && !this.lines.has(line.id) && !line.own && this.#isShown(line)) {
        announce(`${this.#who(line)}: ${this.words(line)}`);
      }
      this.lines.set(line.id, line);
    }
    this.#render();
  }

  /** Reads all that was said anew: after the game more is heard, after a block less. */
  async refresh() {
    const heard = await get(`/api/games/${this.page.id}/chat`).catch(() => null);
    if (!heard) return;
    this.lines.clear();
    await this.hear(heard);
  }

  async #ended() {
    const over = this.page.view.root.classList.contains("over");
    if (over === this.over) return;
    this.over = over;
    if (over) await this.refresh();
  }

  /** Who watches: those with a name, and how many others. */
  drawWatchers() {
    if (!this.watchers) return;
    const { watching, watchers } = this.page.table.presence;
    const others = watching - watchers.length;
    const guests = others > 0 ? [tn("{n} guest", "{n} guests", others)] : [];
    const names = watchers.map((name) =>
      h("a", { href: `/@/${encodeURIComponent(name)}`, dir: "auto" }, name),
    );
    const parts = [...names, ...guests].flatMap((part, at) => (at ? [", ", part] : [part]));
    fill(this.watchers, watching ? [`${t("Watching")}: `, ...parts] : []);
  }

  /** @param {ChatLine} line */
  #isShown = (line) => settings.chat === "text" || (settings.chat === "phrases" && line.phrase);

  /** What was said, in the reader's language if it is a phrase. @param {ChatLine} line */
  words(line) {
    return line.phrase ? t(this.phrases[line.phrase] ?? "") : line.text;
  }

  /** Who said it. @param {ChatLine} line */
  #who(line) {
    if (line.own) return t("You");
    const seat = seatNamed(this.page.table, line.seat);
    const name = line.name || (seat ? playerName(seat) : t("Guest"));
    return line.room === "spectators" && this.page.table.you.seats.length
      ? t("{name}, watching", { name })
      : name;
  }

  /** Whether who said it has a profile. @param {ChatLine} line */
  #hasPage(line) {
    if (line.own || !line.name) return false;
    return !line.seat || seatNamed(this.page.table, line.seat)?.account === line.name;
  }

  // --- what is said ------------------------------------------------------------------------------

  /** @param {Record<string, string>} what */
  async #say(what) {
    const { said } = this;
    if (!said) return false;
    said.textContent = "";
    try {
      await this.page.link.request("say", what);
      return true;
    } catch (error) {
      const refusal = /** @type {import("./net.js").Refusal} */ (error);
      const flood = t("That is too much at once. Please wait a moment.");
      said.textContent = refusal.code === "flood" ? flood : refusalText(refusal);
      return false;
    }
  }

  /** @param {Event} event */
  async #write(event) {
    event.preventDefault();
    const { field } = this;
    const text = field?.value.trim();
    if (!field || !text) return;
    field.value = "";
    if (!(await this.#say({ text })) && !field.value) field.value = text;
  }

  #listPhrases() {
    if (!this.list) return;
    fill(
      this.list,
      Object.entries(this.phrases).map(([phrase, words]) =>
        h(
          "button",
          {
            type: "button",
            class: "button",
            onclick: () => {
              this.#unfold(false);
              void this.#say({ phrase });
            },
          },
          t(words),
        ),
      ),
    );
  }

  /** @param {boolean} open */
  #unfold(open) {
    if (!this.list || !this.opener) return;
    this.list.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
    if (open) /** @type {HTMLElement | null} */ (this.list.firstElementChild)?.focus();
    else this.opener.focus({ preventScroll: true });
  }

  // --- where it is -------------------------------------------------------------------------------

  /** Shows the chat instead of the moves, or the moves. @param {boolean} chats */
  #choose(chats) {
    const part = this.page.view.el.movesPart;
    part.classList.toggle("talking", chats);
    this.tabs?.forEach(
      (tab, at) => void tab.setAttribute("aria-selected", String(at === Number(chats))),
    );
    this.#render();
  }

  /** Where there is no room beside the board the chat is a dialog. */
  #open() {
    const { panel } = this;
    if (!panel || this.box) return;
    const part = this.page.view.el.movesPart;
    this.box = dialog(t("Chat"), panel);
    this.box.classList.add("chatbox");
    this.box.addEventListener("close", () => {
      this.box = null;
      part.append(panel);
      this.#render();
    });
    this.#render();
  }

  /** Whether what is said can be seen now. */
  get #inView() {
    const { offsetParent } = this.log ?? {};
    return Boolean(offsetParent);
  }

  #render() {
    this.drawWatchers();
    const { log, form, button, head, panel } = this;
    if (!log || !form || !button || !head || !panel) return;
    const off = settings.chat === "off";
    for (const part of [head, button]) part.hidden = off;
    this.page.view.root.classList.toggle("talks", !off);
    if (off) this.page.view.el.movesPart.classList.remove("talking");
    form.hidden = !this.writes || settings.chat !== "text";
    const shown = [...this.lines.values()]
      .filter(this.#isShown)
      .sort((a, b) => a.id - b.id)
      .slice(-KEPT);
    const below = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    const rows = shown.map((line) => this.#row(line));
    const nothing = h("li", { class: "quiet" }, t("Nobody has said anything yet."));
    fill(log, h("ol", {}, rows.length ? rows : nothing));
    if (below) log.scrollTop = log.scrollHeight;
    if (this.#inView) this.seen = Math.max(this.seen, shown.at(-1)?.id ?? 0);
    const unread = shown.filter((line) => line.id > this.seen && !line.own).length;
    const words = unread ? `${t("Chat")} (${number(unread)})` : t("Chat");
    button.setAttribute("aria-label", words);
    button.title = words;
    for (const place of [button.lastElementChild, this.tabs?.[1]]) {
      if (place) fill(place, place === button.lastElementChild ? "" : t("Chat"));
    }
    if (unread) {
      fill(/** @type {Element} */ (button.lastElementChild), number(unread));
      this.tabs?.[1].append(h("span", { class: "chat-count" }, number(unread)));
    }
  }

  /** @param {ChatLine} line */
  #row(line) {
    const seat = seatNamed(this.page.table, line.seat);
    const who = this.#who(line);
    return h(
      "li",
      { class: line.own ? "own" : "" },
      h(
        "span",
        { class: "who" },
        (seat?.colours ?? []).map((colour) => chip(colour, 12)),
        this.#hasPage(line) ? h("a", { href: `/@/${encodeURIComponent(line.name)}` }, who) : who,
      ),
      h("span", { class: "said", dir: "auto" }, this.words(line)),
      line.own
        ? null
        : h(
            "button",
            {
              type: "button",
              class: "iconbutton chat-more",
              "aria-label": t("Report or block {name}", { name: who }),
              title: t("Report or block {name}", { name: who }),
              onclick: () => showLine(this, line, who),
            },
            icon("flag", 14),
          ),
    );
  }
}
