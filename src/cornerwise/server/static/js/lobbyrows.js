/** Who waits in the lobby, who is there, and who challenges whom: rows, each with one thing to do. */

import { clockName } from "./clockwords.js";
import { h } from "./dom.js";
import { t, tn } from "./i18n.js";
import { get } from "./net.js";
import { chip } from "./piece.js";
import { ratingText } from "./ratingwords.js";
import { suits, variantsText } from "./wishes.js";

/** @typedef {import("../types").LobbyView} LobbyView */
/** @typedef {import("../types").SeekView} SeekView */
/** @typedef {import("../types").Shown} Shown */
/** @typedef {import("../types").ChallengeView} ChallengeView */
/** @typedef {import("../types").OnlinePerson} OnlinePerson */
/** @typedef {import("./wishes.js").Wishes} Wishes */

/**
 * What can be done with a row.
 * @typedef {object} RowActions
 * @property {(seek: string) => void} meet
 * @property {(game: string) => void} sit
 * @property {(name: string) => void} challenge
 * @property {(challenge: ChallengeView) => void} accept
 * @property {(challenge: ChallengeView) => void} decline
 * @property {(challenge: ChallengeView) => void} withdraw
 */

/** So many names of those who are there are shown at most. */
const NAMES = 100;

/** For how long somebody has waited. @param {number} ms */
export function waitedText(ms) {
  const minutes = Math.floor(ms / 60000);
  if (minutes < 1) return t("just now");
  if (minutes < 60) return t("{minutes} min", { minutes });
  return tn("{n} hour", "{n} hours", Math.floor(minutes / 60));
}

/** @param {string} name @param {{rating: number | null, unsure: boolean}} [known] */
const person = (name, known) => [
  h("b", {}, name || t("Guest")),
  !known?.rating
    ? null
    : h("span", { class: "rating" }, ` ${ratingText(known.rating, known.unsure)}`),
];

/** @param {string} words @param {string} label @param {boolean} fits @param {() => void} act */
const action = (words, label, fits, act) =>
  h(
    "button",
    {
      type: "button",
      class: fits ? "rowaction fits" : "rowaction",
      "aria-label": label,
      onclick: act,
    },
    words,
  );

/**
 * The rows of those who wait and of open games, those that suit first.
 * @param {LobbyView} lobby
 * @param {Wishes} wishes
 * @param {{seek: string | null, games: Set<string>}} own  what the reader has there
 * @param {number} now
 * @param {RowActions} actions
 */
export function waitingRows({ seeks, open }, wishes, own, now, actions) {
  const rows = [
    ...(seeks ?? [])
      .filter(({ id }) => id !== own.seek)
      .map((seek) => ({
        fits: suits(wishes, seek),
        since: seek.since,
        row: (/** @type {boolean} */ fits) => seekRow(seek, fits, now, actions),
      })),
    ...(open ?? []).map((shown) => ({
      fits: suits(wishes, {
        variants: [shown.game.variant],
        clocks: [shown.game.clock ?? { kind: "none" }],
        rated: shown.game.rated ?? false,
      }),
      since: shown.game.created,
      row: (/** @type {boolean} */ fits) => openRow(shown, fits, now, own.games, actions),
    })),
  ];
  rows.sort((a, b) => Number(b.fits) - Number(a.fits) || b.since - a.since);
  return {
    rows: rows.map(({ fits, row }) => row(fits)),
    fitting: rows.filter(({ fits }) => fits).length,
  };
}

/** @param {SeekView} seek @param {boolean} fits @param {number} now @param {RowActions} actions */
function seekRow(seek, fits, now, actions) {
  const who = seek.name || t("Guest");
  return h(
    "li",
    { class: fits ? "fits" : null },
    h("span", { class: "who" }, person(seek.name, seek)),
    h("span", { class: "what" }, variantsText(seek.variants)),
    h("span", { class: "pace" }, seek.clocks.map(clockName).join(" · ")),
    h("span", { class: "how" }, seek.rated ? t("rated") : ""),
    h("span", { class: "when" }, waitedText(now - seek.since)),
    action(t("Join"), t("Play with {name}", { name: who }), fits, () => actions.meet(seek.id)),
  );
}

/**
 * The reader's own game is a link to it.
 * @param {Shown} shown
 * @param {boolean} fits
 * @param {number} now
 * @param {Set<string>} mine
 * @param {RowActions} actions
 */
function openRow({ game }, fits, now, mine, actions) {
  const host = game.seats.find(({ kind, joined }) => kind === "person" && joined);
  const who = host?.player || t("Guest");
  return h(
    "li",
    { class: fits ? "fits" : null },
    h("span", { class: "who" }, person(host?.player ?? "")),
    h("span", { class: "what" }, variantsText([game.variant])),
    h("span", { class: "pace" }, clockName(game.clock ?? { kind: "none" })),
    h(
      "span",
      {
        class: "chips",
        role: "img",
        "aria-label": tn(
          "{n} open seat",
          "{n} open seats",
          game.seats.filter(({ kind }) => kind === "open").length,
        ),
      },
      game.seats.map((seat) =>
        seat.kind === "open" ? h("i", { class: "free" }) : chip((seat.colours ?? ["blue"])[0], 16),
      ),
    ),
    h("span", { class: "when" }, waitedText(now - game.created)),
    mine.has(game.id)
      ? h("a", { class: "rowaction", href: `/game/${game.id}` }, t("To the game"))
      : action(t("Join"), t("Play with {name}", { name: who }), fits, () => actions.sit(game.id)),
  );
}

/**
 * Those who are there and have a name.
 * @param {OnlinePerson[]} people
 * @param {string} own  the reader's name
 * @param {RowActions} actions
 */
export function peopleRows(people, own, actions) {
  const states = { free: "", waiting: t("waiting"), playing: t("playing") };
  return people.map((one) => {
    const { name, state, at } = one;
    let act = null;
    if (name === own) act = h("span", { class: "quiet" }, t("You"));
    else if (state === "waiting" && at)
      act = action(t("Join"), t("Play with {name}", { name }), false, () => actions.meet(at));
    else if (state === "playing")
      act = at
        ? h(
            "a",
            { class: "rowaction", href: `/game/${at}`, "aria-label": t("Watch {name}", { name }) },
            t("Watch"),
          )
        : null;
    else
      act = action(t("Challenge"), t("Challenge {name}", { name }), true, () =>
        actions.challenge(name),
      );
    return h(
      "li",
      {},
      h("a", { class: "who", href: `/@/${encodeURIComponent(name)}` }, person(name, one)),
      h("span", { class: "quiet small" }, states[state]),
      act,
    );
  });
}

/** What became of a challenge that nobody answered; this is no reason to choose. */
const EXPIRED = "expired";

/** Why a challenge was declined. @returns {Record<string, string>} */
export const reasons = () => ({
  no: t("Not now, thank you."),
  later: t("Later, please."),
  too_fast: t("The clock is too fast."),
  too_slow: t("The clock is too slow."),
  other_clock: t("With a different clock, please."),
  rated: t("Rated, please."),
  casual: t("Not rated, please."),
  other_variant: t("A different game, please."),
});

/** @param {ChallengeView} challenge */
export const termsText = ({ variant, clock, rated }) =>
  [variantsText([variant]), clockName(clock), rated ? t("rated") : t("not rated")].join(", ");

/**
 * Whether somebody is not there to see a challenge; not every name is known in a crowd.
 * @param {LobbyView["online"]} online
 * @param {string} name
 */
const isAway = (online, name) =>
  online ? online.people.length < NAMES && !online.people.some((one) => one.name === name) : false;

/**
 * @param {ChallengeView} challenge
 * @param {RowActions} actions
 * @param {LobbyView["online"]} [online]
 */
export function challengeRow(challenge, actions, online) {
  const { own, name, answer, game } = challenge;
  const who = name || t("Guest");
  const button = (/** @type {string} */ words, /** @type {() => void} */ act, look = "button") =>
    h("button", { type: "button", class: look, onclick: act }, words);
  if (own && answer)
    return h(
      "li",
      {},
      answer === EXPIRED
        ? h("p", {}, t("{name} has not answered.", { name: who }))
        : h("p", {}, h("b", {}, who), ": ", reasons()[answer] ?? reasons().no),
      button(t("All right"), () => actions.withdraw(challenge)),
    );
  if (own)
    return h(
      "li",
      {},
      h(
        "p",
        {},
        t("You have challenged {name}.", { name: who }),
        " ",
        h("span", { class: "quiet" }, termsText(challenge)),
        isAway(online, name) ? [" ", t("{name} is not here right now.", { name: who })] : null,
      ),
      button(t("Withdraw"), () => actions.withdraw(challenge)),
    );
  return h(
    "li",
    {},
    h(
      "p",
      {},
      h(
        "b",
        {},
        game
          ? t("{name} would like to play again.", { name: who })
          : t("{name} challenges you.", { name: who }),
      ),
      " ",
      h("span", { class: "quiet" }, termsText(challenge)),
    ),
    button(t("Accept"), () => actions.accept(challenge), "button accept"),
    button(t("Decline"), () => actions.decline(challenge)),
  );
}

/** The reader's games that are not over, by their ids. @returns {Promise<Set<string>>} */
export async function ownGames() {
  const { games } = await get("/api/games?limit=50&over=0").catch(() => ({ games: [] }));
  return new Set(games.map((/** @type {import("../types").Summary} */ { id }) => id));
}
