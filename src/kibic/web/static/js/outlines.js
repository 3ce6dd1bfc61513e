// @ts-check
/**
 * The outlines of the deck: rank glyphs in a 60x80 box, suits in a 100x100 box, half figures from circles, arcs and triangles.
 * Every outline is this project's own. deck.js puts them together.
 */

/** Rank glyphs: [advance width, outline]. High contrast slab, baseline 80, so the index reads the same on every platform. */
/** @type {Record<string, [number, string]>} */
export const GLYPH = {
  A: [66, "M27 0H37L60 74H66V80H38V74H45L40.500 57H20.500L15 74H22V80H0V74H7ZM22.500 50H38.200L29.600 20Z"],
  K: [65, "M0 0H28V6H21V74H28V80H0V74H7V6H0ZM21 43L47 6H40V0H62V6H55L35.500 33L59 74H65V80H36V74H43L27 45L21 53Z"],
  Q: [
    62,
    "M31 0C50 0 62 16 62 39C62 62 50 78 31 78C12 78 0 62 0 39C0 16 12 0 31 0ZM31 6C20 6 15 18 15 39C15 60 20 72 31 72C42 72 47 60 47 39C47 18 42 6 31 6ZM24 61C36 56 43 64 48 74C51 80 55 82 61 79L62 85C50 93 41 88 36 79C33 73 30 69 25 69Z",
  ],
  J: [
    48,
    "M18 0H48V6H41V57C41 73 32 80 20 80C9 80 1 74 1 65C1 59 5 55 10 55C15 55 18.500 58.500 18.500 63C18.500 67 16 69.500 13 71C14.500 73.500 17 74.500 19.500 74.500C25.500 74.500 27 69 27 59V6H18Z",
  ],
  D: [62, "M0 0H30C51 0 62 16 62 40C62 64 51 80 30 80H0V74H7V6H0ZM21 6V74H29C42 74 47 62 47 40C47 18 42 6 29 6Z"],
  7: [54, "M2 0H54V8L29 80H13L41 12H13L8 24H2Z"],
  8: [
    52,
    "M26 0C39 0 48 8 48 20C48 29 43 35 35 38.500C45 42 52 48 52 59C52 72 41 80 26 80C11 80 0 72 0 59C0 48 7 42 17 38.500C9 35 4 29 4 20C4 8 13 0 26 0ZM26 6C19.500 6 16 11.500 16 20C16 28.500 19.500 35.500 26 35.500C32.500 35.500 36 28.500 36 20C36 11.500 32.500 6 26 6ZM26 42C18 42 13.500 48.500 13.500 58C13.500 67.500 18 74 26 74C34 74 38.500 67.500 38.500 58C38.500 48.500 34 42 26 42Z",
  ],
  9: [
    52,
    "M26 0C43 0 52 12 52 33C52 60 40 80 17 80C8 80 2 75 2 68C2 62.500 6 59 10.500 59C15 59 18.500 62 18.500 66.500C18.500 70 16.500 72 14.500 73C15.500 74 17 74.500 19 74.500C31 74.500 38 63 38.500 46.500C35.500 50.500 30.500 53 24.500 53C10 53 0 42.500 0 27C0 11 10.500 0 26 0ZM26 6C17.500 6 13.500 13.500 13.500 26.500C13.500 39.500 17.500 47 26 47C34.500 47 38.500 39.500 38.500 26.500C38.500 13.500 34.500 6 26 6Z",
  ],
  T: [
    74,
    "M1 15L17 0H23V74H31V80H1V74H10V17L3 22ZM54 0C67 0 74 15 74 40C74 65 67 80 54 80C41 80 34 65 34 40C34 15 41 0 54 0ZM54 6C48.500 6 46.500 16 46.500 40C46.500 64 48.500 74 54 74C59.500 74 61.500 64 61.500 40C61.500 16 59.500 6 54 6Z",
  ],
};

/** French suits, 100x100. */
/** @type {Record<string, string>} */
export const FRENCH = {
  S: `<path d="M50 3C57 23 95 39 95 66C95 80 85 89 73 89C65 89 58 85 54 78C55 87 59 94 67 98H33C41 94 45 87 46 78C42 85 35 89 27 89C15 89 5 80 5 66C5 39 43 23 50 3Z"/>`,
  D: `<path d="M50 2C57 21 72 40 87 50C72 60 57 79 50 98C43 79 28 60 13 50C28 40 43 21 50 2Z"/>`,
  H: `<path d="M50 96C44 78 5 61 5 33C5 17 16 6 30 6C39 6 46 11 50 20C54 11 61 6 70 6C84 6 95 17 95 33C95 61 56 78 50 96Z"/>`,
  C: `<path d="M50 3A22 22 0 0 1 66 40A22 22 0 1 1 54 66C55 82 59 92 68 98H32C41 92 45 82 46 66A22 22 0 1 1 34 40A22 22 0 0 1 50 3Z"/>`,
};

/**
 * Half figures, drawn above a waist line at y=0, about 52 wide and 52 high; turned by 180 degrees for the other end.
 * Three inks: `ci` suit colour, `cg` quince, `cp` plum; `cf` is the face. A monogram-like silhouette rather than a portrait:
 * king = three-pointed crown and beard, dama = veil and diadem, žandar = beret, feather and parted tunic.
 */
/** @type {Record<string, string>} */
export const FIGURE = {
  K: `<path class="ci" d="M-26 0V-7C-26 -18 -15 -22 0 -22C15 -22 26 -18 26 -7V0Z"/><path class="cg" d="M-7 -22H7V0H-7Z"/><path class="cf" d="M-17 -21C-10 -12 10 -12 17 -21L12 -24H-12Z"/>
<path class="cp" d="M-11.500 -40H11.500V-30C11.500 -20 5 -14 0 -9.500C-5 -14 -11.500 -20 -11.500 -30Z"/><path class="cf" d="M-7 -40H7V-31C7 -27 4 -25.500 0 -25.500C-4 -25.500 -7 -27 -7 -31Z"/><path class="cp" d="M-5.500 -27.500C-3 -30 3 -30 5.500 -27.500L0 -25.500Z"/>
<path class="cg" d="M-12 -39.500L-14.500 -52L-6.500 -46.500L0 -54L6.500 -46.500L14.500 -52L12 -39.500Z"/><path class="cl" d="M-12 -42H12"/><path class="ce" d="M-4.200 -35.200H-2M2 -35.200H4.200"/>`,
  Q: `<path class="ci" d="M-16 -8V-35C-16 -46 -9 -51 0 -51C9 -51 16 -46 16 -35V-8Z"/><path class="cg" d="M-26 0C-26 -12 -17 -18 -7 -18.500L0 -10L7 -18.500C17 -18 26 -12 26 0Z"/><path class="cf" d="M-7 -18.500L-3.500 -21V-26H3.500V-21L7 -18.500L0 -10Z"/>
<path class="cp" d="M-10.500 -24V-35C-10.500 -42 -6 -45.500 0 -45.500C6 -45.500 10.500 -42 10.500 -35V-24Z"/><path class="cf" d="M-7.500 -33C-7.500 -38 -4 -40 0 -41.500C4 -40 7.500 -38 7.500 -33C7.500 -27 4 -23 0 -23C-4 -23 -7.500 -27 -7.500 -33Z"/>
<path class="cg" d="M-9.500 -44.500C-5 -48 5 -48 9.500 -44.500L8 -41.500C4 -44 -4 -44 -8 -41.500Z"/><circle class="cg" cx="0" cy="-50.500" r="2.600"/><path class="ce" d="M-4.400 -33H-2.200M2.200 -33H4.400M-1.400 -27H1.400"/><path class="cl" d="M-20 -9C-12 -3 12 -3 20 -9"/>`,
  J: `<path class="ci" d="M-25 0V-8C-25 -16 -15 -20 0 -20V0Z"/><path class="cg" d="M25 0V-8C25 -16 15 -20 0 -20V0Z"/><path class="cf" d="M-9 -20L0 -12L9 -20L4 -23H-4Z"/>
<path class="cp" d="M-10.500 -23V-38H10.500V-23C7 -21.500 8 -27 7.500 -32H-7.500C-8 -27 -7 -21.500 -10.500 -23Z"/><path class="cf" d="M-7.500 -38H7.500V-31C7.500 -26 4 -22 0 -22C-4 -22 -7.500 -26 -7.500 -31Z"/>
<path class="ci" d="M-14 -37C-16 -45 -6 -49 4 -47C12 -45.500 15 -41 13 -37C5 -40.500 -6 -40.500 -14 -37Z"/><path class="cg" d="M7 -45C11 -53 18 -54 23 -52C22 -46 17 -41 10 -41.500Z"/><path class="cl" d="M9 -42.500C13 -47 17 -49.500 21 -51"/><path class="ce" d="M-4.400 -32.500H-2.200M2.200 -32.500H4.400M-1.400 -26H1.400"/><circle class="cp" cx="0" cy="-8" r="1.500"/><circle class="cp" cx="0" cy="-3" r="1.500"/>`,
};

/** Pips of the upper half and the middle row; the lower half is the upper one turned. [x, y] in card units. */
/** @type {Record<string, {both: number[][], once: number[][]}>} */
export const PIPS = {
  7: {
    both: [
      [37, 37],
      [63, 37],
    ],
    once: [
      [37, 75],
      [63, 75],
      [50, 56],
    ],
  },
  8: {
    both: [
      [37, 37],
      [63, 37],
      [50, 56],
    ],
    once: [
      [37, 75],
      [63, 75],
    ],
  },
  9: {
    both: [
      [37, 33],
      [63, 33],
      [37, 61],
      [63, 61],
    ],
    once: [[50, 75]],
  },
  T: {
    both: [
      [37, 33],
      [63, 33],
      [37, 61],
      [63, 61],
      [50, 47],
    ],
    once: [],
  },
};
