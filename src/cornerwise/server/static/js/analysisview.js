/** The view of the analysis board: it draws board, pieces, best moves, variations and openings. */

import { bestHead, bestParts, LETTERS } from "./bestmoves.js";
import { variantName } from "./catalogue.js";
import { select } from "./choices.js";
import { settingsList } from "./controls.js";
import { fill, h, keep, onDesk, onPhone, refresh } from "./dom.js";
import { frame } from "./frame.js";
import { orientationOf, slotOf, spotsOf } from "./ghost.js";
import { drawFloating, drawReady, fitBoard, nudges } from "./holding.js";
import { t, tn } from "./i18n.js";
import { icon, iconButton, iconLink } from "./icons.js";
import { dialog, showKeys } from "./menu.js";
import { openingsParts } from "./openingslist.js";
import { chip } from "./piece.js";
import { patterns } from "./seats.js";
import { settings } from "./settings.js";
import { setupTools } from "./setuptools.js";
import { actions, askDelete, showNote, showOpen } from "./studydialogs.js";
import { emptyStudy } from "./studystore.js";
import { treeWalk } from "./treewalk.js";
import { variationList } from "./variationlist.js";
import { branch, nodesOf } from "./variations.js";
import { colourName, faultText, reasonText, signed } from "./words.js";

/** @typedef {"pieces" | "best" | "moves" | "openings"} Tab */

export class AnalysisView {
  /**
   * @param {HTMLElement} main
   * @param {import("../pages/analysis.js").AnalysisPage} page
   */
  constructor(main, page) {
    this.page = page;
    const { data } = page.geometry;
    this.el = {
      ...frame(
        {
          turn: page.input.turn,
          place: () => page.place(),
          putBack: () => page.controller.putBack(),
          typed: async (text) => {
            await page.settled();
            return page.controller.typed(text);
          },
        },
        data.names.slice(0, 2).join(","),
      ),
      tools: h("div", { class: "a-tools" }),
      walk: h("div", { class: "a-walk" }),
      tabs: h("div", { class: "a-tabs", role: "group", "aria-label": t("Panels") }),
      bestHead: h("div", { class: "a-row" }),
      best: h("div", { class: "a-best-parts" }),
      list: h("div", {
        class: "a-list",
        role: "region",
        tabindex: "0",
        "aria-label": t("Moves"),
        onclick: (/** @type {Event} */ event) => this.#follow(event),
      }),
      moveActions: h("div", { class: "a-move-actions" }),
      openings: h("div", { class: "a-openings-parts" }),
      actions: h("div", { class: "a-actions" }),
    };
    this.root = h("div", { class: `analysis ${data.grid}` });
    this.#build(main);
    this.desk = onDesk();
    this.observer = new ResizeObserver(() => this.#resize());
    this.observer.observe(this.el.board);
  }

  /** @param {HTMLElement} main */
  #build(main) {
    const { el, page } = this;
    const [left, top, right, bottom] = page.geometry.box;
    el.tray.append(el.trayHead, page.tray.element, el.tip);
    page.board.element.append(el.floating, el.why);
    el.board.append(page.board.element);
    const section = (/** @type {Tab} */ name, /** @type {Node[]} */ ...parts) =>
      h("section", { class: `a-${name}`, "data-panel": name }, ...parts);
    this.root.append(
      h(
        "div",
        { class: "a-left" },
        el.head,
        section("pieces", el.tools, el.tray, el.hold, el.status, el.foot),
        el.actions,
      ),
      h("div", { class: "a-middle" }, el.board, el.walk),
      h(
        "div",
        { class: "a-right" },
        section("best", el.bestHead, el.best),
        el.tabs,
        el.notices,
        section("moves", el.list, el.moveActions),
        section("openings", el.openings),
      ),
      el.bar,
    );
    this.root.style.setProperty("--ratio", String((bottom - top) / (right - left)));
    fill(main, this.root);
  }

  #resize() {
    if (this.desk === onDesk()) this.#fit();
    else this.render(); // other panels are to be seen
  }

  #fit() {
    fitBoard(this.page.board, this.el.board, settings);
    drawFloating(this.page.board, this.page.held, this.el);
  }

  close() {
    this.observer.disconnect();
  }

  /** Whether a panel is to be seen. @param {Tab} tab */
  shows(tab) {
    const { page } = this;
    if (!onDesk()) return page.tab === tab;
    return tab === "openings" ? page.tab === tab : tab !== "moves" || page.tab !== "openings";
  }

  /** Draws everything. */
  render() {
    const { page, el } = this;
    this.desk = onDesk();
    this.root.dataset.tab = page.tab;
    this.root.classList.toggle("setting-up", page.draft !== null);
    this.#renderHead();
    this.#renderTools();
    refresh(el.walk, treeWalk(page));
    this.#renderTabs();
    this.#renderNotice();
    this.renderBest();
    this.#renderMoves();
    this.renderOpenings();
    refresh(el.actions, onDesk() ? actions(page) : []);
    this.#fit();
    this.renderHeld();
  }

  #renderHead() {
    const { page, el } = this;
    const { variants } = page.app.start;
    const kind = select(
      "analysis-variant",
      t("Game"),
      variants.map(({ name }) => [name, variantName(name)]),
      page.study.variant,
      (name) => void page.replace(emptyStudy(name)),
    );
    kind.className = "bare";
    const menu = iconButton("sliders", t("Menu"), () => this.#showMenu(), {
      class: "iconbutton more",
    });
    const names = Object.values(page.study.players).filter(Boolean).join(" – ");
    if (!el.head.childElementCount || el.head.dataset.of !== page.study.variant + names)
      fill(
        el.head,
        iconLink("back", t("To the home page"), "/", { class: "iconbutton back" }),
        h(
          "div",
          {},
          h("h1", {}, t("Analysis")),
          h("div", { class: "sub" }, kind, h("span", { class: "names" }, names)),
        ),
        menu,
      );
    el.head.dataset.of = page.study.variant + names;
  }

  #renderTools() {
    const { el, page } = this;
    const { draft } = page;
    const look = JSON.stringify([draft?.colour, draft?.toPlay, Boolean(draft?.placed.length)]);
    if (el.tools.dataset.look === look) return; // what has the focus keeps it
    el.tools.dataset.look = look;
    const held = document.activeElement?.id;
    fill(el.tools, setupTools(page));
    if (held) document.getElementById(held)?.focus();
  }

  #renderTabs() {
    const { page, el } = this;
    /** @type {[Tab, string][]} */
    const tabs = [
      ["pieces", t("Pieces")],
      ["best", t("Best moves")],
      ["moves", t("Moves")],
      ["openings", t("Openings")],
    ];
    refresh(
      el.tabs,
      tabs.map(([name, words]) =>
        h(
          "button",
          {
            type: "button",
            "data-tab": name,
            "aria-pressed": String(
              page.tab === name || (onDesk() && name === "moves" && page.tab !== "openings"),
            ),
            onclick: () => page.openTab(name),
          },
          words,
        ),
      ),
    );
  }

  #renderNotice() {
    const { page, el } = this;
    refresh(
      el.notices,
      page.before
        ? h(
            "div",
            { class: "notice", role: "status" },
            h("span", {}, page.before.words),
            h(
              "button",
              { type: "button", class: "button", onclick: () => void page.undo() },
              t("Undo"),
            ),
          )
        : null,
    );
  }

  /** Draws what the engine thinks now. */
  renderThoughts() {
    this.renderBest();
    this.renderBoard();
  }

  renderBest() {
    const { page, el } = this;
    const live = /** @type {HTMLInputElement | null} */ (el.bestHead.querySelector("input"));
    const [head, words, control] = bestHead(page);
    if (live?.checked === page.thinking.live) el.bestHead.children[1]?.replaceWith(words);
    else fill(el.bestHead, head, words, control);
    refresh(el.best, bestParts(page));
  }

  renderOpenings() {
    if (this.shows("openings")) refresh(this.el.openings, openingsParts(this.page));
  }

  #renderMoves() {
    const { page, el } = this;
    refresh(el.list, variationList(page));
    const current = /** @type {HTMLElement | null} */ (el.list.querySelector("[aria-current]"));
    if (current) {
      const [above, below] = [current.offsetTop, current.offsetTop + current.offsetHeight];
      if (above < el.list.scrollTop || below > el.list.scrollTop + el.list.clientHeight)
        el.list.scrollTop = above - el.list.clientHeight / 2;
    }
    const make = (
      /** @type {import("./icons.js").IconName} */ name,
      /** @type {string} */ words,
      /** @type {() => void} */ act,
      disabled = false,
    ) =>
      h(
        "button",
        { type: "button", class: "button plain", disabled, onclick: act },
        icon(name, 18),
        words,
      );
    const moved = page.node.parent !== null && !page.draft;
    refresh(
      el.moveActions,
      make(
        "list",
        page.node.comment ? t("Change the note") : t("Write a note"),
        () => showNote(page),
        page.draft !== null,
      ),
      make("up", t("Make it the main line"), () => page.promote(), !moved || !branch(page.node)),
      make("trash", t("Delete"), () => askDelete(page), !moved),
    );
  }

  /** Goes to the move of the list that was pressed. @param {Event} event */
  #follow(event) {
    const { page } = this;
    const pressed = /** @type {Element} */ (event.target).closest("[data-node]");
    const at = Number(/** @type {HTMLElement | null} */ (pressed)?.dataset.node ?? -1);
    const node = nodesOf(page.root)[at];
    if (node) page.goTo(node);
  }

  /** Draws what follows the piece that is held: board, tray, status, buttons. */
  renderHeld() {
    const { page, el } = this;
    const { held } = page;
    this.renderBoard();
    const hands = page.trays();
    const idle = !hands.length;
    for (const part of [el.tray, el.hold, el.foot, el.bar]) part.hidden = idle;
    if (hands.length) {
      const [{ colour, left }] = hands;
      const title = t("Pieces of {name}", { name: colourName(colour) });
      fill(
        el.trayHead,
        h("h2", {}, chip(colour, 14), " ", title),
        h("span", { class: "quiet" }, tn("{n} piece left", "{n} pieces left", left.length)),
      );
      keep(page.tray.element, "aria-label", title);
      page.tray.show({
        edition: page.geometry.data,
        hands,
        picked: slotOf(held),
        held: (piece) => orientationOf(held, piece),
        patterns: patterns(),
      });
    }
    this.#renderStatus();
    drawReady(el, held, Boolean(held.ghost?.legal));
    drawFloating(page.board, held, el);
  }

  renderBoard() {
    const { page } = this;
    const { held, board, state: known } = page;
    const { analysis, explained } = page.thinking;
    const { state } = board;
    const colour = known?.to_play;
    state.placed = page.marks;
    state.setup = page.draft ? page.draft.placed.length : page.study.placed.length;
    state.ghost = held.ghost;
    state.coordinates = settings.coordinates;
    state.numbers = settings.numbers;
    state.lastMove = settings.lastMove;
    state.patterns = patterns();
    const usable =
      held.picked >= 0
        ? new Set(spotsOf(held).flatMap((n) => page.geometry.placement(n).cells))
        : null;
    state.dotColour = held.colour;
    state.dots =
      settings.corners && known && !page.draft && !analysis
        ? known.open.filter((cell) => !usable || usable.has(cell))
        : [];
    state.spots = settings.spots && usable && !page.draft ? [...usable] : [];
    state.hints = [];
    state.areas = [];
    if (colour && page.pointed >= 0)
      state.hints = [{ colour, placement: page.pointed, look: "best" }];
    else if (colour && analysis && held.picked < 0) {
      state.hints = analysis.moves
        .map(({ placement }, at) => ({
          colour,
          placement,
          letter: LETTERS[at],
          look: /** @type {"best" | undefined} */ (at ? undefined : "best"),
        }))
        .reverse();
      const told = [...(explained?.reasons ?? []), ...(explained?.against ?? [])];
      const first = told.find(({ cells }) => cells.length);
      if (first) state.areas = [{ cells: [...first.cells], colour: first.colour }];
    }
    if (known?.fault)
      state.areas = [
        { cells: page.geometry.placement(known.fault.placement).cells, colour: known.fault.colour },
      ];
    board.render();
  }

  /** The line of status. */
  statusWords() {
    const { page } = this;
    const { held, state } = page;
    const { grid } = page.geometry.data;
    if (page.said) return page.said;
    if (held.ghost?.legal) return t("Fits here.");
    if (held.ghost)
      return held.ghost.reason ? reasonText(held.ghost.reason.code, grid) : t("Does not fit here.");
    if (state?.fault)
      return t("Not a legal position. {colour}, {piece}: {why}", {
        colour: colourName(state.fault.colour),
        piece: page.geometry.data.pieces[page.geometry.placement(state.fault.placement).piece].name,
        why: faultText(state.fault.reason.code, grid),
      });
    if (page.draft)
      return page.draft.placed.length
        ? t("A legal position. Pick a piece, or take one up from the board.")
        : t("Pick a piece.");
    if (state && !state.to_play) return this.#result();
    if (held.picked >= 0) {
      const spots = spotsOf(held).length;
      return spots
        ? tn(
            "{n} spot for this piece. Move it onto the board.",
            "{n} spots for this piece. Move it onto the board.",
            spots,
          )
        : t("No spot left for this piece.");
    }
    return t("Make any legal move. A new move begins a variation; nothing is lost.");
  }

  #result() {
    const { state, variant } = this.page;
    const scores = variant.seats.map(({ name, colours }) => {
      const colour = colours.map(colourName).join(" + ");
      return `${colour} ${signed(state?.scores[name] ?? 0)}`;
    });
    return t("The game is over: {scores}.", { scores: scores.join(", ") });
  }

  #renderStatus() {
    const { page, el } = this;
    const { ghost } = page.held;
    const sign = page.said || !ghost ? null : ghost.legal ? icon("check", 18) : icon("close", 18);
    refresh(
      el.status,
      sign,
      h("span", { class: "words" }, this.statusWords()),
      onPhone() && ghost?.laid ? nudges(page.input.nudge) : null,
    );
  }

  showNote() {
    showNote(this.page);
  }

  showKeys() {
    showKeys([
      ["H", t("best moves on or off")],
      ["A B C", t("play this move")],
      ["↑ ↓", t("other variations")],
      ["Home End", t("to the start, to the end")],
      ["N", t("note")],
    ]);
  }

  #showMenu() {
    const box = dialog(
      t("Menu"),
      h(
        "div",
        { class: "menu-actions", onclick: () => box.close() },
        ...(onDesk() ? [] : actions(this.page)),
        h(
          "button",
          {
            type: "button",
            class: "button plain",
            onclick: () => setTimeout(() => showOpen(this.page)),
          },
          icon("copy"),
          t("Position as text"),
        ),
        h(
          "button",
          {
            type: "button",
            class: "button plain",
            onclick: () => setTimeout(() => this.showKeys()),
          },
          icon("keys"),
          t("Keys"),
        ),
        h("a", { class: "button plain", href: "/settings" }, icon("gear"), t("Settings")),
      ),
      ...settingsList(["play", "board"]),
    );
  }
}
