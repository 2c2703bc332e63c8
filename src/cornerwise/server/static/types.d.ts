/** The types of the page: what the server sends (docs/protocol.md) and what the page makes of it. */

export type Point = [number, number];
export type Colour = "blue" | "yellow" | "red" | "green";

// --- what the server sends ---------------------------------------------------------------------

export interface Grid {
  /** The corners of a cell at (0, 0); the cell at (x, y) uses tile (x + y) mod their number. */
  tiles: Point[][];
  /** The size of a lattice step in a picture whose cells have sides of length 1. */
  unit: Point;
}

export interface PieceData {
  name: string;
  size: number;
  orientations: Point[][];
  turned: number[];
  flipped: number[];
}

export interface EditionData extends Grid {
  name: string;
  grid: "squares" | "triangles";
  turns: number;
  width: number;
  height: number;
  shift: number;
  rows: Point[];
  names: string[];
  places: Point[];
  starts: number[];
  pieces: PieceData[];
  placements: number;
}

export interface VariantSeat {
  name: string;
  colours: Colour[];
  team: number;
}

export interface VariantData {
  name: string;
  title: string;
  edition: string;
  family: "classic" | "duo" | "trigon";
  minutes: string;
  colours: Colour[];
  team_count: number;
  seats: VariantSeat[];
  shared: Colour | null;
  spare: Colour | null;
  table_first: Colour | "lot";
  seats_by_spare?: Record<string, VariantSeat[]>;
  options: { name: string; values: string[] }[];
}

export interface StartData {
  version: string;
  languages: { code: string; name: string }[];
  language: string;
  editions: Record<string, string>;
  variants: VariantData[];
  levels: { level: number; elo: Record<string, number> }[];
  hint_level: number;
  away_seconds: number;
  /** The address of the words, in the data that comes with a page. */
  messages?: string;
}

export type ClockSetting =
  | { kind: "none" }
  | { kind: "live"; minutes: number; increment: number }
  | { kind: "days"; days: number };

export interface GameData {
  id: string;
  variant: string;
  options: Record<string, string>;
  edition: string;
  drawn: boolean;
  colours: Colour[];
  scoring: Scoring;
  touch: string;
  shared: Colour | null;
  spare: Colour | null;
  clock: ClockSetting;
  created: number;
  imported: boolean;
  rematch_of: string | null;
  setup: [Colour, number][];
  /** The colour that would move next in a record that is not finished. */
  resumes: Colour | null;
  /** How many of the moves were made elsewhere, before this game. */
  begun: number;
  /** The name of who made the game, if it has one. */
  host: string;
}

export type Scoring = "advanced" | "basic";

export interface SeatState {
  name: string;
  colours: Colour[];
  team: number;
  kind: "person" | "computer" | "open" | "record";
  player: string;
  level: number | null;
  joined: boolean;
  taken_over: boolean;
  retired: boolean;
  /** Why it has left the game. */
  out: null | "resigned" | "time";
}

export interface GameState {
  seq: number;
  status: "waiting" | "playing" | "over";
  to_play: Colour | null;
  seat: string | null;
  shared_next: string | null;
  seats: SeatState[];
  left: Record<string, number[]>;
  finished: Colour[];
  scores: Record<Scoring, { colours: Record<string, number>; seats: Record<string, number> }>;
  ended: null | "played" | "resigned" | "time" | "imported";
  winners: string[];
  clock: null | { left: Record<string, number>; running: string | null; at: number };
  undo: null | { seat: string; to: number; waiting: string[] };
  free_undo: boolean;
  may_undo: boolean;
  hints: boolean;
  rematch: string | null;
  legal: Record<string, number[]>;
  open?: Record<string, number[]>;
}

export interface Network {
  address: string | null;
  may_open: boolean;
}

export interface You {
  seats: string[];
  host: boolean;
  invite: string | null;
  key: string | null;
}

export interface Snapshot {
  type: "snapshot";
  game: GameData;
  moves: Move[];
  state: GameState;
  you: You;
}

/** Colour, placement, seat, milliseconds thought. */
export type Move = [Colour, number, string, number];

export interface GameEvent {
  type: string;
  seq: number;
  at: number;
  seat?: string;
  colour?: Colour;
  placement?: number;
  ms?: number;
  to?: number;
  level?: number;
  player?: string;
  game?: string;
}

export interface TableMessage {
  type: "table";
  present: string[];
  away: Record<string, number>;
  thinking: string | null;
  watching: number;
}

export interface Reason {
  code: string;
  rule: string;
  cells: number[];
  message: string;
}

export interface Summary {
  id: string;
  variant: string;
  edition: string;
  status: "waiting" | "playing" | "over";
  seats: (Omit<SeatState, "taken_over"> & { you: boolean })[];
  moves: number;
  your_turn: boolean;
  created: number;
  updated: number;
  winners: string[];
  imported: boolean;
  ended: GameState["ended"];
  scoring: Scoring;
  /** The points of each seat. */
  scores: Record<string, number>;
  /** What lies on the board: placements by colour. */
  board: Partial<Record<Colour, number[]>>;
  resumes: Colour | null;
}

export interface Answer {
  type: string;
  id?: number | string;
  code?: string;
  message?: string;
  seq?: number;
  placement?: number;
  reason?: Reason | null;
  game?: string;
}

// --- puzzles -----------------------------------------------------------------------------------

export interface PuzzleAbout {
  id: string;
  title: string;
  grid: "squares" | "triangles";
  game: string | null;
  goal: "fill" | "place";
  contact: { own: "vertices" | "free"; touch: "free" | "each" | "chain"; equal: "free" | "edges" | "apart" };
  cells: number;
  piece_count: number;
  piece_cells: number;
  colours: Colour[];
  level: number;
  unique: boolean;
}

export interface PuzzleSummary extends PuzzleAbout {
  places: Point[];
  /** A position to look at, empty for patterns. */
  picture: Arrangement;
}

export interface PuzzleData extends PuzzleAbout {
  board: EditionData;
  pieces: Partial<Record<Colour, number[]>>;
  note: string;
}

export interface PuzzleList {
  grids: Record<"squares" | "triangles", Grid>;
  puzzles: PuzzleSummary[];
}

export interface PuzzleState {
  to_play: Colour | null;
  legal: Partial<Record<Colour, number[]>>;
  left: Partial<Record<Colour, number[]>>;
  cells_left: number;
  equal_pairs: number;
  solved: boolean;
  stuck: boolean;
}

/** A piece laid, a piece taken up again, or everything taken off. */
export type PuzzleStep = ["lay" | "lift", Colour, number] | ["clear"];

/** Pieces by colour and cells: enough to draw them without knowing their numbers. */
export type Arrangement = [Colour, number[]][];

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

// --- lessons and rules -------------------------------------------------------------------------

export interface LessonStep {
  name: string;
  colour: Colour;
  /** The piece to place. */
  piece: number;
  placed: [Colour, number][];
  /** Where it may lie, */
  legal: number[];
  /** and which of these spots show the rule. */
  aim: number[];
  /** Why it may not lie elsewhere, by placement. */
  reasons: Record<string, Omit<Reason, "message">>;
  /** The cells from which the colour can go on, now and after each legal placement. */
  open: number[];
  open_after: Record<string, number[]>;
}

export interface LessonData {
  name: "squares" | "triangles";
  /** The edition to play afterwards. */
  edition: string;
  board: EditionData;
  steps: LessonStep[];
}

/** A picture of a rule: a position, and the piece that is tried, with the reason if it may not lie there. */
export interface RuleFigure {
  edition: string;
  placed: [Colour, number][];
  tried: { colour: Colour; placement: number; reason: Omit<Reason, "message"> | null } | null;
  whole: boolean;
}

export interface WorkedScore {
  colours: { colour: Colour; left: number[]; single_last: boolean; points: number }[];
  teams: Record<string, number>;
}

export interface RulesData {
  edition: string;
  figures: Record<string, RuleFigure>;
  scores: Record<string, WorkedScore>;
}

// --- what the page makes of it -----------------------------------------------------------------

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
  reason: Reason | null;
  /** Whether it stays there for its bar (Place, turn, flip) or follows the pointer. */
  laid: boolean;
  /** How it was turned just now, for the eye to follow. */
  spin?: "left" | "right" | "flip";
}

export interface Mark {
  colour: Colour;
  placement: number;
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
  /** A move shown by a hint. */
  hint: Mark | null;
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
  /** Whether the newest piece is seen to arrive, */
  animate: boolean;
  /** and where from: null for straight down. */
  from: Point | null;
}
