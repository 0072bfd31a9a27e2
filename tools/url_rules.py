"""URL rules of endpoints, such as `/v1/decks/<deck>/shuffle`, and the paths that they match."""

import re
from collections.abc import Mapping

_PARAMETER = re.compile("<(.*?)>")


def fill_rule(rule: str, values: Mapping[str, str]) -> str:
    """Return the path of a rule: `/v1/decks/tarot/shuffle` for the value `tarot` of `deck`."""
    return _PARAMETER.sub(lambda parameter: values[parameter[1]], rule)


def compile_rule(rule: str) -> re.Pattern[str]:
    """Return the pattern that matches the whole of a path of a rule, or of its batch."""
    return re.compile(f"{_PARAMETER.sub('[^/]+', rule)}(/batch)?")
