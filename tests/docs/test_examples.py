import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.settings import Settings
from tests.conftest import ROOT
from tests.docs.examples import (
    ADDRESS,
    BLOCK,
    DOCUMENTS,
    EXAMPLE,
    apply_jq,
    examples,
    show_example,
)
from tests.http.spec import SPEC, resolve
from tests.tables import for_each
from tools.files import list_files

README = ROOT / "README.md"
BLOCKS = re.compile(r"^ *```(\w+)", re.MULTILINE)
EXAMPLES = [
    pytest.param(command, output, id=f"{path.name}-{number}")
    for path in DOCUMENTS
    if path.name
    != "signed-responses.md"  # its service needs a key: tests/server/test_signing_service.py
    for number, (command, output) in enumerate(examples(path), start=1)
]


@pytest.mark.parametrize(("command", "output"), EXAMPLES)
def test_every_curl_prints_what_the_document_shows(
    live: str, command: str, output: str
) -> None:
    assert show_example(command, output, live).rstrip() == output.rstrip(), (
        "run: make generate"
    )


@for_each(
    "block", [block for path in DOCUMENTS for block in BLOCK.findall(path.read_text())]
)
def test_every_console_block_consists_of_examples_that_run(block: str) -> None:
    assert len(examples(README)) >= 3
    assert block.startswith("$ ")
    assert len(EXAMPLE.findall(block)) == block.count("\n$ ") + 1


def test_no_program_of_the_documents_is_lost() -> None:
    """Blocks that tests run, beside the files of examples/; who merges two of them lowers the number here."""
    counts = Counter(
        language for path in DOCUMENTS for language in BLOCKS.findall(path.read_text())
    )
    counts += Counter(
        {".py": "python", ".mjs": "js"}.get(path.suffix, "")
        for path in (ROOT / "examples").rglob("*")
    )
    assert counts >= Counter({"console": 81, "python": 89, "js": 26})


@pytest.mark.skipif(not shutil.which("jq"), reason="jq is not installed")
@for_each(
    "program",
    sorted({*re.findall(r"\| jq -c '?([^'\n]+)", README.read_text()), ".a[].b, .c[0]"}),
)
def test_jq_itself_prints_the_same(program: str) -> None:
    value = {
        "items": ["x"],
        "indices": [0],
        "integers": [[1], [2]],
        "winners": ["2"],
        "piles": [{"cards": ["AS"]}, {"cards": ["KS", "7♠"]}],
        "a": [{"b": 1}, {"b": None}],
        "c": [[]],
    }
    done = subprocess.run(
        ["jq", "-c", program],
        input=json.dumps(value),
        capture_output=True,
        text=True,
        check=True,
    )
    assert [json.loads(line) for line in done.stdout.splitlines()] == apply_jq(
        program, value
    )


def test_the_table_of_the_python_client_proves_itself(
    live: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    page = ROOT / "clients" / "python" / "README.md"
    program = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)[
        0
    ].replace(ADDRESS, live)
    swapped = 'shown, noted = noted, Table(service, SQLiteStore("tables.db"), "2").open(deck="standard")["commitment"]'
    for run, printed in (
        (program, "True last_word {}"),
        (
            program.replace("hit =", f"{swapped}\nhit ="),
            "False unknown {'where': 'commitment'",
        ),
    ):
        names: dict[str, Any] = {}
        exec(run, names)
        names["service"].__exit__()
        assert capsys.readouterr().out.splitlines()[1].startswith(printed)


TEXT = "".join(path.read_text() for path in DOCUMENTS)
REQUESTS = sorted(set(re.findall(r"`(/v1/\w[^`{…]*)`(?: with `Accept: (.*?)`)?", TEXT)))


@pytest.fixture(scope="module")
def signer() -> FlaskClient:
    """A client of an application that signs responses."""
    return create_app(
        Settings(signing_keys=(SigningKey.from_base64url("A" * 43),))
    ).test_client()


def needs_more(path: str) -> bool:
    """Whether the service has a path that answers POST only, or has a parameter that every GET must give."""
    for template, item in SPEC["paths"].items():
        if re.fullmatch(re.sub(r"\{.*?\}", "[^/]+", template), path):
            parameters = (
                map(resolve, item["get"].get("parameters", ())) if "get" in item else ()
            )
            return "get" not in item or any(
                parameter.get("required")
                for parameter in parameters
                if parameter["in"] == "query"
            )
    return False


@for_each(
    ("path", "accept"), [request for request in REQUESTS if not needs_more(request[0])]
)
def test_every_request_in_a_text_is_accepted(
    signer: FlaskClient, path: str, accept: str
) -> None:
    assert (
        signer.get(path, headers={"Accept": accept} if accept else {}).status_code
        == 200
    )


@for_each(
    ("path", "body"),
    [
        match
        for match in re.findall(r"`POST (/v1/\S+) (\{.*?\})`", TEXT)
        if "…" not in match[1]
    ],
)
def test_every_body_in_a_text_is_accepted(
    client: FlaskClient, path: str, body: str
) -> None:
    assert client.post(path, json=json.loads(body)).status_code == 200


def anchors(path: Path) -> set[str]:
    """Return the anchors of the headings of a document, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        for heading in headings
    }


def list_links(path: Path) -> list[str]:
    """Return the targets of a document's links to files and headings."""
    prose = re.sub(
        r"```.*?```|`[^`]*`|^    .*?$",
        "",
        path.read_text(),
        flags=re.DOTALL | re.MULTILINE,
    )
    return re.findall(r"\]\((?!https?:)([^)]+)\)", prose)


LINKED = tuple(path for path in list_files() if path.suffix == ".md")


@for_each(
    ("path", "target"),
    [(path, target) for path in LINKED for target in list_links(path)],
    ids=lambda value: value.name if isinstance(value, Path) else value,
)
def test_every_link_to_a_file_leads_to_one(path: Path, target: str) -> None:
    file, _, anchor = target.partition("#")
    linked = (path.parent / file).resolve() if file else path
    assert linked.exists()
    if anchor:
        assert anchor in anchors(linked)


_REFERENCE = re.compile(
    r"(?:docs/([\w/-]+)\.md|docs/guide/(?!nothing)([\w/-]+))(?:#([\w-]+))?"
)
"""A document in the repository or as a guide, with an anchor; `nothing` is the name that no guide has."""
_FILE = re.compile(
    r"(?<![\w./-])(?:service|verify|tests|tools|benchmarks)/[\w/.-]*\.(?:py|mjs|json|ya?ml|toml|txt|md)\b"
)
"""A file of the project, by its path."""
_INVENTED = (
    "docs/contribute.md",  # files that a reader adds: tests/docs/test_adding.py
    "docs/measured/",  # files as they were when they were measured
    "tests/benchmarks/",
    "tests/tools/",
)
"""Documents, and folders of tests, that name files which are not there."""


def test_every_mention_of_a_file_and_of_a_chapter_leads_to_it() -> None:
    """All other files: code, the OpenAPI document, the texts of pages in each language, deployments, the packages."""
    files = list_files()
    wrong = []
    for file in files:
        if file.suffix in {".png", ".woff2", ".lock"}:
            continue
        name = str(file.relative_to(ROOT))
        text = file.read_text(encoding="utf-8", errors="ignore")
        for document, guide, anchor in set(_REFERENCE.findall(text)):
            path = ROOT / "docs" / f"{document or guide.rstrip('/')}.md"
            if not path.is_file() or (anchor and anchor not in anchors(path)):
                wrong.append(f"{name}: {document or guide}#{anchor}")
        if not name.startswith(_INVENTED):
            wrong += [
                f"{name}: {mentioned}"
                for mentioned in set(_FILE.findall(text))
                if not (ROOT / mentioned).is_file()
            ]
    assert len(files) > 500
    assert not wrong, wrong
