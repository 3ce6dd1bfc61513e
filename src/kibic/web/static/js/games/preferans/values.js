// @ts-check
/**
 * What the values of the rules are called in the form of a new table. The server explains every key; here each value of a key
 * has a few words. What a value means is decided only by the engine. `OTHER` names what may stand beside the listed values.
 */

/** @typedef {{sr: string, en: string}} Both */

/** @param {string} sr @param {string} en @returns {Both} */
const both = (sr, en) => ({ sr, en });

/** Words that are the same in both languages. @param {string} word */
const word = (word) => both(word, word);

const NEXT = both("sledeći igrač", "the next player");
const FIRST_BIDDER = both("prvi koji je licitirao broj", "the first who bid a number");
const HIDDEN = {
  hidden: both("ne nudi se", "not offered"),
  forbidden: both("zabranjeno", "forbidden"),
  allowed: both("dozvoljeno", "allowed"),
};
const NONE = both("bez dogovora", "nothing agreed");
const INTRO = both("uobičajena tabela", "usual table");
const TOURNAMENT = both("turnirski", "tournament");
const GULIN = both("po Gulinu", "after Gulin");

/** Labels by key and value. @type {Record<string, Record<string, Both>>} */
export const VALUES = {
  "seat.players": { 3: both("tri igrača", "three players"), 4: both("četiri igrača", "four players") },
  "seat.direction": { ccw: both("udesno", "to the right"), cw: both("ulevo", "to the left") },
  "seat.first_dealer": {
    lowest_card: both("najniža karta", "lowest card"),
    lowest_card_reseat: both("najniža karta, i mesta", "lowest card, seats too"),
    card_8D: both("karo osmica govori prva", "eight of diamonds speaks first"),
    random: both("slučaj", "chance"),
    host: both("domaćin", "the host"),
  },
  "deal.cut": { optional_left: both("levi, ako želi", "the left one, if he wishes") },
  "deal.pattern": { "5-5-5-2-5-5-5": both("5-5-5, talon, 5-5-5", "5-5-5, talon, 5-5-5") },
  "deal.first_receiver": { next: NEXT },
  "deal.next_dealer": { next: NEXT },
  "deal.redeal_dealer": { next: NEXT, same: both("isti delilac", "the same dealer") },
  "allpass.show_talon": { never: both("nikad", "never"), by_consent: both("ako se svi slože", "if all agree") },
  "auc.ladder": { numbers: both("brojevi igara", "numbers of the games"), levels: both("visine s bojom", "levels with a suit") },
  "auc.first": { p1: both("prvi po redu (P1)", "the first in turn (P1)") },
  "auc.min": { 1: both("1, bez boje", "1, without a suit"), 2: both("2, pik", "2, pik") },
  "auc.max": { 7: both("7, sans", "7, sans"), 8: both("8, preferans", "8, preferans") },
  "auc.step": { 1: both("samo sledeći broj", "the next number only"), any_higher: both("bilo koji viši", "any higher one") },
  "auc.hold": { first_free: both("prvi nadmašeni", "first overbid in turn"), seniority: both("najstariji po redu", "senior bidder") },
  "auc.hold_word": { mogu: word("mogu"), moje: word("moje"), "to bi ja": word("to bi ja"), "to bi i ja": word("to bi i ja") },
  "auc.all_pass": { refa_if_allowed: both("piše se refa, ako sme", "a refa, if allowed") },
  "igra.betl_sans_turn": { first: both("samo prvi put", "first turn only"), any_turn: both("kad god se dođe na red", "any turn") },
  "igra.declare": { after_all: both("kad se svi izjasne", "after everybody spoke"), at_call: both("odmah", "with the call") },
  "igra.naming": { each: both("svako", "each of them"), only_if_stronger: both("samo ko ima jaču", "only who can beat it") },
  "igra.tie": {
    first: both("prvi", "the first"),
    second: both("drugi", "the second"),
    first_may_cede_with_kontra: both("prvi, ili ustupa uz kontru", "the first, or he cedes and gives kontra"),
  },
  "igra.second_pik": HIDDEN,
  "igra.repeat_betl": HIDDEN,
  "level.whist_quota": { "2-1-1-1": word("2-1-1-1") },
  "level.summon_quota": { "4-2-1-1": word("4-2-1-1") },
  "dec.min": { bid: both("dobijena licitacija", "the winning bid") },
  "dec.two_restriction": {
    none: both("bez ograničenja", "no restriction"),
    no_betl: both("ne betl", "no betl"),
    pik_only: both("samo pik", "pik only"),
  },
  "follow.order": { right_first: both("desno od nosioca", "declarer's right") },
  "follow.none_result": { made: both("prolaz", "made") },
  "call.supe_owner": {
    caller_all: both("pozivalac sve", "the caller all"),
    own_only: both("pozivalac samo svoje", "the caller only his own"),
  },
  "call.who_can_kontra": { caller: both("pozivalac", "the caller") },
  "kontra.who": { followers: both("ko je došao", "who follows") },
  "kontra.max": {
    2: both("kontra (×2)", "kontra (×2)"),
    4: both("rekontra (×4)", "rekontra (×4)"),
    8: both("subkontra (×8)", "subkontra (×8)"),
    16: both("mortkontra (×16)", "mortkontra (×16)"),
  },
  "kontra.supe_owner": {
    kontras_all: both("kontraš sve", "the kontraš all"),
    own_unless_called: both("svako svoje, pozvani ništa", "each his own, the called none"),
  },
  "kontra.sub_by": { kontras: both("kontraš", "the kontraš"), any_defender: both("bilo koji pratilac", "either defender") },
  "kontra.sub_responsibility": { kontras: both("kontraš", "the kontraš"), sub_giver: both("davalac subkontre", "who gave the subkontra") },
  "kontra.betl_rekontra": { allowed: both("uvek", "always"), not_if_uver: both("ne na uver betl", "not on a sure betl") },
  "pik.no_kontra": {
    srpski_tree: both("šešir: prolaz bez refe; inače refa", "a hat: made, no refa; else a refa"),
    refa_else_pass: both("refa; inače prolaz", "a refa; else made"),
    refa_or_gift_in_hat: both("nosiočev šešir: prolaz; inače refa", "declarer's hat: made; else a refa"),
    any_in_hat: both("šešir: prolaz; inače refa", "a hat: made; else a refa"),
    pass: both("uvek prolaz", "always made"),
    played: both("igra se", "it is played"),
  },
  "pik.pass_when": { always: both("uvek", "always"), declarer_in_hat_only: both("samo nosiocu u šeširu", "only for a declarer in a hat") },
  "pik.nobody_follows": { as_no_kontra: both("kao bez kontre", "as without kontra"), made: both("običan prolaz", "an ordinary made game") },
  "lead.suit": {
    p1: both("prvi po redu (P1)", "the first in turn (P1)"),
    first_number_bidder: FIRST_BIDDER,
    declarer: both("nosilac", "the declarer"),
  },
  "lead.betl": { p1: both("prvi po redu (P1)", "the first in turn (P1)"), first_number_bidder: FIRST_BIDDER },
  "lead.sans": { before_declarer: both("pratilac pre nosioca", "defender before the declarer"), declarer: both("nosilac", "the declarer") },
  "make.betl_defender": { never_falls: both("nikad ne pada", "never falls") },
  "betl.kontras_test": {
    declarer_made: both("kad nosilac prođe", "when the declarer makes"),
    tricks5: both("sa manje od pet štihova", "with fewer than five tricks"),
  },
  "betl.kontra_supe": {
    each: both("svaki pratilac svoje", "each defender his share"),
    kontras_all: both("kontraš obe", "the kontraš both"),
  },
  "score.bule_model": {
    classic: both("nosilac i ko padne", "the declarer and who falls"),
    mirror93: both("odbrana suprotno od nosioca", "defence opposite to declarer"),
  },
  "score.unit": { "2gm": both("2 × igra × kontra × refa", "2 × game × kontra × refa") },
  "score.supe": { tricks_unit: both("štihovi × vrednost ruke", "tricks × worth of the hand") },
  "score.supe_cap": { 5: both("najviše 5 štihova", "5 tricks at most"), 10: both("svih 10 štihova", "all 10 tricks") },
  "score.betl_supe": { fixed: both("10 × vrednost igre", "10 × game value") },
  "refa.trigger": {
    all_pass: both("svi dalje", "all pass"),
    pik_no_kontra: both("pik bez kontre", "pik without kontra"),
    pik_nobody: both("pik, niko ne dođe", "pik, nobody follows"),
  },
  "refa.awarded_to": { all: both("svi", "everybody"), dealer: both("samo delilac", "the dealer only") },
  "refa.max": {
    auto_50: both("po jedna na 50 bula", "one for each 50 bule"),
    auto_30: both("po jedna na 30 bula", "one for each 30 bule"),
    hr_table: both("3, 4 ili 5, po bulama", "3, 4 or 5, by the bule"),
  },
  "refa.used_when": { next_own_game: both("prva sledeća svoja igra", "the next own game") },
  "refa.factor": { 2: word("×2") },
  "match.end": {
    total_zero: both("zbir bula je 0", "the bule add up to 0"),
    first_at_or_below_zero: both("neko ima 0 bula ili manje", "somebody has 0 bule or less"),
  },
  "last.supe": { full: both("pune", "full"), reduced: both("smanjene", "reduced") },
  "last.fall_double": {
    off: both("nikad", "never"),
    unit_ge_total: both("ruka može da završi partiju", "hand could end the match"),
    unit_gt_total: both("ruka vredi više od ostatka", "hand is worth more than is left"),
    total_2: both("kad su ostale 2 bule", "when 2 bule are left"),
  },
  "writeoff.extra_to": { best: both("najbolji", "the best"), worst: both("najgori", "the worst") },
  "result.sign": {
    low_good: both("dobro je ispod nule", "below zero is good"),
    high_good: both("dobro je iznad nule", "above zero is good"),
  },
  "table.speech": { restricted: both("samo reči igre", "only the words of the game"), free: both("bilo šta", "anything") },
  "pen.no_discard": { auto_fall: both("pad", "a fall") },
  "pen.rezon": {
    off: both("samo ko je pao", "only who fell"),
    nep: both("krivac preuzima pad", "who is guilty takes the fall"),
    str: both("krivac preuzima pad i supe", "who is guilty takes fall and supe"),
  },
  "conv.bid_min": {
    none: NONE,
    three: both("tri karte u boji", "three cards of the suit"),
    three_honour: both("tri karte s damom ili jačom", "three with a queen or better"),
    intro: INTRO,
    turnir: TOURNAMENT,
    gulin: GULIN,
  },
  "conv.follow_min": { none: NONE, intro: INTRO, turnir: TOURNAMENT, gulin: GULIN },
  "conv.pik_follow": {
    none: NONE,
    dv: both("dva asa ili as i adutski štih", "two aces, or ace + trump trick"),
    str: both("i dva adutska štiha", "two trump tricks too"),
    gulin: GULIN,
  },
  "conv.called_lead": {
    none: NONE,
    nep_str: both("svoja boja, pa pozivaočeva", "own suit, then the caller's"),
    gulin: both("pozivaočeva boja, pa svoja", "the caller's suit, then own"),
    turnir: TOURNAMENT,
  },
  "conv.sans_lead": {
    none: NONE,
    s001: both("tref; na kontru pik", "clubs; under kontra spades"),
    dv16: both("partnerova boja, pa tref ili pik", "partner's, clubs or spades"),
    nep: both("tref; na kontru najmanji pik", "clubs; after kontra a low spade"),
    str: both("svoja boja, pa tref ili pik", "own suit, then clubs or spades"),
    turnir: both("partnerova, svoja, pa tref ili pik", "partner's, own, then clubs or spades"),
    gulin: both("partnerova, najjači tref ili pik", "partner's, highest club or spade"),
  },
  "conv.lead_under": { none: NONE, nep: both("sme", "yes"), gulin: both("ne sme", "no") },
  "conv.sans_discard": {
    none: NONE,
    gulin: both("prvo boja bez štiha", "first a suit without tricks"),
    turnir: both("jaka zove višu, slaba nižu", "high calls high, low calls low"),
  },
  "ui.words": { srpski: both("refa, supe", "refa, supe"), hrvatski: both("refetl, juha", "refetl, juha") },
  "ui.refa_mark": {
    dashes: both("-----, pa --/--", "-----, then --/--"),
    triangle: both("trougao, pa precrtan", "a triangle, then struck"),
    strokes: both("crtica pored bula", "a dash beside the bule"),
  },
  "ui.suit_sort": { "S,H,C,D": word("♠ ♥ ♣ ♦"), "S,H,D,C": word("♠ ♥ ♦ ♣"), "S,D,H,C": word("♠ ♦ ♥ ♣"), "C,H,D,S": word("♣ ♥ ♦ ♠") },
};

/** What else may be written where the listed values are not all, and the text it begins with. @type {Record<string, Both & {start: string}>} */
export const OTHER = {
  "refa.max": { ...both("drugi broj (0–20)", "another number (0–20)"), start: "2" },
  "level.whist_quota": { ...both("druga četiri broja", "four other numbers"), start: "1-1-1-1" },
  "level.summon_quota": { ...both("druga četiri broja", "four other numbers"), start: "3-2-1-1" },
  "match.end": { ...both("posle N ruku, npr. hands:30", "after N hands, e.g. hands:30"), start: "hands:30" },
};
