/** Links to a game: to invite, to watch, to go on elsewhere, to keep. */

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { dialog } from "./menu.js";
import { get, post } from "./net.js";
import { refusalText } from "./words.js";

/** @typedef {import("./net.js").Refusal} Refusal */
/** @typedef {import("./table.js").Table} Table */

/**
 * A link with a button that copies it.
 * @param {string} link
 * @param {string} label
 */
export function copyBox(link, label) {
  const field = h("input", {
    class: "field",
    readonly: true,
    value: link,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand("copy"); // pages without https have no clipboard of their own
    }
    fill(button, icon("check", 18), t("Copied"));
  };
  const button = h(
    "button",
    { type: "button", class: "button", onclick: () => void copy() },
    icon("copy", 18),
    t("Copy link"),
  );
  return h("div", { class: "copy" }, field, button);
}

/** Where others find this server, once it was asked. @type {import("../types").Reachable | null} */
let network = null;
/** @type {Promise<void> | null} */
let asked = null;

/** Whether this page was opened under a name that means another machine to others. */
const atHome = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/**
 * The link for those who should play, with its QR code. On the machine of the server it is one that
 * others can open, or beside it stands what to do to have such.
 * @param {Table} table
 */
export function invitation(table) {
  const box = h("div", { class: "invitation" });
  const draw = () => {
    const home = (atHome() && network?.address) || location.origin;
    const image = `/api/games/${table.game.id}/invite.svg?at=${encodeURIComponent(home)}`;
    fill(
      box,
      copyBox(`${home}/game/${table.game.id}#join=${table.you.invite ?? ""}`, t("Invitation link")),
      atHome() ? reach(draw) : null,
      // A telephone that scans an address of this machine alone finds nothing.
      atHome() && !network?.address
        ? null
        : h("img", { class: "qr", src: image, alt: t("The invitation as a QR code") }),
    );
  };
  if (atHome() && !network) {
    asked ??= get("/api/network").then((found) => {
      network = found;
    });
    void asked.then(draw);
  }
  draw();
  return box;
}

/**
 * Who can open the link, and a way to let more people.
 * @param {() => void} redraw
 */
function reach(redraw) {
  const line = (/** @type {(Node | string)[]} */ ...words) =>
    h("p", { class: "quiet local", role: "status" }, ...words);
  if (!network) return line("\u00a0"); // keeps the place
  if (network.address) return line(t("Everybody in your network can open the link."));
  if (!network.may_open) {
    const how = h("code", {}, "cornerwise serve --host 0.0.0.0");
    return line(
      t(
        "Only this computer can open the link. To let others in your network play, start the server like this:",
      ),
      " ",
      how,
    );
  }
  const open = async () => {
    try {
      network = await post("/api/network", {});
      redraw();
    } catch (error) {
      fill(here, refusalText(/** @type {Refusal} */ (error)));
    }
  };
  const button = h(
    "button",
    { type: "button", class: "button", onclick: () => void open() },
    t("Let others in my network play"),
  );
  const here = line(t("Only this computer can open the link."), " ", button);
  return here;
}

/**
 * The link that is one's seat; null for those who watch.
 * @param {Table} table
 */
export function seatLink(table) {
  const { game, you } = table;
  if (!you.key) return null;
  const base = `/api/games/${game.id}`;
  const box = h("div", { class: "invite" });
  let count = 0; // a new address for each picture, or the browser shows the old one
  const draw = (/** @type {string} */ key, note = "") => {
    fill(
      box,
      h("p", {}, t("This link is your seat. Keep it to yourself.")),
      copyBox(`${location.origin}/game/${game.id}#seat=${key}`, t("Seat link")),
      h("img", {
        class: "qr",
        src: `${base}/seat.svg?n=${count++}`,
        alt: t("The seat link as a QR code"),
      }),
      h(
        "button",
        { type: "button", class: "button", onclick: () => void change(key) },
        t("Make this link invalid"),
      ),
      h(
        "p",
        { class: "quiet", role: "status" },
        note || t("If somebody else has the link: they lose the seat, and you get a new link."),
      ),
    );
  };
  const change = async (/** @type {string} */ key) => {
    try {
      const snapshot = await post(`${base}/rekey`, {});
      draw(snapshot.you.key, t("The old link is invalid now. This is the new one."));
    } catch (error) {
      draw(key, refusalText(/** @type {Refusal} */ (error)));
    }
  };
  draw(you.key);
  return h("details", {}, h("summary", {}, t("Continue on another device")), box);
}

/**
 * Everything to keep or pass on of a game.
 * @param {Table} table
 */
export function showShare(table) {
  const base = `/api/games/${table.game.id}`;
  const ply = table.ply ?? table.moves.length;
  const save = (/** @type {string} */ href, /** @type {string} */ words) =>
    h("a", { class: "button", href, download: "" }, icon("save"), words);
  dialog(
    t("Save or share"),
    h("p", {}, t("Whoever has this link can watch the game.")),
    h(
      "div",
      { class: "invite" },
      copyBox(`${location.origin}/game/${table.game.id}`, t("Link to the game")),
    ),
    h(
      "div",
      { class: "menu-actions" },
      save(`${base}.blksgf`, t("Game record")),
      save(`${base}.svg?ply=${ply}`, t("Drawing (SVG)")),
      save(`${base}.png?ply=${ply}`, t("Picture (PNG)")),
    ),
  );
}
