/** Words in the reader's language. Messages are marked with `t` and `tn`; English is the key. */

/** @typedef {Record<string, string | number>} Values */

/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

/** @type {Catalogue} */
let messages = {};
let language = "en";
/** English and Portuguese here are European. @type {Record<string, string>} */
const REGIONS = { en: "en-GB", pt: "pt-PT" };
let plurals = new Intl.PluralRules("en");
let figures = new Intl.NumberFormat("en");

/** How the words of all other pages are asked for, until they are there. @type {(() => Promise<void>) | null} */
let later = null;

/**
 * @param {string} code
 * @param {Catalogue} catalogue
 * @param {() => Promise<Catalogue>} [rest]  brings the words that the catalogue lacks
 */
export function speak(code, catalogue, rest) {
  language = code;
  messages = catalogue;
  /** @type {Promise<void> | null} */
  let coming = null;
  const learn = async () => {
    const more = (await rest?.()) ?? {};
    if (messages === catalogue) Object.assign(messages, more);
  };
  later = () => {
    coming ??= learn().catch((why) => {
      coming = null; // the next one asks again
      throw why;
    });
    return coming;
  };
  plurals = new Intl.PluralRules(REGIONS[code] ?? code);
  figures = new Intl.NumberFormat(REGIONS[code] ?? code);
  document.documentElement.lang = code;
}

/** Waits for the words of all pages: the first page and games come without them. */
export const allWords = async () => later?.();

export const spoken = () => language;

/** The languages that the server has words in. @type {{code: string, name: string}[]} */
export const languages = [];

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

/**
 * A share of the whole as a whole number of hundredths.
 * @param {number} share  from 0 to 1
 */
export const hundredths = (share) => number(Math.round(100 * share));

/**
 * The same in per cent, as it is written in the reader's language.
 * @param {number} share  from 0 to 1
 */
export const percent = (share) => t("{n}%", { n: hundredths(share) });

/**
 * Words as a list: "one, two and three".
 * @param {string[]} words
 */
export const listText = (words) =>
  new Intl.ListFormat(REGIONS[language] ?? language, { type: "conjunction" }).format(words);

/** @param {string} text @param {Values} [values] */
function filled(text, values) {
  if (!values) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * A date written in the reader's language.
 * @param {Date} date
 * @param {Intl.DateTimeFormatOptions} how
 */
export function dateText(date, how) {
  return new Intl.DateTimeFormat(REGIONS[language] ?? language, how).format(date);
}

/**
 * A moment in words: the day, and today also the time.
 * @param {number} at
 */
export function moment(at) {
  const then = new Date(at);
  const today = new Date().toDateString() === then.toDateString();
  if (!today) return dateText(then, { day: "numeric", month: "short", year: "numeric" });
  const day = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "day");
  return `${day}, ${dateText(then, { hour: "numeric", minute: "2-digit" })}`;
}
