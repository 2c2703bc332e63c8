/** @type {import("../app.js").Page} */
export async function show() { return () => {}; }
