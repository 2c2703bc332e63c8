/** Positions to look at on the first pages: lines of play, by the numbers of their placements. */

/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").Mark} Mark */

/** The moves of each sample, in playing order. @type {Record<string, number[]>} */
const MOVES = {
  classic: [28748, 28809, 27586, 24925, 26969, 27059, 25470, 27671, 29632, 24023, 23334, 29197, 23704, 29570, 20374, 23434, 14999, 14631, 13723, 14110, 30406, 11473, 30136, 30236, 17140, 17800, 21212, 16797],
  duo: [12786, 11733, 10473, 10867, 11775, 12936, 5558, 13714, 6134, 13215, 13600, 9617, 10043, 6151, 7608, 5214],
  trigon: [15709, 20159, 22835, 29909, 26001, 19319, 26491, 22390, 31077, 24989, 31865, 31292, 29257, 30851, 15751, 13410, 19217, 13296, 14182, 24310, 17882, 28419, 19038, 25301, 24249, 14982, 29126, 17264, 21135, 17680, 19548, 19135],
};

/** @type {Record<string, Colour[]>} */
const COLOURS = {
  classic: ["blue", "yellow", "red", "green"],
  duo: ["blue", "yellow"],
  trigon: ["blue", "yellow", "red", "green"],
};

/**
 * The sample position of an edition.
 * @param {string} edition
 * @param {number} [count]  how many of its moves
 * @returns {Mark[]}
 */
export function sample(edition, count = Infinity) {
  const colours = COLOURS[edition];
  return MOVES[edition].slice(0, count).map((placement, at) => ({ colour: colours[at % colours.length], placement }));
}
