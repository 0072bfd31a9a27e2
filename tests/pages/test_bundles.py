"""The modules of a page are joined in one script, each once and after its imports."""

import re
import subprocess
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from service.pages.bundles import bundle, bundle_page, shorten_style
from service.pages.menu import PAGES
from service.pages.offline import AUDITORS
from service.pages.page_views import list_assets
from tests.independent.verifier import run_node
from tests.tables import for_each
from tools.files import ROOT

HOUSE = {
    "a.mjs": 'import { one as uno, Two } from "./b/b.mjs";\nconst c = () => import("./c.mjs");\nexport const d = 1;\n',
    "b/b.mjs": 'import {\n  three,\n} from "../c.mjs";\nexport const one = three();\nexport class Two {}\n',
    "c.mjs": "export function three() {\n  return 3;\n}\nexport async function* many() {}\n",
    "odd.mjs": "export default 1;\n",
}


def test_each_module_is_there_once_after_its_imports_and_no_import_is_left() -> None:
    script = bundle(HOUSE, "a.mjs")
    assert re.findall("^// (.*)$", script, re.M) == ["c.mjs", "b/b.mjs", "a.mjs"]
    assert "const { one: uno, Two } = b_b_mjs;" in script
    assert "return { three, many };" in script
    assert "const c = () => Promise.resolve(c_mjs);" in script
    assert not re.search(r"^(import|export)\b|import\(", script, re.M)


@for_each(
    ("module", "text", "refused"),
    [
        (
            "a.mjs",
            "const a = import.meta.url;\n",
            r"cannot be bundled: import\.meta\.url;",
        ),
        ("odd.mjs", HOUSE["odd.mjs"], r"odd\.mjs cannot be bundled: export default 1;"),
    ],
)
def test_a_module_that_cannot_be_bundled_is_refused(
    module: str, text: str, refused: str
) -> None:
    with pytest.raises(ValueError, match=refused):
        bundle(HOUSE | {module: text}, module)


def test_scripts_of_a_page_share_modules_and_what_loads_later_is_apart() -> None:
    begins_later = HOUSE["a.mjs"].replace(
        '() => import("./c.mjs")', '() => import("./d/later.mjs")'
    )
    commented = (
        "/** Comments\n * are left out. */\n"
        f'{HOUSE["b/b.mjs"]}const d = () => import("../d/later.mjs");\n'
    )
    later = (
        'import { three } from "../c.mjs";\nimport { x } from "../x.mjs"; // of a module apart\n'
        'import { many } from "../c.mjs";\nconst c = await import("../c.mjs");\n'
    )
    apart = "export const x = `\n  as it is`;\n"
    sources = HOUSE | {
        "a.mjs": begins_later,
        "b/b.mjs": commented,
        "d/later.mjs": later,
        "x.mjs": apart,
    }
    scripts = bundle_page(sources, ["a.mjs"], "page")
    assert list(scripts) == [
        "page/modules.mjs",
        "page/x.mjs",
        "page/d/later.mjs",
        "page/a.mjs",
    ]
    modules = scripts["page/modules.mjs"]
    assert re.findall("^// (.*)$", modules, re.M) == ["c.mjs", "b/b.mjs"]
    assert "Comments" not in modules
    assert "{return 3;\n" in modules
    assert 'const d = () => import("./d/later.mjs");' in modules
    assert modules.endswith("export { c_mjs, b_b_mjs };\n")
    assert scripts["page/x.mjs"] == apart
    assert scripts["page/d/later.mjs"] == (
        'import { c_mjs } from "../modules.mjs";\nconst { three } = c_mjs;\n'
        'import { x } from "../x.mjs";\nconst { many } = c_mjs;\n'
        'const c = await import("../modules.mjs").then(({ c_mjs }) => c_mjs);\n'
    )
    start = (
        'import { b_b_mjs } from "./modules.mjs";\nconst { one: uno, Two } = b_b_mjs;\n'
    )
    assert scripts["page/a.mjs"].startswith(start)


def hash_source(text: str) -> str:
    """Return the source of a policy that allows a text."""
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def test_the_page_to_keep_lets_in_nothing_else_and_what_auditors_run_is_served(
    client: FlaskClient,
) -> None:
    answer = client.get("/verify/offline.html")
    saved = 'attachment; filename="verify-a-deal.html"'
    assert answer.headers["Content-Disposition"] == saved
    policy, *_ = re.findall('Content-Security-Policy" content="([^"]+)"', answer.text)
    for name, tag in (("script", 'script type="module"'), ("style", "style")):
        [text] = re.findall(rf"<{tag}>(.*?)</{name}>", answer.text, re.S)
        assert f"{name}-src {hash_source(text)}" in policy
    assert "connect-src 'none'" in policy
    assert not re.search(r'(?:src|href)="(?!#|data:)', answer.text)

    page = client.get(PAGES["verify"].path).text
    links = re.findall(r'href="\./(assets/\w+/(verify/[\w/]+\.mjs))"', page)
    assert [name for _, name in links] == [f"verify/{name}.mjs" for name in AUDITORS]
    for link, name in links:
        assert client.get(f"/{link}").data == (ROOT / name).read_bytes()


LINES = st.sampled_from(
    [
        'import { a } from "./b.mjs";',
        'import { a as c } from "./b.mjs";',
        'import a from "./b.mjs";',
        'import "./b.mjs";',
        "export const a = 1;",
        "export function a() {",
        "export default a;",
        "export { a };",
        'const later = import("./b.mjs");',
        "}",
        "// import",
    ]
)
MODULES = st.lists(LINES | st.text(max_size=12), max_size=6).map("\n".join)


@given(MODULES)
def test_any_module_is_bundled_or_refused(text: str) -> None:
    try:
        script = bundle({"a.mjs": text, "b.mjs": "export const a = 1;\n"}, "a.mjs")
    except ValueError:
        return
    assert script.startswith('"use strict";\n')
    assert "\nexport " not in script


GAME_TABLE = "verify/games/game_table.mjs"
"""The pages get this module without the members that they do not read."""


def compare_trees(
    modules: Mapping[str, str], scripts: Mapping[str, str]
) -> tuple[int, list[str]]:
    """Return the number of modules in the scripts, and the names of the modules that have another syntax tree there."""
    [answer] = run_node(
        "tests/pages/trees.mjs", [{"modules": modules, "scripts": scripts}]
    )
    return answer["compared"], answer["different"]


def read_modules() -> dict[str, str]:
    """Return the texts of all modules of pages and of verify/ by their names, as they are written."""
    folders = (ROOT / "service" / "pages", ROOT / "verify")
    paths = (path for folder in folders for path in folder.rglob("*.mjs"))
    return {path.relative_to(ROOT).as_posix(): path.read_text() for path in paths}


@pytest.mark.node
def test_scripts_of_pages_are_their_modules_without_comments(
    client: FlaskClient,
) -> None:
    """What is taken for a comment or an import, and is none, gives another syntax tree."""
    modules = read_modules()
    compared_of_all = 0
    for page in PAGES.values():
        scripts = {
            name.removeprefix(f"{page.bundle}/"): asset.body.decode()
            for name, asset in list_assets().items()
            if name.startswith(f"{page.bundle}/") and name.endswith(".mjs")
        }
        if scripts:
            compared, different = compare_trees(modules, scripts)
            compared_of_all += compared
            assert set(different) <= {GAME_TABLE}, page.name
    assert compared_of_all > 400
    saved = client.get("/verify/offline.html").text
    [script] = re.findall(r'<script type="module">(.*?)</script>', saved, re.S)
    compared, different = compare_trees(modules, {"modules.mjs": script})
    assert compared > 100
    assert different == [GAME_TABLE]


@pytest.mark.node
@for_each(
    "text",
    [
        "export const a = `\n// no comment\n`;\n",
        "export const a = `\n  /** No comment. */\n`;\n",
        'export const a = `\nimport { b } from "../b.mjs";\n`;\n',
        "export const a = `\nexport const b = 1;\n`;\n",
        'export const a = `import("../b.mjs")`;\n',
        "export const a = 1,\n  b = 2;\n",
    ],
)
def test_a_text_that_is_taken_for_a_comment_or_an_import_is_noticed(text: str) -> None:
    sources = {
        "entry.mjs": 'import { a } from "./d/a.mjs";\nconst c = a;\n',
        "d/a.mjs": text,
        "b.mjs": "export const b = 1;\n",
    }
    scripts = bundle_page(sources, ["entry.mjs"], "page")
    served = {name.removeprefix("page/"): script for name, script in scripts.items()}
    _, different = compare_trees(sources, served)
    assert different == ["d/a.mjs"]


@pytest.mark.node
def test_every_script_of_a_page_is_a_module(tmp_path: Path) -> None:
    """A script that does not parse fails when a page needs it, which no other test may do."""
    scripts = {
        name: asset.body
        for name, asset in list_assets().items()
        if name.startswith("bundles/") and name.endswith(".mjs")
    }
    assert len(scripts) > 100
    for number, (name, body) in enumerate(scripts.items()):
        file = tmp_path / f"{number}.mjs"
        file.write_bytes(body)
        done = subprocess.run(
            ["node", "--check", file], check=False, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{name}: {done.stderr}"


def test_a_style_sheet_is_served_without_comments_and_indents_but_with_licences() -> (
    None
):
    text = "/*! MIT */\n/* Of\n   all. */\na {\n  color: red; /* loud */\n}\n"
    assert shorten_style(text) == "/*! MIT */\na {\ncolor: red; }\n"
