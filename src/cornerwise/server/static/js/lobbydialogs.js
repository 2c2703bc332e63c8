/** What is asked before a challenge is made, and before one is declined. */

import { families, variantsOf } from "./catalogue.js";
import { clockName } from "./clockwords.js";
import { toggle } from "./controls.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { reasons } from "./lobbyrows.js";
import { dialog } from "./menu.js";
import { CLOCKS, variantsText, variantsWished } from "./wishes.js";
import { refusalText } from "./words.js";

/** @typedef {import("./net.js").Refusal} Refusal */
/** @typedef {import("./wishes.js").Wishes} Wishes */

/**
 * Does something and closes the dialog, or says why not.
 * @param {HTMLDialogElement} box
 * @param {() => Promise<unknown>} act
 */
async function done(box, act) {
  try {
    await act();
    box.close();
  } catch (why) {
    const words = refusalText(/** @type {Refusal} */ (why));
    box.querySelector(".error")?.remove();
    box.append(h("p", { class: "error", role: "alert" }, words));
  }
}

/**
 * A choice of several. Not that of the pages with more choices: their script need not come for it.
 * @param {string} id
 * @param {string} label
 * @param {[string, string][]} values
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
function pick(id, label, values, chosen, changed) {
  const box = h(
    "select",
    { class: "field", id, "aria-label": label, onchange: () => changed(box.value) },
    values.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  );
  return box;
}

/**
 * Asks on which terms somebody shall be challenged: at first on those that are ticked.
 * @param {string} name
 * @param {Wishes} wishes
 * @param {boolean} signedIn
 * @param {(asked: object) => Promise<unknown>} challenge
 */
export function showChallenge(name, wishes, signedIn, challenge) {
  const variants = families().flatMap((family) =>
    variantsOf(family.name).filter(({ seats }) => seats.length === 2),
  );
  const wished = variantsWished(wishes);
  const liked = variants.find((one) => wished.includes(one.name)) ?? variants[0];
  const asked = { variant: liked.name, clock: wishes.clocks[0] ?? "5+3", rated: signedIn };
  const box = dialog(
    t("Challenge {name}", { name }),
    h(
      "div",
      { class: "challengeform" },
      pick(
        "challenge-variant",
        t("Game"),
        variants.map((one) => [one.name, variantsText([one.name])]),
        asked.variant,
        (value) => {
          asked.variant = value;
        },
      ),
      pick(
        "challenge-clock",
        t("Clock"),
        Object.entries(CLOCKS).map(([key, clock]) => [key, clockName(clock)]),
        asked.clock,
        (value) => {
          asked.clock = value;
        },
      ),
      signedIn
        ? h(
            "label",
            { class: "ratedline" },
            t("Rated"),
            toggle("challenge-rated", asked.rated, (on) => {
              asked.rated = on;
            }),
          )
        : null,
      h(
        "button",
        {
          type: "button",
          class: "button primary",
          onclick: () =>
            void done(box, () =>
              challenge({ variant: asked.variant, clock: CLOCKS[asked.clock], rated: asked.rated }),
            ),
        },
        t("Challenge"),
      ),
    ),
  );
}

/**
 * Asks why a challenge is declined.
 * @param {(reason: string) => Promise<unknown>} decline
 */
export function chooseReason(decline) {
  const box = dialog(
    t("Decline"),
    h(
      "ul",
      { class: "reasonlist" },
      Object.entries(reasons()).map(([reason, words]) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "button",
              onclick: () => void done(box, () => decline(reason)),
            },
            words,
          ),
        ),
      ),
    ),
  );
}
