/** What waits for an answer at a table: invitations, requests to take back, absent players, a rematch. */

import { scoringOf, variantName } from "./catalogue.js";
import { h } from "./dom.js";
import { listText, t, tn } from "./i18n.js";
import { icon } from "./icons.js";
import { invitation } from "./links.js";
import { chip } from "./piece.js";
import { change, settings } from "./settings.js";
import { awayFor, isMine, isYou, seatNamed } from "./table.js";
import { clockText, colourName, colourNames, playerName } from "./words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types").SeatView} SeatState */

/**
 * What can be done about them.
 * @typedef {object} Answers
 * @property {(type: string, fields?: Record<string, unknown>) => unknown} act
 * @property {(seat: string, name: string) => unknown} join
 * @property {() => unknown} rematch
 */

/** @param {Table} table */
const openSeats = (table) =>
  table.state.seats.filter((seat) => seat.kind === "open" && !seat.joined);

/**
 * @param {Table} table
 * @param {{invited: boolean, rematch: boolean, awaySeconds: number}} known
 * @param {Answers} answers
 * @returns {HTMLElement[]}
 */
export function notices(table, known, answers) {
  const { state, you } = table;
  const found = [];
  if (known.invited && openSeats(table).length) found.push(joinForm(table, answers));
  else if (!you.seats.length && state.status !== "over") {
    found.push(
      h(
        "div",
        { class: "notice" },
        h(
          "span",
          {},
          known.invited
            ? t("This seat is taken; you are watching.")
            : t("You are watching this game."),
        ),
      ),
    );
  }
  if (state.status === "waiting" && you.host && openSeats(table).length)
    found.push(inviteBox(table, answers));
  const awaited = state.seats.filter(({ kind, joined }) => kind === "person" && !joined);
  if (state.status === "waiting" && you.seats.length && awaited.length)
    found.push(
      h(
        "p",
        { class: "notice" },
        t("The game waits for {names}. They are told in the lobby and on the first page.", {
          names: listText(awaited.map((seat) => playerName(seat))),
        }),
      ),
    );
  if (state.undo) found.push(undoBox(table, state.undo, answers));
  for (const seat of state.seats) {
    const name = playerName(seat);
    if (seat.taken_over && seat.out) continue; // who left a rated game has left it
    if (seat.taken_over && isMine(table, seat.name)) {
      const words = isYou(table, seat.name)
        ? t("The computer plays for you.")
        : t("The computer plays for {name}.", { name });
      found.push(
        notice(words, t("Take the seat back"), () => answers.act("take_back", { seat: seat.name })),
      );
    } else if (mayTakeOver(table, seat, known.awaySeconds)) {
      found.push(
        closable(
          notice(t("{name} has been away for a while.", { name }), t("Let the computer play"), () =>
            answers.act("take_over", { seat: seat.name }),
          ),
        ),
      );
    }
  }
  if (known.rematch && state.rematch)
    found.push(notice(t("A rematch is waiting."), t("To the rematch"), answers.rematch));
  return found;
}

/**
 * Whether the computer may take a seat: nobody is to be stuck in a game without clocks.
 * @param {Table} table
 * @param {SeatState} seat
 * @param {number} awaySeconds
 */
export function mayTakeOver(table, seat, awaySeconds) {
  return (
    table.state.status === "playing" &&
    table.game.clock.kind === "none" &&
    table.you.seats.length > 0 &&
    seat.kind === "person" &&
    !seat.taken_over &&
    !seat.retired &&
    !isMine(table, seat.name) &&
    awayFor(table, seat.name) >= awaySeconds * 1000
  );
}

/** @param {string} words @param {string} label @param {() => unknown} act */
function notice(words, label, act) {
  return h(
    "div",
    { class: "notice" },
    h("span", {}, words),
    h("button", { type: "button", class: "button", onclick: act }, label),
  );
}

/**
 * With a button to put it away: it lies over other things, and nothing need be done about it.
 * @param {HTMLElement} element
 */
function closable(element) {
  element.append(
    h(
      "button",
      {
        type: "button",
        class: "iconbutton close",
        "aria-label": t("Close"),
        onclick: () => element.remove(),
      },
      icon("close"),
    ),
  );
  return element;
}

/**
 * @param {Table} table
 * @param {NonNullable<import("../types").PersonalState["undo"]>} undo
 * @param {Answers} answers
 */
function undoBox(table, undo, answers) {
  if (!undo.waiting.some((other) => isMine(table, other))) {
    return closable(
      h(
        "div",
        { class: "notice" },
        h("span", {}, t("Waiting for the others to agree to taking back.")),
      ),
    );
  }
  const seat = seatNamed(table, undo.seat);
  return h(
    "div",
    { class: "notice" },
    h(
      "span",
      {},
      t("{name} would like to take back a move.", { name: seat ? playerName(seat) : "" }),
    ),
    h(
      "button",
      { type: "button", class: "button", onclick: () => answers.act("answer", { yes: true }) },
      t("Agree"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button plain",
        onclick: () => answers.act("answer", { yes: false }),
      },
      t("Refuse"),
    ),
  );
}

/** @param {Table} table @param {Answers} answers */
function inviteBox(table, answers) {
  const open = openSeats(table);
  return h(
    "div",
    { class: "invite" },
    h(
      "p",
      {},
      tn(
        "{n} seat is open. Send this link to whoever should play.",
        "{n} seats are open. Send this link to those who should play.",
        open.length,
      ),
    ),
    invitation(table),
    h(
      "div",
      { class: "menu-actions" },
      open.map((seat) =>
        h(
          "button",
          {
            type: "button",
            class: "button",
            onclick: () => answers.act("fill", { seat: seat.name, level: settings.level }),
          },
          seat.colours.map((colour) => chip(colour, 16)),
          t("Let the computer play"),
        ),
      ),
    ),
  );
}

/**
 * What is played for: scoring, clock, who begins, and whether there are tips.
 * @param {Table} table
 */
function terms({ game }) {
  const first = { colour: colourName(game.colours[0]) };
  return [
    t(scoringOf(game)?.phrase ?? game.scoring),
    clockText(game.clock),
    game.drawn ? t("{colour} begins, drawn by lot", first) : t("{colour} begins", first),
    ...(game.touch === "vertices" ? [t("vertices only")] : []),
    ...(game.tips ? [t("tips allowed")] : []),
    ...(game.rated ? [t("rated")] : []),
  ];
}

/** @param {Table} table @param {Answers} answers */
function joinForm(table, answers) {
  const { host, variant } = table.game;
  const name = h("input", {
    class: "field",
    maxlength: "24",
    autocomplete: "nickname",
    "aria-label": t("Your name"),
    placeholder: t("Your name"),
  });
  name.value = settings.name;
  const seats = openSeats(table);
  const choice =
    seats.length > 1
      ? h(
          "div",
          { class: "segments", role: "radiogroup", "aria-label": t("Colour") },
          seats.map((seat, at) =>
            h(
              "label",
              {},
              h("input", { type: "radio", name: "join", value: seat.name, checked: at === 0 }),
              h("span", {}, colourNames(seat.colours)),
            ),
          ),
        )
      : h(
          "p",
          { class: "person" },
          seats[0].colours.map((colour) => chip(colour)),
          h("span", { class: "name" }, colourNames(seats[0].colours)),
        );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    change({ name: name.value.trim() });
    const chosen = /** @type {HTMLInputElement | null} */ (choice.querySelector("input:checked"));
    answers.join(chosen?.value ?? seats[0].name, name.value.trim());
  };
  return h(
    "form",
    { class: "invite join", onsubmit: submit },
    h(
      "p",
      {},
      h(
        "b",
        {},
        host
          ? t("{name} invites you to {game}", { name: host, game: variantName(variant) })
          : t("You are invited to {game}", { game: variantName(variant) }),
      ),
    ),
    h(
      "p",
      { class: "quiet terms" },
      terms(table).flatMap((term, at) => [at ? " · " : "", h("span", {}, term)]),
    ),
    choice,
    name,
    h("button", { class: "button primary", type: "submit" }, t("Take the seat")),
  );
}
