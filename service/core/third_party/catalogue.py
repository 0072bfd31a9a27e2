"""All the schemes.

To add a scheme, write what a request says of a result and the function that checks it in a module of its own, and give
it one entry here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from service.core.errors import entry
from service.core.third_party.drand import Round, check_round
from service.core.third_party.rfc3797 import Selection, check_selection
from service.core.third_party.stake import Bet, check_bet
from service.core.verification import VerificationResult

Asked = TypeVar("Asked")


@dataclass(frozen=True, kw_only=True)
class Scheme(Generic[Asked]):
    """A scheme: where it is published, what a request must say (a frozen dataclass), and what that comes to."""

    name: str
    title: str
    source: str
    takes: type[Asked]
    check: Callable[[Asked], VerificationResult]


_STAKE = Scheme(
    name="stake",
    title="Stake's provably fair games",
    source="https://stake.com/provably-fair/implementation",
    takes=Bet,
    check=check_bet,
)
_RFC3797 = Scheme(
    name="rfc3797",
    title="Publicly verifiable NomCom random selection",
    source="https://www.rfc-editor.org/rfc/rfc3797",
    takes=Selection,
    check=check_selection,
)
_DRAND = Scheme(
    name="drand",
    title="A round of the drand randomness beacon",
    source="https://docs.drand.love/docs/specification/",
    takes=Round,
    check=check_round,
)

SCHEMES: Mapping[str, Scheme[Any]] = {scheme.name: scheme for scheme in (_STAKE, _RFC3797, _DRAND)}
"""Every scheme by name."""


def find_scheme(asked: object) -> Scheme[Any]:
    """The scheme whose result it is that is asked about."""
    return next(scheme for scheme in SCHEMES.values() if isinstance(asked, scheme.takes))


def get_scheme(name: str) -> Scheme[Any]:
    """The scheme of that name. Raises `UnknownName`, which lists the known ones."""
    return entry("scheme", SCHEMES, name)
