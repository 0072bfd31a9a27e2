"""The worked example of `shoe1` in docs/stream-shoes.md."""

from service.core.sealed.draws import DrawRequest, draw
from service.core.sealed.receipts import reveal
from service.core.sealed.resolution import resolve_terms
from service.core.sealed.shoe import SealedShoe
from service.core.sealed.terms import Reshuffle, ShoeScheme, Terms
from service.core.shuffles.plans import Limits

TERMS = resolve_terms(
    Terms(scheme=ShoeScheme.SHOE1, deck="standard", decks=6, cut=60, reshuffle=Reshuffle.AT_CUT, label="table 7"),
    Limits(),
)
OPENED = SealedShoe(terms=TERMS, server_seed=bytes(range(32)))
DRAWN = draw(OPENED, DrawRequest(count=5, client_seed="correct horse"), Limits())
RECEIPT, _ = reveal(DRAWN.shoe)
