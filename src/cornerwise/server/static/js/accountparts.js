/** The parts of an account's page: each is a section that its owner sees and changes. */

import { moment } from "./accountwords.js";
import { h } from "./dom.js";
import { field, form, passwordField, tried } from "./fields.js";
import { spoken, t, tn } from "./i18n.js";
import { dialog } from "./menu.js";
import { post, Refusal, remove } from "./net.js";
import { knownPasskey, newPasskey, passkeysWork } from "./passkey.js";
import { change } from "./settings.js";

/** @typedef {import("../types").AccountView} AccountView */

/** The first page, made anew: it knows who is there. */
export const home = () => location.assign("/");

/** @typedef {(words: string, work: () => Promise<unknown>, look?: string) => HTMLElement[]} ButtonMaker */
/** @typedef {(send: () => Promise<unknown>) => Promise<unknown>} Surely */
/** @typedef {() => Promise<void>} Again */

/** @param {string} title @param {(import("./dom.js").Child | import("./dom.js").Child[])[]} parts */
export const section = (title, parts) => h("section", {}, h("h2", {}, title), ...parts);

/** Lets the owner prove who they are; it fails if they close the question. @param {AccountView} account */
export function proof(account) {
  return new Promise((done, failed) => {
    const known = passwordField(t("Password"), "current");
    const trouble = h("div", { class: "trouble", role: "alert" });
    const enter = async (/** @type {Record<string, unknown>} */ how) => {
      await post("/api/session", { ...how, bring: false });
      proven = true;
      box.close();
    };
    const byPasskey = async () => {
      const passkey = await knownPasskey();
      if (passkey) await enter({ passkey });
    };
    let proven = false;
    const box = dialog(
      t("Is it you?"),
      h("p", { class: "quiet" }, t("You signed in some time ago. Please do it once more.")),
      account.password
        ? form(t("Go on"), [known.part], () =>
            enter({ name: account.name, password: known.input.value }),
          )
        : null,
      account.passkeys.length && passkeysWork()
        ? h(
            "div",
            { class: "or" },
            trouble,
            h(
              "button",
              { type: "button", class: "button", onclick: () => void tried(trouble, byPasskey) },
              t("Sign in with a passkey"),
            ),
          )
        : null,
    );
    box.addEventListener("close", () =>
      proven ? done(null) : failed(new Refusal("prove_again", "not proven")),
    );
  });
}

/** @param {AccountView} account @param {Again} again */
export function profile(account, again) {
  const names = new Intl.DisplayNames(spoken(), { type: "region" });
  const sorted = account.countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, spoken()));
  const country = h(
    "select",
    { class: "field", id: "country", autocomplete: "country" },
    h("option", { value: "" }, t("Not said")),
    sorted.map(({ code, name }) =>
      h("option", { value: code, selected: code === account.country }, name),
    ),
  );
  const about = field(
    t("A line about you"),
    { id: "about", maxlength: 200, autocomplete: "off" },
    t("Others see both on your profile."),
  );
  about.input.value = account.about;
  const send = async () => {
    await post("/api/account", { country: country.value, about: about.input.value }, "PATCH");
    await again();
  };
  return section(t("Profile"), [
    form(
      t("Save"),
      [
        h("div", { class: "labelled" }, h("label", { for: "country" }, t("Country")), country),
        about.part,
      ],
      send,
      { small: true },
    ),
  ]);
}

/** @param {AccountView} account @param {Surely} surely @param {Again} again */
export function password(account, surely, again) {
  const fresh = passwordField(t("New password"), "new", t("At least 8 characters."));
  const user = h("input", {
    class: "unseen",
    autocomplete: "username",
    value: account.name,
    tabindex: "-1",
    "aria-hidden": "true",
    readonly: true,
  });
  const send = async () => {
    await surely(() => post("/api/account/password", { password: fresh.input.value }));
    await again();
  };
  return [
    h(
      "p",
      { class: "quiet" },
      account.password
        ? t("A new password signs you out on all other devices.")
        : t("You have no password: you sign in with a passkey."),
    ),
    form(t("Set the password"), [user, fresh.part], send, { small: true }),
  ];
}

/** @param {AccountView} account @param {Surely} surely @param {Again} again @param {ButtonMaker} button */
export function passkeys(account, surely, again, button) {
  const add = async () => {
    const passkey = await surely(() => newPasskey());
    if (passkey) await surely(() => post("/api/account/passkeys", { passkey }));
    await again();
  };
  const drop = (/** @type {string} */ handle) => async () => {
    await surely(() => remove(`/api/account/passkeys/${handle}`));
    await again();
  };
  return [
    h(
      "p",
      { class: "quiet" },
      t("A passkey signs you in with your fingerprint, your face or the lock of your device."),
    ),
    h(
      "ul",
      { class: "rows" },
      account.passkeys.map(({ handle, label, used }) =>
        h(
          "li",
          {},
          h(
            "span",
            {},
            label || t("Passkey"),
            h("small", { class: "quiet" }, t("Last used {day}", { day: moment(used) })),
          ),
          h("span", {}, button(t("Remove"), drop(handle), "button plain")),
        ),
      ),
    ),
    ...(passkeysWork() ? button(t("Add a passkey"), add) : []),
  ];
}

/** Makes recovery codes and shows them, this once. @param {Surely} surely */
export async function newCodes(surely) {
  const made = /** @type {{codes: string[]}} */ (
    await surely(() => post("/api/account/codes", {}))
  );
  change({ newcomer: "" });
  return dialog(
    t("Recovery codes"),
    h(
      "p",
      { class: "quiet" },
      t("Write these codes down and keep them safe. They are shown only now."),
    ),
    h(
      "ol",
      { class: "codes" },
      made.codes.map((code) => h("li", {}, code)),
    ),
  );
}

/** @param {AccountView} account @param {Surely} surely @param {Again} again @param {ButtonMaker} button */
export function codes(account, surely, again, button) {
  const make = async () => {
    const box = await newCodes(surely);
    box.addEventListener("close", () => void again());
  };
  return [
    h(
      "p",
      { class: "quiet" },
      t("If you forget your password, each of these codes lets you in once."),
      " ",
      account.codes
        ? tn("{n} code is left.", "{n} codes are left.", account.codes)
        : t("You have none yet."),
    ),
    ...button(account.codes ? t("Make new codes") : t("Make recovery codes"), make),
  ];
}

/** @param {AccountView} account @param {Surely} surely @param {Again} again @param {ButtonMaker} button */
export function email(account, surely, again, button) {
  const address = field(t("E-mail"), {
    id: "email",
    type: "email",
    autocomplete: "email",
    maxlength: 254,
    required: true,
  });
  address.input.value = account.email;
  const done = h("p", { class: "done", role: "status" });
  const send = async () => {
    await surely(() => post("/api/account/email", { email: address.input.value }));
    done.textContent = t("We have sent you an e-mail. Open the link in it.");
  };
  const drop = async () => {
    await surely(() => remove("/api/account/email"));
    await again();
  };
  return [
    h(
      "p",
      { class: "quiet" },
      t("You need none. If you forget your password, we can send you a link there."),
    ),
    form(t("Confirm the address"), [address.part, done], send, { small: true }),
    ...(account.email ? button(t("Remove"), drop, "button plain") : []),
  ];
}

/** @param {AccountView} account @param {Again} again @param {ButtonMaker} button */
export function sessions(account, again, button) {
  const end = (/** @type {string} */ handle) => async () => {
    await remove(`/api/account/sessions/${handle}`);
    await again();
  };
  const endOthers = async () => {
    await remove("/api/account/sessions");
    await again();
  };
  return [
    h(
      "ul",
      { class: "rows" },
      account.sessions.map(({ handle, device, seen, here }) =>
        h(
          "li",
          {},
          h(
            "span",
            {},
            device || t("A device"),
            h(
              "small",
              { class: "quiet" },
              here ? t("This device") : t("Last seen {day}", { day: moment(seen) }),
            ),
          ),
          here ? null : h("span", {}, button(t("Sign out"), end(handle), "button plain")),
        ),
      ),
    ),
    ...(account.sessions.length > 1 ? button(t("Sign out everywhere else"), endOthers) : []),
  ];
}

export const data = () => [
  h(
    "p",
    { class: "quiet" },
    t("Everything that this server keeps about you: your games as files, all else as text."),
  ),
  h("a", { class: "button", href: "/api/account/export", download: "" }, t("Save all as files")),
];

/** @param {Surely} surely @param {ButtonMaker} button */
export function ending(surely, button) {
  /** Asks before something is done that ends all sessions. @param {string} title @param {string[]} told @param {string} words @param {() => Promise<unknown>} send */
  const ask = (title, told, words, send) => {
    const box = dialog(
      title,
      told.map((one) => h("p", {}, one)),
      h(
        "div",
        { class: "menu-actions" },
        button(words, async () => {
          await surely(send);
          home();
        }),
        h(
          "button",
          { type: "button", class: "button plain", onclick: () => box.close() },
          t("Keep the account"),
        ),
      ),
    );
  };
  const close = () =>
    ask(
      t("Close the account?"),
      [
        t("You are signed out on all devices. Your games and your name stay."),
        t("To open the account again, sign in."),
      ],
      t("Close it now"),
      () => post("/api/account/disable", {}),
    );
  const erase = () =>
    ask(
      t("Delete the account?"),
      [
        t(
          "You give up the games that you still play. Your finished games stay, without your name. Nobody is ever given your name again.",
        ),
        t("This cannot be taken back."),
      ],
      t("Delete for ever"),
      () => remove("/api/account"),
    );
  return [
    h(
      "p",
      { class: "quiet" },
      t("A closed account keeps its games and its name. Sign in to open it again."),
    ),
    h(
      "div",
      { class: "menu-actions" },
      button(t("Close the account"), async () => close()),
    ),
    h("p", { class: "quiet" }, t("A deleted account is gone for ever.")),
    h(
      "div",
      { class: "menu-actions" },
      button(t("Delete the account"), async () => erase()),
    ),
  ];
}
