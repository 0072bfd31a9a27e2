/**
 * What a store keeps of a deal or a draw: a text without what follows from the rest of it. The text is JSON: [kind, asked,
 * response, views by seat, spectators' view]. The response is its differences from what a draw of cards is expected to
 * have, each view of a seat its differences from the response, and the spectators' view from the response, without the
 * cards if a draw has a seat. Python's turns.py reads and writes the same texts, so what is expected here never changes.
 */

export const getOwn = (object, name) =>
  Object.hasOwn(object, name) ? object[name] : undefined;
export const copy = (value) => JSON.parse(JSON.stringify(value));

/** A deal or a draw that is saved. `response` is the whole response, for the backend alone. */
export class Turn {
  #views;
  #spectators;

  constructor({
    name,
    response,
    seat_views: views,
    spectator_view: spectators,
  }) {
    this.name = name;
    this.response = response;
    this.#views = views;
    this.#spectators = spectators;
  }

  /** The cards, items or integers of a draw. */
  get cards() {
    return this.response.integers ?? this.response.cards;
  }

  /** Return the response that a seat may have, or spectators. Only a view may leave the backend. */
  view(seat) {
    return (seat ? getOwn(this.#views, seat) : undefined) ?? this.#spectators;
  }
}

const isObject = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);
function clone(value) {
  if (Array.isArray(value)) return value.map(clone);
  if (isObject(value)) return mapMembers(value, clone);
  return value;
}
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const mapMembers = (object, change) =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, change(value, name)]),
  );

/** Return the text of a turn, {kind, asked, response, seat_views, spectator_view}. */
export function writeTurn({
  kind,
  asked,
  response,
  seat_views: views,
  spectator_view: spectators,
}) {
  const text = JSON.stringify([
    kind,
    asked,
    compare(expect(kind, asked, response), response),
    mapMembers(views, (view) => compare(response, view)),
    compare(hide(response), spectators),
  ]);
  const again = openTurn(undefined, text);
  const areReadAgain = isSame(
    [again.response, again.seat_views, again.spectator_view],
    [response, views, spectators],
  );
  if (areReadAgain) return text;
  const whole = (value) => ({ "=": value });
  return JSON.stringify([
    kind,
    asked,
    whole(response),
    mapMembers(views, whole),
    whole(spectators),
  ]);
}

/** Return the turn in a text: {name, kind, asked, response, seat_views, spectator_view}. */
export function openTurn(name, text) {
  const [kind, asked, whole, views, spectators] = JSON.parse(text);
  const response = openResponse(kind, asked, whole);
  const seats = mapMembers(views, (view) => apply(response, view));
  return {
    name,
    kind,
    asked,
    response,
    seat_views: seats,
    spectator_view: apply(hide(response), spectators),
  };
}

/** Return the response in a text, and the view of a seat, or of spectators. */
export function openView(text, seat) {
  const [kind, asked, whole, views, spectators] = JSON.parse(text);
  const response = openResponse(kind, asked, whole);
  const own = seat ? getOwn(views, seat) : undefined;
  return {
    response,
    view: own ? apply(response, own) : apply(hide(response), spectators),
  };
}

/** Return the response from its differences. Some of what is expected follows from members that are there only then. */
function openResponse(kind, asked, differences) {
  const found = apply(expect(kind, asked, differences), differences);
  return apply(expect(kind, asked, found), differences);
}

/** By the members of `seen`, the members of a response that have the same. */
const SEEN = {
  draw: "draws",
  seat: "seat",
  rounds: "rounds",
  positions: "positions",
};

/** Return the response that is expected to a draw, from what was asked for and the members that were `found`. */
function expect(kind, asked, found) {
  if (kind !== "draw") return {};
  const has = (name) => Object.hasOwn(found, name);
  const name = has("integers") ? "integers" : "cards";
  const repeated = Object.entries(SEEN).filter(([, member]) => has(member));
  const seen = repeated.map(([seenName, member]) => [seenName, found[member]]);
  // The order of the members is a part of the texts, and never changes.
  return {
    [name]: [],
    ...(!has("integers") && { indices: [] }),
    rounds: [0],
    positions: [],
    ...(Object.hasOwn(asked, "seat") && {
      seat: asked.seat,
      count: asked.count,
    }),
    ...(Object.hasOwn(asked, "burn") && { burned: asked.burn }),
    ...(has("pile") && { pile: "" }),
    remaining: 0,
    drawable: 0,
    round: 0,
    reshuffled: false,
    reshuffle_due: false,
    draws: 0,
    previous: "",
    digest: "",
    signed: null,
    client_seed: null,
    seen: { ...Object.fromEntries(seen), [name]: found[name] },
  };
}

const LISTS = ["cards", "integers", "indices", "rounds", "positions", "shown"];

/** Return the response to a draw for a seat without its cards. */
function hide(response) {
  if (!Object.hasOwn(response, "seat") || !isObject(response.seen))
    return response;
  const cover = (value, name) =>
    ["cards", "integers"].includes(name) && Array.isArray(value)
      ? value.map(() => null)
      : value;
  const seen = mapMembers(response.seen, cover);
  return mapMembers(response, (value, name) => {
    if (name === "seen") return seen;
    if (LISTS.includes(name)) return [];
    return value;
  });
}

/** Return the differences of an object from another, from which `apply` returns it. */
function compare(base, value) {
  if (Object.hasOwn(value, "-") || Object.hasOwn(value, "="))
    return { "=": value };
  const differences = [];
  for (const [name, member] of Object.entries(value)) {
    const other = getOwn(base, name);
    if (isObject(member) && isObject(other)) {
      const inner = compare(other, member);
      if (Object.keys(inner).length > 0) differences.push([name, inner]);
    } else if (!Object.hasOwn(base, name) || !isSame(other, member))
      differences.push([name, member]);
  }
  const removed = Object.keys(base).filter(
    (name) => !Object.hasOwn(value, name),
  );
  return Object.fromEntries([
    ...differences,
    ...(removed.length > 0 ? [["-", removed]] : []),
  ]);
}

/** Return an object from its differences: members that differ, and the names of removed ones; or all, after "=". */
function apply(base, differences) {
  if (Object.hasOwn(differences, "=")) return clone(differences["="]);
  const removed = new Set(["-", ...(differences["-"] ?? [])]);
  const names = Object.keys({ ...base, ...differences }).filter(
    (name) => !removed.has(name),
  );
  const pick = (name) => {
    const before = getOwn(base, name);
    const after = getOwn(differences, name);
    if (isObject(before) && isObject(after)) return apply(before, after);
    return clone(Object.hasOwn(differences, name) ? after : before);
  };
  return Object.fromEntries(names.map((name) => [name, pick(name)]));
}
