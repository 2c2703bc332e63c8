/** Choices among a few: as a row of segments, or as a list. */

import { h } from "./dom.js";

/**
 * A choice of a few as a row of segments.
 * @param {string} id
 * @param {string} label
 * @param {[string, string | Node[]][]} values
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function segments(id, label, values, chosen, changed) {
  return h(
    "div",
    { class: "segments", role: "radiogroup", "aria-label": label },
    values.map(([value, words]) => {
      const box = h("input", {
        type: "radio",
        name: id,
        id: `${id}-${value}`,
        value,
        onchange: () => changed(value),
      });
      box.checked = value === chosen;
      return h("label", {}, box, h("span", {}, words));
    }),
  );
}

/**
 * A choice of several as a list.
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function select(id, label, values, chosen, changed) {
  const box = h(
    "select",
    { class: "field", id, "aria-label": label, onchange: () => changed(box.value) },
    values.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
  return box;
}
