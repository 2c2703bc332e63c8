/** Clocks in the shortest words. */

import { number, t } from "./i18n.js";
import { clockText } from "./words.js";

/**
 * "5 min + 3 s", or "1 day a move".
 * @param {import("../types").ClockSetting} clock
 */
export function clockName(clock) {
  if (clock.kind !== "live") return clockText(clock);
  const minutes = number(clock.minutes);
  if (!clock.increment) return t("{minutes} min", { minutes });
  return t("{minutes} min + {seconds} s", { minutes, seconds: number(clock.increment) });
}
