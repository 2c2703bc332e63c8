/** The editions to choose from: a radio button each, with a picture of a position and its name. */

import { families } from "./catalogue.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { preview, sample } from "./preview.js";

/** @typedef {import("../types").FamilyData} FamilyData */

/** How many stand beside each other. */
export const columns = () => Math.min(4, Math.max(3, families().length));

/**
 * @param {object} how
 * @param {Record<string, import("../page").Geometry>} how.boards  by family
 * @param {number} how.size  of the pictures, in pixels
 * @param {string} how.chosen
 * @param {(family: FamilyData) => Node} how.legend
 * @param {(name: string) => void} how.changed
 */
export function editionChoice({ boards, size, chosen, legend, changed }) {
  const group = h(
    "div",
    { class: "editions", role: "radiogroup", "aria-label": t("Edition") },
    families().map((family) => {
      const { name } = family;
      const choice = h("input", {
        type: "radio",
        name: "edition",
        id: `edition-${name}`,
        value: name,
        onchange: () => changed(name),
      });
      choice.checked = name === chosen;
      const picture = preview(boards[name], sample(boards[name]), size);
      return h(
        "label",
        { class: "edition" },
        choice,
        h("span", { class: "picture" }, picture),
        legend(family),
      );
    }),
  );
  group.style.setProperty("--columns", String(columns()));
  return group;
}

/**
 * The boards of all families, by their names.
 * @param {import("../app.js").App} app
 * @returns {Promise<Record<string, import("../page").Geometry>>}
 */
export const familyBoards = async (app) =>
  Object.fromEntries(
    await Promise.all(families().map(async ({ name }) => [name, await app.geometry(name)])),
  );
