/** What the analysis board asks and shows in dialogs: notes, deleting, files, positions, links. */

import { h } from "./dom.js";
import { t, tn } from "./i18n.js";
import { icon } from "./icons.js";
import { copyBox } from "./links.js";
import { dialog } from "./menu.js";
import { post } from "./net.js";
import { askWhoPlays } from "./resume.js";
import { change, settings } from "./settings.js";
import { readStudy, saveStudy, shareStudy } from "./studystore.js";
import { sizeOf } from "./variations.js";
import { refusalText } from "./words.js";

/** @typedef {import("./net.js").Refusal} Refusal */
/** @typedef {import("../pages/analysis.js").AnalysisPage} AnalysisPage */

/** The longest note, in characters: as the server takes it. */
const LONGEST = 2000;

/**
 * @param {string} words
 * @param {() => void} act
 * @param {string} [look]
 */
const button = (words, act, look = "") =>
  h("button", { type: "button", class: `button ${look}`, onclick: act }, words);

/** A note on the move that is shown. @param {AnalysisPage} page */
export function showNote(page) {
  const text = h("textarea", { class: "field", id: "note", rows: "4", maxlength: LONGEST });
  const name = h("input", {
    class: "field",
    id: "note-by",
    maxlength: "24",
    autocomplete: "nickname",
  });
  text.value = page.node.comment;
  name.value = page.node.by || settings.name;
  const keep = () => {
    if (!page.node.by) change({ name: name.value.trim() });
    page.comment(text.value, name.value);
    box.close();
  };
  const box = dialog(
    t("Note"),
    h("label", { for: "note" }, t("What you want to remember of this move")),
    text,
    h("label", { for: "note-by" }, t("Who writes it")),
    name,
    h("div", { class: "menu-actions" }, button(t("Keep the note"), keep, "primary")),
  );
  text.focus();
}

/** Asks once before moves are deleted. @param {AnalysisPage} page */
export function askDelete(page) {
  const more = sizeOf(page.node) - 1;
  const box = dialog(
    t("Delete this move?"),
    more
      ? h("p", {}, tn("{n} move after it goes, too.", "{n} moves after it go, too.", more))
      : null,
    h(
      "div",
      { class: "menu-actions" },
      button(
        t("Delete"),
        () => {
          box.close();
          page.delete();
        },
        "primary",
      ),
      button(t("Keep it"), () => box.close(), "plain"),
    ),
  );
}

/** A file, or a position as text. @param {AnalysisPage} page */
export function showOpen(page) {
  const position = page.state?.position ?? "";
  const text = h("textarea", {
    class: "field",
    id: "study-text",
    rows: "4",
    spellcheck: "false",
    placeholder: "(;GM[Blokus Duo]…)",
  });
  const trouble = h("p", { class: "error", role: "alert", hidden: true });
  const read = async () => {
    trouble.hidden = true;
    try {
      const study = await readStudy(text.value);
      box.close();
      await page.replace(study);
    } catch (error) {
      const why = /** @type {Refusal} */ (error);
      const { line, column } = why.more ?? {};
      trouble.hidden = false;
      trouble.textContent =
        why.code === "bad_record"
          ? t("This record cannot be read (line {line}, column {column}).", { line, column })
          : refusalText(why);
    }
  };
  const file = h("input", {
    type: "file",
    id: "study-file",
    accept: ".blksgf,.sgf,.json,text/plain,application/json",
    onchange: async () => {
      const chosen = file.files?.[0];
      if (!chosen) return;
      text.value = await chosen.text();
      await read();
    },
  });
  const box = dialog(
    t("Open a recorded game"),
    h(
      "div",
      { class: "import opening-study" },
      h(
        "p",
        { class: "quiet" },
        t("Choose a .blksgf or .json file, or paste its text or a position."),
      ),
      h("div", {}, h("label", { for: "study-file", class: "unseen" }, t("File")), file),
      h("div", {}, h("label", { for: "study-text" }, t("Text of the record or position")), text),
      trouble,
      h(
        "div",
        { class: "menu-actions" },
        button(t("Open"), () => void read(), "primary"),
      ),
      position
        ? h(
            "div",
            { class: "invite" },
            h("p", {}, t("The position that is shown, as text:")),
            copyBox(position, t("Position as text")),
          )
        : null,
    ),
  );
}

/** The link under which others find this study. @param {AnalysisPage} page */
export async function showShare(page) {
  const place = h("div", { class: "invite" }, h("div", { class: "well", "aria-hidden": "true" }));
  dialog(
    t("Share a link"),
    h("p", {}, t("Whoever has this link sees the moves, variations and notes as they are now.")),
    place,
  );
  try {
    place.replaceChildren(copyBox(await shareStudy(page.packed()), t("Link to the analysis")));
  } catch (error) {
    const words = refusalText(/** @type {Refusal} */ (error));
    place.replaceChildren(h("p", { class: "error", role: "alert" }, words));
  }
}

/** @param {AnalysisPage} page */
export async function save(page) {
  try {
    await saveStudy(page.packed());
  } catch (error) {
    page.controller.say(refusalText(/** @type {Refusal} */ (error)));
  }
}

/** Asks who plays on from here, and begins. @param {AnalysisPage} page */
export function showPlay(page) {
  const { seats } = page.variant;
  const mine = page.state?.seat ?? seats[0].name;
  askWhoPlays(seats, mine, async (chosen) => {
    const made = await post("/api/analysis/play", { ...page.line(), seats: chosen });
    page.app.go(`/game/${made.game.id}`);
  });
}

/** What is left for the menu where there is no room for it on the page. @param {AnalysisPage} page */
export function actions(page) {
  const able = Boolean(page.state?.to_play) && !page.state?.fault;
  const make = (
    /** @type {import("./icons.js").IconName} */ name,
    /** @type {string} */ words,
    /** @type {() => void} */ act,
    disabled = false,
    look = "plain",
  ) =>
    h(
      "button",
      { type: "button", class: `button ${look}`, disabled, onclick: () => setTimeout(act) },
      icon(name),
      words,
    );
  return [
    make("save", t("Save"), () => void save(page), page.draft !== null, "primary"),
    make("link", t("Share a link"), () => void showShare(page), page.draft !== null),
    make("play", t("Play from here"), () => showPlay(page), !able),
    make("open", t("Open"), () => showOpen(page)),
  ];
}
