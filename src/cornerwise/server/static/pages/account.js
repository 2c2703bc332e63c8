/** An account as its owner sees and changes it. */

import * as parts from "../js/accountparts.js";
import { accountTrouble } from "../js/accountwords.js";
import { fill, h } from "../js/dom.js";
import { tried } from "../js/fields.js";
import { number, t } from "../js/i18n.js";
import { get, post, Refusal, remove } from "../js/net.js";
import { passkeysWork } from "../js/passkey.js";

/** @typedef {import("../types").AccountView} AccountView */

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("Account")} · Cornerwise`;
  /** @type {AccountView} */
  let account;
  const page = h("div", { class: "page account" });
  const load = async () => {
    account = await get("/api/account");
  };
  const again = async () => {
    await load();
    draw();
  };

  /**
   * Does something for which the owner may have to prove who they are, then goes on.
   * @param {() => Promise<unknown>} send
   */
  const surely = async (send) => {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "prove_again") throw error;
      await parts.proof(account);
      return await send();
    }
  };

  /** A button that does something. @param {string} words @param {() => Promise<unknown>} work @param {string} [look] */
  const button = (words, work, look = "button") => {
    const trouble = h("div", { class: "trouble", role: "alert" });
    const made = h(
      "button",
      { type: "button", class: look, onclick: () => void tried(trouble, work, { button: made }) },
      words,
    );
    return [made, trouble];
  };

  const draw = () => {
    const { waiting } = app.start.account ?? {};
    fill(
      page,
      h(
        "div",
        { class: "top" },
        h("h1", {}, account.name),
        h(
          "div",
          {},
          account.role === "user"
            ? null
            : h(
                "a",
                { class: "button plain", href: "/moderation" },
                t("Moderation"),
                waiting ? ` (${number(waiting)})` : null,
              ),
          h(
            "a",
            { class: "button plain", href: `/@/${encodeURIComponent(account.name)}` },
            t("Profile"),
          ),
          button(t("Sign out"), () => remove("/api/session").then(parts.home)),
        ),
      ),
      parts.profile(account, again),
      parts.section(t("Password"), parts.password(account, surely, again)),
      passkeysWork() || account.passkeys.length
        ? parts.section(t("Passkeys"), parts.passkeys(account, surely, again, button))
        : null,
      parts.section(t("Recovery codes"), parts.codes(account, surely, again, button)),
      account.mail ? parts.section(t("E-mail"), parts.email(account, surely, again, button)) : null,
      parts.section(t("Signed in on"), parts.sessions(account, again, button)),
      parts.section(t("Your data"), parts.data()),
      parts.section(t("Close or delete the account"), parts.ending(surely, button)),
    );
  };

  try {
    const token = new URLSearchParams(location.hash.slice(1)).get("mail");
    if (token) {
      await post("/api/account/email/confirmed", { token });
      history.replaceState(null, "", "/account");
    }
    await again();
  } catch (error) {
    const why = /** @type {Refusal} */ (error);
    if (why.code === "sign_in") {
      location.replace(`/sign-in?next=${encodeURIComponent(`/account${location.hash}`)}`);
      return;
    }
    fill(page, h("p", { class: "error", role: "alert" }, accountTrouble.text(why)));
  }
  fill(main, page);
}
