/** Words in the reader's language. Messages are marked with `t` and `tn`; English is the key. */

/** @typedef {Record<string, string | number>} Values */

/** @type {Record<string, string | Record<string, string>>} */
let messages = {};
let language = "en";
let plurals = new Intl.PluralRules("en");
let figures = new Intl.NumberFormat("en");

/**
 * @param {string} code
 * @param {Record<string, string | Record<string, string>>} catalogue
 */
export function speak(code, catalogue) {
  language = code;
  messages = catalogue;
  // Portuguese here is European.
  plurals = new Intl.PluralRules(code === "pt" ? "pt-PT" : code);
  figures = new Intl.NumberFormat(code === "pt" ? "pt-PT" : code);
  document.documentElement.lang = code;
}

export const spoken = () => language;

/**
 * A text in the reader's language, with {name}s filled in.
 * @param {string} message
 * @param {Values} [values]
 */
export function t(message, values) {
  const found = messages[message];
  return filled(typeof found === "string" && found ? found : message, values);
}

/**
 * A text whose form depends on a number, which may stand in it as {n}.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Values} [values]
 */
export function tn(one, many, n, values) {
  const found = messages[one];
  let text = n === 1 ? one : many;
  if (found && typeof found === "object") {
    text = found[plurals.select(Math.abs(n))] ?? found.other ?? text;
  }
  return filled(text, { n: number(n), ...values });
}

/**
 * A number as it is written in the reader's language.
 * @param {number} n
 */
export const number = (n) => figures.format(n).replace("-", "\u2212");

/** @param {string} text @param {Values} [values] */
function filled(text, values) {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * A moment in words, near ones as the time of day.
 * @param {number} at
 */
export function moment(at) {
  const then = new Date(at);
  const today = new Date().toDateString() === then.toDateString();
  const how = today
    ? /** @type {const} */ ({ hour: "numeric", minute: "2-digit" })
    : /** @type {const} */ ({ day: "numeric", month: "short", year: "numeric" });
  return new Intl.DateTimeFormat(language === "pt" ? "pt-PT" : language, how).format(then);
}
