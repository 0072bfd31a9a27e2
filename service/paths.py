"""Paths of files outside the package. An installed package has a copy of them; in a checkout they lie beside it."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def project_path(name: str, package: Path = _PACKAGE) -> Path:
    """Return the path of a file or folder of the project, such as `openapi.yaml`; it may not exist."""
    installed = package / name
    return installed if installed.exists() else package.parent / name
