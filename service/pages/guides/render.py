"""Render the guides, docs/*.md, to Jinja templates.

Links between guides lead to their pages, links to files that the service serves lead to those; links to other files of
the repository become plain text.
"""

import re
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from service.pages.guides.catalogue import DOCS, GUIDES, Guide

_SERVED = {"../openapi.yaml": "{{ root }}openapi.yaml", "../verify/": "{{ sources }}/verify/"}
"""Prefixes of links in docs/ to files that the service serves, and their URLs."""

_LANGUAGES = {
    "console": "Shell",
    "sh": "Shell",
    "python": "Python",
    "js": "JavaScript",
    "ts": "TypeScript",
    "go": "Go",
    "java": "Java",
    "kotlin": "Kotlin",
    "json": "JSON",
    "sql": "SQL",
    "yaml": "YAML",
}

_FORMATTER = HtmlFormatter(nowrap=True)
_UNSTYLED = re.compile(r'<span class="(?:w|n|nx|p|o|go)">(.*?)</span>', re.DOTALL)
"""Tokens that the style sheet gives no colour: whitespace, names, punctuation, operators, output."""

_COMMENT = re.compile(r"^<!--.*?-->\n", re.DOTALL | re.MULTILINE)
_IMAGE = re.compile(r"!\[[^]]*\]\(([^)\s]+\.svg)")


def render_guide(guide: Guide) -> str:
    """Return the template of a guide."""
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    tokens = markdown.parse(_COMMENT.sub("", _read(guide)))
    headings = _add_anchors(tokens)
    text = markdown.renderer.render(tokens, markdown.options, {})
    return (
        f'{{% extends "guides/guide.html" %}}\n{{% block contents %}}\n{_table_of_contents(headings)}\n'
        f"{{% endblock %}}\n{{% block text %}}\n{text}{{% endblock %}}\n"
    )


def image_paths(guide: Guide) -> list[str]:
    """Return the paths of a guide's images, relative to docs/."""
    return _IMAGE.findall(_read(guide))


def _read(guide: Guide) -> str:
    return (DOCS / f"{guide.name}.md").read_text(encoding="utf-8")


class _Renderer(RendererHTML):
    """Render HTML in which wide blocks scroll by themselves and braces mean nothing to Jinja."""

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Render text."""
        return _escape(tokens[idx].content)

    def code_inline(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Render code within a sentence."""
        return f"<code>{_escape(tokens[idx].content)}</code>"

    def code_block(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Render a block of code; it has a tabindex so that the keyboard can scroll it."""
        return f'<pre tabindex="0"><code>{_escape(tokens[idx].content)}</code></pre>\n'

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Render a block of code with syntax highlighting, if its language is given."""
        language, code = tokens[idx].info.strip(), tokens[idx].content
        if not language:
            return self.code_block(tokens, idx, options, env)
        highlighted = _UNSTYLED.sub(r"\1", highlight(code, get_lexer_by_name(language), _FORMATTER))
        return (
            f'<div class="code" data-language="{_LANGUAGES[language]}">'
            f'<pre tabindex="0"><code>{_escape_braces(highlighted)}</code></pre></div>\n'
        )

    def table_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Open a table and the box that it scrolls in."""
        number = sum(token.type == "table_open" for token in tokens[: idx + 1])
        return f'<div class="scroll" role="group" aria-label="Table {number}" tabindex="0"><table>\n'

    def table_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Close a table and its box."""
        return "</table></div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Open the header of a column; an empty one is a plain cell, as screen readers expect."""
        return f"<th{_alignment(tokens[idx])}>" if tokens[idx + 1].content else "<td>"

    def th_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Close the header of a column."""
        return "</th>" if tokens[idx - 1].content else "</td>"

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Open a cell."""
        return f"<td{_alignment(tokens[idx])}>"

    def link_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Open a link, or a span if the service serves nothing at its address."""
        url = _url(str(tokens[idx].attrs["href"]))
        return f'<a href="{url}">' if url else "<span>"

    def link_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Close what `link_open` opened; links are never nested."""
        opening = next(token for token in reversed(tokens[:idx]) if token.type == "link_open")
        return "</a>" if _url(str(opening.attrs["href"])) else "</span>"

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:  # noqa: ARG002
        """Render an image with its size, so that nothing moves when it is loaded."""
        name = str(tokens[idx].attrs["src"])
        _, _, width, height = (float(x) for x in ElementTree.parse(DOCS / name).getroot().attrib["viewBox"].split())  # noqa: S314
        source = f"{{{{ sources }}}}/docs/{escape(name)}"
        return f'<img src="{source}" width="{width:.0f}" height="{height:.0f}" alt="{_escape(tokens[idx].content)}">'


def _escape(text: str) -> str:
    return _escape_braces(escape(text))


def _escape_braces(html: str) -> str:
    """Return HTML in which Jinja sees no syntax of its own."""
    return html.replace("{", "&#123;")


def _alignment(token: Token) -> str:
    return ' class="number"' if "right" in str(token.attrs.get("style", "")) else ""


def _url(href: str) -> str | None:
    """Return the URL for a link of a file in docs/, as template text; None if the service does not serve its target."""
    file, _, fragment = href.partition("#")
    if not file or "://" in file:
        return escape(href)
    if file.removesuffix(".md") in GUIDES:
        return f"{{{{ root }}}}docs/guide/{file.removesuffix('.md')}" + (f"#{fragment}" if fragment else "")
    return next((url + file.removeprefix(prefix) for prefix, url in _SERVED.items() if file.startswith(prefix)), None)


def _add_anchors(tokens: list[Token]) -> list[tuple[str, str, str]]:
    """Give each heading but the title an id, as GitHub does, and a link to itself; return tags, ids and texts."""
    headings: list[tuple[str, str, str]] = []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open" or opening.tag == "h1":
            continue
        text = "".join(child.content for child in inline.children or [])
        plain = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        earlier = sum(re.sub(r"-\d+$", "", other) == plain for _, other, _ in headings)
        slug = f"{plain}-{earlier}" if earlier else plain
        opening.attrSet("id", slug)
        link_open, link_close = Token("link_open", "a", 1, attrs={"href": f"#{slug}"}), Token("link_close", "a", -1)
        inline.children = [link_open, *(inline.children or []), link_close]
        headings.append((opening.tag, slug, text))
    return headings


def _table_of_contents(headings: list[tuple[str, str, str]]) -> str:
    """Return the headings of levels two and three as nested lists."""
    chapters: list[tuple[str, list[str]]] = []
    for tag, slug, text in headings:
        link = f'<a href="#{slug}">{_escape(text)}</a>'
        if tag == "h2":
            chapters.append((link, []))
        elif tag == "h3":
            chapters[-1][1].append(f"<li>{link}</li>")
    return _list([f"<li>{link}{_list(sections) if sections else ''}</li>" for link, sections in chapters])


def _list(items: list[str]) -> str:
    return "\n".join(["<ul>", *items, "</ul>"])
