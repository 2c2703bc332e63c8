/** Positions to look at on the first pages: real games, by the numbers of their placements. */

/** @typedef {import("../types").Colour} Colour */

/** @type {Record<string, [Colour, number][]>} */
export const SAMPLES = {};
