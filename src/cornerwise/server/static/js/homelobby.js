/** What the first page shows of the lobby, once it is there: what is played, who waits, who challenges. */

import { fill, h, refresh } from "./dom.js";
import { allWords, t, tn } from "./i18n.js";
import { keepGames, liveBoard, liveRow, scoreList } from "./livegames.js";
import { chooseReason } from "./lobbydialogs.js";
import { LobbyLink } from "./lobbylink.js";
import { challengeRow, ownGames, waitingRows } from "./lobbyrows.js";
import { get, post } from "./net.js";
import { longTitle } from "./problemwords.js";
import { levelMarks, puzzleTitle } from "./puzzlewords.js";
import { settings } from "./settings.js";
import { puzzlePicture } from "./silhouette.js";
import { showTop } from "./toplist.js";
import { wishesNow } from "./wishes.js";
import { refusalText } from "./words.js";

/** @typedef {import("./net.js").Refusal} Refusal */
/** @typedef {import("../types").LobbyView} LobbyView */

/** How many of each are listed here. */
const ROWS = 4;
/** How high the picture of a puzzle may be; its place is kept free (css/home.css). */
const PICTURE = 150;

/**
 * Fills the places that the first page keeps free.
 * @param {import("../app.js").App} app
 * @param {{large: HTMLElement, place: HTMLElement}} places  of the featured game, and of all else
 * @returns {Promise<() => void>}  ends it
 */
export async function showLobby(app, { large, place }) {
  await allWords();
  const wishes = wishesNow(app);
  const own = { seek: null, games: await ownGames() };
  const error = h("p", { class: "error", role: "alert", hidden: true });
  const challenges = h("ul", { class: "challenges", hidden: true });
  const waiting = h("ul", { class: "waitrows" });
  const waitingNote = h(
    "p",
    { class: "quiet empty" },
    t("Nobody is waiting right now."),
    " ",
    h("a", { href: "/new?people=open&listed" }, t("Open a game of your own")),
  );
  const online = h("span", { class: "quiet" });
  const live = h("ul", { class: "liverows" });
  const liveTitle = h("span", {}, t("To watch"));
  const liveNote = h("p", { class: "quiet empty" });
  const daily = h("section", { class: "h-daily" }, h("h2", {}, t("Puzzle of the day")));
  const ranking = h("section", { class: "h-ranking" }, h("h2", {}, t("World ranking")));

  const attempt = async (/** @type {() => Promise<unknown>} */ act) => {
    error.hidden = true;
    try {
      await act();
    } catch (why) {
      error.hidden = false;
      error.textContent = refusalText(/** @type {Refusal} */ (why));
    }
  };
  /** @param {string | null | undefined} game */
  const go = (game) => game && app.go(`/game/${game}`);
  /** @type {import("./lobbyrows.js").RowActions} */
  const actions = {
    meet: (seek) =>
      void attempt(async () => {
        const answer = await link.ask({ type: "meet", seek, name: settings.name });
        if (answer.game) go(answer.game);
        else app.go("/lobby");
      }),
    sit: (game) =>
      void attempt(async () => {
        await post(`/api/games/${game}/join`, { name: settings.name });
        go(game);
      }),
    challenge: () => app.go("/lobby"),
    accept: ({ id }) =>
      void attempt(async () => {
        go((await link.ask({ type: "accept", challenge: id, name: settings.name })).game);
      }),
    decline: ({ id }) => {
      chooseReason((reason) => link.ask({ type: "decline", challenge: id, reason }));
    },
    withdraw: ({ id }) => void attempt(() => link.ask({ type: "withdraw", challenge: id })),
  };

  /** @param {LobbyView} lobby */
  const draw = (lobby) => {
    const { rows } = waitingRows(lobby, wishes, own, Date.now() + link.ahead, actions);
    refresh(waiting, rows.slice(0, ROWS));
    waitingNote.hidden = rows.length > 0;
    online.textContent = t("{n} online", { n: lobby.online?.count ?? 0 });
    const { count = 0, games = [], finished = [] } = lobby.live ?? {};
    const featured = large.checkVisibility(); // a narrow page has no room for it
    const begun = featured ? games.find(({ game }) => game.moves) : undefined; // with something to see
    if (begun) feature(begun, count);
    const going = games.filter((one) => one !== begun);
    const rest = count ? going : finished.map((game) => ({ game, watching: 0 }));
    liveTitle.textContent = !count && rest.length ? t("Just finished") : t("To watch");
    refresh(live, rest.slice(0, ROWS).map(liveRow));
    liveNote.hidden = rest.length > 0;
    liveNote.textContent = count
      ? t("One game is being played: the one above.")
      : t("No game is being played that others may watch.");
  };

  const board = h("div", { class: "h-board" });
  const scores = h("div", {});
  const count = h("span", { class: "quiet" });
  /** Shows a game that is being played in the place of the sample. @param {import("../types").Shown} shown @param {number} number */
  const feature = (shown, number) => {
    if (large.dataset.live !== "true") {
      large.dataset.live = "true";
      fill(
        large,
        h("h2", {}, t("Live now"), count, h("a", { href: "/lobby" }, t("Watch all"))),
        board,
        scores,
      );
    }
    count.textContent = tn("{n} game", "{n} games", number);
    keepGames(board, [shown], (one) => liveBoard(app, one, Math.min(420, innerWidth * 0.36)));
    refresh(scores, scoreList(shown.game));
  };

  const link = new LobbyLink({
    shown: draw,
    you: (own) => {
      challenges.hidden = !own.challenges.length;
      refresh(
        challenges,
        own.challenges.map((one) => challengeRow(one, actions)),
      );
    },
    begins: go,
  });
  void puzzleOfTheDay().then((card) => card && daily.append(card));
  void showTop(app, ranking);

  fill(
    place,
    error,
    challenges,
    h(
      "div",
      { class: "columns" },
      h(
        "div",
        { class: "h-people" },
        h("section", {}, h("h2", {}, t("Waiting now"), online), waiting, waitingNote),
        h(
          "section",
          { class: "h-live" },
          h("h2", {}, liveTitle, h("a", { href: "/lobby" }, t("Lobby"))),
          live,
          liveNote,
        ),
      ),
      ranking,
      daily,
    ),
  );
  return () => link.close();
}

/** The puzzle of the day with its picture, if it can be had. */
async function puzzleOfTheDay() {
  const day = new Intl.DateTimeFormat("sv").format(); // as the puzzles' page counts days: 2026-11-18
  /** @type {import("../types").OfTheDay | null} */
  const found = await get(`/api/puzzles/daily?date=${day}`).catch(() => null);
  if (!found) return null;
  const { id, title, variant, number, level, grid, places, picture } = found;
  // A problem is drawn as a board, a pattern as a dark figure.
  const look = { places, level: variant ? 0 : level };
  return h(
    "a",
    { class: "dailycard", href: variant ? `/problem/${id}` : `/puzzles/${id}` },
    puzzlePicture(grid, look, picture, { width: 240, height: PICTURE, most: 26 }),
    h(
      "span",
      { class: "under" },
      h(
        "b",
        {},
        variant ? longTitle({ variant, number: number ?? 0 }) : puzzleTitle({ id, title }),
      ),
      levelMarks(level),
      h("span", { class: "end" }, t("Solve it")),
    ),
  );
}
