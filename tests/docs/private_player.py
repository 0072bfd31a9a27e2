"""The player of docs/definitions/sealed.md, as the page has it: a class that tests sit down at tables."""

from typing import Any

from tools.files import ROOT

CODE = (
    (ROOT / "docs" / "definitions/sealed.md")
    .read_text()
    .split("```python\n")[1]
    .split("```")[0]
)
_names: dict[str, Any] = {}
exec(compile(CODE, "<docs/definitions/sealed.md>", "exec"), _names)

Player: Any = _names["Player"]
"""The class. Its methods raise AssertionError or an exception of cryptography for what no honest service sends."""
tag = _names["tag"]
form_action = _names["form_action"]
DEFAULTS = _names["DEFAULTS"]
