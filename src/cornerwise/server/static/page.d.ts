/** What the page makes of what the server sends (types.d.ts), and what it remembers. */

import type { Arrangement, Colour, EditionData, Point, ReasonView } from "./types.ts";

/** An answer on the socket (`AnyReply`), before it is known to which request. */
export interface Answer {
  type: string;
  id?: number | string;
  code?: string;
  message?: string;
  seq?: number;
  placement?: number;
  reason?: ReasonView | null;
  game?: string;
}

/** A piece laid, a piece taken up again, or everything taken off. */
export type PuzzleStep = ["lay" | "lift", Colour, number] | ["clear"];

/** What the browser remembers of one puzzle. */
export interface PuzzleRecord {
  steps: PuzzleStep[];
  /** How many of the steps count; the others were undone. */
  at: number;
  /** Time spent, in milliseconds. */
  ms: number;
  hints: number;
  /** What lies on the board. */
  laid: Arrangement;
  solved: { ms: number; hints: number; laid: Arrangement } | null;
  /** The fewest cells left at the end of a game, if one was finished. */
  best: number | null;
}

/** What the browser remembers of one problem. */
export interface ProblemRecord {
  /** Whether the first try was right; null before it. */
  first: boolean | null;
  misses: number;
  hints: number;
  solved: boolean;
}

/** The reader's rating in problems. */
export interface OwnRating {
  rating: number;
  /** How unsure it is: two times in three the true one is no further away. */
  deviation: number;
  tries: number;
  /** The day of the last try, empty before it. */
  day: string;
}

export interface Placement {
  piece: number;
  orientation: number;
  /** How far the orientation was moved in the grid. */
  moved: Point;
  /** The cells covered, ascending. */
  cells: number[];
}

export interface Geometry {
  data: EditionData;
  /** The lattice points of each cell, in order round it. */
  corners: Point[][];
  /** For each side of each cell (in the order of its corners) the cell beyond it, -1 at the border. */
  edges: number[][];
  /** The middle of each cell in the picture. */
  centres: Point[];
  /** Left, top, right and bottom of the board in the picture. */
  box: [number, number, number, number];
  cellAt(x: number, y: number): number;
  cellNamed(name: string): number;
  placement(number: number): Placement;
  placementOf(piece: number, orientation: number, moved: Point): number;
  /** The placements of a piece as it is turned, ascending. */
  placementsOf(piece: number, orientation: number): number[];
  placementWith(cells: number[]): number;
}

/** A piece laid over the board and not placed yet. */
export interface Ghost {
  colour: Colour;
  piece: number;
  orientation: number;
  /** Where it lies in the grid. */
  moved: Point;
  /** Its number, -1 where a part of it is off the board. */
  placement: number;
  legal: boolean;
  /** Why it is illegal, once known. */
  reason: ReasonView | null;
  /** Whether it stays there for its bar (Place, turn, flip) or follows the pointer. */
  laid: boolean;
  /** How it was turned just now, for the eye to follow. */
  spin?: "left" | "right" | "flip";
}

export interface Mark {
  colour: Colour;
  placement: number;
}

/** A move that is shown and not made. */
export interface Hint extends Mark {
  /** The best one looks like a ghost, one made instead like a line; others are pale. */
  look?: "best" | "made";
  letter?: string;
}

/** Cells that a sentence speaks of, in the colour of the player it is about. */
export interface Area {
  cells: number[];
  colour: Colour;
}

/** A piece comes from a point of the board, or straight down. */
export interface Arrival {
  from: Point | null;
}

/** Everything the board shows. The functions of board.js change it, `render` draws it. */
export interface BoardState {
  geometry: Geometry;
  /** What lies on the board, oldest first. */
  placed: Mark[];
  /** How many of `placed` were there before the first move: they bear no number. */
  setup: number;
  /** The piece over the board, if one is picked. */
  ghost: Ghost | null;
  /** Moves that nobody has made: hints and candidates. */
  hints: Hint[];
  /** What a sentence speaks of. */
  areas: Area[];
  /** Cells with a dot, and its colour: open corners. */
  dots: number[];
  dotColour: Colour | null;
  /** Cells with a faint tint: where the picked piece can lie. */
  spots: number[];
  /** Whether the points are marked where a ghost meets its own colour. */
  joints: boolean;
  /** The cell of the keyboard cursor, -1 if it is not shown. */
  cursor: number;
  coordinates: boolean;
  numbers: boolean;
  lastMove: boolean;
  /** Which of `placed` are marked as new; null for the last one. */
  marked: number[] | null;
  patterns: boolean;
  /** How the newest piece is seen to arrive: a new object for each. */
  arrival: Arrival | null;
}

/** A person's rating beside a seat of a rated game, and what the game changed, in words. */
export interface ShownRating {
  text: string;
  change: string;
}
