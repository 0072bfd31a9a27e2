/** The rules of draw poker for three, without bets. A game is an object that JSON can keep; `cards` is secret. */
export const SEATS = ["1", "2", "dealer"];

export const newGame = () => ({
  version: 0,
  hand: 1,
  phase: "words",
  seats: {},
  words: {},
  missing: [],
  last: {},
});

export const seatOf = (game, player) =>
  SEATS.find((seat) => game.seats[seat] === player);

/** Apply a message of a player, if it is for this hand. One that comes twice counts once. */
export function apply(game, action, { player, hand, ...members }) {
  if (hand !== game.hand || !player) return;
  if (action === "sit") sit(game, player, members);
  if (action === "change") change(game, player, members);
}

/** Take a seat with the SHA-256 of a text. Once all seats are taken, a shoe is sealed. */
function sit(game, player, { word }) {
  const seat = seatOf(game, player) ?? SEATS.find((free) => !game.seats[free]);
  if (game.phase !== "words" || !seat || !/^[0-9a-f]{64}$/.test(word)) return;
  game.seats[seat] = player;
  game.words[seat] = word;
  if (!SEATS.every((each) => game.words[each])) return;
  game.phase = "sealing";
  game.missing = SEATS;
}

export function beginTexts(game, opened) {
  game.phase = "texts";
  game.opened = opened;
}

export function noteMissing(game, missing) {
  if (game.phase !== "texts") return;
  game.missing = missing;
  if (missing.length === 0) game.phase = "deal";
}

export function lay(game, hands) {
  const cardsBySeat = hands.map((hand) => [hand.seat, hand.cards]);
  game.phase = "change";
  game.cards = Object.fromEntries(cardsBySeat);
  game.turn = 0;
  game.wanted = 0;
}

/** Give cards away for as many others, once, when it is one's turn. */
function change(game, player, { away }) {
  const seat = SEATS[game.turn];
  const isAsked = game.phase === "change" && game.wanted === 0;
  if (!isAsked || game.seats[seat] !== player) return;
  const kept = game.cards[seat].filter((card) => !away.includes(card));
  game.wanted = 5 - kept.length;
  game.cards[seat] = kept;
  if (game.wanted === 0) addCards(game, []);
}

export function addCards(game, cards) {
  game.cards[SEATS[game.turn]].push(...cards);
  game.turn += 1;
  game.wanted = 0;
  if (game.turn === SEATS.length) game.phase = "showdown";
}

/** End the hand, show the cards, and wait for the words of the next hand. */
export function endHand(game, winners) {
  game.last = {
    hand: game.hand,
    cards: game.cards,
    winners,
  };
  game.hand += 1;
  game.phase = "words";
  game.words = {};
  game.opened = null;
  game.cards = {};
}
