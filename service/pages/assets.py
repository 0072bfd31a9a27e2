"""The style sheets, scripts and images of the pages.

Assets are named by their path in the repository, so that an import between modules is the same on disk and over HTTP.
"""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from service.api.http.assets import Asset
from service.pages.guides.catalogue import IMAGES
from service.paths import project_path

_SUFFIXES = {".css", ".js", ".mjs", ".svg", ".txt"}
_FOLDERS = {"service/pages": Path(__file__).parent, "verify": project_path("verify"), "docs": IMAGES}
"""Folders of assets, by their path in the repository: pages, the auditors' modules, images of the guides."""


def _load_assets() -> Mapping[str, Asset]:
    """Return every asset by name."""
    return {
        f"{prefix}/{file.relative_to(folder).as_posix()}": Asset.from_name(file.name, file.read_bytes())
        for prefix, folder in _FOLDERS.items()
        for file in sorted(folder.rglob("*"))
        if file.suffix in _SUFFIXES
    }


ASSETS = _load_assets()
FINGERPRINT = sha256("".join(f"{name}{asset.etag}" for name, asset in ASSETS.items()).encode()).hexdigest()[:12]
"""A hash of all assets. It is part of their URLs, so that caches may keep them for ever."""
