/** A report to the moderators: why, and what else they should know. */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { post } from "./net.js";
import { refusalText } from "./words.js";

/** Why somebody can be reported, by the server's words. @returns {Record<string, string>} */
export const reasons = () => ({
  insult: t("Insults or threats"),
  spam: t("Advertising or the same again and again"),
  name: t("An offending name or profile"),
  cheating: t("Unfair play"),
  other: t("Something else"),
});

/**
 * @param {string} address  where it is sent
 * @param {() => void} done
 */
export function reportForm(address, done) {
  const reason = h(
    "select",
    { class: "field", id: "report-reason" },
    Object.entries(reasons()).map(([value, words]) => h("option", { value }, words)),
  );
  const note = h("textarea", { class: "field", id: "report-note", maxlength: 400, rows: 2 });
  const said = h("p", { role: "status" });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      await post(address, { reason: reason.value, note: note.value });
      fill(
        form,
        h("p", { role: "status" }, t("Thank you. A moderator will look at it.")),
        h("button", { type: "button", class: "button", onclick: done }, t("Close")),
      );
    } catch (error) {
      said.textContent = refusalText(/** @type {import("./net.js").Refusal} */ (error));
    }
  };
  const form = h(
    "form",
    { class: "report", onsubmit: (/** @type {Event} */ event) => void send(event) },
    h("label", { for: "report-reason" }, t("Report to the moderators")),
    reason,
    h("label", { for: "report-note" }, t("What happened?")),
    note,
    said,
    h("button", { type: "submit", class: "button" }, t("Report")),
  );
  return form;
}
