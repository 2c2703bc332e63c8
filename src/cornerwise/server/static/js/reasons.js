/** Why a ghost does not fit: the server is asked once for each spot, and the reason stays as long as the ghost does. */

/** @typedef {import("../types").ReasonView} Reason */
/** @typedef {import("../types").Colour} Colour */

/** How long a ghost must rest on a spot before its reason is asked for, in milliseconds. */
const REST = 90;

export class Reasons {
  /**
   * @param {(colour: Colour, placement: number) => Promise<Reason | null>} ask
   * @param {() => void} draw  called when a reason has come
   */
  constructor(ask, draw) {
    this.ask = ask;
    this.draw = draw;
    /** By colour and placement, as long as nothing is placed. @type {Map<string, Reason>} */
    this.known = new Map();
    this.timer = 0;
  }

  /** Something was placed: what was known need not be true any more. */
  forget() {
    this.known.clear();
  }

  /** @param {Colour} colour @param {number} placement */
  async of(colour, placement) {
    const name = `${colour} ${placement}`;
    const { known } = this;
    const found = known.get(name);
    if (found) return found;
    const reason = await this.ask(colour, placement);
    if (reason) known.set(name, reason);
    return reason;
  }

  /**
   * Sees to it that an illegal ghost says why.
   * @param {import("./ghost.js").Held} held
   */
  attend(held) {
    const { ghost } = held;
    clearTimeout(this.timer);
    if (!ghost || ghost.legal) return;
    if (ghost.placement < 0) {
      ghost.reason = { code: "off", rule: "", cells: [], message: "" };
      return;
    }
    const { colour, placement } = ghost;
    ghost.reason = this.known.get(`${colour} ${placement}`) ?? null;
    if (ghost.reason) return;
    this.timer = setTimeout(async () => {
      const reason = await this.of(colour, placement);
      if (held.ghost?.placement !== placement || held.ghost.colour !== colour) return;
      held.ghost.reason = reason;
      this.draw();
    }, REST);
  }

  close() {
    clearTimeout(this.timer);
  }
}
