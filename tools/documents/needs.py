"""Write into docs/architecture.md which folder of service may import which, from the contracts of pyproject.toml."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tools.serving import ROOT

GUIDE = ROOT / "docs" / "architecture.md"
_TABLE = re.compile(r"(\| folder \| may be imported by \|.*\n\|---.*\n)((?:\|.*\n)*)")


def fill_needs(text: str) -> str:
    """Return docs/architecture.md with a row for each folder that a contract protects."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())
    rows = "".join(format_rows(contracts["tool"]["importlinter"]["contracts"]))
    return _TABLE.sub(lambda match: match[1] + rows, text)


def format_rows(contracts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the row of each protected folder, in the order of the layers from the highest on."""
    importers = {
        _shorten(folder): [_shorten(name) for name in contract["allowed_importers"]]
        for contract in contracts
        if contract["type"] == "protected"
        for folder in contract["protected_modules"]
    }
    for folder in filter(importers.__contains__, _list_layers(contracts)):
        imported = [name for name, others in importers.items() if folder in others]
        yield f"| {folder} | {_join(importers[folder])} | {_join(imported)} |\n"


def _list_layers(contracts: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the modules and folders of the contract `layers`, from the highest on."""
    for contract in contracts:
        if contract["id"] == "layers":
            for layer in contract["layers"]:
                yield from map(_shorten, layer.split(" | "))


def _shorten(module: str) -> str:
    """Return the name of a module or folder within the service."""
    return module.removeprefix("service.")


def _join(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "–"
