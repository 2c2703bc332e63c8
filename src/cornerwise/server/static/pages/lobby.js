/** The lobby: look for a player, join who waits, challenge who is there, watch what is played. */

import { variantName } from "../js/catalogue.js";
import { clockName } from "../js/clockwords.js";
import { fill, h, refresh } from "../js/dom.js";
import { familyBoards } from "../js/editions.js";
import { listText, t, tn } from "../js/i18n.js";
import { keepGames, liveBoard, liveRow } from "../js/livegames.js";
import { chooseReason, showChallenge } from "../js/lobbydialogs.js";
import { LobbyLink } from "../js/lobbylink.js";
import { challengeRow, ownGames, peopleRows, waitingRows } from "../js/lobbyrows.js";
import { post } from "../js/net.js";
import { settings } from "../js/settings.js";
import { lacking, wishesForm, wishesNow, wishOf } from "../js/wishes.js";
import { refusalText, timeText } from "../js/words.js";

/** @typedef {import("../js/net.js").Refusal} Refusal */
/** @typedef {import("../types").LobbyView} LobbyView */
/** @typedef {import("../types").YourLobby} YourLobby */

/** How many live games are shown as boards. */
const BOARDS = 3;

/** @type {import("../app.js").Page} */
export async function show(main, app) {
  document.title = `${t("Lobby")} · Cornerwise`;
  const wishes = wishesNow(app);
  const boards = await familyBoards(app);
  const account = app.start.account?.name ?? "";
  /** @type {LobbyView | null} */
  let lobby = null;
  /** @type {YourLobby} */
  let you = { type: "you", seek: null, challenges: [] };
  /** @type {Set<string>} */
  let mine = new Set();
  /** When we began to look, until the server knows. */
  let begun = 0;

  const error = h("p", { class: "error", role: "alert", hidden: true });
  const fail = (/** @type {unknown} */ why) => {
    error.hidden = !why;
    error.textContent = why ? refusalText(/** @type {Refusal} */ (why)) : "";
  };
  const attempt = async (/** @type {() => Promise<unknown>} */ act) => {
    fail(null);
    try {
      await act();
    } catch (why) {
      fail(why);
    }
  };

  const find = h("button", { type: "button", class: "button primary find" }, t("Find a player"));
  const note = h("p", { class: "quiet findnote", role: "status" });
  /** Always in view, however low the window is: whether we look, and what is offered. */
  const foot = h("div", { class: "l-foot" });
  const offer = h("div", { class: "offer", role: "status" });
  const challenges = h("ul", { class: "challenges" });
  const challengesPart = h(
    "section",
    { class: "l-challenges", hidden: true, "aria-label": t("Challenges") },
    challenges,
  );
  const waiting = h("ul", { class: "waitrows" });
  const waitingNote = h("p", { class: "quiet empty" });
  const live = h("div", { class: "liveboards" });
  const liveRows = h("ul", { class: "liverows" });
  const liveNote = h("p", { class: "quiet empty" });
  const liveCount = h("span", { class: "quiet" });
  const liveTitle = h("span", {}, t("Live"));
  const people = h("ul", { class: "people" });
  const peopleNote = h("p", { class: "quiet small" });
  const peopleCount = h("span", { class: "quiet" });

  const go = (/** @type {string | null | undefined} */ game) => game && app.go(`/game/${game}`);
  const link = new LobbyLink({
    shown: (seen) => {
      lobby = seen;
      draw();
    },
    you: (own) => {
      you = own;
      if (own.seek) begun = 0;
      draw();
    },
    begins: (game) => {
      link.wish = null;
      go(game);
    },
    online: () => draw(),
  });
  const looking = () => Boolean(link.wish);

  /** @type {import("../js/lobbyrows.js").RowActions} */
  const actions = {
    meet: (seek) =>
      void attempt(async () => {
        const answer = await link.ask({ type: "meet", seek, name: settings.name });
        if (answer.game) go(answer.game);
      }),
    sit: (game) =>
      void attempt(async () => {
        await post(`/api/games/${game}/join`, { name: settings.name });
        go(game);
      }),
    challenge: (name) => {
      showChallenge(name, wishes, Boolean(account), (asked) =>
        link.ask({ type: "challenge", rival: name, name: settings.name, ...asked }),
      );
    },
    accept: ({ id }) =>
      void attempt(async () => {
        go((await link.ask({ type: "accept", challenge: id, name: settings.name })).game);
      }),
    decline: ({ id }) => {
      chooseReason((reason) => link.ask({ type: "decline", challenge: id, reason }));
    },
    withdraw: ({ id }) => void attempt(() => link.ask({ type: "withdraw", challenge: id })),
  };

  const look = () => {
    const wrong = lacking(wishes);
    if (wrong) {
      note.textContent = wrong;
      return;
    }
    begun = Date.now() + link.ahead;
    void attempt(() => link.seek(wishOf(wishes)));
    draw();
  };
  const stop = () => {
    void link.stop();
    you.seek = null;
    draw();
  };
  find.addEventListener("click", () => (looking() ? stop() : look()));

  const form = wishesForm({
    boards,
    wishes,
    signedIn: Boolean(account),
    changed: () => {
      if (looking()) look(); // the ticks count from now on
      draw();
    },
  });

  const drawSearch = () => {
    const since = you.seek?.since ?? begun;
    if (looking()) {
      const gone = timeText(Math.max(0, Date.now() + link.ahead - since));
      refresh(find, t("Stop looking"), h("span", { class: "gone" }, gone));
      note.textContent = link.online
        ? t("Looking for a player. You can leave this page open and do something else.")
        : t("The connection is lost. You are back in line as soon as it returns.");
    } else {
      refresh(find, t("Find a player"));
      note.textContent = lacking(wishes);
    }
    const proposed = looking() ? you.seek?.offer : null;
    if (!proposed) {
      refresh(offer);
      return;
    }
    const { computers, level, others, variant, clock } = proposed;
    const company = others.map((name) => name || t("Guest"));
    const filled = tn(
      "{n} computer at level {level}",
      "{n} computers at level {level}",
      computers,
      { level },
    );
    const words = t("{variant}, {clock}, with {players}. Not rated.", {
      variant: variantName(variant),
      clock: clockName(clock),
      players: listText(computers ? [...company, filled] : company),
    });
    refresh(
      offer,
      h("p", {}, h("b", {}, t("While you wait:")), " ", words),
      you.seek?.filled
        ? h("p", { class: "quiet" }, t("The game begins in a moment."))
        : h(
            "button",
            {
              type: "button",
              class: "button",
              onclick: () => void attempt(() => link.ask({ type: "fill" })),
            },
            t("Play now"),
          ),
    );
  };

  const drawLists = () => {
    if (!lobby) return;
    const now = Date.now() + link.ahead;
    const { rows } = waitingRows(
      lobby,
      wishes,
      { seek: you.seek?.id ?? null, games: mine },
      now,
      actions,
    );
    refresh(waiting, rows);
    waitingNote.hidden = rows.length > 0;
    waitingNote.textContent =
      (lobby.online?.count ?? 0) > 1
        ? t("Nobody is waiting right now. Open a game, and it is listed here for all.")
        : t(
            "Nobody else is here right now. Look for a player: after a few seconds the computer is offered, too.",
          );
    const { count = 0, games = [], finished = [] } = lobby.live ?? {};
    const shown = count ? games : finished.map((game) => ({ game, watching: 0 }));
    liveTitle.textContent = !count && shown.length ? t("Just finished") : t("Live");
    liveCount.textContent = count ? tn("{n} game", "{n} games", count) : "";
    keepGames(live, shown.slice(0, BOARDS), (one) => liveBoard(app, one, 150));
    refresh(liveRows, shown.slice(BOARDS).map(liveRow));
    liveNote.hidden = shown.length > 0;
    liveNote.textContent = t("No game is being played that others may watch.");
    const { count: there = 0, people: named = [] } = lobby.online ?? {};
    peopleCount.textContent = tn("{n} player", "{n} players", there);
    refresh(people, peopleRows(named, account, actions));
    const guests = there - named.length;
    peopleNote.textContent = guests > 0 ? tn("{n} guest", "{n} guests", guests) : "";
    challengesPart.hidden = !you.challenges.length;
    refresh(
      challenges,
      you.challenges.map((one) => challengeRow(one, actions, lobby?.online)),
    );
  };

  const draw = () => {
    drawSearch();
    drawLists();
  };

  fill(foot, error, find, note, offer);
  const head = (/** @type {(Node | string | null)[]} */ ...children) => h("h2", {}, ...children);
  fill(
    main,
    h(
      "div",
      { class: "page lobby" },
      h(
        "section",
        { class: "l-find" },
        h("h1", {}, t("Find a player")),
        h("p", { class: "quiet" }, t("Tick all that suits you: the more, the sooner you play.")),
        form,
        foot,
      ),
      h(
        "div",
        { class: "l-there" },
        challengesPart,
        h(
          "section",
          {},
          head(
            t("Waiting now"),
            h("a", { href: "/new?people=open&listed" }, t("Open a game of your own")),
          ),
          waiting,
          waitingNote,
        ),
        h(
          "div",
          { class: "l-split" },
          h("section", {}, head(liveTitle, liveCount), live, liveRows, liveNote),
          h("section", {}, head(t("Online"), peopleCount), people, peopleNote),
        ),
      ),
    ),
  );
  draw();
  void ownGames().then((found) => {
    mine = found;
    draw();
  });
  const [wanted, rival] = location.hash.split("=");
  if (wanted) history.replaceState(null, "", "/lobby");
  if (wanted === "#find") look();
  if (wanted === "#challenge" && rival) actions.challenge(decodeURIComponent(rival));
  const ticking = setInterval(drawSearch, 1000);
  return () => {
    clearInterval(ticking);
    if (looking()) link.say({ type: "stop" });
    link.close();
  };
}
