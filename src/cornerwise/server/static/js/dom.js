/** Small helpers to build elements: every text goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * Sets attributes and properties: `on…` adds a listener, `class`, `text` and booleans do what they say.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (name === "text") {
      element.replaceChildren(String(value));
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * An HTML element with attributes and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  append(element, children.flat());
  return element;
}

/**
 * An SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  append(element, children.flat());
  return element;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
const shown = (children) =>
  children
    .filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  element.append(...shown(children));
}

/**
 * Replaces the children of an element.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children.flat());
}

/**
 * Replaces the children of an element except those that look the same: a button keeps the focus, and a press
 * that news arrive in the middle of still counts. What a child does must follow from its looks.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refresh(element, ...children) {
  const wanted = shown(children.flat()).map((child) =>
    child instanceof Node ? child : new Text(child),
  );
  wanted.forEach((child, at) => {
    const old = element.childNodes[at];
    if (!old) element.append(child);
    else if (!old.isEqualNode(child)) old.replaceWith(child);
  });
  while (element.childNodes.length > wanted.length) element.lastChild?.remove();
}

/**
 * Sets an attribute only when it changes, so that nothing is announced or painted twice.
 * @param {Element} element @param {string} name @param {string} value
 */
export function keep(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Whether the reader asked for less motion. */
export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether the page is laid out for a phone, upright or on its side: as css/game.css says it. */
export function onPhone() {
  return matchMedia(
    "(max-width: 767px) and (orientation: portrait), (max-width: 1199px) and (max-height: 520px) and (orientation: landscape)",
  ).matches;
}

/** Whether there is room for all panels beside the board. */
export function onDesk() {
  return matchMedia("(min-width: 1200px)").matches;
}
