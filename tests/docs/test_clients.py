"""The guide to generated clients shows the commands and programs that the suite runs."""

import re
import textwrap

from tests.clients.clients import CLIENTS
from tests.clients.test_readers import REFUSED
from tests.http.spec import OPERATIONS
from tools.files import ROOT

GUIDE = ROOT / "docs" / "reference/clients.md"
_FIGURES = re.compile(r"\d+ of its \d+ requests work unchanged")
_LANGUAGES = {".kt": "kotlin", ".py": "python", ".rb": "ruby"}
_BLOCK = re.compile(
    r"(?<=^<!-- )([\w-]+)( -->\n)```.*?(?=<!-- end -->)", re.DOTALL | re.MULTILINE
)


def fill_blocks(text: str) -> str:
    """Return the guide with the command and the program of each client after the comment with its name.

    Its figures of the requests that Postman imports are those of the operations.
    """
    text = _FIGURES.sub(
        f"{len(OPERATIONS) - len(REFUSED)} of its {len(OPERATIONS)} requests work unchanged",
        text,
    )
    return _BLOCK.sub(lambda block: f"{block[1]}{block[2]}{_show(block[1])}", text)


def _show(name: str) -> str:
    folder = ROOT / "tests" / "clients" / name
    (example,) = folder.glob("[Ee]xample.*")
    command = " \\\n    ".join(
        textwrap.wrap(CLIENTS[name].generate, 110, break_on_hyphens=False)
    )
    blocks = [("sh", f"{command}\n")]
    blocks += [
        ("yaml", f"# {config.name}\n{config.read_text()}")
        for config in folder.glob("config.yaml")
    ]
    blocks += [
        ("ts", f"// {config.name}\n{config.read_text()}")
        for config in folder.glob("*.config.ts")
    ]
    blocks += [
        (_LANGUAGES.get(example.suffix, example.suffix[1:]), example.read_text())
    ]
    return "\n".join(f"```{language}\n{code}```\n" for language, code in blocks)


def test_the_guide_has_every_client() -> None:
    assert len(_FIGURES.findall(GUIDE.read_text())) == 1
    assert {name for name, _ in _BLOCK.findall(GUIDE.read_text())} == set(CLIENTS)
