"""Write the version of the service (service/__init__.py) into each file that names it."""

import re
from collections.abc import Mapping
from pathlib import Path

from service import __version__
from tools.files import ROOT

PLACES = {
    "pyproject.toml": r'^version = "(.+)"$',
    "clients/javascript/package.json": r'^  "version": "(.+)",$',
    "clients/python/pyproject.toml": r'^version = "(.+)"$',
    "clients/python/shuffle_and_deal/__init__.py": r'^__version__ = "(.+)"$',
    "deploy/kubernetes/example/kustomization.yaml": r"^    newTag: (.+)$",
    "deploy/swarm/stack.yaml": r"IMAGE=registry\.example/shuffle-and-deal:(\S+) docker stack deploy",
}
"""By the path of a file, a pattern whose group is the version in it. openapi.yaml has a writer of its own."""


def build_files() -> Mapping[Path, str]:
    """Return each file of `PLACES` with the version of the service. Raises ValueError if one names no version."""
    return {
        ROOT / path: write_version((ROOT / path).read_text("utf-8"), pattern, path)
        for path, pattern in PLACES.items()
    }


def write_version(text: str, pattern: str, path: str) -> str:
    """Return a text with the version of the service in the place that the pattern finds first."""
    found = re.search(pattern, text, re.MULTILINE)
    if not found:
        raise ValueError(f"No version is in {path}, which has no text like {pattern}")
    return text[: found.start(1)] + __version__ + text[found.end(1) :]
