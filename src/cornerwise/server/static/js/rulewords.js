/** The words of the rules' pages, by edition. */

import { t } from "./i18n.js";

/** @typedef {"classic" | "duo" | "trigon"} Family */

/** @param {Family} edition */
export function lead(edition) {
  return {
    classic: t("Place as many of your pieces as you can, one a turn. For one to four players."),
    duo: t("Place as many of your pieces as you can, one a turn. For two players, ten to fifteen minutes."),
    trigon: t("Place as many of your pieces as you can, one a turn. For one to four players, twenty to thirty minutes."),
  }[edition];
}

/** @param {Family} edition */
export function pieces(edition) {
  return {
    classic: [
      t("The board has 400 spaces. The four corners are the starting spaces."),
      t("Each colour has 21 pieces of one to five squares. Turn and flip them as you like."),
    ],
    duo: [
      t("The board has 196 spaces, two of them starting spaces."),
      t("Each colour has 21 pieces of one to five squares. Turn and flip them as you like."),
    ],
    trigon: [
      t("The board has 486 spaces. Six of them are starting spaces, the same for all colours."),
      t("Each colour has 22 pieces of one to six triangles. Turn and flip them as you like."),
    ],
  }[edition];
}

/** Who begins, and where. @param {Family} edition */
export function beginning(edition) {
  const order = t("The colours take turns: blue, yellow, red, green.");
  return {
    classic: [
      order,
      t("Blue begins. Four players may also agree on another colour, or draw lots."),
      t("Your first piece covers your own corner. With free corners it covers any corner that is still free."),
    ],
    duo: [
      t("Draw lots to see who begins."),
      t("The first piece covers either of the two starting spaces. The other player takes the other one."),
    ],
    trigon: [order, t("Blue begins."), t("Your first piece covers any starting space that is still free.")],
  }[edition];
}

/** @param {Family} edition */
export function placing(edition) {
  const rest = [
    t("Different colours may touch in any way."),
    t("A placed piece stays where it is."),
  ];
  if (edition !== "trigon") {
    return [t("Each new piece must touch your own colour at a corner."), t("It may never share a side with your own colour."), ...rest];
  }
  return [
    t("A vertex is the tip of a triangle. Each new piece must touch your own colour at a vertex."),
    t("The vertex may meet another vertex, or a point inside a side."),
    t("It may never share a side with your own colour."),
    ...rest,
    t("Option “Vertices only”: a vertex may not meet the side of your own colour."),
  ];
}

/** @param {Family} edition */
export function ending(edition) {
  const triangles = edition === "trigon";
  return [
    t("If you can place a piece, you must."),
    t("A colour that can place no more is finished. The others play on until nobody can."),
    triangles ? t("Each triangle of the pieces you have left costs a point.") : t("Each square of the pieces you have left costs a point."),
    triangles
      ? t("All pieces placed: 15 points. Your one-triangle piece last: 20 points.")
      : t("All pieces placed: 15 points. Your one-square piece last: 20 points."),
    t("The most points win. Equal results share the place."),
    edition === "classic" ? t("Basic scoring has no bonus: fewest squares left wins.") : "",
  ].filter(Boolean);
}

/** Other numbers of players: what they are called and how they play. @param {Family} edition @returns {[string, string[]][]} */
export function variants(edition) {
  const sums = t("The points of both colours are added.");
  const pairs = t("One plays blue and red, the other yellow and green.");
  if (edition === "classic") {
    return [
      [t("2 players"), [pairs, sums]],
      [
        t("3 players"),
        [
          t("Each plays one colour. The fourth colour is shared: you take its turns one after the other."),
          t("The shared colour counts for nobody. The game ends when no player can place a piece of their own colour."),
        ],
      ],
      [t("2 teams"), [t("Blue and red play against yellow and green. The points of a team are added."), t("Partners start in opposite corners.")]],
    ];
  }
  if (edition === "trigon") {
    return [
      [t("2 players"), [pairs, t("Your second colour starts opposite your first."), sums]],
      [
        t("3 players"),
        [
          t("The fourth colour is not used. You play on the inner 384 spaces."),
          t("Between two starting spaces that are covered, one stays free."),
        ],
      ],
      [t("2 teams"), [t("Blue and red play against yellow and green. The points of a team are added.")]],
    ];
  }
  return [];
}

/** What one can do alone: the puzzle, its title and what is asked. @param {Family} edition @returns {[string, string, string][]} */
export function alone(edition) {
  return {
    classic: /** @type {[string, string, string][]} */ ([
      ["the-84", t("The 84"), t("Place all pieces of all four colours. The four one-square pieces come last.")],
      ["rectangle", t("The rectangle"), t("Fill a rectangle with the twenty pieces of four squares. Equal shapes may not touch.")],
    ]),
    duo: /** @type {[string, string, string][]} */ ([["the-42", t("The 42"), t("Place all pieces of both colours.")]]),
    trigon: /** @type {[string, string, string][]} */ ([["the-88", t("The 88"), t("Place all pieces of all four colours.")]]),
  }[edition];
}

/** The advice of the edition's own book. @param {Family} edition */
export function advice(edition) {
  const room = t("Place the big pieces first: room for them grows scarce.");
  const corners = edition === "trigon" ? t("Count vertices: keep as many openings as you can for later.") : t("Count corners: keep as many openings as you can for later.");
  const shapes = t("Some shapes attack, others defend. Learn what each is good for.");
  const through = t("Look for ways through the others' pieces, and don't let yourself be shut in.");
  const bonus = t("Don't let anyone place all pieces and earn the bonus, even if it costs you a piece.");
  return {
    classic: [room, corners, shapes, through, t("Watch which pieces the others still hold."), bonus],
    duo: [
      room,
      corners,
      shapes,
      through,
      t("Watch which pieces your opponent still holds: what they can still do, and what not."),
      t("All 42 pieces could fit: leave your opponent little room."),
      t("Yet placing all of your own usually beats hindering the other."),
    ],
    trigon: [t("Head for the centre early: a colour shut in at its edge places little."), room, corners, shapes, through, t("Watch which pieces the others still hold."), bonus],
  }[edition];
}
