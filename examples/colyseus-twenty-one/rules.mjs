/** The rules of twenty-one for three players, without a dealer. A game is an object that JSON can keep. */
export const PATIENCE = 30; // seconds that a room waits for a player
const SEATS = ["1", "2", "3"];

export function newGame() {
  return {
    version: 0,
    since: Date.now(),
    hand: 1,
    phase: "words",
    words: {},
    seats: {},
    missing: [],
    last: {},
  };
}

export const seatOf = (game, name) =>
  SEATS.find((seat) => game.seats[seat]?.name === name);

/** Give a player the first free seat, once, before the cards of a hand. */
export function sit(game, name) {
  const free = SEATS.find((seat) => !game.seats[seat]);
  const canSit = name && free && game.phase === "words";
  if (!canSit || seatOf(game, name)) return;
  game.seats[free] = {
    name,
    wanted: 2,
    cards: [],
    isDone: false,
  };
}

/** Note the SHA-256 of a player's text. Once all three players gave theirs, a shoe is sealed. */
export function noteWord(game, seat, { word }) {
  if (game.phase !== "words" || !/^[0-9a-f]{64}$/.test(`${word}`)) return;
  game.words[seat] = `${word}`;
  if (SEATS.some((other) => !game.words[other])) return;
  game.phase = "sealing";
  game.missing = SEATS;
  for (const player of Object.values(game.seats)) {
    player.wanted = 2;
    player.cards = [];
    player.isDone = false;
  }
}

export function beginTexts(game, opened) {
  game.phase = "texts";
  game.opened = opened;
}

/** Note the seats that have not given their texts. Without any, the hand begins. */
export function noteMissing(game, missing) {
  game.missing = missing;
  if (game.phase === "texts" && missing.length === 0) game.phase = "play";
}

/** Ask for a card, or stand. `number` counts the player's cards: so a message that comes twice counts once. */
export function act(game, seat, { number, stand = false }) {
  const player = game.seats[seat];
  const isAsked = game.phase === "play" && !player.isDone;
  const isNext = number === player.cards.length && number >= player.wanted;
  if (!isAsked || !isNext) return;
  if (stand) player.isDone = true;
  else player.wanted = number + 1;
}

export const MESSAGES = new Map(Object.entries({ word: noteWord, act }));

/** Return what everybody may know, beside the seats. */
export function describe({ hand, phase, opened = {}, last }) {
  return {
    hand,
    phase,
    opened: JSON.stringify(opened),
    last: JSON.stringify(last),
  };
}

/** Return what follows: "open" a shoe, a "card" for a seat, the "end" of the hand, or nothing. */
export function nextStep({ phase, seats }) {
  if (phase === "sealing") return { step: "open" };
  if (phase !== "play") return {};
  const waiting = SEATS.find((seat) => {
    const { cards, wanted } = seats[seat];
    return cards.length < wanted;
  });
  if (waiting) return { step: "card", seat: waiting };
  const areAllDone = SEATS.every((seat) => seats[seat].isDone);
  return areAllDone ? { step: "end" } : {};
}

export function addCard(game, seat, card) {
  const player = game.seats[seat];
  player.cards.push(card);
  player.isDone ||= total(player.cards) >= 21;
}

export function total(cards) {
  const points = cards.map((card) =>
    Math.min("A23456789TJQK".indexOf(card[0]) + 1, 10),
  );
  const sum = points.reduce((one, other) => one + other, 0);
  const hasAce = points.includes(1);
  return hasAce && sum <= 11 ? sum + 10 : sum;
}

/** End the hand, and show it. Who is nearest to 21 wins. */
export function endHand(game) {
  const hands = SEATS.map((seat) => game.seats[seat]);
  const totals = hands.map(({ cards }) => total(cards));
  const best = Math.max(...totals.filter((points) => points <= 21));
  const winners = hands
    .filter((_, i) => totals[i] === best)
    .map(({ name }) => name);
  const cards = Object.fromEntries(
    SEATS.map((seat) => [seat, game.seats[seat].cards]),
  );
  callHandOff(game, { hand: game.hand, cards, winners });
}

/** Wait for the words of the next hand. */
function callHandOff(game, last = {}) {
  game.hand += 1;
  game.phase = "words";
  game.words = {};
  game.missing = [];
  game.last = last;
}

/** Go on without the players for whom the room waits. With cards, they stand. */
export function hurry(game) {
  if (Date.now() < game.since + 1000 * PATIENCE) return;
  const lateByPhase = {
    words: SEATS.filter((seat) => !game.words[seat]),
    texts: game.missing,
  };
  const isFull = Object.keys(game.seats).length === SEATS.length;
  const late = isFull ? (lateByPhase[game.phase] ?? []) : [];
  for (const seat of late) delete game.seats[seat];
  if (game.phase === "texts") callHandOff(game);
  if (game.phase === "play")
    for (const player of Object.values(game.seats)) player.isDone = true;
}
