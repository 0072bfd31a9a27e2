"""Requests of draws: marks that say which members decide or choose the result, and the form to write a request again.

A member has marks beside its value type: `sides: Annotated[int, Integer("Sides of each die.", 2, 100), NAMED] = 6`. A
proof names every member that the result depends on (proofs/named_requests.py); any other member is marked with a
reason. A member has `Chooses` as well if a request can choose its result by this member.

FROZEN: the `Named` marks of existing members, and `proved_as`. Which members a proof names, and in which form, is part
of `vrf1` (docs/definitions/proofs.md).
FREE: the reasons, which are for readers.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from functools import cache
from types import MappingProxyType
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    get_args,
    get_origin,
    get_type_hints,
)

from .object_types import describe

NOTHING: Mapping[str, Any] = MappingProxyType({})


def _keep(value: Any) -> Any:
    return value


@dataclass(frozen=True, kw_only=True)
class Named:
    """Marks a member that a proof names, because the result depends on it: another value gives another seed.

    A proof names the member if the response repeats it, and with `always` even if the request may leave it out. Several
    values may mean the same; `write` returns one form for all of them.
    """

    always: bool = False
    write: Callable[[Any], Any] = _keep


@dataclass(frozen=True)
class Unnamed:
    """Marks a member that a proof does not name, and says why.

    Unless the member `is_repeated`, `DrawRequest.canonical` leaves it out. The `request` of a response has the seed
    and the index nevertheless.
    """

    reason: str
    is_repeated: bool = True


@dataclass(frozen=True)
class Chooses:
    """Marks a member that lets a request choose its result, or make some results likelier, and says why.

    Requests that choose are refused where ALLOW_SEEDS is off. With `values`, only these values choose. If it
    `is_order`, the value stands for a published order: a request with it gets no proof, and a response with it is
    checked even where ALLOW_SEEDS is off.
    """

    reason: str
    values: Collection[Any] | None = None
    is_order: bool = False

    def has(self, value: Any) -> bool:
        """Return whether a request with this value chooses; the value is None in a request without the member."""
        if value is None:
            return False
        return self.values is None or value in self.values


NAMED = Named()


class Marks(NamedTuple):
    """The marks of a member."""

    proof: Named | Unnamed
    choice: Chooses | None = None


@dataclass(frozen=True)
class Entries:
    """Marks a mapping with entries that are members of the request. `marks` has the marks of each entry by name."""

    marks: Mapping[str, Marks]


class Member(NamedTuple):
    """A member of a request."""

    name: str
    holder: str  # the field that holds it: its own field, or a mapping with `Entries`
    default: Any
    proof: Named | Unnamed  # whether a proof names it
    choice: Chooses | None  # how it chooses the result; None if it does not

    @property
    def is_repeated(self) -> bool:
        return isinstance(self.proof, Named) or self.proof.is_repeated


@cache
def read_members(cls: type) -> Mapping[str, Member]:
    """Return the members of a dataclass of requests by their names, in order.

    Raises `TypeError`, naming the place, for a member that does not say whether a proof names it.
    """
    hints = get_type_hints(cls, include_extras=True)
    members = [
        member
        for field in fields(cls)
        for member in _read_field(cls, field, _list_marks(hints[field.name]))
    ]
    return MappingProxyType({member.name: member for member in members})


def _read_field(
    cls: type, field: Field[Any], marks: tuple[Any, ...]
) -> Iterator[Member]:
    """Yield the member of a field, or one member for each entry of a field with `Entries`."""
    for entries in (mark for mark in marks if isinstance(mark, Entries)):
        for name, own in entries.marks.items():
            yield Member(name, field.name, None, *own)
        return
    own = _find_marks(cls, field.name, marks)
    yield Member(field.name, field.name, field.default, *own)


def _read_own(request: object) -> Mapping[str, Member]:
    cls: Any = type(request)
    return read_members(cls)


def _list_marks(hint: Any) -> tuple[Any, ...]:
    """Return the marks that an `Annotated` type has beside the type."""
    return get_args(hint)[1:] if get_origin(hint) is Annotated else ()


def _find_marks(cls: type, name: str, marks: tuple[Any, ...]) -> Marks:
    """Return the marks of a member. Raises `TypeError` unless exactly one mark says whether a proof names it."""
    proof = [mark for mark in marks if isinstance(mark, Named | Unnamed)]
    if len(proof) != 1:
        raise TypeError(explain_missing_mark(_find_owner(cls, name), name))
    choice = next((mark for mark in marks if isinstance(mark, Chooses)), None)
    return Marks(proof[0], choice)


def _find_owner(cls: type, name: str) -> type:
    """Return the class that declares a field: `cls` or a base."""
    return next(
        base for base in cls.__mro__ if name in vars(base).get("__annotations__", ())
    )


def explain_missing_mark(owner: type, name: str) -> str:
    """Return the message for a member of a request without a mark about proofs. It says where to add the mark."""
    path = owner.__module__.replace(".", "/")
    return (
        f"{owner.__qualname__}.{name} in {path}.py must say whether a proof names it: annotate it with NAMED "
        "if the result depends on it, or with Unnamed and the reason (service/core/draw_requests.py)."
    )


def find_choice(cls: type, values: Mapping[str, Any]) -> str | None:
    """Return the name of the first member that lets a request choose its result, or None.

    `cls` is the dataclass of the request, and `values` has the given members. Members that choose by any value come
    before members that choose by some values only.
    """
    chosen = [
        member
        for member in read_members(cls).values()
        if member.choice and member.choice.has(values.get(member.name))
    ]
    whole = [member for member in chosen if member.choice and not member.choice.values]
    return next((member.name for member in whole + chosen), None)


def list_order_parameters(cls: type) -> Collection[str]:
    """Return the names of the members of a dataclass of requests that stand for a published order."""
    return [
        member.name
        for member in read_members(cls).values()
        if member.choice and member.choice.is_order
    ]


class DrawRequest:
    """A request of a draw: a dataclass with marks for each member."""

    proved_as: ClassVar[Mapping[str, Any]] = NOTHING
    """Members that replace this request's own in a proof, such as the path: the proof then names another request."""

    @classmethod
    def has_one_result(cls, members: Mapping[str, Any]) -> bool:
        """Return whether a request leaves only one result, as far as it is known without a search.

        `members` are the parameters of the request and the members of its response, as JSON. A response about a list or
        a deck has the number of its items as `size`: none or one item leaves one result. A request with other results
        overrides this.
        """
        return members.get("size") in {0, 1}

    @property
    def implied(self) -> Mapping[str, Any]:
        """Return, by name, the values that the request implies for members without a default of their own."""
        return NOTHING

    def imply_at(self, _index: int) -> Mapping[str, Any]:
        """Return the values that follow from the index of the first result, by name; a response omits them."""
        return NOTHING

    def find_choice(self, allowed: Collection[str] = ()) -> str | None:
        """Return the name of the first member that lets the request choose its result, except for `allowed` members."""
        values = {
            name: value for name, value in self.list_values() if name not in allowed
        }
        return find_choice(type(self), values)

    def list_values(self) -> Iterator[tuple[str, Any]]:
        """Yield the name and the value of each member in order; the value is None for an entry that is not given."""
        for member in _read_own(self).values():
            value = getattr(self, member.holder)
            if member.holder != member.name:
                value = value.get(member.name)
            yield member.name, value

    def canonical(self, implied: Mapping[str, Any] = NOTHING) -> dict[str, Any]:
        """Return the members as JSON, each in one form, without members that can be left out.

        A member can be left out if it is None or equals its default. A value in `implied`, or in the property
        `implied`, replaces the default: the view knows that the value follows from other members. The seed, the list of
        the caller and other members that are not repeated are left out as well. With `sides` of the example above,
        {"sides": 8} for 8, and {} for 6.
        """
        members = _read_own(self)
        defaults = {name: member.default for name, member in members.items()}
        defaults.update(self.implied)
        defaults.update(implied)
        return {
            name: write_value(value)
            for name, value in self.list_values()
            if members[name].is_repeated
            and value is not None
            and value != defaults[name]
        }


def write_value(value: Any) -> Any:
    """Return a value of a request as JSON; a dataclass becomes its members that differ from their defaults."""
    if isinstance(value, tuple | list):
        return list(map(write_value, value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    written = {}
    for name, field in describe(type(value)).items():
        member = getattr(value, name)
        if member != field.default:
            written[name] = write_value(member)
    return written
