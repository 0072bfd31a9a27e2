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
    Object.assign(this, { name, response });
    [this.#views, this.#spectators] = [views, spectators];
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
const clone = (value) =>
  Array.isArray(value)
    ? value.map(clone)
    : isObject(value)
      ? mapMembers(value, clone)
      : value;
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
  const write = (whole, seats, others) =>
    JSON.stringify([kind, asked, whole, mapMembers(views, seats), others]);
  const compared = compare(expect(kind, asked, response), response);
  const text = write(
    compared,
    (view) => compare(response, view),
    compare(hide(response), spectators),
  );
  const again = openTurn(undefined, text);
  if (
    isSame(
      [again.response, again.seat_views, again.spectator_view],
      [response, views, spectators],
    )
  )
    return text;
  return write({ "=": response }, (view) => ({ "=": view }), {
    "=": spectators,
  });
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

function openResponse(kind, asked, whole) {
  const found = apply(expect(kind, asked, whole), whole);
  return apply(expect(kind, asked, found), whole);
}

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
  const seen = Object.entries(SEEN)
    .filter(([, other]) => has(other))
    .map(([one, other]) => [one, found[other]]);
  return {
    ...{
      [name]: [],
      ...(!has("integers") && { indices: [] }),
      rounds: [0],
      positions: [],
    },
    ...(Object.hasOwn(asked, "seat") && {
      seat: asked.seat,
      count: asked.count,
    }),
    ...(Object.hasOwn(asked, "burn") && { burned: asked.burn }),
    ...(has("pile") && { pile: "" }),
    ...{
      remaining: 0,
      drawable: 0,
      round: 0,
      reshuffled: false,
      reshuffle_due: false,
      draws: 0,
    },
    ...{ previous: "", digest: "", signed: null, client_seed: null },
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
  return mapMembers(response, (value, name) =>
    name === "seen" ? seen : LISTS.includes(name) ? [] : value,
  );
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
    const [one, other] = [getOwn(base, name), getOwn(differences, name)];
    if (isObject(one) && isObject(other)) return apply(one, other);
    return clone(Object.hasOwn(differences, name) ? other : one);
  };
  return Object.fromEntries(names.map((name) => [name, pick(name)]));
}
