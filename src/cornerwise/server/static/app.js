/** The page: it loads the words, draws the head and shows what the address says. */

import { know } from "./js/catalogue.js";
import { fill, h } from "./js/dom.js";
import { entrance } from "./js/entrancelink.js";
import { geometry } from "./js/geometry.js";
import { allWords, languages, speak, spoken, t } from "./js/i18n.js";
import { icon, iconButton, iconLink, logo } from "./js/icons.js";
import { dialog } from "./js/menu.js";
import { get } from "./js/net.js";
import { applyTheme, change, isDark, settings, watch } from "./js/settings.js";

/** @typedef {import("./types").StartData} StartData */
/** @typedef {import("./page").Geometry} Geometry */

/**
 * What every page is given.
 * @typedef {object} App
 * @property {StartData} start
 * @property {(edition: string) => Promise<Geometry>} geometry
 * @property {(path: string) => void} go
 * @property {() => void} head  draws it anew
 */

/**
 * What to do when a page is left, if anything.
 * @typedef {(() => void) | void} Leave
 */

/**
 * A page draws itself into an element.
 * @typedef {(main: HTMLElement, app: App, words: string[]) => Leave | Promise<Leave>} Page
 */

/** @type {[RegExp, () => Promise<{show: Page}>][]} */
const ROUTES = [
  [/^\/$/, () => import("./pages/home.js")],
  [/^\/new$/, () => import("./pages/new.js")],
  [/^\/lobby$/, () => import("./pages/lobby.js")],
  [/^\/games$/, () => import("./pages/games.js")],
  [/^\/import$/, () => import("./pages/import.js")],
  [/^\/rules(?:\/([\w-]+))?$/, () => import("./pages/rules.js")],
  [/^\/game\/([\w-]+)$/, () => import("./pages/game.js")],
  [/^\/review\/([\w-]+)$/, () => import("./pages/review.js")],
  [/^\/review\/([\w-]+)\/learn$/, () => import("./pages/retry.js")],
  [/^\/settings$/, () => import("./pages/settings.js")],
  [/^\/(sign-in|sign-up|recover)$/, () => import("./pages/entrance.js")],
  [/^\/account$/, () => import("./pages/account.js")],
  [/^\/learn(?:\/([\w-]+))?$/, () => import("./pages/learn.js")],
  [/^\/analysis(?:\/([\w-]+))?$/, () => import("./pages/analysis.js")],
  [/^\/@\/([^/]+)$/, () => import("./pages/profile.js")],
  [/^\/moderation$/, () => import("./pages/moderation.js")],
  [/^\/puzzles$/, () => import("./pages/puzzles.js")],
  [/^\/puzzles\/([\w-]+)$/, () => import("./pages/puzzle.js")],
  [/^\/problem\/([\w-]+)$/, () => import("./pages/problem.js")],
  [/^\/ranking(?:\/([\w-]+))?$/, () => import("./pages/ranking.js")],
];

/** @param {string} path */
const routeOf = (path) => ROUTES.find(([pattern]) => pattern.test(path));

/** @type {Map<string, Promise<Geometry>>} */
const boards = new Map();
/** @type {Leave} */
let leave;
let visit = 0;

/** @type {App} */
const app = {
  start: /** @type {StartData} */ ({}),
  geometry(edition) {
    const found = boards.get(edition) ?? get(app.start.editions[edition]).then(geometry);
    boards.set(edition, found);
    return found;
  },
  go(path) {
    history.pushState(null, "", path);
    void show(true);
  },
  head,
};

/**
 * A page and its words: those of the first page and of games are there already.
 * @param {Promise<{show: Page}>} coming
 */
async function withWords(coming) {
  const early = location.pathname === "/" || location.pathname.startsWith("/game/");
  const [page] = await Promise.all([coming, early ? null : allWords()]);
  return page;
}

/** @param {boolean} [moved] whether the reader followed a link: then the focus follows, too */
async function show(moved = false) {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const route = routeOf(location.pathname);
  const mine = ++visit;
  leave?.();
  leave = undefined;
  head();
  const words = route
    ? (location.pathname.match(route[0]) ?? []).slice(1).map((word) => word ?? "")
    : [];
  const coming = withWords(route ? route[1]() : import("./pages/missing.js"));
  // The server may have become newer than this page since: then it has other addresses, and the page begins anew.
  const page = await (moved ? coming.catch(() => location.reload()) : coming);
  if (!page) return;
  if (mine !== visit) return;
  const left = await page.show(main, app, words);
  if (mine !== visit) left?.();
  else leave = left;
  const own = app.start.account;
  if (own && (own.role !== "user" || own.name === settings.newcomer))
    void import("./js/own.js").then(({ attend }) => attend(app, main, moved));
  if (moved) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/** Which page of the head others belong to, by how their addresses begin. */
const WITHIN = { "/problem/": "/puzzles", "/review/": "/games", "/import": "/games" };

/** The head of the page: brand, pages, language, theme. */
function head() {
  const here = location.pathname;
  const within = Object.entries(WITHIN).find(([start]) => here.startsWith(start))?.[1] ?? here;
  /** @type {[string, string][]} */
  const pages = [
    ["/lobby", t("Lobby")],
    ["/new", t("New game")],
    ["/puzzles", t("Puzzles")],
    ["/games", t("My games")],
    ["/ranking", t("Ranking")],
    ["/analysis", t("Analysis")],
    ["/learn", t("Learn")],
    ["/rules", t("Rules")],
  ];
  const choose = h(
    "select",
    {
      class: "bare",
      "aria-label": t("Language"),
      onchange: () => change({ language: choose.value }),
    },
    languages.map(({ code, name }) =>
      h("option", { value: code, lang: code, selected: code === spoken() }, name),
    ),
  );
  const dark = isDark();
  const theme = iconButton(dark ? "sun" : "moon", dark ? t("Light theme") : t("Dark theme"), () =>
    change({ theme: isDark() ? "light" : "dark" }),
  );
  fill(
    /** @type {HTMLElement} */ (document.getElementById("top")),
    h(
      "a",
      { class: "brand", href: "/", "aria-label": "Cornerwise" },
      logo(),
      h("span", {}, "Cornerwise"),
    ),
    h(
      "nav",
      { "aria-label": t("Pages") },
      pages.map(([href, name]) =>
        h("a", { href, "aria-current": within.startsWith(href) ? "page" : null }, name),
      ),
    ),
    h(
      "div",
      { class: "end" },
      here === "/"
        ? h(
            "div",
            { class: "languages", role: "group", "aria-label": t("Language") },
            icon("globe", 18),
            languages.map(({ code, name }) =>
              h(
                "button",
                {
                  type: "button",
                  lang: code,
                  "aria-pressed": String(code === spoken()),
                  onclick: () => change({ language: code }),
                },
                name,
              ),
            ),
          )
        : null,
      h(
        "span",
        { class: here === "/" ? "language narrow" : "language" },
        icon("globe", 18),
        choose,
      ),
      theme,
      person(here),
      iconLink("gear", t("Settings"), "/settings", {
        class: "iconbutton gear",
        "aria-current": here === "/settings" ? "page" : null,
      }),
      iconButton("menu", t("Menu"), () => showPages([...pages, ["/settings", t("Settings")]]), {
        class: "iconbutton pages",
      }),
    ),
  );
}

/** Who is signed in, or the way to it. @param {string} here */
function person(here) {
  const { name, waiting } = app.start.account ?? {};
  const href = name ? "/account" : entrance();
  const words = name ?? t("Sign in");
  return h(
    "a",
    {
      class: `iconbutton person ${name ? "named" : ""}`,
      href,
      "aria-label": waiting ? `${words} (${waiting})` : words,
      "aria-current": here === href.split("?")[0] ? "page" : null,
    },
    name ? h("b", { "aria-hidden": "true" }, name.slice(0, 2).toLocaleUpperCase()) : icon("person"),
    waiting ? h("small", {}, waiting) : null,
    h("span", {}, words),
  );
}

/** The pages as a list: a phone has no room for them beside each other. @param {[string, string][]} pages */
function showPages(pages) {
  const here = location.pathname;
  const box = dialog(
    "Cornerwise",
    h(
      "ul",
      { class: "pages-list", onclick: () => box.close() },
      pages.map(([href, name]) =>
        h("li", {}, h("a", { href, "aria-current": here.startsWith(href) ? "page" : null }, name)),
      ),
    ),
  );
}

/** Reads the words of the language that the settings name, and shows the page in them. */
async function speakLanguage() {
  code = settings.language;
  tellLanguage();
  const held = document.activeElement?.id;
  const { language, messages } = await get(`/api/messages${code ? `?lang=${code}` : ""}`);
  speak(language, messages);
  await show();
  if (held) document.getElementById(held)?.focus(); // the choice of a language is drawn anew, too
}

/** Lets the server know which language is chosen, so that the next page comes with the right words. */
function tellLanguage() {
  // biome-ignore lint/suspicious/noDocumentCookie: the other way, cookieStore, needs a safe connection
  document.cookie = `language=${code}; path=/; max-age=${code ? 31536000 : 0}; samesite=lax`;
}

/** Links within the page change the address without loading it again. @param {MouseEvent} event */
function follow(event) {
  const link = /** @type {Element} */ (event.target).closest("a");
  if (
    !link ||
    event.defaultPrevented ||
    event.button ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey
  )
    return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (!routeOf(link.pathname)) return;
  event.preventDefault();
  app.go(link.pathname + link.search + link.hash);
}

watch(() => {
  applyTheme();
  head();
  if (settings.language !== code) void speakLanguage();
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => head());
document.addEventListener("click", follow);
addEventListener("popstate", () => void show());
// A key after # is read by the game's page: coming back with one is a new visit.
addEventListener("hashchange", () => location.hash.length > 1 && void show());

/** The language as it was last set. */
let code = settings.language;
void routeOf(location.pathname)?.[1](); // its scripts come while we wait for the words
const start = JSON.parse(document.getElementById("start")?.textContent ?? "{}");
const words = await get(
  !code || code === start.language ? start.messages : `/api/messages?lang=${code}`,
);
tellLanguage();
app.start = start;
know(start);
languages.push(...start.languages);
speak(words.language, words.messages, async () =>
  words.language === start.language ? (await get(start.more_messages)).messages : {},
);
await show();
