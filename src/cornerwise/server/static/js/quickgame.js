/** A game against the computer with one click: you and computers of one level. */

import { post } from "./net.js";
import { settings } from "./settings.js";

/**
 * Makes the game and shows it. Refusals are left to the caller.
 * @param {import("../app.js").App} app
 * @param {string} name  a variant
 * @param {number} level
 */
export async function quickGame(app, name, level) {
  const variant = app.start.variants.find((one) => one.name === name);
  if (!variant) return;
  const seats = Object.fromEntries(
    variant.seats.map((seat, at) => [
      seat.name,
      at === 0 ? { kind: "me", name: settings.name } : { kind: "computer", level },
    ]),
  );
  const snapshot = await post("/api/games", { variant: name, seats, colours: "lot" });
  app.go(`/game/${snapshot.game.id}`);
}
