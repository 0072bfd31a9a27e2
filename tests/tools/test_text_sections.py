"""The check of which texts a page has: what it follows, and what it says."""

from tools.text_sections import Program, Reader, read_program

PAGE = """\
import { show, hide as cover } from "./shown.mjs";

// t("draw.code") in a comment is shown nowhere.
const open = async () => (await import("./later.mjs")).tell();

start(open, cover);
"""
SHOWN = """\
import { t } from "./texts.mjs";

export const show = () => t("verify.busy");

export function hide(kind) {
  return word(kind) ?? findText(`games.${kind}`);
}

const word = (kind) => t(`verify.kinds.${kind}`);

export const unused = () => t("draw.code");
"""
LATER = """\
export const tell = () => say("result.title");
"""
SOURCES = {"page.mjs": PAGE, "shown.mjs": SHOWN, "later.mjs": LATER}
ENTRY = ["page.mjs"]


def list_missing(sections: set[str], *, later: bool) -> list[str]:
    """Return what is said of a page with these sections."""
    program = Program(SOURCES | {"texts.mjs": "export const t = (path) => path;\n"})
    reader = Reader("page", program.follow(ENTRY, later=later), sections)
    return list(program.find_missing([reader]))


def test_a_text_is_missing_where_a_page_runs_what_shows_it() -> None:
    assert list_missing({"verify"}, later=False) == []
    assert list_missing(set(), later=False) == [
        "shown.mjs: show shows verify.busy, which the page page does not have.",
        "shown.mjs: word shows verify.kinds, which the page page does not have.",
    ]


def test_a_text_of_what_is_loaded_later_is_missing_too() -> None:
    assert list_missing({"verify"}, later=True) == [
        "later.mjs: tell shows result.title, which the page page does not have."
    ]
    assert list_missing({"verify", "result"}, later=True) == []


def test_each_page_has_the_texts_that_its_modules_show() -> None:
    program = read_program()
    assert list(program.find_missing(program.list_readers())) == []
