"""Random words for an allocation: under a seed, each stratum has a stream of its own (docs/definitions/rules.md).

FROZEN: the key of a stratum.
"""

import hmac
import json
from collections.abc import Sequence

from ..core.rng.sources import WordSource
from ..core.rng.streams import keyed

Stratum = tuple[tuple[str, str | None], ...]
"""The attributes of a stratum with their texts, None if missing: (("centre", "Ulm"), ("sex", None))."""

_STRATUM_PREFIX = b"shuffle-and-deal stratum 1\n"


def stratum_key(key: bytes, stratum: Sequence[tuple[str, str | None]]) -> bytes:
    """Return the key of a stratum under the key of a seed.

    The stratum is written as canonical JSON (RFC 8785), so that no two strata have one key.
    """
    # This is canonical JSON already, as there are no numbers and no names.
    text = json.dumps(stratum, ensure_ascii=False, separators=(",", ":"))
    return hmac.digest(key, _STRATUM_PREFIX + text.encode(), "sha256")


class StrataSource(WordSource):
    """A source that reads each stratum from a stream of its own, under the key of a seed and at the same index."""

    def __init__(self, key: bytes, index: int) -> None:
        super().__init__(keyed(key, index))
        self._key = key
        self._index = index

    def open_stratum(self, stratum: Sequence[tuple[str, str | None]]) -> None:
        """Go on with the words of a stratum."""
        self.read_from(keyed(stratum_key(self._key, stratum), self._index))
