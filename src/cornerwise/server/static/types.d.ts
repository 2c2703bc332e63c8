/**
 * What the server sends and takes (docs/protocol.md). `make messages` makes this file from the
 * structures of the server: do not edit it.
 */

export interface Snapshot {
  type: "snapshot";
  game: GameView;
  moves: Move[];
  state: PersonalState;
  you: You;
}

export interface GameView {
  id: string;
  variant: string;
  options: Record<string, string>;
  edition: string;
  drawn: boolean;
  colours: Colour[];
  scoring: string;
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
  /** Whether whoever joins agrees to tips for everybody. */
  tips: boolean;
}

export type Colour = "blue" | "yellow" | "red" | "green";

export type ClockSetting = NoClock | LiveClock | DaysClock;

export interface NoClock {
  kind: "none";
}

export interface LiveClock {
  kind: "live";
  minutes: number;
  increment: number;
}

export interface DaysClock {
  kind: "days";
  days: number;
}

export type Move = [Colour, number, string, number];

/** The state with what the viewer's own colours may place, their open corners, and undo. */
export interface PersonalState extends State {
  legal: Record<string, number[]>;
  open: Record<string, number[]>;
  may_undo: boolean;
}

/** Everything that can be computed from the events, without what is personal. */
export interface State {
  seq: number;
  status: "waiting" | "playing" | "over";
  to_play: Colour | null;
  seat: string | null;
  shared_next: string | null;
  seats: SeatView[];
  left: Record<string, number[]>;
  finished: Colour[];
  scores: Record<string, Points>;
  ended: Ended | null;
  winners: string[];
  clock: ClockView | null;
  undo: UndoView | null;
  free_undo: boolean;
  hints: boolean;
  rematch: string | null;
}

export interface SeatView {
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
  out: "resigned" | "time" | null;
}

export interface Points {
  colours: Record<string, number>;
  seats: Record<string, number>;
}

export type Ended = "played" | "resigned" | "time" | "imported";

export interface ClockView {
  left: Record<string, number>;
  running: string | null;
  at: number;
}

export interface UndoView {
  seat: string;
  to: number;
  waiting: string[];
}

export interface You {
  seats: string[];
  host: boolean;
  invite: string | null;
  key: string | null;
}

/** What happened, and what is the case now; with `more`, further events lie in between. */
export interface Events {
  type: "events";
  events: GameEvent[];
  state: PersonalState;
  more?: boolean;
}

export type GameEvent =
  | Created
  | Joined
  | Filled
  | Moved
  | Undone
  | UndoAsked
  | UndoAgreed
  | UndoRefused
  | Resigned
  | TimedOut
  | TakenOver
  | TakenBack
  | Left
  | Rematched;

export interface Created {
  type: "created";
  seq: number;
  at: number;
}

export interface Joined {
  type: "joined";
  seat: string;
  player?: string;
  seq: number;
  at: number;
}

export interface Filled {
  type: "filled";
  seat: string;
  level: number;
  seq: number;
  at: number;
}

export interface Moved {
  type: "move";
  seat: string;
  colour: Colour;
  placement: number;
  ms?: number;
  seq: number;
  at: number;
}

/** Who left the game after those moves stays out if `stay`, else comes back with them. */
export interface Undone {
  type: "undo";
  seat: string;
  to: number;
  stay?: boolean;
  seq: number;
  at: number;
}

export interface UndoAsked {
  type: "undo_asked";
  seat: string;
  to: number;
  seq: number;
  at: number;
}

export interface UndoAgreed {
  type: "undo_agreed";
  seat: string;
  seq: number;
  at: number;
}

export interface UndoRefused {
  type: "undo_refused";
  seat: string;
  seq: number;
  at: number;
}

export interface Resigned {
  type: "resigned";
  seat: string;
  seq: number;
  at: number;
}

export interface TimedOut {
  type: "time";
  seat: string;
  seq: number;
  at: number;
}

export interface TakenOver {
  type: "taken_over";
  seat: string;
  level: number;
  seq: number;
  at: number;
}

export interface TakenBack {
  type: "taken_back";
  seat: string;
  seq: number;
  at: number;
}

/** A seat was given up before the game began: it is open again. */
export interface Left {
  type: "left";
  seat: string;
  seq: number;
  at: number;
}

export interface Rematched {
  type: "rematch";
  game: string;
  seq: number;
  at: number;
}

/** Who sits at their seats, who is away for how long, which computer thinks, how many watch. */
export interface PresenceView {
  type: "presence";
  present: string[];
  away: Record<string, number>;
  thinking: string | null;
  watching: number;
}

export interface Heartbeat {
  type: "ping";
  seq: number;
  now: number;
}

export type AnyReply = Ok | WhyReply | FindReply | Pong | Refused | HintReply | WeighReply;

export interface Ok {
  type: "ok";
  seq: number;
  game?: string;
  id?: string | number | null;
}

export interface WhyReply {
  type: "why";
  reason: ReasonView | null;
  id?: string | number | null;
}

export interface ReasonView {
  code: string;
  rule: string;
  cells: number[];
  message: string;
}

export interface FindReply {
  type: "find";
  placement: number;
  placements: number[];
  id?: string | number | null;
}

export interface Pong {
  type: "pong";
  seq: number;
  now: number;
  id?: string | number | null;
}

export interface Refused {
  type: "error";
  code: string;
  message: string;
  id?: string | number | null;
}

/** A tip in three steps: where to look, why, and the move itself. */
export interface HintReply {
  type: "hint";
  placement: number;
  seq: number;
  nudge: Saying;
  /** The part of the board in which the move lies. */
  area: number[];
  /** Why, what accounts for most first; none if the reason lies deeper. */
  reasons: TutorReason[];
  id?: string | number | null;
}

/** A text with what is to be filled in. Colours and pieces are given by their names. */
export interface Saying {
  one: string;
  /** The plural; empty where the form depends on no number. */
  many: string;
  n: number | null;
  values: Record<string, string | number | string[]>;
}

/** A statement about a move that can be counted on the board. */
export interface TutorReason {
  name: string;
  /** Whom it speaks of. */
  colour: Colour;
  /** Whether it speaks for the move or against it. */
  good: boolean;
  /** What to draw. */
  cells: number[];
  saying: Saying;
}

export interface WeighReply {
  type: "weigh";
  placement: number;
  seq: number;
  /** How much smaller the chance to win is than after the best move, from 0 to 1. */
  loss: number;
  /** The loss from which there is a warning. */
  limit: number;
  remark: RemarkView | null;
  id?: string | number | null;
}

/** What the coach says of a move, and what to draw. */
export interface RemarkView {
  /** Whether it is praise; else it is a warning. */
  good: boolean;
  sayings: Saying[];
  /** Whom the cells concern. */
  colour: Colour;
  cells: number[];
  /** The answer that a warning fears: a colour and its placement. */
  answer: [Colour, number] | null;
}

export interface Summary {
  id: string;
  variant: string;
  edition: string;
  status: "waiting" | "playing" | "over";
  seats: SeatSummary[];
  moves: number;
  seat: string | null;
  created: number;
  updated: number;
  winners: string[];
  your_turn: boolean;
  imported: boolean;
  ended: Ended | null;
  scoring: string;
  scores: Record<string, number>;
  board: Partial<Record<Colour, number[]>>;
  resumes: Colour | null;
}

export interface SeatSummary {
  name: string;
  kind: "person" | "computer" | "open" | "record";
  player: string;
  level: number | null;
  you: boolean;
  colours: Colour[];
  team: number;
  joined: boolean;
  retired: boolean;
}

export interface NewGame {
  variant: string;
  seats: Record<string, SeatChoice>;
  options?: Record<string, string>;
  first?: string | null;
  colours?: string;
  clock?: ClockChoice;
  /** Whether everybody may ask for tips, if others play elsewhere. */
  tips?: boolean;
}

/** Who shall sit there: me, somebody here, the computer, or whoever comes. */
export interface SeatChoice {
  kind: string;
  name?: string;
  level?: number;
}

/** No clock, minutes with seconds added a move, or days a move. */
export interface ClockChoice {
  kind?: string;
  minutes?: number;
  increment?: number;
  days?: number;
}

/** Who shall play on from a position; without `ply` from the last one. */
export interface PlayOn {
  seats: Record<string, SeatChoice>;
  ply?: number | null;
  clock?: ClockChoice;
}

export interface StartData {
  version: string;
  language: string;
  languages: Language[];
  /** The address of each edition's board. */
  editions: Record<string, string>;
  families: FamilyData[];
  /** The family of the game that is offered first. */
  quick: string;
  variants: VariantData[];
  levels: LevelData[];
  away_seconds: number;
  /** In the data that comes with a page: the address of the words of the first page and of games, */
  messages?: string;
  /** and that of all other words. */
  more_messages?: string;
}

export interface Language {
  code: string;
  name: string;
}

/** An edition that stands for itself, and what is said of it. */
export interface FamilyData {
  name: string;
  title: string;
  about: string;
  pitch: string;
  /** What is played of it unless somebody says. */
  variant: string;
}

export interface VariantData {
  name: string;
  title: string;
  about: string;
  edition: string;
  family: string;
  minutes: string;
  colours: Colour[];
  team_count: number;
  seats: VariantSeat[];
  shared: Colour | null;
  spare: Colour | null;
  singles_last: boolean;
  /** The starting spaces of colours that have one of their own. */
  own_starts: Partial<Record<Colour, number>>;
  /** The default first. */
  start_rules: StartRuleData[];
  rules: string[];
  /** The default first. */
  scorings: ScoringData[];
  table_first: string;
  options: Choice[];
  seats_by_spare?: Record<string, VariantSeat[]>;
}

export interface VariantSeat {
  name: string;
  colours: Colour[];
  team: number;
}

/** Where colours may begin, and what the page calls it. */
export interface StartRuleData {
  name: string;
  title: string;
  about: string;
}

export interface ScoringData {
  name: string;
  title: string;
  phrase: string;
  heading: string;
  /** Points for each cell of a piece that is left over. */
  cell: number;
  /** Points for placing everything, */
  bonus: number;
  /** and on top of that if a piece of one cell came last. */
  single_bonus: number;
  most_wins: boolean;
}

export interface Choice {
  name: string;
  values: string[];
}

export interface LevelData {
  level: number;
  /** Elo points above the lowest level, by edition. */
  elo: Record<string, number>;
}

export interface EditionData extends Grid {
  name: string;
  title: string;
  grid: string;
  /** How much larger small pieces are drawn, so that their cells are seen as well. */
  scale: number;
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
  /** A position to look at, of boards that games are played on. */
  sample?: [Colour, number][];
}

export interface Grid {
  /** The corners of a cell at (0, 0); the cell at (x, y) uses tile (x + y) mod their number. */
  tiles: Point[][];
  /** The size of a lattice step in a picture whose cells have sides of length 1. */
  unit: Point;
}

export type Point = [number, number];

export interface PieceData {
  name: string;
  size: number;
  /** How many of it each colour has. */
  count: number;
  orientations: Point[][];
  turned: number[];
  flipped: number[];
}

/** Where others find this server, and whether the reader may let them in. */
export interface Reachable {
  address: string | null;
  may_open: boolean;
}

export interface LessonData {
  name: string;
  /** What to play afterwards. */
  variant: string;
  board: EditionData;
  steps: LessonStep[];
}

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
  reasons: Record<string, BareReason>;
  /** The cells from which the colour can go on, now and after each legal placement. */
  open: number[];
  open_after: Record<string, number[]>;
}

/** A reason without its words: the page says it in the reader's language. */
export interface BareReason {
  code: string;
  rule: string;
  cells: number[];
}

/** The rules of a family. What it says nothing of follows from the board and the variants. */
export interface RulesData {
  edition: string;
  lead: string;
  pieces: string[];
  beginning: string[];
  placing: string[];
  scoring: string[];
  advice: string[];
  alone: SolitaireData[];
  /** The id of a pattern to look at. */
  pattern: string;
  figures: Record<string, RuleFigure>;
  scores: Record<string, WorkedScore>;
}

/** A puzzle that is played with the edition: its id, what it is called and what is asked. */
export interface SolitaireData {
  puzzle: string;
  title: string;
  task: string;
}

/** A picture of a rule: a position, and the piece that is tried, with why it may not lie. */
export interface RuleFigure {
  section: "beginning" | "placing" | "players";
  caption: string;
  edition: string;
  placed: [Colour, number][];
  tried: Tried | null;
  whole: boolean;
}

export interface Tried {
  colour: Colour;
  placement: number;
  reason: BareReason | null;
}

export interface WorkedScore {
  colours: WorkedColour[];
  teams: Record<string, number>;
  source: string;
}

export interface WorkedColour {
  colour: Colour;
  left: number[];
  single_last: boolean;
  points: number;
}

export interface PuzzleData extends PuzzleAbout {
  board: EditionData;
  pieces: Partial<Record<Colour, number[]>>;
  note: string;
}

export interface PuzzleAbout {
  id: string;
  title: string;
  grid: string;
  game: string | null;
  goal: "fill" | "place";
  contact: ContactData;
  cells: number;
  piece_count: number;
  piece_cells: number;
  colours: Colour[];
  level: number;
  unique: boolean;
}

export interface ContactData {
  own: "vertices" | "free";
  touch: "free" | "each" | "chain";
  equal: "free" | "edges" | "apart";
}

export interface PuzzleList {
  grids: Record<string, Grid>;
  puzzles: PuzzleSummary[];
}

export interface PuzzleSummary extends PuzzleAbout {
  places: Point[];
  /** A position to look at, empty for patterns. */
  picture: Arrangement;
}

export type Arrangement = [Colour, number[]][];

/** What follows from the pieces laid. */
export interface PuzzleState {
  to_play: Colour | null;
  legal: Partial<Record<Colour, number[]>>;
  left: Partial<Record<Colour, number[]>>;
  cells_left: number;
  equal_pairs: number;
  solved: boolean;
  stuck: boolean;
}

/** Whether a puzzle can still be solved, and with a hint one right piece. */
export interface Verdict {
  verdict: "yes" | "no" | "unknown";
  colour?: Colour;
  placement?: number;
}

/** What to solve on a day, and whether it is among the puzzles or the problems. */
export interface OfTheDay {
  date: string;
  kind: "pattern" | "problem";
  id: string;
}

export interface ProblemData extends ProblemAbout {
  /** The colours of the side to move, then those of the other. */
  sides: Colour[][];
  /** Placements, ascending, each as its difference to the one before. */
  legal: number[];
  left: Partial<Record<Colour, number[]>>;
}

export interface ProblemAbout {
  id: string;
  /** Among the problems of its variant. */
  number: number;
  variant: string;
  edition: string;
  to_play: Colour;
  /** What the best move reaches. */
  goal: "win" | "draw" | "loss";
  level: number;
  rating: number;
  placed: Partial<Record<Colour, number[]>>;
}

export interface ProblemList {
  /** How many problems each variant has. */
  games: Record<string, number>;
  problems: ProblemAbout[];
}

/** What a move comes to if both sides play on perfectly. */
export interface TryAnswer {
  right: boolean;
  /** By how much the side that moved comes out ahead. */
  margin: number;
  /** The same for the best move. */
  best: number;
  /** The moves up to the end of the game, beginning with this one. */
  line: [Colour, number][];
  /** The margin of the second best move, once the best one is found. */
  second?: number;
}

export interface ProblemHint {
  piece: number;
  /** Only if the whole move was asked for. */
  placement?: number;
}

/** A review as far as it is made. What speaks of the whole game comes when it is done. */
export interface ReviewView {
  status: "none" | "making" | "done";
  /** How many moves are judged. */
  made: number;
  /** Of how many. */
  all: number;
  /** Whom the sentences address; nobody if the reader holds no seat, or several. */
  seat: string | null;
  moves: MoveReviewView[];
  end: ExpectationView | null;
  summary: Saying[];
  turning_points: number[];
  /** The numbers of the reader's inaccuracies, mistakes and blunders, or of everybody's. */
  errors: number[];
  /** The decision in which another move was most nearly as good. */
  closest: number | null;
  accuracy: Record<string, number | null>;
}

/** A move that was made, beside the best one. */
export interface MoveReviewView {
  number: number;
  colour: Colour;
  seat: string;
  placement: number;
  choices: number;
  mark: ReviewMark;
  loss: number;
  points: number;
  exact: boolean;
  /** The mover's chance to win after the best move, and after this one. */
  chances: [number, number];
  before: ExpectationView;
  alternatives: AlternativeView[];
  /** What holds for the best move and not for this one; of the best, what sets it apart. */
  better: TutorReason[];
  against: TutorReason[];
  line: [Colour, number][];
}

export type ReviewMark = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** What is expected of a position. */
export interface ExpectationView {
  /** Each seat's chance to win, 0 to 1; partners share theirs. */
  results: Record<string, number>;
  /** Each seat's points at the end. */
  scores: Record<string, number>;
  /** Whether this is proved. */
  exact: boolean;
}

/** A move that could have been made instead. */
export interface AlternativeView {
  placement: number;
  loss: number;
  line: [Colour, number][];
  reasons: TutorReason[];
}

/** A position to try again. */
export interface Retry {
  /** The move that was made there. */
  number: number;
  colour: Colour;
  seat: string;
  /** What may be placed: each number as its difference to the one before. */
  legal: number[];
  /** The pieces that the colour holds. */
  left: number[];
  /** Its open corners. */
  open: number[];
}

/** What a try is worth beside the best move. */
export interface Assessment {
  /** Whether it loses no more than 2 points of a hundred. */
  right: boolean;
  best: boolean;
  loss: number;
  points: number;
  exact: boolean;
  /** What speaks for a right try. */
  reasons: TutorReason[];
  /** What speaks against a wrong one. */
  against: TutorReason[];
  /** How the game is expected to go on, the try itself first. */
  reply: [Colour, number][];
  /** Which piece to think of. */
  nudge: Saying;
}
