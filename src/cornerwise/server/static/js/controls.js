/** The controls of the settings: once for the settings page and for every menu. */

import { h } from "./dom.js";
import { languages, t } from "./i18n.js";
import { change, settings } from "./settings.js";

/** @typedef {import("./settings.js").Settings} Settings */

/**
 * A setting as the reader sees it: a switch, or one of several values.
 * @typedef {object} Control
 * @property {keyof Settings} name
 * @property {string} words
 * @property {string} [note]  what it does, where the words do not say
 * @property {[string, string][]} [choices]  values with their words; none for a switch
 */

/** @typedef {{name: string, words: string, controls: Control[]}} Group */

/**
 * All settings in their groups.
 * @returns {Group[]}
 */
function groups() {
  return [
    {
      name: "page",
      words: t("Page"),
      controls: [
        {
          name: "language",
          words: t("Language"),
          choices: [
            ["", t("As the browser says")],
            ...languages.map(({ code, name }) => /** @type {[string, string]} */ ([code, name])),
          ],
        },
        {
          name: "theme",
          words: t("Theme"),
          choices: [
            ["", t("As the system says")],
            ["light", t("Light")],
            ["dark", t("Dark")],
          ],
        },
      ],
    },
    {
      name: "play",
      words: t("Playing"),
      controls: [
        {
          name: "confirm",
          words: t("Confirm every move with Place"),
          note: t("A click tries the piece on the board; Place makes the move."),
        },
        {
          name: "pace",
          words: t("Pace of the others' moves"),
          choices: [
            ["slow", t("Slow")],
            ["normal", t("Normal")],
            ["instant", t("Instant")],
          ],
        },
        {
          name: "coach",
          words: t("Coach against computers"),
          note: t("Warns before a move that costs a lot."),
          choices: [
            ["auto", t("In my first games")],
            ["on", t("On")],
            ["off", t("Off")],
          ],
        },
        {
          name: "chat",
          words: t("Chat"),
          choices: [
            ["text", t("Phrases and texts")],
            ["phrases", t("Phrases only")],
            ["off", t("Off")],
          ],
        },
        { name: "sound", words: t("Sounds") },
      ],
    },
    {
      name: "board",
      words: t("Board"),
      controls: [
        { name: "corners", words: t("My open corners") },
        { name: "spots", words: t("Legal spots of the picked piece") },
        { name: "lastMove", words: t("Last move") },
        { name: "coordinates", words: t("Coordinates") },
        { name: "numbers", words: t("Move numbers") },
        {
          name: "patterns",
          words: t("Patterns on the pieces"),
          note: t("A sign for each colour, so that you need not tell the colours apart."),
        },
      ],
    },
    {
      name: "puzzles",
      words: t("Puzzles"),
      controls: [{ name: "timer", words: t("Show the time") }],
    },
  ];
}

/**
 * Settings with their controls, each in force and remembered at once.
 * @param {string[]} [wanted]  the names of the groups; without it all of them
 */
export function settingsList(wanted) {
  return groups()
    .filter(({ name }) => !wanted || wanted.includes(name))
    .map(({ words, controls }) =>
      h(
        "section",
        { class: "settings-group" },
        h("h2", {}, words),
        h("ul", { class: "list" }, controls.map(row)),
      ),
    );
}

/** @param {Control} control */
function row({ name, words, note, choices }) {
  const id = `set-${name}`;
  return h(
    "li",
    {},
    h("label", { for: id }, words, note ? h("small", {}, note) : null),
    choices
      ? choice(id, choices, String(settings[name]), (value) => change({ [name]: value }))
      : toggle(id, Boolean(settings[name]), (on) => change({ [name]: on })),
  );
}

/**
 * One of several values.
 * @param {string} id
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
function choice(id, choices, chosen, changed) {
  const box = h(
    "select",
    { class: "field", id, onchange: () => changed(box.value) },
    choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
  return box;
}

/**
 * A switch.
 * @param {string} id
 * @param {boolean} on
 * @param {(on: boolean) => void} changed
 */
export function toggle(id, on, changed) {
  const box = h("input", {
    type: "checkbox",
    role: "switch",
    id,
    onchange: () => changed(box.checked),
  });
  box.checked = on;
  return h("span", { class: "switch" }, box, h("span", {}));
}
