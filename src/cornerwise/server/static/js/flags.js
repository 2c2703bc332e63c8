/** Flags of countries as characters. */

import { h } from "./dom.js";

/** @param {string} code */
const indicators = (code) =>
  String.fromCodePoint(...[...code].map((letter) => letter.charCodeAt(0) - 65 + 0x1f1e6));

/** Whether the fonts here have flags: then two letters become one sign. */
function hasFlags() {
  const pen = document.createElement("canvas").getContext("2d");
  if (!pen) return false;
  const width = (/** @type {string} */ text) => pen.measureText(text).width;
  return width(indicators("PT")) < 1.5 * width(indicators("P"));
}

/** The flag, or the letters of the country where there are none; its name stands beside it. @param {string} code */
export function flag(code) {
  const drawn = hasFlags();
  return h(
    "span",
    { class: drawn ? "flag" : "flag letters", "aria-hidden": "true" },
    drawn ? indicators(code) : code,
  );
}
