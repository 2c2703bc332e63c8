/** Forms about accounts: fields with their labels, a button, and what went wrong. */

import { accountTrouble } from "./accountwords.js";
import { fill, h } from "./dom.js";

/** @typedef {import("./net.js").Refusal} Refusal */

/**
 * A field under its label, with a note below it if there is one.
 * @param {string} label
 * @param {Record<string, unknown>} about  its id, type and how browsers fill it in
 * @param {string} [note]
 */
export function field(label, about, note) {
  const noted = note ? `${about.id}-note` : null;
  const input = h("input", { class: "field", "aria-describedby": noted, ...about });
  return {
    input,
    part: h(
      "div",
      { class: "labelled" },
      h("label", { for: String(about.id) }, label),
      input,
      noted ? h("small", { id: noted, class: "quiet" }, note) : null,
    ),
  };
}

/**
 * A field for a password. @param {string} label @param {"current" | "new"} which @param {string} [note]
 */
export const passwordField = (label, which, note) =>
  field(
    label,
    {
      id: `${which}-password`,
      name: "password",
      type: "password",
      required: true,
      autocomplete: `${which}-password`,
      maxlength: 256,
      minlength: which === "new" ? 8 : null,
    },
    note,
  );

/** @param {string} [value] @param {string} [note] */
export function nameField(value, note) {
  const made = field(
    accountTrouble.nameLabel(),
    {
      id: "username",
      name: "username",
      required: true,
      autocomplete: "username",
      autocapitalize: "none",
      spellcheck: "false",
      maxlength: 20,
    },
    note,
  );
  made.input.value = value ?? "";
  return made;
}

/**
 * A form with one solid button. What is refused is said above the button.
 * @param {string} words  of the button
 * @param {(HTMLElement | null)[]} parts
 * @param {() => Promise<unknown>} send
 * @param {{small?: boolean, ask?: (why: Refusal) => HTMLElement | null}} [how]
 *   `ask` answers a refusal with a question instead of words
 */
export function form(words, parts, send, { small = false, ask } = {}) {
  const trouble = h("div", { class: "trouble", role: "alert" });
  const button = h("button", { class: small ? "button" : "button primary", type: "submit" }, words);
  const attempt = () => tried(trouble, send, { ask, button });
  return h(
    "form",
    {
      class: "account-form",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void attempt();
      },
    },
    parts,
    trouble,
    h("div", { class: "menu-actions" }, button),
  );
}

/**
 * Does something and says what was refused.
 * @param {HTMLElement} trouble  where it is said
 * @param {() => Promise<unknown>} send
 * @param {{ask?: (why: Refusal) => HTMLElement | null, button?: HTMLButtonElement}} [how]
 */
export async function tried(trouble, send, { ask, button } = {}) {
  fill(trouble);
  if (button) button.disabled = true;
  try {
    await send();
  } catch (error) {
    const why = /** @type {Refusal} */ (error);
    fill(trouble, ask?.(why) ?? h("p", { class: "error" }, accountTrouble.text(why)));
  }
  if (button) button.disabled = false;
}
