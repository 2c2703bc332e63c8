/**
 * What is wrong with the layout of the page now: text cut off, things over each other, lines that broke, things
 * outside the window. Answers sentences; none if all is well.
 */
() => {
  const found = new Set();
  const say = (words, element) => {
    const text = (element.getAttribute?.("aria-label") || element.textContent || "")
      .trim()
      .replace(/\s+/g, " ")
      .slice(0, 40);
    found.add(
      `${words}: <${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${text}`,
    );
  };
  const open = document.querySelector("dialog[open]");
  const root = open ?? document.body;
  const style = new Map();
  const styleOf = (e) => {
    if (!style.has(e)) style.set(e, getComputedStyle(e));
    return style.get(e);
  };
  const FLOATS = ".bar, .why, .tip"; // meant to lie over other things
  /** The part of a box that can be seen: what scrolls or hides cuts it. */
  const seen = (element, box) => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom];
    let hidden = null;
    for (let e = element; e && e !== document.documentElement; e = e.parentElement) {
      const s = styleOf(e);
      if (s.visibility === "hidden" || s.opacity === "0") return null;
      if (
        e === document.body ||
        (e === element && e.tagName !== "DIV" && e.tagName !== "P") ||
        s.overflowX === "visible"
      )
        continue;
      const b = e.getBoundingClientRect();
      const cuts =
        right > b.right + 2 ||
        left < b.left - 2 ||
        ((s.overflowY === "hidden" || s.overflowY === "clip") &&
          (bottom > b.bottom + 2 || top < b.top - 2));
      if (cuts && (s.overflowX === "hidden" || s.overflowX === "clip")) hidden = e;
      [left, top, right, bottom] = [
        Math.max(left, b.left),
        Math.max(top, b.top),
        Math.min(right, b.right),
        Math.min(bottom, b.bottom),
      ];
    }
    return { left, top, right, bottom, hidden, gone: right - left < 2 || bottom - top < 2 };
  };
  const skipped = (e) =>
    e.closest(".unseen, noscript, script, option, .board, svg, #live") !== null;

  // Texts: each with the lines that it takes.
  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || skipped(element) || element.closest(FLOATS)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const part = seen(element, box);
    if (!part || (part.gone && element.closest(".spare"))) continue; // what is spare is there where there is room
    if (part.hidden) say("is cut off", element);
    const s = styleOf(element);
    if (s.textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth + 1)
      say("is cut off", element);
    if (!part.gone) texts.push({ element, part });
    if (box.right > innerWidth + 1 || box.left < -1) say("is outside the window", element);
  }

  // What can be pressed.
  const controls = [];
  for (const element of root.querySelectorAll(
    "a[href], button, input, select, textarea, summary, [role=option]",
  )) {
    if (skipped(element) || element.closest(FLOATS)) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 1) continue;
    const part = seen(element, box);
    if (!part || part.gone) continue;
    if (part.hidden) say("is cut off", element);
    if (box.right > innerWidth + 1 || box.left < -1) say("is outside the window", element);
    controls.push({ element, part });
  }

  // What is chosen among several, whole.
  const pen = document.createElement("canvas").getContext("2d");
  for (const element of root.querySelectorAll("select.field")) {
    const s = styleOf(element);
    const room =
      element.clientWidth - Number.parseFloat(s.paddingLeft) - Number.parseFloat(s.paddingRight);
    if (room < 1) continue;
    pen.font = s.font;
    const chosen = element.selectedOptions[0]?.textContent ?? "";
    if (pen.measureText(chosen).width > room + 1) say("is cut off", element);
  }

  // Over each other.
  const things = [...texts, ...controls];
  const stuck = (element) => {
    for (let e = element; e; e = e.parentElement)
      if (["fixed", "sticky"].includes(styleOf(e).position)) return true;
    return false;
  };
  for (let i = 0; i < things.length; i++) {
    const a = things[i];
    for (let j = i + 1; j < things.length; j++) {
      const b = things[j];
      const wide = Math.min(a.part.right, b.part.right) - Math.max(a.part.left, b.part.left);
      const high = Math.min(a.part.bottom, b.part.bottom) - Math.max(a.part.top, b.part.top);
      if (wide < 3 || high < 3) continue;
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const label = (e) => e.closest("label, .switch, .language") ?? e;
      if (label(a.element).contains(b.element) || label(b.element).contains(a.element)) continue;
      if (stuck(a.element) !== stuck(b.element)) continue;
      say(
        `lies over <${b.element.tagName.toLowerCase()} class="${b.element.getAttribute("class") ?? ""}"> ${b.element.textContent.trim().slice(0, 20)}`,
        a.element,
      );
    }
  }

  // On the board: its rim is not a rectangle.
  const rim = document.querySelector(".game .board-svg .rim");
  if (rim && !open) {
    const matrix = rim.getScreenCTM().inverse();
    for (const { element, part } of things) {
      for (const [x, y] of [
        [part.left, part.top],
        [part.right, part.top],
        [part.left, part.bottom],
        [part.right, part.bottom],
      ]) {
        if (rim.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix)))
          say("lies on the board", element);
      }
    }
  }

  // One line each.
  const LINES =
    ".button, .place, #top a, .tabs a, .tabs button, .g-head h1:not(.long), .g-tray h2, .linklike, .segments span, .keys > span, .replay .where, .clock, .strip .name";
  for (const element of root.querySelectorAll(LINES)) {
    if (skipped(element) || !element.getBoundingClientRect().width) continue;
    const lines = new Set();
    const inside = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = inside.nextNode(); node; node = inside.nextNode()) {
      if (!node.textContent.trim() || node.parentElement.closest(".unseen")) continue;
      range.selectNodeContents(node);
      for (const line of range.getClientRects())
        lines.add(Math.round((line.top + line.bottom) / 2 / 8));
    }
    if (lines.size > 1 && Math.max(...lines) - Math.min(...lines) > 1)
      say("takes more than one line", element);
  }

  // One of several panels is picked, one thing to do stands out.
  const visible = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && !seen(element, box)?.gone;
  };
  for (const group of root.querySelectorAll(".tabs, .a-tabs, [role=tablist]")) {
    const picked = [
      ...group.querySelectorAll("[aria-pressed=true], [aria-selected=true], [aria-current=page]"),
    ].filter(visible);
    if (picked.length > 1) say("is picked together with others", picked[1]);
  }
  const solid = [...root.querySelectorAll(".button.primary")].filter(visible);
  if (solid.length > 1) say("is not the only solid button", solid[1]);

  // A game fits into the window.
  const game = document.querySelector(".game:not(.over, .waiting)");
  if (game && !open && document.documentElement.scrollHeight > Math.max(innerHeight, 572) + 1)
    say("is higher than the window", game);
  if (document.documentElement.scrollWidth > innerWidth + 1) say("is wider than the window", root);
  return [...found];
};
