// Runs before the first paint, so that a dark page never flashes light.
(() => {
  let theme = "";
  try {
    theme = JSON.parse(localStorage.getItem("cornerwise") || "{}").theme || "";
  } catch {
    // Private windows may refuse storage; the system's theme will do.
  }
  if (theme) document.documentElement.dataset.theme = theme;
})();
