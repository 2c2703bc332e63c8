/** What a game's page knows: the game as the server tells it, and what follows for this reader. */

import { layAt, nothingHeld, putBack } from "./ghost.js";

/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").Snapshot} Snapshot */
/** @typedef {import("../types").PersonalState} GameState */
/** @typedef {import("../types").GameEvent} GameEvent */
/** @typedef {import("../types").SeatView} SeatState */
/** @typedef {import("../page").Geometry} Geometry */

/**
 * @typedef {object} Table
 * @property {Geometry} geometry
 * @property {Snapshot["game"]} game
 * @property {import("../types").Move[]} moves  those that count, as far as they are shown
 * @property {GameState} state  as it is shown: the server may be ahead
 * @property {GameState["clock"]} clock  as it is now: time waits for nobody
 * @property {Snapshot["you"]} you
 * @property {import("../types").PresenceView} presence  who is here
 * @property {number} presenceAt  when that was said
 * @property {number} ahead  how far the server's time is ahead of ours
 * @property {boolean} online
 * @property {import("./ghost.js").Held} held
 * @property {import("../page").Mark | null} hint  a move to take up
 * @property {{hints: import("../page").Hint[], areas: import("../page").Area[]}} shown  what advice speaks of
 * @property {number} nudged  the piece that a tip speaks of, -1 for none
 * @property {number} tipped  how many steps of a tip were shown here, of three
 * @property {string} praise  what was good about the own last move
 * @property {number | null} ply  in a replay, how many moves are shown
 * @property {boolean} sending  a move is under way
 * @property {boolean} pondering  a tip is under way
 * @property {boolean} weighing  the coach looks at a move
 * @property {Record<string, import("../page").ShownRating>} ratings  of the seats of a rated game
 * @property {string} said  a line of status that lasts until the next change
 */

/**
 * @param {Snapshot} snapshot
 * @param {Geometry} geometry
 * @returns {Table}
 */
export function table(snapshot, geometry) {
  const made = {
    geometry,
    game: snapshot.game,
    moves: snapshot.moves,
    state: snapshot.state,
    clock: snapshot.state.clock,
    you: snapshot.you,
    presence: {
      type: /** @type {const} */ ("presence"),
      present: [],
      away: {},
      thinking: null,
      watching: 0,
      watchers: [],
    },
    presenceAt: Date.now(),
    ahead: 0,
    online: true,
    held: nothingHeld(geometry),
    hint: null,
    shown: { hints: [], areas: [] },
    nudged: -1,
    tipped: 0,
    praise: "",
    ply: snapshot.state.status === "over" ? snapshot.moves.length : null,
    sending: false,
    pondering: false,
    weighing: false,
    ratings: {},
    said: "",
  };
  refreshHeld(made);
  return made;
}

/**
 * Takes in a whole snapshot: after a long absence, or another seat.
 * @param {Table} table
 * @param {Snapshot} snapshot
 */
export function reset(table, snapshot) {
  table.game = snapshot.game;
  table.moves = snapshot.moves;
  table.state = snapshot.state;
  table.clock = snapshot.state.clock;
  table.you = snapshot.you;
  table.sending = false;
  forgetAdvice(table);
  table.ply = snapshot.state.status === "over" ? snapshot.moves.length : null;
  refreshHeld(table);
}

/**
 * Takes in what happened.
 * @param {Table} table
 * @param {GameEvent[]} events
 * @param {GameState} state
 */
export function advance(table, events, state) {
  for (const event of events) {
    if (event.type === "move" && event.colour && event.placement !== undefined) {
      table.moves.push([event.colour, event.placement, event.seat ?? "", event.ms ?? 0]);
    } else if (event.type === "undo") {
      table.moves.length = event.to ?? table.moves.length;
      table.praise = "";
    }
  }
  const ended = table.state.status !== "over" && state.status === "over";
  table.state = state;
  if (events.length) {
    forgetAdvice(table);
    table.said = "";
    table.sending = false;
  }
  if (ended) table.ply = table.moves.length;
  refreshHeld(table);
}

/**
 * What was advised was about another position.
 * @param {Table} table
 */
function forgetAdvice(table) {
  table.hint = null;
  table.shown = { hints: [], areas: [] };
  table.nudged = -1;
  table.tipped = 0;
}

/**
 * Brings what is held in line with what may be placed now; a ghost laid in advance stays.
 * @param {Table} table
 */
function refreshHeld(table) {
  const { held, state } = table;
  const colour = mainColour(table);
  held.legal = new Set(colour ? unpacked(state.legal[colour] ?? []) : []);
  const gone = held.picked >= 0 && !(colour && state.left[colour]?.includes(held.picked));
  if (held.colour !== colour || gone) putBack(held);
  held.colour = colour;
  if (held.ghost) {
    const { moved, laid } = held.ghost;
    held.ghost = null;
    layAt(held, moved, laid);
  }
}

/**
 * Placement numbers from their differences.
 * @param {number[]} steps
 */
export function unpacked(steps) {
  let at = 0;
  return steps.map((step) => (at += step));
}

/** @param {Table} table @param {string | null} name @returns {SeatState | undefined} */
export const seatNamed = (table, name) => table.state.seats.find((seat) => seat.name === name);

/** @param {Table} table @param {Colour} colour */
export const seatOf = (table, colour) =>
  table.state.seats.find((seat) => seat.colours.includes(colour));

/** Whether this browser holds a seat. @param {Table} table @param {string | null} name */
export const isMine = (table, name) => name !== null && table.you.seats.includes(name);

/** Whether this browser must move now. @param {Table} table */
export function myTurn(table) {
  const seat = seatNamed(table, table.state.seat);
  return (
    table.state.status === "playing" &&
    seat !== undefined &&
    isMine(table, seat.name) &&
    !seat.taken_over
  );
}

/** Whether a computer plays a seat. @param {SeatState} seat */
export const byComputer = (seat) => seat.kind === "computer" || seat.taken_over;

/**
 * The moves that are marked on the board: what each of the others did since the reader's own last move. In a replay,
 * for those who watch and just after an own move it is the newest alone.
 * @param {Table} table
 * @returns {number[]}  places in the list of moves
 */
export function markedMoves(table) {
  const shown = table.ply ?? table.moves.length;
  if (!shown) return [];
  const last = [shown - 1];
  if (table.ply !== null || !table.you.seats.length) return last;
  /** @type {Map<Colour, number>} */
  const found = new Map();
  for (let at = shown - 1; at >= 0; at--) {
    const [colour, , seat] = table.moves[at];
    if (isMine(table, seat)) break;
    if (!found.has(colour)) found.set(colour, at);
  }
  return found.size ? [...found.values()] : last;
}

/** Whether several persons share this screen. @param {Table} table */
export const hotSeat = (table) => table.you.seats.length > 1;

/**
 * The colour whose tray is shown: the one on turn if it is ours, else the next of ours.
 * @param {Table} table
 * @returns {Colour | null}
 */
export function mainColour(table) {
  const { state, game } = table;
  if (state.status === "over" || !table.you.seats.length) return null;
  if (state.to_play && isMine(table, state.seat)) return state.to_play;
  const mine = game.colours.filter((colour) => isMine(table, seatOf(table, colour)?.name ?? null));
  const from = state.to_play ? game.colours.indexOf(state.to_play) : 0;
  const order = [...game.colours.slice(from), ...game.colours.slice(0, from)].filter((c) =>
    mine.includes(c),
  );
  return order.find((colour) => !state.finished.includes(colour)) ?? order[0] ?? null;
}

/** Whether the reader is the one player of a seat. @param {Table} table @param {string | null} name */
export const isYou = (table, name) => isMine(table, name) && !hotSeat(table);

/**
 * The colour that moves next in the position that is shown.
 * @param {Table} table
 * @returns {Colour | null}
 */
export const nextColour = ({ ply, moves, state }) =>
  ply === null ? state.to_play : (moves[ply]?.[0] ?? null);

/**
 * The pieces that a colour has left in the position that is shown.
 * @param {Table} table
 * @param {Colour} colour
 * @returns {number[]}
 */
export function leftOf({ ply, moves, game, state, geometry }, colour) {
  if (ply === null || ply === moves.length) return state.left[colour] ?? [];
  const placed = [...game.setup, ...moves.slice(0, ply)].filter((move) => move[0] === colour);
  const used = placed.map((move) => geometry.placement(move[1]).piece);
  return geometry.data.pieces.flatMap(({ count }, number) =>
    Array(count - used.filter((one) => one === number).length).fill(number),
  );
}

/** The cells of a colour's pieces still to be placed. @param {Table} table @param {Colour} colour */
export function cellsLeft(table, colour) {
  return leftOf(table, colour).reduce((sum, n) => sum + table.geometry.data.pieces[n].size, 0);
}

/**
 * What must be known of a seat to tell who plays with whom.
 * @typedef {Pick<SeatState, "name" | "team" | "colours" | "kind" | "player" | "level"> & {out?: SeatState["out"]}} Member
 */

/**
 * Those who win or lose together: a team, or a seat alone.
 * @template {Member} [S=SeatState]
 * @typedef {object} Side
 * @property {S[]} seats
 * @property {Colour[]} colours
 * @property {boolean} own  whether the reader plays on it and on no other
 */

/**
 * @template {Member} S
 * @param {S[]} seats
 * @param {string[]} mine  the names of the reader's seats
 * @returns {Side<S>[]}  the reader's own first
 */
export function sidesOf(seats, mine) {
  const teams = [...new Set(seats.map((seat) => seat.team))];
  const ours = new Set(seats.filter((seat) => mine.includes(seat.name)).map((seat) => seat.team));
  const found = teams.map((team) => {
    const members = seats.filter((seat) => seat.team === team);
    return {
      seats: members,
      colours: members.flatMap((seat) => seat.colours),
      own: ours.size === 1 && ours.has(team),
    };
  });
  return found.sort((a, b) => Number(b.own) - Number(a.own));
}

/** @param {Table} table */
export const sides = (table) => sidesOf(table.state.seats, table.you.seats);

/**
 * The milliseconds that a seat has left now.
 * @param {Table} table
 * @param {string} seat
 */
export function timeLeft(table, seat) {
  const { clock } = table;
  if (!clock || !(seat in clock.left)) return null;
  const spent = clock.running === seat ? Date.now() + table.ahead - clock.at : 0;
  return Math.max(0, clock.left[seat] - spent);
}

/** The milliseconds for which a seat's player has been away. @param {Table} table @param {string} seat */
export function awayFor(table, seat) {
  const said = table.presence.away[seat];
  return said === undefined ? 0 : said + Date.now() - table.presenceAt;
}

/**
 * Whether a game can go on from the position shown.
 * @param {Table} table
 */
export const mayResume = ({ game, ply, moves }) =>
  game.imported && ((ply ?? moves.length) < moves.length || game.resumes !== null);
