// @ts-check
/**
 * One hand as the server would show it (docs/protocol.md): 2 - dalje - 3 - mogu - 4 - dalje, herc, kontra, refa. Ana is seat 0,
 * Boro seat 1, Ceca (a bot) seat 2.
 */

/** @typedef {Record<string, any>} Json */

export const table = {
  id: "dunja-41",
  game: "preferans",
  name: "Sto kod Ane",
  rules: { preset: "srpski", options: { "match.start_bule": 60 } },
  state: "playing",
  seats: [
    { name: "Ana", kind: "person", connected: true, you: true, ready: false },
    { name: "Boro", kind: "person", connected: true, you: false, ready: false },
    { name: "Ceca", kind: "bot", connected: true, you: false, ready: false },
  ],
  host: true,
  opening: { dealer: 0, draws: [] },
  proposal: null,
  bot_pause: 700,
  next_at: null,
  now: 0,
};

const bule = (/** @type {number} */ value, hand = 1) => ({ kind: "bule", value, hand });
const mark = (/** @type {string} */ kind, hand = 1) => ({ kind, hand });
const supe = (/** @type {number[]} */ ...values) => values.map((value, i) => ({ value, hand: i + 1 }));

/** @type {Json} */
export const sheet = {
  total: 74,
  refa_written: 2,
  refa_max: 2,
  players: [
    {
      bule: 30,
      hat: false,
      refa: 1,
      left_seat: 2,
      right_seat: 1,
      left: supe(12, 52),
      right: supe(60, 144, 156),
      middle: [bule(60, 0), mark("refa_played"), bule(36, 5), mark("refa"), bule(30, 9)],
    },
    {
      bule: 32,
      hat: false,
      refa: 0,
      left_seat: 0,
      right_seat: 2,
      left: supe(18),
      right: supe(6, 46, 126),
      middle: [bule(60, 0), bule(66), mark("refa_played"), bule(46, 3), mark("refa_played"), bule(18, 6), bule(38, 8), bule(32, 11)],
    },
    {
      bule: 12,
      hat: false,
      refa: 0,
      left_seat: 1,
      right_seat: 0,
      left: supe(28, 34),
      right: supe(6),
      middle: [
        bule(60, 0),
        bule(54),
        mark("refa_played"),
        bule(38),
        mark("refa_played"),
        bule(18),
        mark("hat"),
        bule(-2),
        mark("hat_off"),
        bule(4),
        bule(12),
      ],
    },
  ],
};

const auction = [
  { seat: 1, phase: "auction", word: "2" },
  { seat: 2, phase: "auction", word: "dalje" },
  { seat: 0, phase: "auction", word: "3" },
  { seat: 1, phase: "auction", word: "mogu" },
  { seat: 0, phase: "auction", word: "4" },
  { seat: 1, phase: "auction", word: "dalje" },
];
const answers = [
  { seat: 0, phase: "discard", word: "skart S7 D7" },
  { seat: 0, phase: "declaration", word: "herc" },
  { seat: 1, phase: "following", word: "dodjem" },
  { seat: 2, phase: "following", word: "ne" },
  { seat: 1, phase: "calling", word: "sam" },
  { seat: 1, phase: "kontra", word: "kontra" },
  { seat: 0, phase: "kontra", word: "moze" },
];

/** @type {Json} */
const base = {
  game: "preferans",
  viewer: 0,
  players: 3,
  rules: { preset: "srpski", start_bule: 60, refa_max: 2, hold_word: "mogu", direction: "ccw", speech: "restricted" },
  hand: 13,
  dealer: 0,
  order: [1, 2, 0],
  agreements: [],
  refused: {},
  worth: {},
  active: [0, 1, 2],
  sheet,
};

const own = ["S8", "S7", "DA", "D7", "HA", "HQ", "HJ", "H9", "CA", "C8"];
const on = { contract: "herc", igra: false, trump: "H", declarer: 0, unit: 32, kontra: 2, refa: 2, need: 6, need_defence: 5 };

/** @type {Json} */
export const auctionView = {
  ...base,
  phase: "auction",
  to_act: 0,
  legal: ["dalje", "3", "igra", "betl", "sans"],
  refused: { mogu: { rule: "AUC-07", sr: "„Mogu“ se kaže tek kad ste već rekli broj.", en: "“Mogu” only after a number of your own." } },
  spoken: auction.slice(0, 2),
  cards: [own, null, null],
  counts: [10, 10, 10],
  number: 2,
  holder: 1,
};

const twelve = ["S8", "S7", "DA", "D7", "HA", "HQ", "HJ", "H9", "H7", "CA", "CK", "C8"];
const pairs = twelve.flatMap((a, i) => twelve.slice(i + 1).map((b) => `skart ${a} ${b}`));

/** @type {Json} */
export const discardView = {
  ...base,
  phase: "discard",
  to_act: 0,
  legal: pairs,
  worth: { herc: 16, tref: 20, betl: 24, sans: 28 },
  spoken: auction,
  cards: [twelve, null, null],
  counts: [12, 10, 10],
  talon: ["H7", "CK"],
  number: 4,
  holder: 0,
};

/** @type {Json} */
export const followingView = {
  ...base,
  viewer: 1,
  phase: "following",
  to_act: 1,
  legal: ["dodjem", "ne"],
  spoken: [...auction, ...answers.slice(0, 2)],
  cards: [null, ["SA", "SK", "SQ", "ST", "HK", "HT", "H8", "CQ", "CJ", "DK"], null],
  counts: [10, 10, 10],
  talon: ["H7", "CK"],
  number: 4,
  holder: 0,
  roles: ["declarer", null, null],
  game_on: { ...on, unit: 16, kontra: 1, refa: 2 },
};

const played = {
  ...base,
  phase: "play",
  spoken: [...auction, ...answers],
  talon: ["H7", "CK"],
  discard: ["S7", "D7"],
  number: 4,
  holder: 0,
  game_on: on,
  roles: ["declarer", "kontras", "pulled_in"],
};
const follow = { rule: "PLAY-02", sr: "Imate tref, morate na boju.", en: "You hold clubs and must follow suit." };

/** @type {Json} */
export const firstTrickView = {
  ...played,
  to_act: 0,
  legal: ["CA", "CK", "C8"],
  refused: Object.fromEntries(["S8", "HA", "HQ", "HJ", "H9", "H7", "DA"].map((card) => [card, follow])),
  cards: [["S8", "DA", "HA", "HQ", "HJ", "H9", "H7", "CA", "CK", "C8"], null, null],
  counts: [10, 9, 9],
  leader: 1,
  trick: {
    cards: [
      [1, "CQ"],
      [2, "C7"],
    ],
    winner: 1,
  },
  taken: [0, 0, 0],
};

const trump = { rule: "PLAY-02", sr: "Nemate pik, morate adutom.", en: "You hold no spades and must trump." };

/** @type {Json} */
export const fifthTrickView = {
  ...played,
  to_act: 0,
  legal: ["HJ", "H9", "H7"],
  agreements: ["ostalo 4", "ostalo 5", "ostalo 6"],
  refused: Object.fromEntries(["CA", "C8", "DA"].map((card) => [card, trump])),
  cards: [["DA", "HJ", "H9", "H7", "CA", "C8"], null, null],
  counts: [6, 5, 5],
  leader: 1,
  trick: {
    cards: [
      [1, "SK"],
      [2, "SJ"],
    ],
    winner: 1,
  },
  last_trick: {
    cards: [
      [1, "SA"],
      [2, "S9"],
      [0, "S8"],
    ],
    winner: 1,
  },
  taken: [2, 2, 0],
};

/** @type {[number, string][][]} */
const tricks = [
  [
    [1, "CQ"],
    [2, "C7"],
    [0, "CK"],
  ],
  [
    [0, "HA"],
    [1, "H8"],
    [2, "D8"],
  ],
  [
    [0, "HQ"],
    [1, "HK"],
    [2, "D9"],
  ],
  [
    [1, "SA"],
    [2, "S9"],
    [0, "S8"],
  ],
  [
    [1, "SK"],
    [2, "SJ"],
    [0, "H7"],
  ],
  [
    [0, "HJ"],
    [1, "HT"],
    [2, "DT"],
  ],
  [
    [0, "H9"],
    [1, "ST"],
    [2, "DJ"],
  ],
  [
    [0, "DA"],
    [1, "DK"],
    [2, "DQ"],
  ],
  [
    [0, "CA"],
    [1, "CJ"],
    [2, "C9"],
  ],
  [
    [0, "C8"],
    [1, "SQ"],
    [2, "CT"],
  ],
];
const takers = [0, 0, 1, 1, 0, 0, 0, 0, 0, 2];

/** @type {Json} */
const outcome = {
  number: 13,
  kind: "played",
  dealer: 0,
  declarer: 0,
  contract: "herc",
  igra: false,
  kontra: 2,
  refa: 2,
  followers: [1, 2],
  kontras: 1,
  reduced: false,
  tricks: [7, 2, 1],
  made: [true, false, null],
  roles: ["declarer", "kontras", "pulled_in"],
  bule: [-32, 32, 0],
  bule_before: [30, 32, 12],
  supe: [{ writer: 1, against: 0, points: 96 }],
  refa_written: false,
  refa_spent: true,
  reasons: [
    { seat: 0, about: "made", points: 0, rules: ["MAKE-01"], sr: "7 štihova, treba 6.", en: "7 tricks, 6 are needed." },
    {
      seat: 0,
      about: "bule",
      points: -32,
      rules: ["SCO-01", "KON-06"],
      sr: "Herc 4, puta 2 = 8; kontra ×2, refa ×2 = 32.",
      en: "Herc 4, times 2 = 8; kontra ×2, refa ×2 = 32.",
    },
    { seat: 0, about: "hat", points: 0, rules: ["HAT-01"], sr: "Ispod nule: crta se šešir.", en: "Below zero: a hat is drawn." },
    {
      seat: 1,
      about: "made",
      points: 32,
      rules: ["MAKE-05"],
      sr: "Odbrana 3 štiha zajedno, kontrašu treba 5.",
      en: "The defence has 3 tricks, the kontra needs 5.",
    },
    {
      seat: 1,
      about: "supe",
      points: 96,
      rules: ["KON-03"],
      sr: "Piše sve zajedničke štihove: 3 × 32 = 96 supa.",
      en: "Writes all common tricks: 3 × 32 = 96 supe.",
    },
    {
      seat: 2,
      about: "bule",
      points: 0,
      rules: ["KON-02"],
      sr: "Rekla „ne“, kontra je vraća u igru.",
      en: "Said “ne”; kontra brings her back.",
    },
  ],
  hands: [
    ["S8", "DA", "HA", "HQ", "HJ", "H9", "H7", "CA", "CK", "C8"],
    ["SA", "SK", "SQ", "ST", "DK", "HK", "HT", "H8", "CQ", "CJ"],
    ["SJ", "S9", "DQ", "DJ", "DT", "D9", "D8", "CT", "C9", "C7"],
  ],
  talon: ["H7", "CK"],
  discard: ["S7", "D7"],
  play: tricks.map((cards, i) => ({ cards, winner: takers[i] })),
};

/** @type {Json} */
const sheetAfter = structuredClone(sheet);
sheetAfter.players[0].bule = -2;
sheetAfter.players[0].hat = true;
sheetAfter.players[0].middle = [
  bule(60, 0),
  mark("refa_played"),
  bule(36, 5),
  mark("refa_played"),
  bule(30, 9),
  mark("hat", 13),
  bule(-2, 13),
];
sheetAfter.players[1].bule = 64;
sheetAfter.players[1].middle.push(bule(64, 13));
sheetAfter.players[1].left.push({ value: 114, hand: 13 });

/** @type {Json} */
export const afterView = {
  ...base,
  phase: "deal",
  to_act: "house",
  legal: [],
  agreements: ["otpis"],
  spoken: [],
  counts: [0, 0, 0],
  cards: [[], null, null],
  sheet: sheetAfter,
  outcome,
};

/** @type {Json} */
export const overView = {
  ...afterView,
  phase: "over",
  to_act: null,
  agreements: [],
  result: { points: [-120, 40, 80], sign: "low_good", write_off: [30, 30, 30] },
};

/** @type {Json} */
export const waitingTable = {
  ...table,
  state: "waiting",
  seats: [table.seats[0], { name: "", kind: "free", connected: false, you: false, ready: false }, table.seats[2]],
  opening: null,
};

/** Every state by name, as a `welcome`. @type {Record<string, Json>} */
export const welcomes = {
  auction: welcome(auctionView),
  discard: welcome(discardView),
  following: welcome(followingView, 1),
  play: welcome(firstTrickView),
  play5: welcome(fifthTrickView),
  after: welcome(afterView),
  over: welcome(overView, 0, { ...table, state: "over" }),
  waiting: { ...welcome(auctionView, 0, waitingTable), version: 0, view: null },
};

/** @param {Json} view @param {number} [seat] @param {Json} [at] */
function welcome(view, seat = 0, at = table) {
  const seats = at.seats.map((/** @type {Json} */ one, /** @type {number} */ i) => ({ ...one, you: i === seat }));
  return { type: "welcome", protocol: 1, table: { ...at, seats }, seat, version: 42, view };
}
