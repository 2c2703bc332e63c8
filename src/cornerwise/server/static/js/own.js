/** What somebody who is signed in should know: reports that wait, and how to get in without the password. */

import { newCodes } from "./accountparts.js";
import { h } from "./dom.js";
import { tried } from "./fields.js";
import { allWords, t } from "./i18n.js";
import { get } from "./net.js";
import { change, settings } from "./settings.js";

/** @typedef {import("../app.js").App} App */

/**
 * After a page was shown.
 * @param {App} app
 * @param {HTMLElement} main
 * @param {boolean} moved  whether the reader followed a link: then what the server told is older
 */
export async function attend(app, main, moved) {
  const own = app.start.account;
  if (!own) return;
  if (own.role !== "user" && moved) {
    const { account } = await get("/api/start").catch(() => ({}));
    if (account) showReports(app, account.waiting);
  }
  if (settings.newcomer === own.name) await offerCodes(main);
}

/** Shows in the head how many reports wait for a moderator. @param {App} app @param {number} waiting */
export function showReports(app, waiting) {
  if (!app.start.account || app.start.account.waiting === waiting) return;
  app.start.account.waiting = waiting;
  app.head();
}

/** A line above a page, until it is answered. A board keeps its room, and an account offers codes itself. @param {HTMLElement} main */
async function offerCodes(main) {
  await allWords();
  if (!main.querySelector(":scope > .page:not(.account)")) return;
  const make = async () => {
    await newCodes((send) => send());
    offer.remove();
  };
  const refuse = () => {
    change({ newcomer: "" });
    offer.remove();
  };
  const trouble = h("div", { class: "trouble", role: "alert" });
  const button = h(
    "button",
    { type: "button", class: "button", onclick: () => void tried(trouble, make, { button }) },
    t("Make recovery codes"),
  );
  const offer = h(
    "aside",
    { class: "codes-offer" },
    h("p", {}, t("If you forget your password, only a recovery code lets you in again.")),
    button,
    h("button", { type: "button", class: "button plain", onclick: refuse }, t("Not now")),
    trouble,
  );
  main.prepend(offer);
}
