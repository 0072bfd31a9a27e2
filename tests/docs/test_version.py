"""Every file that names a version names that of the service."""

import re
import tomllib

from service import __version__
from tools.files import ROOT

PLACES = {
    "clients/javascript/package.json": r'^  "version": "(.+)",$',
    "clients/python/pyproject.toml": r'^version = "(.+)"$',
    "clients/python/shuffle_and_deal/__init__.py": r'^__version__ = "(.+)"$',
    "CHANGELOG.md": r"^## (\d+\.\d+\.\d+) – \d{4}-\d\d-\d\d$",
    "openapi.yaml": r"^  version: (.+)$",
    "deploy/kubernetes/example/kustomization.yaml": r"newTag: (.+)$",
    "deploy/swarm/stack.yaml": r"IMAGE=registry\.example/shuffle-and-deal:(\S+) docker stack deploy",
}


def test_every_file_has_the_version_of_the_service() -> None:
    found = {
        path: re.search(pattern, (ROOT / path).read_text(), re.MULTILINE)
        for path, pattern in PLACES.items()
    }
    versions = {path: match and match[1] for path, match in found.items()}
    versions["pyproject.toml"] = tomllib.loads((ROOT / "pyproject.toml").read_text())[
        "project"
    ]["version"]
    assert versions == dict.fromkeys(versions, __version__)
