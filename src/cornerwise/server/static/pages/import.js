/** A recorded game (.blksgf or JSON) to look at. */

import { fill, h } from "../js/dom.js";
import { number, t, tn } from "../js/i18n.js";
import { post, Refusal } from "../js/net.js";
import { colourName, refusalText } from "../js/words.js";

/**
 * Why a move of a record is not allowed.
 * @param {string} code
 */
function fault(code) {
  /** @type {Record<string, string>} */
  const texts = {
    used: t("this piece was already placed."),
    taken: t("a space is already taken."),
    single: t("this piece must come last."),
    start: t("the first piece must cover a starting space."),
    spacing: t("this starting space must stay free for the others."),
    edge: t("it shares a side with a piece of its own colour."),
    apart: t("it touches no corner of its own colour."),
    side: t("a vertex meets a side of its own colour."),
    turn: t("it is another colour’s turn."),
    over: t("the game was over."),
  };
  return texts[code] ?? t("the rules do not allow it.");
}

/** @param {Refusal} why */
function troubleText(why) {
  const { move, colour, reason, line, column } = why.more;
  if (why.code !== "bad_record") return refusalText(why);
  if (move && reason) return t("Move {n} ({colour}): {why}", { n: number(move), colour: colourName(colour), why: fault(reason) });
  if (move) return t("Move {n}: {why}", { n: number(move), why: why.message.replace(/^move \d+: /, "") });
  return t("This record cannot be read (line {line}, column {column}): {why}", { line, column, why: why.message });
}

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("Look at a recorded game")} · Cornerwise`;
  const text = h("textarea", { class: "field", id: "record", spellcheck: "false", placeholder: "(;GM[Blokus Duo]…)" });
  const trouble = h("div", { class: "trouble", role: "alert", hidden: true });
  const file = h("input", {
    type: "file",
    id: "file",
    accept: ".blksgf,.sgf,.json,text/plain,application/json",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      text.value = await chosen.text();
      await send();
    },
  });

  /** @param {number} [moves]  only so many of its first moves */
  async function send(moves) {
    trouble.hidden = true;
    try {
      const snapshot = await post(`/api/import${moves === undefined ? "" : `?moves=${moves}`}`, text.value);
      app.go(`/game/${snapshot.game.id}`);
    } catch (error) {
      const why = /** @type {Refusal} */ (error);
      const before = why.more.readable;
      trouble.hidden = false;
      fill(
        trouble,
        h("p", { class: "error" }, troubleText(why)),
        before > 0
          ? h("button", { type: "button", class: "button", onclick: () => void send(before) }, tn("Look at the {n} move before it", "Look at the {n} moves before it", before))
          : null,
      );
    }
  }

  fill(
    main,
    h(
      "div",
      { class: "page import" },
      h("h1", {}, t("Look at a recorded game")),
      h(
        "form",
        {
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void send();
          },
        },
        h("p", { class: "quiet" }, t("Choose a .blksgf or .json file, or paste its text.")),
        h("div", {}, h("label", { for: "file", class: "unseen" }, t("File")), file),
        h("div", {}, h("label", { for: "record" }, t("Text of the record")), text),
        trouble,
        h("div", {}, h("button", { class: "button primary", type: "submit" }, t("Open"))),
      ),
    ),
  );
  return () => {};
}
