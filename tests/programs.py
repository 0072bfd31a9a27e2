"""The size of a program, however a formatter breaks it into lines."""

import re


def count_tokens(code: str) -> int:
    """Return the number of words and signs of a program; comments and texts count by their words."""
    return len(re.findall(r"\w+|[^\w\s]", code))
