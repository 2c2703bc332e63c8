/** What one would like to play: ticks for editions, players and clocks, remembered by the browser. */

import { families, variantNamed, variantsOf } from "./catalogue.js";
import { clockName } from "./clockwords.js";
import { toggle } from "./controls.js";
import { h } from "./dom.js";
import { entrance } from "./entrancelink.js";
import { t, tn } from "./i18n.js";
import { preview, sample } from "./preview.js";
import { change, settings } from "./settings.js";

/** @typedef {import("../types").ClockSetting} ClockSetting */
/** @typedef {import("../types").VariantData} VariantData */

/**
 * @typedef {object} Wishes
 * @property {string[]} editions  families
 * @property {string[]} players  numbers of players, and "teams"
 * @property {string[]} clocks  names of `CLOCKS`
 * @property {boolean} rated
 * @property {boolean} listed  others may watch
 */

/** The clocks to choose from. @type {Record<string, ClockSetting>} */
export const CLOCKS = {
  "3+2": { kind: "live", minutes: 3, increment: 2 },
  "5+3": { kind: "live", minutes: 5, increment: 3 },
  "10+5": { kind: "live", minutes: 10, increment: 5 },
  day: { kind: "days", days: 1 },
};

/** How many play, as it is ticked. @param {VariantData} variant */
const tickOf = ({ seats, team_count }) =>
  team_count < seats.length ? "teams" : String(seats.length);

/** The variants of several players of a family. @param {string} family */
const several = (family) => variantsOf(family).filter(({ seats }) => seats.length > 1);

/** All numbers of players that some family has. */
const allPlayers = () =>
  [...new Set(families().flatMap(({ name }) => several(name).map(tickOf)))].sort();

/**
 * What was chosen last; at first the edition that was last played, by two, with two clocks.
 * @param {import("../app.js").App} app
 * @returns {Wishes}
 */
export function wishesNow({ start }) {
  const known = settings.wishes;
  const edition = settings.edition || start.quick;
  const wishes = {
    editions: known?.editions.filter((name) => families().some((one) => one.name === name)) ?? [],
    players: known?.players ?? ["2"],
    clocks: known?.clocks.filter((name) => name in CLOCKS) ?? ["5+3", "10+5"],
    rated: known?.rated ?? true,
    listed: known?.listed ?? true,
  };
  if (!known)
    wishes.editions = families()
      .filter(({ name }) => name === edition)
      .map(({ name }) => name);
  if (!wishes.editions.length)
    wishes.editions = families()
      .slice(0, 1)
      .map(({ name }) => name);
  if (!start.account) wishes.rated = false;
  return wishes;
}

/** The variants that suit. @param {Wishes} wishes */
export function variantsWished({ editions, players }) {
  return editions.flatMap((family) =>
    several(family)
      .filter((variant) => players.includes(tickOf(variant)))
      .map(({ name }) => name),
  );
}

/** What the server is asked for. @param {Wishes} wishes */
export const wishOf = (wishes) => ({
  variants: variantsWished(wishes),
  clocks: wishes.clocks.map((name) => CLOCKS[name]),
  rated: wishes.rated,
  listed: wishes.listed,
  level: settings.level,
  name: settings.name,
});

/**
 * Whether something on offer suits.
 * @param {Wishes} wishes
 * @param {{variants: string[], clocks: ClockSetting[], rated: boolean}} offered
 */
export function suits(wishes, { variants, clocks, rated }) {
  const wished = variantsWished(wishes);
  const same = (/** @type {ClockSetting} */ one, /** @type {ClockSetting} */ other) =>
    clockName(one) === clockName(other);
  return (
    wishes.rated === rated &&
    variants.some((name) => wished.includes(name)) &&
    clocks.some((clock) => wishes.clocks.some((name) => same(CLOCKS[name], clock)))
  );
}

/**
 * The form.
 * @param {object} how
 * @param {Record<string, import("../page").Geometry>} how.boards  by family
 * @param {Wishes} how.wishes  are changed with the ticks
 * @param {boolean} how.signedIn
 * @param {() => void} how.changed
 */
export function wishesForm({ boards, wishes, signedIn, changed }) {
  const keep = () => {
    change({
      wishes: { ...wishes, rated: signedIn ? wishes.rated : (settings.wishes?.rated ?? true) },
    });
    changed();
  };
  /** @param {"editions" | "players" | "clocks"} part @param {string} value @param {...Node} words */
  const tick = (part, value, ...words) => {
    const box = h("input", {
      type: "checkbox",
      id: `wish-${part}-${value}`,
      onchange: () => {
        const others = wishes[part].filter((one) => one !== value);
        wishes[part] = box.checked ? [...others, value] : others;
        keep();
      },
    });
    box.checked = wishes[part].includes(value);
    return h("label", { class: "wish-tick" }, box, h("i", { "aria-hidden": "true" }), ...words);
  };
  const group = (
    /** @type {string} */ name,
    /** @type {string} */ look,
    /** @type {Node[]} */ ticks,
  ) => h("fieldset", { class: look }, h("legend", {}, name), ticks);
  /** @param {"rated" | "listed"} part @param {string} words @param {string | Node} note @param {boolean} [off] */
  const choice = (part, words, note, off = false) => {
    const control = toggle(`wish-${part}`, wishes[part], (on) => {
      wishes[part] = on;
      keep();
    });
    if (off) control.querySelector("input")?.setAttribute("disabled", "");
    return h(
      "li",
      {},
      h(
        "div",
        {},
        h("label", { for: `wish-${part}` }, h("b", {}, words)),
        h("p", { class: "quiet small" }, note),
      ),
      control,
    );
  };
  return h(
    "div",
    { class: "wishes" },
    group(
      t("Edition"),
      "wish-editions",
      families()
        .filter(({ name }) => several(name).length)
        .map(({ name, title }) =>
          tick(
            "editions",
            name,
            h("span", { class: "picture" }, preview(boards[name], sample(boards[name]), 62)),
            h("span", {}, t(title)),
          ),
        ),
    ),
    group(
      t("Players"),
      "wish-row",
      allPlayers().map((value) =>
        tick("players", value, h("span", {}, value === "teams" ? t("Teams") : value)),
      ),
    ),
    group(
      t("Clock"),
      "wish-row",
      Object.entries(CLOCKS).map(([name, clock]) =>
        tick("clocks", name, h("span", {}, clockName(clock))),
      ),
    ),
    h(
      "ul",
      { class: "wish-switches" },
      choice(
        "rated",
        t("Rated"),
        signedIn
          ? t("Counts for your rating.")
          : h("a", { href: entrance() }, t("Sign in to be rated.")),
        !signedIn,
      ),
      choice("listed", t("Others may watch"), t("The game is listed in the lobby.")),
    ),
  );
}

/** What is missing in the ticks, if anything. @param {Wishes} wishes */
export function lacking(wishes) {
  if (!wishes.editions.length) return t("Tick an edition.");
  if (!wishes.clocks.length) return t("Tick a clock.");
  if (!wishes.players.length) return t("Tick a number of players.");
  if (!variantsWished(wishes).length) return t("No edition you ticked is for so many players.");
  return "";
}

/** Variants in few words: "Duo", "Classic, 4 players". @param {string[]} names */
export function variantsText(names) {
  const titles = names.map((name) => {
    const variant = variantNamed(name);
    if (!variant) return name;
    const family = families().find((one) => one.name === variant.family);
    const title = t(family?.title ?? variant.title);
    if (several(variant.family).length === 1) return title;
    const { seats, team_count } = variant;
    const players =
      team_count < seats.length ? t("Teams") : tn("{n} player", "{n} players", seats.length);
    return `${title}, ${players}`;
  });
  return titles.slice(0, 2).join(" · ") + (titles.length > 2 ? " …" : "");
}
