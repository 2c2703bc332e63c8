/** The first page: a game against the computer is one choice and one button away. */

import { aboutText, families, familyNamed, playersText, variantName } from "../js/catalogue.js";
import { fill, h } from "../js/dom.js";
import { columns, editionChoice, familyBoards } from "../js/editions.js";
import { gameRow, marksOf, others } from "../js/gamerow.js";
import { t } from "../js/i18n.js";
import { icon } from "../js/icons.js";
import { get } from "../js/net.js";
import { pieceSvg } from "../js/piece.js";
import { preview, sample } from "../js/preview.js";
import { quickGame } from "../js/quickgame.js";
import { change, settings } from "../js/settings.js";
import { levelName, refusalText } from "../js/words.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../types").Summary} Summary */

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = "Cornerwise";
  const chosen = () =>
    familyNamed(settings.edition) ?? familyNamed(app.start.quick) ?? families()[0];
  const listed = get("/api/games?limit=4").then(
    ({ games }) => /** @type {Summary[]} */ (games),
    () => [],
  );
  // In one column one's own games come first, so they are waited for; elsewhere nobody waits.
  const narrow = innerWidth < 768;
  const [boards, own] = await Promise.all([familyBoards(app), narrow ? listed : []]);
  const turns = own.filter((game) => game.your_turn);
  const games = h("section", {}, h("h2", {}, t("My games")));
  void listed.then((found) => {
    const rest = found.filter((game) => !turns.includes(game)); // those stand above already
    if (turns.length && !rest.length) games.remove();
    else games.replaceWith(myGames(rest, Boolean(app.start.account)));
  });
  const error = h("p", { class: "error", hidden: true, role: "alert" });
  const large = h("div", { class: "show" });
  const lobby = h("div", { class: "homelobby" }); // comes after all that is needed to begin
  const tuning = h("p", { class: "quiet" });

  const play = async () => {
    try {
      await quickGame(app, chosen().variant, settings.level);
    } catch (why) {
      error.hidden = false;
      error.textContent = refusalText(/** @type {Refusal} */ (why));
    }
  };

  const draw = () => {
    const family = chosen();
    const board = boards[family.name];
    // A game that is being played takes the place of the sample.
    if (!large.dataset.live)
      fill(
        large,
        preview(board, sample(board), Math.min(480, innerWidth * 0.4), { lastMove: true }),
        h(
          "p",
          {},
          family.pitch ? t(family.pitch) : `${t(family.title)}: ${aboutText(family, board)}.`,
        ),
      );
    fill(
      tuning,
      t("Level {level}, {name}; who begins is drawn by lot.", {
        level: settings.level,
        name: levelName(settings.level),
      }),
      " ",
      h("a", { href: `/new?edition=${family.name}` }, t("Change")),
    );
  };

  const choices = editionChoice({
    boards,
    size: ((narrow ? 92 : 124) * 3) / columns(),
    chosen: chosen().name,
    legend: ({ title }) => h("b", {}, t(title)),
    changed: (edition) => {
      change({ edition });
      draw();
    },
  });

  fill(
    main,
    h(
      "div",
      { class: "page home" },
      turns.length ? yourTurn(app, turns, boards) : null,
      h(
        "div",
        {},
        ...(own.length ? again() : intro()),
        choices,
        h(
          "div",
          { class: "go" },
          h(
            "div",
            { class: "begin" }, // on a phone it stays at the foot
            h(
              "button",
              { type: "button", class: "button primary", onclick: () => void play() },
              t("Play the computer"),
            ),
            h("a", { class: "button meet", href: "/lobby#find" }, t("Find a player")),
          ),
          h(
            "a",
            { class: "button plain", href: "/new?people=here" },
            icon("person"),
            t("Play at this screen"),
          ),
          h(
            "a",
            { class: "button plain", href: "/new?people=open" },
            icon("link"),
            t("Invite a friend"),
          ),
        ),
        tuning,
        error,
      ),
      large,
      lobby,
      h("div", { class: "columns" }, games, threeRules(boards[app.start.quick].data), rulesLinks()),
      h(
        "p",
        { class: "foot" },
        t(
          "Cornerwise plays by the rules of the Blokus board games, which go back to an idea by Bernard Tavitian. The names are trademarks of their owners, who have no part in this free software.",
        ),
      ),
    ),
  );
  draw();
  void import("./game.js"); // where most go from here
  const later = new Promise((painted) =>
    new PerformanceObserver(painted).observe({ type: "paint", buffered: true }),
  )
    .then(() => import("../js/homelobby.js"))
    .then(({ showLobby }) => showLobby(app, { large, place: lobby }));
  return () => void later.then((leave) => leave());
}

/** What it is about, for whoever comes first. */
const intro = () => [
  h("h1", { class: "line" }, t("Corners touch."), " ", h("br"), t("Sides never.")),
  h(
    "p",
    { class: "lead" },
    t(
      "Place your pieces corner to corner, keep a way open, and cover more than the others. Squares or triangles, for one to four players.",
    ),
  ),
  h("p", {}, h("a", { class: "learnlink", href: "/learn" }, icon("book"), t("Learn in a minute"))),
];

/** Who has played knows that. */
const again = () => [
  h("h1", { class: "unseen" }, "Cornerwise"),
  h("h2", { class: "again" }, t("New game")),
];

/**
 * The games in which the reader is on turn.
 * @param {import("../app.js").App} app
 * @param {Summary[]} turns
 * @param {Record<string, import("../page").Geometry>} boards
 */
function yourTurn(app, turns, boards) {
  const row = (/** @type {Summary} */ game) => {
    const picture = h("span", { class: "picture", "aria-hidden": "true" });
    void Promise.resolve(boards[game.edition] ?? app.geometry(game.edition)).then((geometry) =>
      picture.replaceChildren(preview(geometry, marksOf(game), 56)),
    );
    const names = others(game).map(({ name }) => name);
    const about = [variantName(game.variant), game.rated ? t("rated") : ""];
    return h(
      "li",
      {},
      h(
        "a",
        { class: "turnrow", href: `/game/${game.id}` },
        picture,
        h(
          "span",
          {},
          h("b", {}, names.join(" · ")),
          h("span", { class: "quiet" }, about.filter(Boolean).join(", ")),
        ),
        icon("next"),
      ),
    );
  };
  return h(
    "section",
    { class: "turns" },
    h("h2", {}, t("Your turn"), h("a", { href: "/games" }, t("All games"))),
    h("ul", {}, turns.map(row)),
  );
}

/** @param {Summary[]} found @param {boolean} signedIn */
function myGames(found, signedIn) {
  const rows = found.map((game) => h("li", {}, gameRow(game)));
  return h(
    "section",
    {},
    h("h2", {}, t("My games"), rows.length ? h("a", { href: "/games" }, t("All games")) : null),
    rows.length
      ? h("ul", {}, rows)
      : h(
          "p",
          { class: "quiet empty" },
          signedIn
            ? t("Games you play are listed here.")
            : t("Games you play in this browser are listed here."),
        ),
  );
}

/** @param {import("../types").EditionData} data */
function threeRules(data) {
  const picture = (/** @type {string} */ name, /** @type {import("../types").Colour} */ colour) => {
    const number = data.pieces.findIndex((piece) => piece.name === name);
    return number < 0 ? null : pieceSvg(data, number, colour, { cell: 11 });
  };
  return h(
    "section",
    {},
    h("h2", {}, t("In three sentences")),
    h(
      "ul",
      { class: "threerules" },
      h("li", {}, picture("V3", "blue"), t("Begin on your starting space.")),
      h(
        "li",
        {},
        picture("Z4", "red"),
        t("Each piece touches your own colour, only corner to corner."),
      ),
      h("li", {}, picture("P5", "green"), t("Cover as many spaces as you can.")),
    ),
  );
}

function rulesLinks() {
  return h(
    "section",
    {},
    h("h2", {}, t("Rules")),
    h(
      "ul",
      {},
      families().map(({ name, title }) =>
        h(
          "li",
          {},
          h(
            "a",
            { href: `/rules/${name}` },
            icon("book"),
            h("b", {}, t(title)),
            h("span", { class: "end" }, playersText(name)),
          ),
        ),
      ),
      h(
        "li",
        {},
        h(
          "a",
          { href: "/import" },
          icon("open"),
          h("b", {}, t("Look at a recorded game")),
          h("span", { class: "end" }, ".blksgf"),
        ),
      ),
    ),
  );
}
