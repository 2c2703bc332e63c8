/** The games of this browser, unfinished ones first: a small board, who plays, how it stands. */

import { variantName } from "../js/catalogue.js";
import { fill, h } from "../js/dom.js";
import { marksOf, others, standing } from "../js/gamerow.js";
import { moment, t } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { dialog } from "../js/menu.js";
import { get, post, Refusal, remove } from "../js/net.js";
import { chip } from "../js/piece.js";
import { preview } from "../js/preview.js";
import { refusalText } from "../js/words.js";

/** @typedef {import("../types").Summary} Summary */
/** @typedef {import("../types").Colour} Colour */

/** How many games come at once. */
const PAGE = 40;
/** The size of a small board, in pixels. */
const SIZE = 76;

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("My games")} · Cornerwise`;
  const lists = {
    open: section(t("Unfinished")),
    over: section(t("Finished games")),
  };
  const trouble = h("p", { class: "error", role: "alert", hidden: true });
  const empty = h(
    "p",
    { class: "quiet", hidden: true },
    app.start.account
      ? t("Games you play are listed here.")
      : t("Games you play in this browser are listed here."),
  );
  const more = h(
    "button",
    { type: "button", class: "button", hidden: true, onclick: () => void load() },
    t("Show more"),
  );
  let after = "";
  let loading = false;

  // Boards are drawn, and further games asked for, only when they come into view.
  const pictures = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue;
        pictures.unobserve(target);
        void draw(/** @type {HTMLElement} */ (target));
      }
    },
    { rootMargin: "200px" },
  );
  const end = new IntersectionObserver(
    (seen) => seen.some((one) => one.isIntersecting) && void load(),
    { rootMargin: "400px" },
  );

  /** @type {WeakMap<Element, Summary>} */
  const shown = new WeakMap();

  /** @param {HTMLElement} place */
  async function draw(place) {
    const game = shown.get(place);
    if (!game) return;
    fill(place, preview(await app.geometry(game.edition), marksOf(game), SIZE));
  }

  async function load() {
    if (loading) return;
    loading = true;
    trouble.hidden = true;
    try {
      const { games, next } = await get(`/api/games?limit=${PAGE}${after && `&after=${after}`}`);
      for (const game of /** @type {Summary[]} */ (games)) {
        const row = gameItem(game);
        const place = /** @type {HTMLElement} */ (row.querySelector(".picture"));
        shown.set(place, game);
        pictures.observe(place);
        const list = game.status === "over" ? lists.over : lists.open;
        list.element.hidden = false;
        // Where it is the reader's turn comes first.
        if (game.your_turn) list.rows.insertBefore(row, firstOther(list.rows));
        else list.rows.append(row);
      }
      empty.hidden = games.length > 0 || after !== "";
      after = next ?? "";
      more.hidden = !after;
    } catch (error) {
      say(/** @type {Refusal} */ (error));
      more.hidden = false;
    }
    loading = false;
  }

  /** @param {Refusal} why */
  function say(why) {
    trouble.hidden = false;
    trouble.textContent = refusalText(why);
  }

  /** @param {Summary} game */
  function gameItem(game) {
    const name = `${variantName(game.variant)}, ${others(game)
      .map((other) => other.name)
      .join(" · ")}`;
    const playing = game.status !== "over" && game.seats.some((seat) => seat.you && !seat.retired);
    const unbegun = game.status === "waiting";
    const item = h(
      "li",
      { class: game.your_turn ? "turn" : "" },
      h(
        "a",
        { class: "gamerow", href: `/game/${game.id}` },
        h("span", { class: "picture" }),
        h(
          "span",
          { class: "about" },
          h("b", {}, variantName(game.variant)),
          h(
            "span",
            { class: "who" },
            others(game).map((other) =>
              h(
                "span",
                {},
                other.colours.map((colour) => chip(colour, 14)),
                other.name,
              ),
            ),
          ),
          h("span", { class: "state" }, standing(game)),
          h(
            "span",
            { class: "when quiet" },
            game.imported
              ? t("Imported, {when}", { when: moment(game.updated) })
              : moment(game.updated),
          ),
        ),
      ),
      game.status === "over" && game.seats.length > 1 && game.moves
        ? h(
            "a",
            {
              class: "button plain",
              href: `/review/${game.id}#make`,
              "aria-label": t("Review: {game}", { game: name }),
            },
            icon("eye", 18),
            h("span", { class: "words" }, t("Review")),
          )
        : null,
      h(
        "button",
        {
          type: "button",
          class: "button plain",
          "aria-label": !playing
            ? t("Delete: {game}", { game: name })
            : unbegun
              ? t("Leave: {game}", { game: name })
              : t("Give up: {game}", { game: name }),
          onclick: () => (playing ? ask(game, item) : void away(game, item)),
        },
        icon(!playing ? "trash" : unbegun ? "close" : "flag", 18),
        h("span", { class: "words" }, !playing ? t("Delete") : unbegun ? t("Leave") : t("Give up")),
      ),
    );
    return item;
  }

  /** @param {Summary} game @param {HTMLElement} item */
  async function away(game, item) {
    try {
      await remove(`/api/games/${game.id}`);
    } catch (error) {
      say(/** @type {Refusal} */ (error));
      return;
    }
    const back = h(
      "button",
      { type: "button", class: "button", onclick: () => void restore() },
      icon("undo", 18),
      t("Undo"),
    );
    const note = h(
      "li",
      { class: "gone" },
      h("span", { role: "status" }, t("Deleted from your list.")),
      back,
    );
    const restore = async () => {
      await post(`/api/games/${game.id}/restore`, {}).then(() => note.replaceWith(item), say);
    };
    item.replaceWith(note);
    back.focus();
  }

  /** @param {Summary} game @param {HTMLElement} item */
  function ask(game, item) {
    const waiting = game.status === "waiting";
    const box = dialog(
      waiting ? t("Leave this game?") : t("Give up this game?"),
      h(
        "p",
        {},
        waiting
          ? t("Your seat is open again, and the game leaves your list.")
          : t("You resign, and the game leaves your list. This cannot be undone."),
      ),
      h(
        "div",
        { class: "menu-actions" },
        h(
          "button",
          {
            type: "button",
            class: "button",
            onclick: async () => {
              box.close();
              await post(`/api/games/${game.id}/abandon`, {}).then(() => item.remove(), say);
            },
          },
          icon(waiting ? "close" : "flag"),
          waiting ? t("Leave") : t("Give up"),
        ),
        h(
          "button",
          { type: "button", class: "button plain", onclick: () => box.close() },
          t("Keep the game"),
        ),
      ),
    );
  }

  await load();
  fill(
    main,
    h(
      "div",
      { class: "page games" },
      h("h1", {}, t("My games")),
      trouble,
      empty,
      lists.open.element,
      lists.over.element,
      more,
      h(
        "div",
        { class: "menu-actions" },
        h("a", { class: "button primary", href: "/new" }, t("New game")),
        h(
          "a",
          { class: "button plain", href: "/import" },
          icon("open"),
          t("Look at a recorded game"),
        ),
      ),
    ),
  );
  end.observe(more);
  return () => {
    pictures.disconnect();
    end.disconnect();
  };
}

/** The first row of a list in which it is not the reader's turn. @param {HTMLElement} rows */
const firstOther = (rows) => rows.querySelector(":scope > li:not(.turn)");

/** @param {string} title */
function section(title) {
  const rows = h("ul", {});
  return { rows, element: h("section", { hidden: true }, h("h2", {}, title), rows) };
}
