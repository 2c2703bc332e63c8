/** What the tutor says, in the reader's language. The server sends texts with what to fill in. */

import { listText, number, t, tn } from "./i18n.js";
import { colourName } from "./words.js";

/** @typedef {import("../types").Saying} Saying */
/** @typedef {import("../types").Colour} Colour */

/** Values that name colours; all other lists name pieces. */
const COLOURS = new Set(["colour", "other", "seat"]);

/**
 * A text of the tutor. The messages themselves are marked where the server keeps them.
 * @param {Saying} saying
 */
export function sayingText({ one, many, n, values }) {
  /** @type {Record<string, string>} */
  const filled = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "number") filled[name] = number(value);
    else {
      const words = Array.isArray(value) ? value : [value];
      const said = (/** @type {string} */ word) =>
        COLOURS.has(name) ? colourName(/** @type {Colour} */ (word)) : word;
      filled[name] = listText(words.map(said));
    }
  }
  return many && n !== null ? tn(one, many, n, filled) : t(one, filled);
}
