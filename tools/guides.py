"""The guides' templates, from docs/*.md: `python -m tools.guides` writes them, `--check` says whether they are true.

Links from one guide to another lead to its page, links to what the service serves to that; other files are named only.
"""

import re
import sys
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

import service
from service.pages.guides import GUIDES, Guide

ROOT = Path(service.__file__).parent.parent
DOCS = ROOT / "docs"
TEMPLATES = ROOT / "service" / "pages" / "templates"
PICTURES = ROOT / "service" / "pages" / "assets" / "guides"

_SERVED = {"../openapi.yaml": "{{ root }}openapi.yaml", "../verify/": "{{ assets }}/verify/"}
"""How the addresses of files that the service serves begin in docs/, and on a page."""

_LANGUAGES = {"console": "Shell", "sh": "Shell", "python": "Python", "js": "JavaScript", "json": "JSON", "sql": "SQL"}

_CODE = HtmlFormatter(nowrap=True)
_UNCOLOURED = re.compile(r'<span class="(?:w|n|nx|p|o|go)">(.*?)</span>', re.DOTALL)

_COMMENT = re.compile(r"^<!--.*?-->\n", re.DOTALL | re.MULTILINE)


def written() -> dict[Path, str]:
    """Every file that is made, by where it goes."""
    return {TEMPLATES / guide.template: template(guide) for guide in GUIDES.values()} | pictures()


def template(guide: Guide) -> str:
    """The template of one guide."""
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=Renderer).enable("table")
    tokens = markdown.parse(_COMMENT.sub("", (DOCS / f"{guide.name}.md").read_text()))
    headings = _anchored(tokens)
    text = markdown.renderer.render(tokens, markdown.options, {})
    return (
        f'{{% extends "guide.html" %}}\n{{% block contents %}}\n{_contents(headings)}\n{{% endblock %}}\n'
        f"{{% block text %}}\n{text}{{% endblock %}}\n"
    )


def pictures() -> dict[Path, str]:
    """The pictures of the guides, as they are."""
    named = [DOCS / address for guide in GUIDES for address in _pictures_of((DOCS / f"{guide}.md").read_text())]
    return {PICTURES / picture.relative_to(DOCS): picture.read_text() for picture in named}


def _pictures_of(markdown: str) -> list[str]:
    return re.findall(r"!\[[^]]*\]\(([^)\s]+\.svg)", markdown)


class Renderer(RendererHTML):
    """HTML in which nothing is wider than a page, and which Jinja takes for a template."""

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Text, in which a brace is no command of Jinja."""
        return _plain(tokens[idx].content)

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Code within a sentence."""
        return f"<code>{_plain(tokens[idx].content)}</code>"

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Code that scrolls within itself, with the keyboard as well."""
        return f'<pre tabindex="0"><code>{_plain(tokens[idx].content)}</code></pre>\n'

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """The same, in the colours of its language."""
        language, code = tokens[idx].info.strip(), tokens[idx].content
        if not language:
            return self.code_block(tokens, idx, options, env)
        coloured = _UNCOLOURED.sub(r"\1", highlight(code, get_lexer_by_name(language), _CODE))
        return (
            f'<div class="code" data-language="{_LANGUAGES[language]}">'
            f'<pre tabindex="0"><code>{_inert(coloured)}</code></pre></div>\n'
        )

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """A table that scrolls within itself, with the keyboard as well."""
        number = sum(token.type == "table_open" for token in tokens[: idx + 1])
        return f'<div class="scroll" role="group" aria-label="Table {number}" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Its end."""
        return "</table></div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """The head of a column; one without words is no head."""
        return f"<th{_aligned(tokens[idx])}>" if tokens[idx + 1].content else "<td>"

    def th_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Its end."""
        return "</th>" if tokens[idx - 1].content else "</td>"

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """A cell."""
        return f"<td{_aligned(tokens[idx])}>"

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """A link, or nothing where there is no page to lead to."""
        address = _address(str(tokens[idx].attrs["href"]))
        return f'<a href="{address}">' if address else "<span>"

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Its end; links do not hold links."""
        opened = next(token for token in reversed(tokens[:idx]) if token.type == "link_open")
        return "</a>" if _address(str(opened.attrs["href"])) else "</span>"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """A picture, in the room that it will take."""
        name = str(tokens[idx].attrs["src"])
        _, _, width, height = (float(x) for x in ElementTree.parse(DOCS / name).getroot().attrib["viewBox"].split())  # noqa: S314
        source = f"{{{{ assets }}}}/guides/{escape(name)}"
        return f'<img src="{source}" width="{width:.0f}" height="{height:.0f}" alt="{_plain(tokens[idx].content)}">'


def _plain(text: str) -> str:
    return _inert(escape(text))


def _inert(html: str) -> str:
    """HTML with braces that mean nothing to Jinja."""
    return html.replace("{", "&#123;")


def _aligned(token: Token) -> str:
    return ' class="number"' if "right" in str(token.attrs.get("style", "")) else ""


def _address(written: str) -> str | None:
    """Where a link of a file in docs/ leads on its page."""
    file, _, part = written.partition("#")
    if not file or "://" in file:
        return escape(written)
    if file.removesuffix(".md") in GUIDES:
        return f"{{{{ root }}}}docs/guide/{file.removesuffix('.md')}" + (f"#{part}" if part else "")
    return next((there + file.removeprefix(here) for here, there in _SERVED.items() if file.startswith(here)), None)


def _anchored(tokens: list[Token]) -> list[tuple[str, str, str]]:
    """Gives each heading but the first its id, as GitHub does, and a link to itself; their tags, ids and words."""
    found: list[tuple[str, str, str]] = []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open" or opening.tag == "h1":
            continue
        words = "".join(child.content for child in inline.children or [])
        plain = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        before = sum(re.sub(r"-\d+$", "", other) == plain for _, other, _ in found)
        slug = f"{plain}-{before}" if before else plain
        opening.attrSet("id", slug)
        opened, closed = Token("link_open", "a", 1, attrs={"href": f"#{slug}"}), Token("link_close", "a", -1)
        inline.children = [opened, *(inline.children or []), closed]
        found.append((opening.tag, slug, words))
    return found


def _contents(headings: list[tuple[str, str, str]]) -> str:
    """The headings of two levels, as a list of lists."""
    chapters: list[tuple[str, list[str]]] = []
    for tag, slug, words in headings:
        link = f'<a href="#{slug}">{_plain(words)}</a>'
        if tag == "h2":
            chapters.append((link, []))
        elif tag == "h3":
            chapters[-1][1].append(f"<li>{link}</li>")
    items = [f"<li>{link}{_listed(sections) if sections else ''}</li>" for link, sections in chapters]
    return _listed(items)


def _listed(items: list[str]) -> str:
    return "\n".join(["<ul>", *items, "</ul>"])


def main(arguments: list[str]) -> int:
    """Write the files, or with `--check` compare them; the exit status says how many differ."""
    files = written()
    if arguments != ["--check"]:
        for file, text in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return 0
    stale = [file for file, text in files.items() if not file.exists() or file.read_text() != text]
    for file in stale:
        print(f"{file.relative_to(ROOT)} is not what its guide says now: python -m tools.guides")
    return len(stale)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
