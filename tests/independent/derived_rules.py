"""The endpoints whose responses verify.mjs derives."""

import re

from tools.files import ROOT
from tools.url_rules import compile_rule

ENDPOINTS = (ROOT / "verify" / "requests" / "endpoints.mjs").read_text()
DERIVED_RULES = set(re.findall(r'^  "(/v1/[^"]+)": ', ENDPOINTS, re.MULTILINE))
"""The rules of the endpoints that verify.mjs derives."""


def is_derived(path: str) -> bool:
    """Return whether verify.mjs derives the responses of a path, perhaps of a batch."""
    return any(compile_rule(rule).fullmatch(path) for rule in DERIVED_RULES)
