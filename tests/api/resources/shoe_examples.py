"""The shoe in the documentation; `python -m tests.api.resources.shoe_examples` regenerates its tokens."""

from pathlib import Path
from textwrap import wrap

from service.api.resources import shoe_examples
from service.core.crypto.tokens import Tokens
from service.core.sealed.draws import DrawRequest, draw
from service.core.sealed.keys import commit
from service.core.sealed.receipts import reveal
from service.core.sealed.shoe import PURPOSE, SealedShoe
from service.core.sealed.terms import Reshuffle, Scheme, Terms, resolve_terms
from service.core.shuffles.plans import Limits

MODULE = Path(shoe_examples.__file__)

TERMS = resolve_terms(
    Terms(scheme=Scheme.SHOE1, deck="standard", decks=6, cut=60, reshuffle=Reshuffle.AT_CUT, label="table 7"),
    Limits(),
)
OPENED = SealedShoe(terms=TERMS, server_seed=bytes(range(32)))
DRAWN = draw(OPENED, DrawRequest(count=5, client_seed="correct horse"), Limits())
RECEIPT, REVEALED = reveal(DRAWN.shoe)


def render_module() -> str:
    """Return the source of the module with new tokens, dated 1970."""
    tokens = Tokens(PURPOSE, [shoe_examples.KEY], 1, clock=lambda: 0)
    lines = [
        MODULE.read_text().split("COMMITMENT")[0],
        f'COMMITMENT = "{commit(bytes(range(32)), TERMS).hex()}"\n',
    ]
    for name, shoe in (("OPENED", OPENED), ("DRAWN", DRAWN.shoe), ("REVEALED", REVEALED)):
        parts = (f'    "{part}"\n' for part in wrap(shoe.seal(tokens), 110, break_on_hyphens=False))
        lines.append(f"{name} = (\n{''.join(parts)})\n")
    return "".join(lines)


def seal_again() -> dict[str, str]:
    """Return each token of the documentation with one of the same shoe that a service with its key accepts today."""
    tokens = Tokens(PURPOSE, [shoe_examples.KEY], 1)
    return {
        shoe_examples.OPENED: OPENED.seal(tokens),
        shoe_examples.DRAWN: DRAWN.shoe.seal(tokens),
        shoe_examples.REVEALED: REVEALED.seal(tokens),
    }


if __name__ == "__main__":
    MODULE.write_text(render_module())
