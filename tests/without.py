"""Start the service without a capability, for each of some in turn: `python -m tests.without bias bingo`.

No file is changed: no folder of the capability is found, and service/capabilities.py is read without its import and its
entry. As JSON by the name, it prints the URL rules of the application and the statuses of some requests.
"""

import json
import re
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

from tools.files import ROOT

REGISTRATION = ROOT / "service" / "capabilities.py"
REQUESTS = ("/", "/openapi.yaml", "/v1/integers?max=6", "/v1/decks/standard/shuffle")
"""Requests that no capability answers that may be left out: others import theirs."""


def leave_out(text: str, name: str) -> str:
    """Return service/capabilities.py without the import and the entry of a capability, which alone may name it."""
    [(line, constant)] = re.findall(rf"^(from \.{name}\..* import (\w+)\n)", text, re.M)
    entry = f"    {constant},\n"
    rest = text.replace(line, "").replace(entry, "")
    assert len(rest) == len(text) - len(line) - len(entry)
    assert not re.search(rf"\b({name}|{constant})\b", rest)
    return rest


def import_without(name: str) -> ModuleType:
    """Return service/app.py, imported anew with all of service where a capability is not found."""
    for module in list(sys.modules):
        if module.partition(".")[0] == "service":
            del sys.modules[module]
    sys.modules[f"service.{name}"] = None  # type: ignore[assignment]  # so that Python finds no such module
    capabilities = ModuleType("service.capabilities")
    capabilities.__package__ = "service"
    sys.modules["service.capabilities"] = capabilities
    exec(leave_out(REGISTRATION.read_text(), name), vars(capabilities))
    return import_module("service.app")


def describe_without(name: str) -> dict[str, Any]:
    """Return what an application without a capability serves."""
    app = import_without(name).create_app()
    client = app.test_client()
    return {
        "rules": sorted({rule.rule for rule in app.url_map.iter_rules()}),
        "statuses": [client.get(path).status_code for path in REQUESTS],
    }


if __name__ == "__main__":
    print(json.dumps({name: describe_without(name) for name in sys.argv[1:]}))
