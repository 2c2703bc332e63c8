/** The ratings of those who play a rated game, and what it changes for them. */

import { t } from "./i18n.js";
import { get } from "./net.js";
import { changeText, ratingText } from "./ratingwords.js";

/** @typedef {import("../types").GameRatings} GameRatings */
/** @typedef {import("../page").ShownRating} ShownRating */

/** How long to wait for a game that is over to be rated: milliseconds between looks, and how many. */
const [PAUSE, LOOKS] = [700, 12];

/**
 * What to show beside each seat; of a game that is over, as soon as it was rated.
 * @param {string} game
 * @param {boolean} over
 * @returns {Promise<Record<string, ShownRating>>}
 */
export async function gameRatings(game, over) {
  const address = `/api/games/${game}/ratings`;
  let found = /** @type {GameRatings} */ (await get(address));
  for (let look = 0; over && !found.settled && look < LOOKS; look++) {
    await new Promise((done) => setTimeout(done, PAUSE));
    found = await get(address);
  }
  return Object.fromEntries(found.seats.map((seat) => [seat.seat, shown(seat, found.annulled)]));
}

/** @param {GameRatings["seats"][number]} seat @param {boolean} annulled @returns {ShownRating} */
function shown(seat, annulled) {
  const before = ratingText(seat.rating, seat.unsure);
  if (annulled) return { text: before, change: t("not rated: it ended too soon") };
  if (seat.after === null) return { text: before, change: "" };
  const after = ratingText(seat.after, seat.after_unsure);
  const change = t("rating {rating} ({change})", {
    rating: after,
    change: changeText(seat.after - seat.rating),
  });
  return { text: after, change };
}
