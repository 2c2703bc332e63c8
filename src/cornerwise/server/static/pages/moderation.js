/** The moderators' queue: reports with what was said, what to do about them, and the log of all that was done. */

import { fill, h } from "../js/dom.js";
import { moment, number, t, tn } from "../js/i18n.js";
import { get, post } from "../js/net.js";
import { showReports } from "../js/own.js";
import { reasons } from "../js/reporting.js";
import { refusalText } from "../js/words.js";
import { dead } from "./missing.js";

/** @typedef {import("../types").QueueView} Queue */
/** @typedef {import("../types").ReportView} Report */
/** @typedef {import("../types").Entry} Entry */

/** For how many days; 0 has no end. */
const LENGTHS = [1, 7, 30, 0];

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("Moderation")} · Cornerwise`;
  /** @type {Record<string, string>} */
  let phrases = {};
  try {
    const [queue, words] = await Promise.all([get("/api/moderation"), get("/api/phrases")]);
    phrases = words;
    draw(queue);
  } catch (error) {
    const refusal = /** @type {import("../js/net.js").Refusal} */ (error);
    dead(main, t("Moderation"), refusalText(refusal), [["/", t("To the home page")]]);
  }

  /** @param {Queue} queue */
  function draw(queue) {
    showReports(app, queue.waiting);
    const said = h("p", { role: "status", class: "quiet" });
    const act = async (/** @type {string} */ address, /** @type {unknown} */ body) => {
      try {
        draw(await post(address, body));
      } catch (error) {
        said.textContent = refusalText(/** @type {import("../js/net.js").Refusal} */ (error));
      }
    };
    fill(
      main,
      h(
        "div",
        { class: "page moderation" },
        h("h1", {}, t("Moderation")),
        h(
          "p",
          { class: "quiet" },
          queue.waiting
            ? tn("{n} report is waiting", "{n} reports are waiting", queue.waiting)
            : t("No report is waiting."),
        ),
        said,
        queue.reports.map((report) => reported(report, phrases, act)),
        h("h2", {}, t("What moderators did")),
        queue.log.length
          ? h(
              "ul",
              { class: "list" },
              queue.log.map((entry) => logged(entry, act)),
            )
          : h("p", { class: "quiet" }, t("Nothing yet.")),
      ),
    );
  }
}

/** @typedef {(address: string, body: unknown) => Promise<void>} Act */

/** @param {number} days */
const lengthText = (days) => (days ? tn("{n} day", "{n} days", days) : t("for good"));

/** @param {Report} report @param {Record<string, string>} phrases @param {Act} act */
function reported(report, phrases, act) {
  const name = report.name || t("Guest");
  const address = `/api/moderation/reports/${report.id}`;
  const length = h(
    "select",
    { class: "field", "aria-label": t("How long") },
    LENGTHS.map((days) => h("option", { value: days }, lengthText(days))),
  );
  const decide = (/** @type {string} */ what, /** @type {string} */ words) =>
    h(
      "button",
      {
        type: "button",
        class: "button",
        onclick: () =>
          void act(address, {
            act: what,
            days: what === "dismiss" ? null : Number(length.value) || null,
          }),
      },
      words,
    );
  return h(
    "article",
    { class: "report-card", "aria-label": name },
    h("h2", {}, report.account ? h("a", { href: `/@/${encodeURIComponent(name)}` }, name) : name),
    h(
      "p",
      { class: "quiet" },
      [
        reasons()[report.reason] ?? report.reason,
        t("reported by {name}", { name: report.reporter || t("Guest") }),
        moment(report.at),
        report.upheld
          ? tn("{n} earlier report upheld", "{n} earlier reports upheld", report.upheld)
          : "",
        report.muted ? t("muted until {date}", { date: moment(report.muted) }) : "",
      ]
        .filter((part) => part)
        .join(" · "),
    ),
    report.note ? h("blockquote", { class: "chat-quote", dir: "auto" }, report.note) : null,
    report.lines.length
      ? h(
          "ol",
          { class: "report-lines" },
          report.lines.map((line) =>
            h(
              "li",
              { class: line.accused ? "accused" : "" },
              h("span", { class: "who" }, line.name || t("Guest")),
              " ",
              h("span", { dir: "auto" }, line.phrase ? t(phrases[line.phrase] ?? "") : line.text),
            ),
          ),
        )
      : null,
    report.game ? h("p", {}, h("a", { href: `/game/${report.game}` }, t("The game"))) : null,
    h(
      "div",
      { class: "menu-actions" },
      decide("dismiss", t("Dismiss")),
      decide("mute", t("Mute")),
      report.account ? decide("ban", t("Ban")) : null,
      length,
    ),
  );
}

/** @param {Entry} entry @param {Act} act */
function logged(entry, act) {
  const name = entry.name || t("Guest");
  /** @type {Record<string, string>} */
  const texts = {
    dismiss: t("Report on {name} dismissed", { name }),
    mute: t("{name} muted", { name }),
    ban: t("{name} banned", { name }),
    pardon: t("Ban of {name} lifted", { name }),
    lift: t("Mute of {name} lifted", { name }),
  };
  const ends = entry.until ? t("until {date}", { date: moment(entry.until) }) : "";
  const who = [entry.actor, moment(entry.at)].filter((part) => part).join(", ");
  return h(
    "li",
    { value: number(entry.id) },
    h("span", {}, [texts[entry.act], ends].filter((part) => part).join(", ")),
    h("span", { class: "quiet" }, who),
    entry.lasts
      ? h(
          "button",
          {
            type: "button",
            class: "button plain",
            onclick: () => void act(`/api/moderation/log/${entry.id}/lift`, {}),
          },
          t("Lift"),
        )
      : null,
  );
}
