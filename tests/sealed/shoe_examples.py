"""The shoes in the documentation; `python -m tests.sealed.shoe_examples` regenerates their tokens."""

import json
from collections.abc import Mapping

from service.core.limits import Limits
from service.sealed.endpoint.shoes import EXAMPLES, EXAMPLES_FILE
from service.sealed.opening.resolution import resolve_terms
from service.sealed.opening.terms import Reshuffle, Terms
from service.sealed.receipts.receipt import reveal
from service.sealed.shoe.sealed_shoe import PURPOSE, SealedShoe, create_shoe
from service.sealed.shoe.tokens import Tokens
from service.sealed.turns.draws import CardDraw, draw
from service.sealed.turns.stage_deals import StageRequest, deal

SERVER_SEED = bytes(range(32))
CLIENT_SEED = "correct horse"

TABLE_7 = Terms(
    deck="standard", decks=6, cut=60, reshuffle=Reshuffle.AT_CUT, label="table 7"
)
OPENED = create_shoe(resolve_terms(TABLE_7, Limits()), SERVER_SEED)
DRAWN = draw(OPENED, CardDraw(count=5, client_seed=CLIENT_SEED), Limits())
_, REVEALED = reveal(DRAWN.shoe)
HOLDEM = Terms(game="holdem", players=3)
GAME = create_shoe(resolve_terms(HOLDEM, Limits()), SERVER_SEED)
DEALT = deal(GAME, StageRequest(client_seed=CLIENT_SEED), Limits())

SHOES: Mapping[str, SealedShoe] = {
    "OPENED": OPENED,
    "DRAWN": DRAWN.shoe,
    "REVEALED": REVEALED,
    "GAME": GAME,
    "DEALT": DEALT.shoe,
}


def render_file() -> str:
    """Return the file with new tokens, dated 1970."""
    tokens = Tokens(PURPOSE, [EXAMPLES["KEY"]], 1, clock=lambda: 0)
    examples = {
        "KEY": EXAMPLES["KEY"],
        "COMMITMENT": OPENED.commitment.hex(),
        "SEED_HASH": OPENED.seed_hash.hex(),
    }
    sealed = {name: shoe.seal(tokens) for name, shoe in SHOES.items()}
    return json.dumps(examples | sealed, indent=2) + "\n"


def seal_again(key: str) -> dict[str, str]:
    """Return each token of the documentation with one of the same shoe that a service with the key accepts today."""
    tokens = Tokens(PURPOSE, [key], 1)
    return {EXAMPLES[name]: shoe.seal(tokens) for name, shoe in SHOES.items()}


if __name__ == "__main__":
    EXAMPLES_FILE.write_text(render_file())
