"""What fills the caches of sealed (tests/caches.py)."""

from flask.testing import FlaskClient

from service.cards.options import MAX_PACKS
from service.sealed.opening.jwk import Ed25519Key
from service.sealed.opening.terms import Reveal, Terms
from service.sealed.shoe.bitmap import Bitmap
from service.sealed.shoe.rounds import open_round
from service.sealed.shoe.sealed_shoe import PURPOSE, create_shoe, unseal
from service.sealed.shoe.tokens import Tokens, generate_key


def open_rounds(_: FlaskClient) -> None:
    size = 2**12
    terms = Terms(max=size, min=1, reveal=Reveal.SHOWN)
    for number in range(4):
        drawn = Bitmap.of(range(number, size, 2))
        shoe_round = open_round(terms, number, bytes(32), None, drawn)
        assert len(shoe_round.positions) == size
        assert shoe_round.tree.root


def read_terms(_: FlaskClient) -> None:
    tokens = Tokens(PURPOSE, [generate_key()], 1)
    tiles = tuple(f"{a}-{b}" for a in range(19) for b in range(a))
    for number in range(20):
        terms = Terms(
            deck="dominoes",
            highest=18,
            decks=MAX_PACKS,
            exclude=tiles,
            label=f"{number:x>256}",
        )
        token = create_shoe(terms, bytes(32)).seal(tokens)
        assert unseal(tokens, "shoe", token).size == 19 * MAX_PACKS
    for number in range(64):
        items = tuple(f"{number:012x}" for _ in range(250))
        token = create_shoe(Terms(items=items), bytes(32)).seal(tokens)
        assert unseal(tokens, "shoe", token).size == 250


def check_keys(_: FlaskClient) -> None:
    for number in range(1500):
        Ed25519Key.is_point(f"{number:043}")


FILLS = {
    "service.sealed.opening.jwk._is_ed25519": check_keys,
    "service.sealed.shoe.rounds.Round": open_rounds,
    "service.sealed.shoe.sealed_shoe._parse_terms_anew": read_terms,
}
