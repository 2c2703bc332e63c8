/** Somebody's ratings: each pool is a button that sets the graph. */

import { fill, h } from "./dom.js";
import { t, tn } from "./i18n.js";
import { course, poolName, ratingText, spark } from "./ratingwords.js";

/**
 * The pools, and the graph of the chosen one, which stand apart from each other.
 * @param {import("../types").PersonRatings} all
 */
export function ratingStrip(all) {
  const own = new Map(all.ratings.filter((one) => !one.computers).map((one) => [one.pool, one]));
  const graph = h("div", { class: "p-graph" });
  const choose = (/** @type {string} */ name) => {
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.value === name));
    const rating = own.get(name);
    const missing = rating
      ? t("The graph begins with the second rated game.")
      : t("A rating comes with the first rated game.");
    const drawn = rating && course(rating, all.levels);
    fill(graph, drawn ?? h("p", { class: "quiet" }, missing));
  };
  const buttons = all.pools.map((pool) => {
    const rating = own.get(pool.name);
    return h(
      "button",
      { type: "button", value: pool.name, onclick: () => choose(pool.name) },
      h("span", { class: "p-pool" }, poolName(pool, all.pools)),
      h(
        "span",
        { class: "p-count quiet" },
        rating ? tn("{n} game", "{n} games", rating.games) : t("no game yet"),
      ),
      h("b", {}, rating ? ratingText(rating.rating, rating.unsure) : "—"),
      rating ? spark(rating.history.map(([, value]) => value)) : null,
    );
  });
  const most = [...own.values()].sort((a, b) => b.games - a.games)[0];
  choose(most?.pool ?? all.pools[0]?.name ?? "");
  return {
    pools: h("section", { class: "p-pools", "aria-label": t("Ratings") }, buttons),
    graph,
  };
}
