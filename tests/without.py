"""Start the service without a capability, for each of some in turn: `python -m tests.without bias bingo`.

No file is changed: no folder of the capability is found, and service/capabilities.py is read without its import and its
entry. As JSON by the name, it prints the URL rules of the application, the paths of its index, and how it answers some
requests, the last one for its front page.
"""

import json
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType, ModuleType
from typing import Any

from tools.files import ROOT

REGISTRATION = ROOT / "service" / "capabilities.py"
REQUESTS = ("/openapi.yaml", "/v1/integers?max=6", "/v1/decks/standard/shuffle")
"""Requests of capabilities that others import, so that no capability here answers them."""


def leave_out(text: str, name: str) -> str:
    """Return service/capabilities.py without the import and the entry of a capability, which alone may name it."""
    [(line, constant)] = re.findall(rf"^(from \.{name}\..* import (\w+)\n)", text, re.M)
    entry = f"    {constant},\n"
    rest = text.replace(line, "").replace(entry, "")
    assert len(rest) == len(text) - len(line) - len(entry)
    assert not re.search(rf"\b({name}|{constant})\b", rest)
    return rest


class Shortened(SourceFileLoader):
    """Loads service/capabilities.py without a capability."""

    def __init__(self, module: str, left_out: str) -> None:
        super().__init__(module, str(REGISTRATION))
        self._left_out = left_out

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of the shortened text, which no cache keeps."""
        rest = leave_out(REGISTRATION.read_text(), self._left_out)
        return compile(rest, self.get_filename(fullname), "exec")


class Remover(MetaPathFinder):
    """Finds the modules of service as if a capability were taken away."""

    def __init__(self, name: str) -> None:
        self._name = name

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Return the module of all capabilities. Raise ModuleNotFoundError for the folder of this one."""
        if fullname == f"service.{self._name}":
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        if fullname != "service.capabilities":
            return None
        loader = Shortened(fullname, self._name)
        return spec_from_file_location(fullname, REGISTRATION, loader=loader)


def describe_without(name: str) -> dict[str, Any]:
    """Return what an application without a capability serves; its modules are imported anew."""
    for module in list(sys.modules):
        if module.partition(".")[0] == "service":
            del sys.modules[module]
    remover = Remover(name)
    sys.meta_path.insert(0, remover)
    try:
        app = import_module("service.app").create_app()
        client = app.test_client()
        responses = [client.get(path) for path in REQUESTS]
        responses.append(client.get("/", headers={"Accept": "text/html"}))
        return {
            "rules": sorted({rule.rule for rule in app.url_map.iter_rules()}),
            "listed": [
                entry["path"] for entry in client.get("/").get_json()["endpoints"]
            ],
            "statuses": [response.status_code for response in responses],
        }
    finally:
        sys.meta_path.remove(remover)


if __name__ == "__main__":
    print(json.dumps({name: describe_without(name) for name in sys.argv[1:]}))
