/** Signing in, signing up, and a way back for who has forgotten the password. */

import { fill, h } from "../js/dom.js";
import { onward } from "../js/entrancelink.js";
import { field, form, nameField, passwordField, tried } from "../js/fields.js";
import { t } from "../js/i18n.js";
import { get, post } from "../js/net.js";
import { knownPasskey, newPasskey, passkeysWork } from "../js/passkey.js";
import { change } from "../js/settings.js";

/** @typedef {import("../types").EntranceView} EntranceView */

/** A new page, which knows who is there. */
const enter = () => location.assign(onward());

/** What a link brought along after #. @param {string} name */
const brought = (name) => new URLSearchParams(location.hash.slice(1)).get(name) ?? "";

/** A link to another of these pages that keeps where to go on. @param {string} path @param {string} words */
const aside = (path, words) => h("a", { href: path + location.search }, words);

/**
 * A button for what is done with a passkey instead of a password, where that is possible.
 * @param {string} words
 * @param {() => Promise<unknown>} send
 * @param {(why: import("../js/net.js").Refusal) => HTMLElement | null} [ask]
 */
function withPasskey(words, send, ask) {
  if (!passkeysWork()) return null;
  const trouble = h("div", { class: "trouble", role: "alert" });
  return h(
    "div",
    { class: "or" },
    trouble,
    h(
      "button",
      { type: "button", class: "button", onclick: () => void tried(trouble, send, { ask }) },
      words,
    ),
  );
}

/** @param {EntranceView} offered */
function signIn({ games, sign_up }) {
  const name = nameField();
  const password = passwordField(t("Password"), "current");
  const bring = h("input", { type: "checkbox", id: "bring", checked: true });
  const send = (/** @type {Record<string, unknown>} */ more = {}) =>
    post("/api/session", {
      name: name.input.value,
      password: password.input.value,
      bring: bring.checked,
      ...more,
    }).then(enter);
  const byPasskey = async () => {
    const passkey = await knownPasskey();
    if (!passkey) return;
    await post("/api/session", { passkey, bring: bring.checked, reopen: true }).then(enter);
  };
  return [
    h("h1", {}, t("Sign in")),
    form(
      t("Sign in"),
      [
        name.part,
        password.part,
        games
          ? h(
              "label",
              { class: "tick", for: "bring" },
              bring,
              t("Bring along the games that I played in this browser"),
            )
          : null,
      ],
      () => send(),
      { ask: (why) => (why.code === "disabled" ? reopening(() => send({ reopen: true })) : null) },
    ),
    withPasskey(t("Sign in with a passkey"), byPasskey),
    h(
      "p",
      { class: "aside" },
      sign_up === "closed" ? null : aside("/sign-up", t("Make an account")),
      aside("/recover", t("Password forgotten?")),
    ),
  ];
}

/** Asks whether a closed account is to be opened again. @param {() => Promise<unknown>} open */
function reopening(open) {
  const trouble = h("div", { role: "alert" });
  return h(
    "div",
    { class: "trouble" },
    h("p", {}, t("You have closed this account. Nobody else can open it.")),
    trouble,
    h(
      "button",
      { type: "button", class: "button", onclick: () => void tried(trouble, open) },
      t("Open it again"),
    ),
  );
}

/** @param {EntranceView} offered */
function signUp({ games, sign_up, mail }) {
  const closed = sign_up === "closed";
  if (closed || (sign_up === "invitation" && !brought("invitation"))) {
    const words = closed
      ? t("This server makes no new accounts.")
      : t("You need a valid invitation to make an account here.");
    return [
      h("h1", {}, t("Make an account")),
      h("p", { class: "quiet" }, words),
      h("p", { class: "aside" }, aside("/sign-in", t("I have an account"))),
    ];
  }
  const name = nameField("", t("Others see this name. It cannot be changed later."));
  const password = passwordField(t("Password"), "new", t("At least 8 characters."));
  const send = () =>
    post("/api/account", {
      name: name.input.value,
      password: password.input.value,
      invitation: brought("invitation"),
    }).then((/** @type {{name: string}} */ made) => {
      if (!mail) change({ newcomer: made.name });
      enter();
    });
  const byPasskey = async () => {
    if (!name.input.reportValidity()) return;
    const whose = { name: name.input.value, invitation: brought("invitation") };
    const passkey = await newPasskey(whose);
    if (passkey) await post("/api/account", { ...whose, passkey }).then(enter);
  };
  return [
    h("h1", {}, t("Make an account")),
    h(
      "p",
      { class: "quiet" },
      t("You can play without one. With an account you keep your games on all your devices."),
      " ",
      games ? t("The games that you played in this browser come along.") : "",
    ),
    form(t("Make an account"), [name.part, password.part], send),
    withPasskey(t("Use a passkey instead of a password"), byPasskey),
    h("p", { class: "aside" }, aside("/sign-in", t("I have an account"))),
  ];
}

/** @param {EntranceView} offered */
function recover({ mail }) {
  const token = brought("token");
  const name = nameField();
  const code = field(t("Recovery code"), {
    id: "code",
    name: "code",
    required: true,
    autocomplete: "one-time-code",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: 40,
    placeholder: "abcd-efgh-jkmn-pqrs",
  });
  const password = passwordField(t("New password"), "new", t("At least 8 characters."));
  const send = () =>
    post("/api/recovery", {
      ...(token ? { token } : { name: name.input.value, code: code.input.value }),
      password: password.input.value,
    }).then(() => location.assign("/account"));
  return [
    h("h1", {}, t("A new password")),
    h(
      "p",
      { class: "quiet" },
      token
        ? t("Choose a new password for your account.")
        : t("Use one of the recovery codes that you have written down."),
    ),
    form(
      t("Set the password"),
      token ? [password.part] : [name.part, code.part, password.part],
      send,
    ),
    mail && !token ? byMail() : null,
    h("p", { class: "aside" }, aside("/sign-in", t("Sign in"))),
  ];
}

/** A link in a mail instead of a code. */
function byMail() {
  const name = field(t("Name"), { id: "mail-name", required: true, autocomplete: "username" });
  const done = h("p", { class: "done", role: "status" });
  const send = async () => {
    await post("/api/recovery/mail", { name: name.input.value });
    done.textContent = t("If this account has an address, an e-mail is on its way to it.");
  };
  return h(
    "section",
    { class: "by-mail" },
    h("p", { class: "quiet" }, t("Or let us send an e-mail to the address of your account.")),
    form(t("Send me an e-mail"), [name.part, done], send, { small: true }),
  );
}

/** @type {import("../app.js").Page} */
export async function show(main, _app, [which]) {
  /** @type {EntranceView} */
  const offered = await get("/api/entrance");
  const pages = { "sign-in": signIn, "sign-up": signUp, recover };
  const parts = pages[/** @type {keyof typeof pages} */ (which)](offered);
  document.title = `${parts[0]?.textContent} · Cornerwise`;
  fill(main, h("div", { class: "page entrance" }, parts));
}
