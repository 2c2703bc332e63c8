/** The live region: moves and turns in words for those who listen. */

/** @type {string[]} */
let waiting = [];
let timer = 0;

/**
 * Says something; what comes at the same time is said together.
 * @param {string} text
 */
export function announce(text) {
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const live = document.getElementById("live");
    if (live) live.textContent = waiting.join(" ");
    waiting = [];
  }, 120);
}
