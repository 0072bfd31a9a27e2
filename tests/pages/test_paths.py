import re
import tomllib
from pathlib import Path

import pytest

import service
from service import paths
from tests.conftest import ROOT

SOURCES = [path.read_text() for path in Path(service.__file__).parent.rglob("*.py")]
NAMES = sorted({name for source in SOURCES for name in re.findall(r'project_path\("(.*?)"\)', source)})


def test_the_wheel_contains_everything_that_the_package_looks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert NAMES == ["docs", "openapi.yaml", "verify"]
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"] == {
        name: f"service/{name}" for name in NAMES
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_checkout_has_the_files_beside_the_package(name: str) -> None:
    assert paths.project_path(name) == ROOT / name


def test_an_installed_package_has_them_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "_PACKAGE", tmp_path)
    (tmp_path / "openapi.yaml").touch()
    assert paths.project_path("openapi.yaml") == tmp_path / "openapi.yaml"
