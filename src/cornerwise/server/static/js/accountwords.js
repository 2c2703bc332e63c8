/** What is said about accounts when something is refused, in the reader's language. */

import { spoken, t } from "./i18n.js";
import { refusalText } from "./words.js";

/** @typedef {import("./net.js").Refusal} Refusal */

/** @param {string} why */
function nameText(why) {
  /** @type {Record<string, string>} */
  const texts = {
    length: t("A name has 2 to 20 characters."),
    characters: t("A name has letters and digits, and - or _ between them. It has no spaces."),
    scripts: t("Write the name with letters of one alphabet."),
    reserved: t("This name cannot be used."),
  };
  return texts[why] ?? t("Please choose another name.");
}

/** A day and time as it is written in the reader's language. @param {number} at */
export const moment = (at) =>
  new Intl.DateTimeFormat(spoken(), { dateStyle: "medium", timeStyle: "short" }).format(at);

/** @param {number} until @param {string} reason */
function banText(until, reason) {
  const ever = until > Date.now() + 1e12;
  const length = ever
    ? t("This account is banned.")
    : t("This account is banned until {day}.", { day: moment(until) });
  return reason ? `${length} ${reason}` : length;
}

/** @param {Refusal} why */
function text(why) {
  /** @type {Record<string, () => string>} */
  const texts = {
    bad_name: () => nameText(why.more.why),
    name_taken: () => t("This name is taken, or looks like one that is."),
    bad_password: () =>
      why.more.why === "length"
        ? t("A password has at least 8 characters.")
        : t("Others would guess this password. Please choose another one."),
    bad_email: () => t("This is not an e-mail address."),
    bad_sign_in: () => t("This name and this password do not belong together."),
    bad_passkey: () => t("This passkey is not known here."),
    bad_code: () => t("This code is not valid, or it was used already."),
    bad_invitation: () => t("You need a valid invitation to make an account here."),
    no_sign_up: () => t("This server makes no new accounts."),
    sign_in: () => t("Please sign in."),
    prove_again: () => t("Please sign in once more."),
    passkey_known: () => t("This device already has a passkey for this account."),
    only_way: () => t("This is the only way into your account. Set a password first."),
    signed_in: () => t("Sign out first to make another account."),
    banned: () => banText(why.more.until, why.more.reason),
    too_many: () => t("Too many attempts. Please wait a moment."),
    busy: () => t("Many people are signing in right now. Please try again."),
  };
  return texts[why.code]?.() ?? refusalText(why);
}

export const accountTrouble = { text, nameLabel: () => t("Name") };
