/** What there is to play, as the server says it: families, variants and scorings, and what they are called. */

import { t, tn } from "./i18n.js";

/** @typedef {import("../types").FamilyData} FamilyData */
/** @typedef {import("../types").VariantData} VariantData */

/** @type {{families: FamilyData[], variants: VariantData[]}} */
let known = { families: [], variants: [] };

/** @param {import("../types").StartData} start */
export function know(start) {
  known = start;
}

/** The editions that stand for themselves, in the order in which they are listed. */
export const families = () => known.families;

/** The family of this name, if there is one. @param {string | null} name */
export const familyNamed = (name) => known.families.find((one) => one.name === name);

/** The variant of this name; a game may be older than the server's knowledge of it. @param {string} name */
export const variantNamed = (name) => known.variants.find((one) => one.name === name);

/** The variants of a family. @param {string} family */
export const variantsOf = (family) => known.variants.filter((one) => one.family === family);

/** @param {string} name */
export const variantName = (name) => t(variantNamed(name)?.title ?? name);

/**
 * How a game is scored.
 * @param {{variant: string, scoring: string}} game
 */
export const scoringOf = ({ variant, scoring }) =>
  variantNamed(variant)?.scorings.find((one) => one.name === scoring);

/** @param {number} n */
const playerCount = (n) => tn("{n} player", "{n} players", n);

/** How many play a variant, and whether in teams. @param {VariantData} variant */
export function sidesText({ seats, team_count }) {
  if (seats.length === 1) return t("Solo");
  return team_count < seats.length
    ? tn("{n} team", "{n} teams", team_count)
    : playerCount(seats.length);
}

/** How many can play, of all variants of a family. @param {string} family */
export function playersText(family) {
  const counts = variantsOf(family).map(({ seats }) => seats.length);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? playerCount(most) : t("{least} to {most} players", { least, most });
}

/**
 * What an edition is, in a line.
 * @param {FamilyData} family
 * @param {import("../page").Geometry} board
 */
export const aboutText = ({ name, about }, { data }) =>
  about ? t(about) : `${tn("{n} space", "{n} spaces", data.names.length)}, ${playersText(name)}`;
