"""The wheel contains the files that a checkout has beside the package."""

import re
import tomllib
from pathlib import Path

import service
from service import paths
from tools.files import ROOT

SOURCES = [path.read_text() for path in Path(service.__file__).parent.rglob("*.py")]
NAMES = sorted(
    {
        name
        for source in SOURCES
        for name in re.findall(r'project_path\("(.*?)"\)', source)
    }
)


def test_the_wheel_contains_the_files_that_a_checkout_has_beside_the_package(
    tmp_path: Path,
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert NAMES == ["docs", "openapi.yaml", "verify"]
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {name: f"shuffle_and_deal_service/{name}" for name in NAMES}
    assert [paths.project_path(name) for name in NAMES] == [
        ROOT / name for name in NAMES
    ]
    (tmp_path / "openapi.yaml").touch()
    assert paths.project_path("openapi.yaml", tmp_path) == tmp_path / "openapi.yaml"
