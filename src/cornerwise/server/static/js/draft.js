/** The draft of a new game: what was chosen so far, and what follows from it. It draws nothing. */

import { variantNamed } from "./catalogue.js";
import { settings } from "./settings.js";

/** @typedef {import("../types").VariantData} VariantData */
/** @typedef {import("../types").Colour} Colour */
/** @typedef {import("../types").ClockSetting} ClockSetting */
/** @typedef {"me" | "here" | "computer" | "open"} Kind */
/** @typedef {{kind: Kind, level: number, name: string}} Sitter */

/** The most seats that a variant has. */
const SEATS = 4;

export class Draft {
  /**
   * @param {string} name  of the variant
   * @param {string | null} people  who sits on the other seats, unless computers do
   */
  constructor(name, people) {
    this.name = name;
    /** @type {Record<string, string>} */
    this.options = {};
    /** Who shall begin: "lot" or a colour; empty for what the variant has by default. */
    this.wantedFirst = "";
    /** "lot", or the name of the seat that I want. */
    this.colour = "lot";
    const others = people === "here" || people === "open" ? people : "computer";
    /** In the order of the variant's seats. @type {Sitter[]} */
    this.sitters = Array.from({ length: SEATS }, (_, at) => ({
      kind: at === 0 ? "me" : others,
      level: settings.level,
      name: at === 0 ? settings.name : "",
    }));
    /** @type {ClockSetting} */
    this.clock = { kind: "none" };
    /** Whether everybody may ask for tips, if others play elsewhere. */
    this.tips = false;
    /** Whether it shall count for the ratings. */
    this.wantsRating = false;
    /** Whether everybody finds the game in the lobby, if others play elsewhere. */
    this.listed = false;
  }

  get variant() {
    return /** @type {VariantData} */ (variantNamed(this.name));
  }

  get seats() {
    const { seats_by_spare, spare, seats } = this.variant;
    return seats_by_spare?.[this.options.spare ?? spare ?? ""] ?? seats;
  }

  /** An option that this variant has. @param {string} name */
  option(name) {
    return this.variant.options.find((one) => one.name === name);
  }

  /** The value of an option, as chosen or by default. @param {string} name */
  value(name) {
    return this.options[name] ?? this.option(name)?.values[0];
  }

  /** Who sits there. */
  get taken() {
    return this.sitters.slice(0, this.seats.length);
  }

  /** My place among the seats, -1 if I do not play. */
  get mine() {
    return this.taken.findIndex(({ kind }) => kind === "me");
  }

  /** Whether somebody is invited. */
  get invites() {
    return this.taken.some(({ kind }) => kind === "open");
  }

  /** Whether it can count for the ratings: one at this screen against others. */
  get mayRate() {
    return this.seats.length > 1 && this.mine >= 0 && !this.taken.some((s) => s.kind === "here");
  }

  get rated() {
    return this.wantsRating && this.mayRate && this.clock.kind !== "none";
  }

  /** A rated game needs a clock. @param {boolean} rated */
  rate(rated) {
    this.wantsRating = rated;
    if (rated && this.clock.kind === "none")
      this.clock = { kind: "live", minutes: 10, increment: 5 };
  }

  /** Whether lots give out the colours: where I play at all, and have not chosen mine. */
  get byLot() {
    return this.colour === "lot" && this.seats.length > 1 && this.mine >= 0;
  }

  /** The colours that may begin. A shared one is nobody's, so it is not among them. */
  get beginners() {
    return this.seats.flatMap((seat) => seat.colours);
  }

  /** Who begins: a colour or "lot". */
  get first() {
    const { beginners } = this;
    const wanted = [this.wantedFirst, this.variant.table_first].find(
      (one) => one === "lot" || beginners.includes(/** @type {Colour} */ (one)),
    );
    return /** @type {Colour | "lot"} */ (wanted ?? beginners[0]);
  }

  /** Another variant: what was chosen for the one before no longer counts. @param {string} name */
  choose(name) {
    this.name = name;
    this.options = {};
    this.#drawLots();
  }

  /** @param {string} colour */
  chooseSpare(colour) {
    this.options.spare = colour;
    this.#drawLots();
  }

  #drawLots() {
    this.wantedFirst = "";
    this.colour = "lot";
  }

  /**
   * Seats everybody so that I get the colour I want. All move on together: partners stay partners.
   * @param {string} name  of a seat, or "lot"
   */
  chooseColour(name) {
    this.colour = name;
    const wanted = this.seats.findIndex((seat) => seat.name === name);
    if (wanted < 0) return;
    const people = this.taken;
    const steps = people.length - wanted + this.mine;
    for (const at of people.keys()) this.sitters[at] = people[(at + steps) % people.length];
  }

  /** Lets somebody sit on a seat. I sit on one at most. @param {number} at @param {Kind} kind */
  seat(at, kind) {
    const here = this.sitters[at];
    if (kind === "me")
      for (const other of this.sitters)
        if (other.kind === "me") other.kind = here.kind === "me" ? "computer" : here.kind;
    here.kind = kind;
  }

  /** What is asked of the server. @returns {import("../types").NewGame} */
  get request() {
    const seats = this.seats.map((seat, at) => {
      const { kind, level, name } = this.sitters[at];
      if (kind === "computer") return [seat.name, { kind, level }];
      return [seat.name, kind === "open" ? { kind } : { kind, name: name.trim() }];
    });
    return {
      variant: this.name,
      options: this.options,
      first: this.first,
      colours: this.byLot ? "lot" : "chosen",
      seats: Object.fromEntries(seats),
      clock: this.seats.length > 1 ? this.clock : { kind: "none" },
      tips: this.tips && this.invites && !this.rated,
      rated: this.rated,
      listed: this.listed && this.invites,
    };
  }
}
