/** What can be done about a line: block its author, or report it to the moderators. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { dialog } from "./menu.js";
import { post } from "./net.js";
import { reportForm } from "./reporting.js";
import { refusalText } from "./words.js";

/**
 * @param {import("./chat.js").Chat} chat
 * @param {import("../types").ChatLineView} line
 * @param {string} who
 */
export function showLine(chat, line, who) {
  const address = `/api/games/${chat.page.id}/chat/${line.id}`;
  const said = h("p", { role: "status" });
  const block = async () => {
    try {
      await post(`${address}/block`, {});
      box.close();
      await chat.refresh();
    } catch (error) {
      said.textContent = refusalText(/** @type {import("./net.js").Refusal} */ (error));
    }
  };
  const box = dialog(
    who,
    h("blockquote", { class: "chat-quote", dir: "auto" }, chat.words(line)),
    h(
      "div",
      { class: "menu-actions" },
      h("button", { type: "button", class: "button", onclick: () => void block() }, t("Block")),
    ),
    h(
      "p",
      { class: "quiet" },
      t("You no longer see what a blocked person says."),
      " ",
      t("In the settings you can unblock people."),
    ),
    reportForm(`${address}/report`, () => box.close()),
    said,
  );
}
