/** The icons of the page, drawn in a box of 20 with one stroke width. */

import { h, s } from "./dom.js";

const PATHS = {
  back: "M12.5 4.5L7 10l5.5 5.5",
  next: "M7.5 4.5L13 10l-5.5 5.5",
  up: "M4.5 12.5L10 7l5.5 5.5",
  down: "M4.5 7.5L10 13l5.5-5.5",
  send: "M10 16.5V4M4.5 9.5L10 4l5.5 5.5",
  first: "M5 4.5v11M15 4.5L9.5 10l5.5 5.5",
  last: "M15 4.5v11M5 4.5L10.5 10L5 15.5",
  play: "M6.5 4.5v11l9-5.5Z",
  pause: "M7 4.5v11M13 4.5v11",
  left: "M4 4.2v4h4M4.6 7.8a6.2 6.2 0 1 1-.6 4.6",
  right: "M16 4.2v4h-4M15.4 7.8a6.2 6.2 0 1 0 .6 4.6",
  flip: "M10 3v2M10 7.2v2M10 11.4v2M10 15.6v2M7.6 6.5V15H2.8ZM12.4 6.5V15h4.8Z",
  close: "M5 5l10 10M15 5L5 15",
  check: "M4 10.5l4 4 8-9",
  hint: "M7.5 14.5c0-1.8-2.5-2.8-2.5-6a5 5 0 0 1 10 0c0 3.2-2.5 4.2-2.5 6ZM8 17.5h4",
  undo: "M7.5 4L3.5 8l4 4M4 8h7.5a4.5 4.5 0 0 1 0 9H9",
  redo: "M12.5 4l4 4l-4 4M16 8H8.5a4.5 4.5 0 0 0 0 9H11",
  restart: "M4.5 4v4.5H9M4.8 8.3a6 6 0 1 1-.5 3.7",
  eye: "M2 10c2-3.5 4.7-5.3 8-5.3s6 1.8 8 5.3c-2 3.5-4.7 5.3-8 5.3S4 13.5 2 10ZM10 7.6a2.4 2.4 0 1 0 0 4.8a2.4 2.4 0 1 0 0-4.8",
  ask: "M7 7.5a3 3 0 1 1 4.3 2.7c-.9.5-1.3 1-1.3 2M10 15.5h.01",
  flag: "M5 17.5V3M5 3.5h10l-2.5 3.5L15 10.5H5",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  list: "M7 5.5h10M7 10h10M7 14.5h10M3.5 5.5h.01M3.5 10h.01M3.5 14.5h.01",
  sun: "M10 6.7a3.3 3.3 0 1 0 0 6.6a3.3 3.3 0 1 0 0-6.6M10 1.8v1.9M10 16.3v1.9M1.8 10h1.9M16.3 10h1.9M4.2 4.2l1.35 1.35M14.45 14.45l1.35 1.35M4.2 15.8l1.35-1.35M14.45 5.55l1.35-1.35",
  moon: "M16.5 11.8A6.8 6.8 0 0 1 8.2 3.5a6.8 6.8 0 1 0 8.3 8.3Z",
  globe:
    "M10 2.5a7.5 7.5 0 1 0 0 15a7.5 7.5 0 1 0 0-15M2.5 10h15M10 2.5c2.4 2.2 3.4 4.7 3.4 7.5s-1 5.3-3.4 7.5M10 2.5C7.6 4.7 6.6 7.2 6.6 10s1 5.3 3.4 7.5",
  link: "M8.2 11.8a3.2 3.2 0 0 0 4.5 0l3-3a3.2 3.2 0 0 0-4.5-4.5l-1 1M11.8 8.2a3.2 3.2 0 0 0-4.5 0l-3 3a3.2 3.2 0 0 0 4.5 4.5l1-1",
  copy: "M7 7h9v9H7ZM13 7V4H4v9h3",
  person: "M10 3a3.3 3.3 0 1 0 0 6.6a3.3 3.3 0 1 0 0-6.6M3.8 17c.5-3.3 3-5 6.2-5s5.7 1.7 6.2 5",
  computer:
    "M5.5 5.5h9v9h-9ZM8.2 8.2h3.6v3.6H8.2ZM8 2.5v3M12 2.5v3M8 14.5v3M12 14.5v3M2.5 8h3M2.5 12h3M14.5 8h3M14.5 12h3",
  sliders: "M3 6h7M14 6h3M12 4v4M3 14h3M10 14h7M8 12v4",
  gear: "M10 7.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6M10 2.2v2.3M10 15.5v2.3M2.2 10h2.3M15.5 10h2.3M4.5 4.5l1.6 1.6M13.9 13.9l1.6 1.6M4.5 15.5l1.6-1.6M13.9 6.1l1.6-1.6M10 4.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11",
  trash: "M3.5 5.5h13M8 5.2V3.5h4v1.7M5.2 5.5l.8 11.5h8l.8-11.5M8.3 8.5v5.5M11.7 8.5v5.5",
  sound: "M3 7.8v4.4h3l4 3.3v-11l-4 3.3ZM13 7.2a4 4 0 0 1 0 5.6M15.3 5a7 7 0 0 1 0 10",
  mute: "M3 7.8v4.4h3l4 3.3v-11l-4 3.3ZM13.2 7.8l4.4 4.4M17.6 7.8l-4.4 4.4",
  save: "M10 3v9M6.2 8.5L10 12.2l3.8-3.7M3.5 16.5h13",
  open: "M10 12.5v-9M6.2 7L10 3.3L13.8 7M3.5 16.5h13",
  keys: "M2.5 5.5h15v9h-15ZM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.7h7",
  chat: "M3.5 4.5h13v9H9l-3.5 3v-3h-2Z",
  book: "M10 5.2C8.2 3.9 5.6 3.6 3 3.8v11.4c2.6-.2 5.2.1 7 1.4c1.8-1.3 4.4-1.6 7-1.4V3.8c-2.6-.2-5.2.1-7 1.4ZM10 5.2v11.4",
};

/** @typedef {keyof typeof PATHS} IconName */

/**
 * @param {IconName} name
 * @param {number} [size]
 */
export function icon(name, size = 20) {
  return s(
    "svg",
    { class: "icon", width: size, height: size, viewBox: "0 0 20 20", "aria-hidden": "true" },
    s("path", { d: PATHS[name] }),
  );
}

/** The sign of the house: two squares that meet at a corner, and two that fill the gaps. */
export function logo() {
  return s(
    "svg",
    { class: "logo", width: 24, height: 24, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("rect", { class: "c-blue", x: 0, y: 0, width: 11.5, height: 11.5, rx: 1.8 }),
    s("rect", { class: "c-blue", x: 12, y: 12, width: 11.5, height: 11.5, rx: 1.8 }),
    s("rect", { class: "c-yellow", x: 14.4, y: 2.4, width: 6.4, height: 6.4, rx: 1.2 }),
    s("rect", { class: "c-red", x: 2.4, y: 14.4, width: 6.4, height: 6.4, rx: 1.2 }),
  );
}

/**
 * A button that is an icon; its words are told to who points at it or hears the page.
 * @param {IconName} name
 * @param {string} words
 * @param {(event: Event) => void} act
 * @param {import("./dom.js").Attributes} [more]
 */
export function iconButton(name, words, act, more = {}) {
  return h(
    "button",
    {
      type: "button",
      class: "iconbutton",
      "aria-label": words,
      title: words,
      onclick: act,
      ...more,
    },
    icon(name),
  );
}

/**
 * The same as a link.
 * @param {IconName} name
 * @param {string} words
 * @param {string} href
 * @param {import("./dom.js").Attributes} [more]
 */
export function iconLink(name, words, href, more = {}) {
  return h(
    "a",
    { class: "iconbutton", href, "aria-label": words, title: words, ...more },
    icon(name),
  );
}
