/** The state of a sealed shoe, and what a draw and a stage do to it. Implemented from docs/definitions/sealed.md alone. */
import { ascending, range } from "../core/canonical.mjs";
import { formPlace, isTaken, listDown, partsOf } from "../games/stages.mjs";
import { Refused } from "../core/validation.mjs";

const refuse = (where, message) => {
  throw new Refused(where, message);
};

/**
 * Return the state at the start of a round. `taken` has the positions taken in a dealt round. In a shoe that is not dealt, and in
 * a round that began with cards in play, `top` and `bottom` count the cards taken from each end instead. `hand` has the positions
 * that a later hand of the round is dealt from, undefined for the first hand, and `layout` the cards of the hand.
 */
const beginRound = (round, inPlay, size) => ({
  ...{
    round,
    inPlay,
    shuffled: size - (inPlay?.length ?? 0),
    top: 0,
    bottom: 0,
    taken: new Set(),
  },
  ...{ hand: undefined, layout: [], dealt: 0 },
});

/**
 * Return the rules of a shoe: the state at the `start`, and functions `draw` and `deal` from a state and a request to the next
 * `state` and the `entry` of the record. A refused request throws `Refused` and changes nothing. `orderOf` returns the order of a
 * round from its number and the indices in play.
 */
export function openRounds(
  { size, deal: dealt },
  { reshuffle: policy, cut },
  orderOf,
) {
  const isPile = ({ inPlay }) => dealt === undefined || inPlay !== null;
  const isOut = (state, position) =>
    isPile(state)
      ? position < state.top || position >= state.shuffled - state.bottom
      : state.taken.has(position);
  const hasBegun = ({ top, bottom, taken, dealt }) =>
    top + bottom + taken.size + dealt > 0;
  const listDealt = ({ layout, dealt: number }) =>
    layout.filter(({ stage }) => dealt.stages.indexOf(stage) < number);

  function isLow({ shuffled, top, bottom, taken, hand: [first = 0] = [] }) {
    const left =
      shuffled -
      first -
      top -
      bottom -
      [...taken].filter((position) => position >= first).length;
    return policy === "at_cut" && left <= cut;
  }

  /** Return the pile of a draw, and the part if it has a name. */
  function findPile(state, { pile, part }) {
    if (dealt === undefined)
      return pile === undefined && part === undefined
        ? {}
        : refuse("pile", "the shoe has one pile");
    const name = pile ?? dealt.stock;
    if (state.inPlay !== null)
      return name === dealt.stock && part === undefined
        ? { pile: name }
        : refuse("pile", "there is one pile in this round");
    const parts = partsOf(listDealt(state), name);
    const isEmptyStock =
      parts.length === 0 &&
      name === dealt.stock &&
      part === undefined &&
      state.dealt > dealt.stockStage;
    const partName =
      part ?? (parts.includes("") || isEmptyStock ? "" : parts[0]);
    if (name === undefined || !(parts.includes(partName) || isEmptyStock))
      refuse("pile", "it is not laid, or there is none");
    return { pile: name, ...(partName && { part: partName }) };
  }

  /** Return the positions that can be drawn: their number, and a function that takes the outermost position of an end. */
  function openPile(state, { pile, part = "" }) {
    const left = isPile(state)
      ? undefined
      : listDown(listDealt(state), pile, part).filter(
          (position) => !state.taken.has(position),
        );
    return {
      size: () => left?.length ?? state.shuffled - state.top - state.bottom,
      take(end) {
        const position = left
          ? left[end === "top" ? "shift" : "pop"]()
          : end === "top"
            ? state.top
            : state.shuffled - 1 - state.bottom;
        if (left) state.taken.add(position);
        else state[end]++;
        return position;
      },
    };
  }

  async function draw(
    before,
    {
      count,
      burn = 0,
      from = "top",
      reshuffle = false,
      in_play: held,
      ...named
    },
  ) {
    let state = { ...before, taken: new Set(before.taken) };
    if (policy === "never" && (reshuffle || held !== undefined))
      refuse("reshuffle", "a shoe is never shuffled again");
    const place = findPile(state, named);
    const wrong =
      held?.findIndex(
        (position) => position < state.shuffled && !isOut(state, position),
      ) ?? -1;
    if (wrong >= 0) refuse("in_play", "a card that was taken was expected");
    const entry = {
      ...place,
      positions: [],
      rounds: [],
      ...(burn > 0 && { burned: burn }),
    };
    let own = [];
    async function nextRound() {
      const isDefault =
        dealt === undefined ||
        (place.pile === dealt.stock && place.part === findPile(state, {}).part);
      if (state.round > before.round || !isDefault)
        refuse("count", "there are too few cards");
      if (held === undefined && (dealt !== undefined || own.length > 0))
        refuse(
          "in_play",
          "without cards in play a draw does not go on in another round",
        );
      const positions = held && ascending(new Set([...held, ...own]));
      const order = positions && (await orderOf(state.round, state.inPlay));
      if (positions) entry.in_play = positions;
      state = beginRound(
        state.round + 1,
        positions
          ? ascending(positions.map((position) => order[position]))
          : null,
        size,
      );
      own = [];
    }
    if ((reshuffle && hasBegun(state)) || (dealt === undefined && isLow(state)))
      await nextRound();
    let pile = openPile(state, place);
    if (burn > pile.size()) refuse("burn", "there are too few cards");
    for (let i = 0; i < burn + count; i++) {
      if (pile.size() === 0) {
        await nextRound();
        pile = openPile(state, place);
        if (pile.size() === 0) refuse("count", "there are too few cards");
      }
      const position = pile.take(from);
      own.push(position);
      entry.positions.push(position);
      entry.rounds.push(state.round);
    }
    return { state, entry };
  }

  async function deal(before, { reshuffle = false } = {}) {
    let state = { ...before, taken: new Set(before.taken) };
    if (policy === "never" && reshuffle)
      refuse("reshuffle", "a shoe is never shuffled again");
    if (reshuffle && hasBegun(state))
      state = beginRound(state.round + 1, null, size);
    else if (state.inPlay !== null || state.dealt === dealt.stages.length) {
      if (!dealt.goesOn) refuse("stage", "all stages are dealt");
      if (isLow(state)) state = beginRound(state.round + 1, null, size);
      else {
        if (state.inPlay !== null) refuse("stage", "this round has no stages");
        const stock = listDown(state.layout, dealt.stock, "").filter(
          (position) => !state.taken.has(position),
        );
        if (stock.length < dealt.most)
          refuse("stage", "there are too few cards for another hand");
        [state.hand, state.dealt] = [stock, 0];
      }
    }
    if (state.dealt === 0)
      state.layout = dealt.layOut(
        await orderOf(state.round, null),
        state.round,
        state.hand,
      );
    const stage = dealt.stages[state.dealt++];
    const cards = state.layout
      .filter((card) => card.stage === stage && isTaken(card))
      .sort((one, other) => one.position - other.position);
    for (const { position } of cards) state.taken.add(position);
    const positions = cards.map(({ position }) => position);
    return {
      state,
      entry: {
        stage,
        positions,
        rounds: positions.map(() => state.round),
        places: cards.map(formPlace),
      },
    };
  }

  /** Return the positions taken in the round of a state, ascending. */
  const listTaken = (state) =>
    isPile(state)
      ? [
          ...range(state.top),
          ...range(state.bottom).map((i) => state.shuffled - state.bottom + i),
        ]
      : ascending(state.taken);

  return { start: beginRound(0, null, size), draw, deal, listTaken };
}
