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
  rated: boolean;
  /** Whether everybody finds it in the lobby. */
  listed: boolean;
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
  /** The name of the account that sits there; empty for guests. */
  account: string;
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
  account?: string;
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
  level?: number | null;
  seq: number;
  at: number;
}

export interface TimedOut {
  type: "time";
  seat: string;
  level?: number | null;
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
  /** The names of those who watch and have an account, some of them. */
  watchers: string[];
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
  clock: ClockSetting;
  rated: boolean;
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
  account: string;
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
  /** Whether it counts for the ratings of those who play. */
  rated?: boolean;
  /** Whether everybody finds it in the lobby: to take an open seat, to watch. */
  listed?: boolean;
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
  account: OwnAccount | null;
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
  chat: "text" | "phrases" | "off";
  /** In the data of a page: the address of the words of the first page and of games, */
  messages?: string;
  /** and that of all other words. */
  more_messages?: string;
}

/** Who is signed in. */
export interface OwnAccount {
  name: string;
  role: string;
  /** How many reports wait for a moderator; nobody else is told. */
  waiting: number;
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
  /** Number, piece, orientation and way of each: drawn before all placements are numbered. */
  sample_placements?: [number, number, number, Point][];
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
  title: string;
  /** Whose rules hold, and then its number among the problems of that variant. */
  variant: string | null;
  number: number | null;
  level: number;
  grid: Grid;
  places: Point[];
  /** What lies there already: nothing where a pattern is to be filled. */
  picture: Arrangement;
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
export interface RetryPosition {
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
  /** Whether it loses no more than 2 % chance to win. */
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

/** Where a game stands: how it began and what was moved since. */
export interface Line {
  variant: string;
  options: Record<string, string>;
  /** Colour and placement of every piece that was set up. */
  placed: [string, number][];
  /** The colour on turn in what was set up. */
  to_play: string | null;
  /** The seat that takes the next turn of a shared colour there. */
  sharer: string | null;
  moves: number[];
  /** The seats that left, each with the number of moves made before. */
  left: [number, string][];
}

/** What follows from a line. */
export interface LineState {
  to_play: Colour | null;
  seat: string | null;
  /** What the colour on turn, or the one that lays freely, may place: as differences. */
  legal: number[];
  open: number[];
  left: Partial<Record<Colour, number[]>>;
  finished: Colour[];
  scores: Record<string, number>;
  winners: string[];
  /** What is wrong with the pieces that were set up: then nothing can be played. */
  fault: FaultView | null;
  /** The situation as one line of text; empty where it has a fault. */
  position: string;
}

/** A piece that was set up where the rules do not let it lie. */
export interface FaultView {
  colour: Colour;
  placement: number;
  reason: ReasonView;
}

/** A tree of variations: how it begins, and its nodes. */
export interface Study {
  variant: string;
  nodes: StudyNode[];
  options: Record<string, string>;
  placed: [string, number][];
  to_play: string | null;
  sharer: string | null;
  players: Record<string, string>;
  title: string;
  /** Variations of a file that the rules forbid and that were left out. */
  skipped: number;
}

/** A move with what was written about it; the root has none. */
export interface StudyNode {
  parent?: number;
  placement?: number | null;
  colour?: string | null;
  comment?: string;
  /** What is thought of the move: ! or ? and the like. */
  sign?: string;
  /** The seats that left the game after it. */
  left?: string[];
  /** Who wrote the comment. */
  by?: string;
}

/** What is thought of a position so far. */
export interface AnalysisView {
  type: "analysis";
  id: string | number | null;
  seat: string;
  moves: ShownMove[];
  /** The moves expected, the best one first. */
  line: [Colour, number][];
  results: Record<string, number>;
  scores: Record<string, number>;
  simulations: number;
  exact: boolean;
  done: boolean;
}

/** A candidate: what is expected for whoever moves, and others at the same place. */
export interface ShownMove {
  placement: number;
  chance: number;
  lead: number;
  visits: number;
  /** So many more good moves overlap it, */
  alike: number;
  /** and give a chance from this */
  low: number;
  /** to this. */
  high: number;
}

/** Why a move is good, or what the best one has that it lacks. */
export interface ExplanationView {
  type: "explained";
  id: string | number | null;
  placement: number;
  best: number;
  sayings: Saying[];
  reasons: TutorReason[];
  against: TutorReason[];
  line: [Colour, number][];
}

/** What is known of a position; the most often played move first. */
export interface OpeningsView {
  games: number;
  moves: OpeningMove[];
}

/** A move with the games in which it was made here. */
export interface OpeningMove {
  placement: number;
  games: number;
  /** by the side that made it, */
  won: number;
  tied: number;
  /** What the opening book expects, from 0 to 1 for the side to play. */
  book: number | null;
}

export interface AccountView {
  name: string;
  role: string;
  made: number;
  country: string;
  about: string;
  email: string;
  password: boolean;
  codes: number;
  passkeys: PasskeyView[];
  sessions: SessionView[];
  mail: boolean;
  countries: string[];
}

export interface PasskeyView {
  handle: string;
  made: number;
  used: number;
  label: string;
}

export interface SessionView {
  handle: string;
  made: number;
  seen: number;
  device: string;
  here: boolean;
}

export interface EntranceView {
  sign_up: string;
  mail: boolean;
  games: boolean;
}

export interface RankingView {
  pools: PoolView[];
  pool: string;
  computers: boolean;
  country: string;
  countries: string[];
  levels: number[];
  total: number;
  /** The index of the first row. */
  start: number;
  rows: RankingRow[];
  /** The index of the row that was looked for. */
  found: number | null;
  you: PoolRating | null;
}

export interface PoolView {
  name: string;
  title: string;
  sides: [number, number];
}

export interface RankingRow extends RatingView {
  place: number;
  name: string;
  country: string;
  /** What the last seven days changed. */
  week: number;
  /** The ratings of the last 90 days. */
  graph: number[];
}

export interface RatingView {
  rating: number;
  /** How far off it may be. */
  doubt: number;
  /** Whether it is marked with "?". */
  unsure: boolean;
  games: number;
}

/** Somebody's rating in a pool; `index` is where its row stands in the list. */
export interface PoolRating extends RatingView {
  pool: string;
  computers: boolean;
  place: number;
  index: number;
  total: number;
  /** What the last seven days changed. */
  week: number;
  history: [number, number, number][];
  /** The level nearest in strength, */
  level: number;
  /** and how many of a hundred games one would end before it. */
  wins: number;
}

export interface PersonRatings {
  pools: PoolView[];
  levels: number[];
  ratings: PoolRating[];
}

/** `settled`: the game is over and was rated, or counts for nobody. */
export interface GameRatings {
  pool: string;
  settled: boolean;
  annulled: boolean;
  seats: SeatRating[];
}

/** The rating of a person in a game: before it, and after it as soon as that is known. */
export interface SeatRating extends RatingView {
  seat: string;
  after: number | null;
  after_unsure: boolean;
}

/** What was said at a game: the newest lines when one comes, then each as it is made. */
export interface Chat {
  type: "chat";
  lines: ChatLineView[];
  /** When one comes: whether the reader may write, or say phrases only. */
  writes?: boolean;
}

/** Something said at a game, as its readers see it. */
export interface ChatLineView {
  id: number;
  at: number;
  room: "players" | "spectators";
  /** What its author is called; empty for a guest without a name. */
  name: string;
  /** Where its author sits; empty for spectators. */
  seat: string;
  /** The id of a canned phrase, or empty. */
  phrase: string;
  /** What was written, or empty. It is text, never markup. */
  text: string;
  own: boolean;
}

/** Somebody as others see them; of an account that is closed only the name. */
export interface ProfileView {
  name: string;
  state: "active" | "disabled";
  country: string;
  about: string;
  since: number;
  own: boolean;
  online: boolean;
  games: number;
  followers: number;
  following: boolean;
  blocked: boolean;
  /** How often this person and the reader have won against each other. */
  between: [number, number] | null;
  seats: SeatRecord[];
  recent: Summary[];
  puzzles: PuzzleRecords | null;
  /** On the own page: the pause that must be taken now. */
  pause: PauseView | null;
}

/** How somebody does in a seat of a variant; `even` is the share that chance would give. */
export interface SeatRecord {
  variant: string;
  seat: string;
  colours: Colour[];
  games: number;
  won: number;
  even: number;
}

/** The puzzles that somebody has solved. */
export interface PuzzleRecords {
  /** The newest days on which the puzzle of the day was solved, each with its hints. */
  days: Record<string, number>;
  /** The longest run of such days. */
  longest: number;
  solved: number;
  problems: number;
}

/** That somebody looks for no players and plays no rated games for a while. */
export interface PauseView {
  /** Why: `clock` let a clock run out, `left` left a game. */
  kind: string;
  until: number;
  /** How many milliseconds of it are left. */
  left: number;
}

/** Somebody whom the reader follows, with the games that can be watched now. */
export interface Followed {
  name: string;
  country: string;
  online: boolean;
  games: Summary[];
}

/** Somebody whom the reader has blocked; `id` names the block, and nothing else. */
export interface Blocked {
  id: string;
  /** What they were called; empty for a guest without a name. */
  name: string;
  account: boolean;
  at: number;
}

export interface Feats {
  days: Record<string, number>;
  puzzles: Record<string, [number, number]>;
  problems: Record<string, ProblemFeat>;
  rating: ProblemRating;
}

/** How somebody did with a problem; `first` says whether the first try was right. */
export interface ProblemFeat {
  first: boolean | null;
  misses: number;
  hints: number;
  solved: boolean;
}

export interface ProblemRating {
  rating: number;
  deviation: number;
  tries: number;
  day: string;
}

/** All that moderators look at. */
export interface QueueView {
  waiting: number;
  reports: ReportView[];
  log: Entry[];
}

/** A report as moderators see it. */
export interface ReportView {
  id: number;
  at: number;
  /** Empty for a guest. */
  reporter: string;
  /** Of whom is reported; empty for a guest without a name. */
  name: string;
  /** Whether who is reported has an account: only then there can be a ban. */
  account: boolean;
  game: string;
  reason: string;
  note: string;
  lines: ContextLine[];
  /** How many earlier reports on the same person led to something. */
  upheld: number;
  /** Until when the person is muted already. */
  muted: number | null;
}

/** A line that was said around what is reported. */
export interface ContextLine {
  at: number;
  name: string;
  room: string;
  phrase: string;
  text: string;
  /** Whether the reported person said it. */
  accused: boolean;
}

/** Something that a moderator did. */
export interface Entry {
  id: number;
  at: number;
  actor: string;
  act: "dismiss" | "mute" | "ban" | "lift" | "pardon";
  name: string;
  /** When it ends; null if it has no end. */
  until: number | null;
  /** Whether it is a mute or a ban that can still be ended. */
  lasts: boolean;
}

/** What everybody sees; parts that have not changed are left out. */
export interface LobbyView {
  type: "lobby";
  now: number;
  seeks?: SeekView[] | null;
  open?: Shown[] | null;
  live?: Live | null;
  online?: Online | null;
}

/** Somebody who waits; the name is empty for a guest without one. */
export interface SeekView {
  id: string;
  name: string;
  account: string;
  variants: string[];
  clocks: ClockSetting[];
  rated: boolean;
  rating: number | null;
  /** Whether the rating is marked with "?". */
  unsure: boolean;
  since: number;
}

/** A game in the lobby, and how many watch it. */
export interface Shown {
  game: Summary;
  watching: number;
}

/** Games that are played, the featured one first; if there are none, those just finished. */
export interface Live {
  count: number;
  games: Shown[];
  finished: Summary[];
}

/** Who is there: how many in all, and those with a name. */
export interface Online {
  count: number;
  people: OnlinePerson[];
}

export interface OnlinePerson {
  name: string;
  state: "free" | "waiting" | "playing";
  /** In the pool in which they have played most. */
  rating: number | null;
  unsure: boolean;
  /** The seek or the game in which they are. */
  at: string | null;
}

/** What only the reader sees. */
export interface YourLobby {
  type: "you";
  seek: OwnSeek | null;
  challenges: ChallengeView[];
}

export interface OwnSeek {
  id: string;
  since: number;
  filled: boolean;
  offer: Offer | null;
}

/** A game that could begin at once, with computers in the empty seats. */
export interface Offer {
  variant: string;
  clock: ClockSetting;
  others: string[];
  computers: number;
  level: number;
}

/** A challenge to the reader, or by the reader (`own`). */
export interface ChallengeView {
  id: string;
  own: boolean;
  /** Of the other one. */
  name: string;
  variant: string;
  clock: ClockSetting;
  rated: boolean;
  made: number;
  until: number;
  answer: string;
  game: string | null;
}

/** The reader's game begins. */
export interface Begins {
  type: "begins";
  game: string;
}

/** What somebody would like to play: any of the variants with any of the clocks. */
export interface Wish {
  variants: string[];
  clocks: ClockChoice[];
  rated: boolean;
  /** Whether others may watch. */
  listed: boolean;
  /** Of computers, where there is no rating to go by. */
  level: number;
  name: string;
}
