/** The way to the entrance and back: who signs in goes on where they were. */

/** Where a link to the entrance leads. */
export function entrance() {
  const here = location.pathname + location.search;
  const there = here === "/" || /^\/(sign-in|sign-up|recover)\b/.test(here);
  return there ? "/sign-in" : `/sign-in?next=${encodeURIComponent(here)}`;
}

/** Where to go on from the entrance: the page that sent somebody here, if it is one of ours. */
export function onward() {
  const wanted = new URLSearchParams(location.search).get("next") ?? "/";
  if (!URL.canParse(wanted, location.origin)) return "/";
  const { origin, href } = new URL(wanted, location.origin);
  return origin === location.origin ? href : "/"; // all of it: a path alone may begin with //
}
