"""The tokens and the commitment in the documentation: a shoe of a deck, and one of a game.

The second is the worked example of docs/stream-shoes.md. `KEY` opens these tokens, but they are dated 1970: a service
would accept them only with this key and a SHOE_TTL of more than half a century.
`python -m tests.api.resources.shoe_examples` generates them.
"""

import json
from collections.abc import Mapping
from pathlib import Path

FILE = Path(__file__).with_suffix(".json")

_EXAMPLES: Mapping[str, str] = json.loads(FILE.read_text())

KEY, COMMITMENT = _EXAMPLES["KEY"], _EXAMPLES["COMMITMENT"]
OPENED, DRAWN, REVEALED = _EXAMPLES["OPENED"], _EXAMPLES["DRAWN"], _EXAMPLES["REVEALED"]
GAME, DEALT = _EXAMPLES["GAME"], _EXAMPLES["DEALT"]
