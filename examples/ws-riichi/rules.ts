/** Riichi as far as tiles move: turns, discards, melds, kans and the end of a hand. What it is worth is left to you. */
import type { DrawMembers, Opened, StageView } from "shuffle-and-deal";

export type Seat = "east" | "south" | "west" | "north";
export const NEXT: Record<Seat, Seat> = {
  east: "south",
  south: "west",
  west: "north",
  north: "east",
};

export type Entry =
  { move: "join"; word: string } | { move: "give"; text: string };
export type Play =
  | { move: "draw" | "win" }
  | { move: "discard"; tile: string }
  | { move: "call"; tiles: string[] };
export type Move = Entry | Play;

/** What everybody may know beside the views, and the hands, which only their players may know. */
export interface Game {
  opened: Opened | null;
  turn: Seat;
  discard: { seat: Seat; tile: string } | null;
  melds: { seat: Seat; tiles: string[] }[];
  dora: string[];
  ura: string[];
  kans: number;
  draws: number;
  drawable: number;
  winner: Seat | null;
  phase: "texts" | "play" | "over";
  hands: Record<Seat, string[]>;
}

/** A draw that follows from a move, and the list for its tiles. */
export interface Wanted {
  to: string[];
  count: number;
  members: DrawMembers;
}

export const newGame = (): Game => ({
  opened: null,
  turn: "east",
  discard: null,
  melds: [],
  dora: [],
  ura: [],
  kans: 0,
  draws: 0,
  drawable: 0,
  winner: null,
  phase: "texts",
  hands: { east: [], south: [], west: [], north: [] },
});

export const isSeat = (value: unknown): value is Seat =>
  typeof value === "string" && Object.hasOwn(NEXT, value);
const isText = (value: unknown): value is string => typeof value === "string";

/** Return the move in the message of a player. Throws an error for anything else. */
export function parseMove(message: string): Move {
  const value: unknown = JSON.parse(message);
  if (typeof value === "object" && value !== null && "move" in value) {
    const { move } = value;
    if (move === "draw" || move === "win") return { move };
    if (move === "join" && "word" in value && isText(value.word))
      return { move, word: value.word };
    if (move === "give" && "text" in value && isText(value.text))
      return { move, text: value.text };
    if (move === "discard" && "tile" in value && isText(value.tile))
      return { move, tile: value.tile };
    if (move === "call" && "tiles" in value && Array.isArray(value.tiles))
      return { move, tiles: value.tiles.filter(isText) };
  }
  throw new Error("There is no such move.");
}

/** Give the players their tiles, and turn the indicator up. */
export function deal(game: Game, { hands, piles, drawable }: StageView): void {
  for (const { seat, cards } of hands)
    if (isSeat(seat)) game.hands[seat] = (cards ?? []).map(String);
  game.dora = piles.flatMap(({ cards }) => (cards ?? []).map(String));
  game.drawable = drawable;
  game.phase = "play";
}

function ensure(isRight: boolean, message: string): asserts isRight {
  if (!isRight) throw new Error(message);
}

function remove(hand: string[], tiles: string[]): void {
  const left = [...hand];
  for (const tile of tiles) {
    const place = left.indexOf(tile);
    ensure(place >= 0, `You do not have ${tile}.`);
    left.splice(place, 1);
  }
  hand.splice(0, hand.length, ...left);
}

/** Make a move, and return the draws that follow from it. Throws an error, and changes nothing, if it is not allowed. */
export function makeMove(game: Game, seat: Seat, play: Play): Wanted[] {
  ensure(game.phase === "play", "There is no hand to play.");
  const hand = game.hands[seat];
  const { discard } = game;
  const isNext = seat === game.turn;
  switch (play.move) {
    case "draw":
      ensure(isNext && discard !== null, "It is not your turn to draw.");
      game.discard = null;
      // each kan moves a tile of the wall to the dead wall
      if (game.drawable > game.kans)
        return [{ to: hand, count: 1, members: { seat } }];
      game.phase = "over";
      return [];
    case "discard":
      ensure(isNext && discard === null, "It is not your turn to discard.");
      remove(hand, [play.tile]);
      game.discard = { seat, tile: play.tile };
      game.turn = NEXT[seat];
      return [];
    case "call": {
      const tiles = discard ? [...play.tiles, discard.tile] : play.tiles;
      ensure(
        discard ? discard.seat !== seat : isNext,
        "There is nothing that you may call.",
      );
      ensure(isMeld(tiles, discard !== null, isNext), "This is no meld.");
      remove(hand, play.tiles);
      game.discard = null;
      game.turn = seat;
      game.melds.push({ seat, tiles });
      return tiles.length === 4 ? drawForKan(game, seat) : [];
    }
    case "win":
      ensure(discard ? discard.seat !== seat : isNext, "You may not win now.");
      if (discard) hand.push(discard.tile);
      game.winner = seat;
      game.phase = "over";
      return [drawDead(game.ura, game.dora.length, "ura_dora_indicators")];
  }
}

/** Return whether tiles are three or four of a kind, or a run of the seat whose turn it is. A red five is a five. */
function isMeld(tiles: string[], isCalled: boolean, isNext: boolean): boolean {
  const sorted = tiles.map((tile) => tile.replace("0", "5")).sort();
  const [first = "", ...others] = sorted;
  if (others.every((tile) => tile === first))
    return sorted.length === 4 || (isCalled && sorted.length === 3);
  const suit = first.slice(1);
  const run = [0, 1, 2].map((more) => `${Number(first[0]) + more}${suit}`);
  return isCalled && isNext && suit !== "z" && sorted.join() === run.join();
}

function drawForKan(game: Game, seat: Seat): Wanted[] {
  game.kans += 1;
  const replacement: Wanted = {
    to: game.hands[seat],
    count: 1,
    members: { seat, pile: "dead_wall" },
  };
  return [replacement, drawDead(game.dora, 1, "dora_indicators")];
}

const drawDead = (to: string[], count: number, part: string): Wanted => ({
  to,
  count,
  members: { pile: "dead_wall", part },
});
