/** Whom the reader has blocked, each with a way to end it. */

import { moment } from "./accountwords.js";
import { fill, h } from "./dom.js";
import { tried } from "./fields.js";
import { t } from "./i18n.js";
import { get, remove } from "./net.js";

/** @typedef {import("../types").Blocked} Blocked */

export function blockedPeople() {
  const part = h("section", { class: "settings-group" });
  /** @param {Blocked[]} people */
  const draw = (people) =>
    fill(
      part,
      h("h2", { tabindex: "-1" }, t("Blocked people")),
      people.length
        ? h("ul", { class: "list" }, people.map(row))
        : h("p", { class: "quiet" }, t("You block nobody.")),
    );
  /** @param {Blocked} one */
  const row = ({ id, name, account, at }) => {
    const trouble = h("span", { class: "trouble", role: "alert" });
    const unblock = async () => {
      draw(await remove(`/api/blocks/${id}`));
      part.querySelector("h2")?.focus();
    };
    return h(
      "li",
      {},
      h(
        "span",
        {},
        account
          ? h("a", { href: `/@/${encodeURIComponent(name)}` }, name)
          : h("span", { dir: "auto" }, name || t("Guest")),
        h("small", { class: "quiet" }, moment(at)),
        trouble,
      ),
      h(
        "button",
        {
          type: "button",
          class: "button plain",
          "aria-label": t("Unblock {name}", { name: name || t("Guest") }),
          onclick: () => void tried(trouble, unblock),
        },
        t("Unblock"),
      ),
    );
  };
  get("/api/blocks").then(draw, () => undefined);
  return part;
}
