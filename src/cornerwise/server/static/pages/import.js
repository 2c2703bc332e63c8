/** A recorded game (.blksgf) to look at. */

import { fill, h } from "../js/dom.js";
import { t } from "../js/i18n.js";
import { post, Refusal } from "../js/net.js";
import { refusalText } from "../js/words.js";

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("Look at a recorded game")} · Cornerwise`;
  const text = h("textarea", { class: "field", id: "record", spellcheck: "false", placeholder: "(;GM[Blokus Duo]…)" });
  const error = h("p", { class: "error", role: "alert", hidden: true });
  const file = h("input", {
    type: "file",
    id: "file",
    accept: ".blksgf,.sgf,text/plain",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      text.value = await chosen.text();
      await send();
    },
  });

  async function send() {
    error.hidden = true;
    try {
      const snapshot = await post("/api/import", text.value);
      app.go(`/game/${snapshot.game.id}`);
    } catch (why) {
      const refusal = /** @type {Refusal} */ (why);
      error.hidden = false;
      error.textContent = refusal.code === "bad_record" ? t("This record cannot be read: {why}", { why: refusal.message }) : refusalText(refusal);
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
        h("p", { class: "quiet" }, t("Choose a .blksgf file, or paste its text.")),
        h("div", {}, h("label", { for: "file", class: "unseen" }, t("File")), file),
        h("div", {}, h("label", { for: "record" }, t("Text of the record")), text),
        error,
        h("div", {}, h("button", { class: "button primary", type: "submit" }, t("Open"))),
      ),
    ),
  );
  return () => {};
}
