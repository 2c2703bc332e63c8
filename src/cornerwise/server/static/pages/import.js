/** A recorded game (.blksgf or JSON) to look at. */

import { fill, h } from "../js/dom.js";
import { number, spoken, t, tn } from "../js/i18n.js";
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
    accept: ".blksgf,.sgf,.json,text/plain,application/json",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      text.value = await chosen.text();
      await send();
    },
  });

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
              tn("Look at the {n} move before it", "Look at the {n} moves before it", before),
            )
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
      ),
    ),
  );
}
