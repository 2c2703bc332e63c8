/** A recorded game (.blksgf or JSON) to look at. */

import { fill, h } from "../js/dom.js";
import { number, spoken, t, tn } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { post, Refusal } from "../js/net.js";
import { readStudy, remember } from "../js/studystore.js";
import { colourName, faultText, refusalText } from "../js/words.js";

/** @param {Refusal} why */
function troubleText(why) {
  const { move, colour, reason, line, column } = why.more;
  if (why.code !== "bad_record") return refusalText(why);
  if (move && reason)
    return t("Move {n} ({colour}): {why}", {
      n: number(move),
      colour: colourName(colour),
      why: faultText(reason),
    });
  return move
    ? t("Move {n} cannot be read.", { n: number(move) })
    : t("This record cannot be read (line {line}, column {column}).", { line, column });
}

/**
 * What is wrong with the text of a record, in the server's own words. They are English.
 * @param {Refusal} why
 */
const detail = (why) =>
  why.code === "bad_record" && !why.more.reason && spoken() === "en"
    ? h("p", { class: "quiet small" }, why.message)
    : null;

/** @type {import("../app.js").Page} */
export function show(main, app) {
  document.title = `${t("Look at a recorded game")} · Cornerwise`;
  const text = h("textarea", {
    class: "field",
    id: "record",
    spellcheck: "false",
    placeholder: "(;GM[Blokus Duo]…)",
  });
  const trouble = h("div", { class: "trouble", role: "alert", hidden: true });
  const file = h("input", {
    type: "file",
    id: "file",
    class: "unseen", // its own words are those of the browser, not of the page
    accept: ".blksgf,.sgf,.json,text/plain,application/json",
    onchange: () => take(file.files?.[0]),
  });

  /** @param {File | undefined} chosen */
  async function take(chosen) {
    if (!chosen) return;
    text.value = await chosen.text();
    file.value = ""; // the same one may be chosen again
    await send();
  }

  /** @param {number} [moves]  only so many of its first moves */
  const send = (moves) =>
    attempt(async () => {
      const snapshot = await post(
        `/api/import${moves === undefined ? "" : `?moves=${moves}`}`,
        text.value,
      );
      app.go(`/game/${snapshot.game.id}`);
    });

  /** Opens it with all variations. */
  const study = () =>
    attempt(async () => {
      remember(await readStudy(text.value), 0);
      app.go("/analysis");
    });

  /** @param {() => Promise<void>} open */
  async function attempt(open) {
    trouble.hidden = true;
    try {
      await open();
    } catch (error) {
      const why = /** @type {Refusal} */ (error);
      const before = why.more.readable;
      trouble.hidden = false;
      fill(
        trouble,
        h("p", { class: "error" }, troubleText(why)),
        detail(why),
        before > 0
          ? h(
              "button",
              { type: "button", class: "button", onclick: () => void send(before) },
              tn("Look at the move before it", "Look at the {n} moves before it", before),
            )
          : null,
      );
    }
  }

  const form = h(
    "form",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void send();
      },
      ondragover: (/** @type {DragEvent} */ event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        form.classList.add("dropping");
      },
      ondragleave: () => form.classList.remove("dropping"),
      ondrop: (/** @type {DragEvent} */ event) => {
        form.classList.remove("dropping");
        if (!event.dataTransfer?.files.length) return;
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      },
    },
    h(
      "p",
      { class: "quiet" },
      t("Choose a .blksgf or .json file, drop it here, or paste its text."),
    ),
    h(
      "div",
      { class: "pick" },
      file,
      h("label", { for: "file", class: "button" }, icon("open"), t("Choose a file")),
    ),
    h("div", { class: "text" }, h("label", { for: "record" }, t("Text of the record")), text),
    trouble,
    h(
      "div",
      { class: "menu-actions" },
      h("button", { class: "button primary", type: "submit" }, t("Open")),
      h(
        "button",
        { class: "button plain", type: "button", onclick: () => void study() },
        t("Analyse"),
      ),
    ),
  );
  fill(main, h("div", { class: "page import" }, h("h1", {}, t("Look at a recorded game")), form));
}
