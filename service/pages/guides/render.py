"""Render the guides, the Markdown files of docs/, to Jinja templates.

The build of the container image runs `python -m service.pages.guides.render FOLDER`. Links to guides and to files that
the service serves lead to their URLs; links to other files of the repository become plain text.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from .catalogue import CHAPTERS, DOCS, GUIDES, Guide

Tokens = Sequence[Token]

_SERVED = {
    "../openapi.yaml": "{{ root }}openapi.yaml",
    "../verify/": "{{ sources }}/verify/",
}
"""Prefixes of links in docs/ to files that the service serves, and their URLs."""

_SHELLS = {"console": "Shell", "sh": "Shell"}
"""The languages that Pygments names otherwise than the guides do."""
_FORMATTER = HtmlFormatter(nowrap=True)
_UNSTYLED = re.compile(r'<span class="(?:w|n|nx|p|o|go)">(.*?)</span>', re.DOTALL)
"""Tokens that the style sheet gives no colour: whitespace, names, punctuation, operators, output."""

_DEAL = re.compile(r"/v1/(games/\w+/deal|decks/\w+/(?:deal|shuffle))(\?[\w=&,]+)?")
"""A request without a body: the front page can show it, so its code in a guide is a link to the front page."""

_MAX_ROWS = 200
"""Tables with more rows arrive in several parts."""

_WORD = re.compile(r"[a-z][a-z0-9_]{2,}|\b[45]\d\d\b")
_MAX_CHAPTERS = 100
"""Words in more chapters than this are not in the index."""

_COMMENT = re.compile(r"^<!--.*?-->\n", re.DOTALL | re.MULTILINE)


def render_guide(guide: Guide) -> str:
    markdown = _markdown()
    for name, rule in _RULES.items():
        # markdown-it calls a rule as a method, with its options and environment too.
        markdown.add_render_rule(
            name, lambda _, tokens, index, *__, rule=rule: rule(tokens, index)
        )
    tokens = _parse(guide, markdown)
    headings = _add_anchors(tokens)
    text = markdown.renderer.render(tokens, markdown.options, {})
    return (
        f'{{% extends "guides/guide.html" %}}\n{{% block contents %}}\n{_table_of_contents(headings)}\n'
        f"{{% endblock %}}\n{{% block text %}}\n{text}{{% endblock %}}\n"
    )


def index_chapters() -> dict[str, list[tuple[str, str, str]]]:
    """Return the chapters of each guide by the guide's name; a chapter is its anchor, its heading and its words.

    A word in more than `_MAX_CHAPTERS` chapters is left out. The text before the first heading is a chapter without an
    anchor.
    """
    chapters = {
        guide.name: _split_chapters(_parse(guide, _markdown()))
        for guide in GUIDES.values()
    }
    counts = Counter(
        word for guide in chapters.values() for _, _, words in guide for word in words
    )
    return {
        name: [
            (
                slug,
                text,
                " ".join(
                    sorted(word for word in words if counts[word] <= _MAX_CHAPTERS)
                ),
            )
            for slug, text, words in guide
        ]
        for name, guide in chapters.items()
    }


def _split_chapters(tokens: list[Token]) -> list[tuple[str, str, set[str]]]:
    """Return the anchor, the heading and the words of each chapter, without words in blocks of code."""
    texts = {slug: text for _, slug, text in _add_anchors(tokens)}
    chapters: list[tuple[str, str, set[str]]] = [("", "", set())]
    for token in tokens:
        if slug := token.attrs.get("id"):
            chapters.append((str(slug), texts[str(slug)], set()))
        for child in token.children or ():
            chapters[-1][2].update(_WORD.findall(child.content.lower()))
    return chapters


def image_paths(guide: Guide) -> list[str]:
    """Return the paths of a guide's images, relative to docs/."""
    tokens = _parse(guide, _markdown())
    return [
        str(child.attrs["src"])
        for token in tokens
        for child in token.children or ()
        if child.type == "image"
    ]


def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _parse(guide: Guide, markdown: MarkdownIt) -> list[Token]:
    """Return the tokens of a guide; its links and images are relative to docs/, wherever in docs/ the guide stands."""
    tokens = markdown.parse(
        _COMMENT.sub("", (DOCS / f"{guide.name}.md").read_text(encoding="utf-8"))
    )
    for child in (child for token in tokens for child in token.children or ()):
        for name in {"href", "src"} & child.attrs.keys():
            file, hash_sign, fragment = str(child.attrs[name]).partition("#")
            if file and "://" not in file:
                resolved = normpath(join(dirname(guide.name), file))
                child.attrSet(
                    name, resolved + "/" * file.endswith("/") + hash_sign + fragment
                )
    return tokens


def _escape(text: str) -> str:
    return _escape_braces(escape(text))


def _escape_braces(html: str) -> str:
    """Replace `{`, so that Jinja finds no expressions in the HTML."""
    return html.replace("{", "&#123;")


def _alignment(token: Token) -> str:
    return ' class="number"' if "right" in str(token.attrs.get("style", "")) else ""


def _url(href: str) -> str | None:
    """Return a link's target in docs/ as a URL in a template; None if the service does not serve the target."""
    file, _, fragment = href.partition("#")
    if not file or "://" in file:
        return escape(href)
    if file.removesuffix(".md") in GUIDES:
        return f"{{{{ root }}}}docs/guide/{file.removesuffix('.md')}" + (
            f"#{fragment}" if fragment else ""
        )
    return next(
        (
            url + file.removeprefix(prefix)
            for prefix, url in _SERVED.items()
            if file.startswith(prefix)
        ),
        None,
    )


def _add_anchors(tokens: list[Token]) -> list[tuple[str, str, str]]:
    """Give each heading except the title GitHub's id and a link to itself; return each heading's tag, id and text."""
    headings: list[tuple[str, str, str]] = []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open" or opening.tag == "h1":
            continue
        text = "".join(child.content for child in inline.children or [])
        plain = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        # GitHub numbers headings with the same text: steps, steps-1, steps-2
        same_before = sum(
            re.sub(r"-\d+$", "", earlier_slug) == plain
            for _, earlier_slug, _ in headings
        )
        slug = f"{plain}-{same_before}" if same_before else plain
        opening.attrSet("id", slug)
        link_open = Token("link_open", "a", 1, attrs={"href": f"#{slug}"})
        link_close = Token("link_close", "a", -1)
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
    return _list(
        [
            f"<li>{link}{_list(sections) if sections else ''}</li>"
            for link, sections in chapters
        ]
    )


def _list(items: list[str]) -> str:
    return "\n".join(["<ul>", *items, "</ul>"])


def _code_block(code: str) -> str:
    # With a tabindex, so that the keyboard can scroll it.
    return f'<pre tabindex="0"><code>{code}</code></pre>'


def _code_inline(tokens: Tokens, index: int) -> str:
    """Render code within a sentence; outside of a link, link a request that the front page can show to that page."""
    content = tokens[index].content
    code = f"<code>{_escape(content)}</code>"
    depth = sum(
        token.nesting for token in tokens[:index] if token.type.startswith("link_")
    )
    is_link = _DEAL.fullmatch(content) and depth == 0
    return (
        f'<a href="{{{{ root }}}}#{escape(content[1:])}">{code}</a>'
        if is_link
        else code
    )


def _fence(tokens: Tokens, index: int) -> str:
    """Render a block of code with syntax highlighting, if its language is given."""
    language = tokens[index].info.strip()
    code = tokens[index].content
    if not language:
        return f"{_code_block(_escape(code))}\n"
    lexer = get_lexer_by_name(language)
    highlighted = _UNSTYLED.sub(r"\1", highlight(code, lexer, _FORMATTER))
    box = f'<div class="code" data-language="{_SHELLS.get(language, lexer.name)}">'
    return f"{box}{_code_block(_escape_braces(highlighted))}</div>\n"


def _table_open(tokens: Tokens, index: int) -> str:
    """Open a table and the box that it scrolls in; the columns of a long one keep their width while rows arrive."""
    number = sum(token.type == "table_open" for token in tokens[: index + 1])
    end = next(
        place
        for place, token in enumerate(tokens[index:], index)
        if token.type == "table_close"
    )
    is_long = sum(token.type == "tr_open" for token in tokens[index:end]) > _MAX_ROWS
    table = '<table class="long">' if is_long else "<table>"
    return f'<div class="scroll" role="group" aria-label="Table {number}" tabindex="0">{table}\n'


def _link_open(tokens: Tokens, index: int) -> str:
    """Open a link, or a span if the service serves nothing at its address."""
    url = _url(str(tokens[index].attrs["href"]))
    return f'<a href="{url}">' if url else "<span>"


def _link_close(tokens: Tokens, index: int) -> str:
    """Close the element of `_link_open`; links are never nested."""
    opening = next(
        token for token in reversed(tokens[:index]) if token.type == "link_open"
    )
    return "</a>" if _url(str(opening.attrs["href"])) else "</span>"


def _image(tokens: Tokens, index: int) -> str:
    """Render an image with its size, so that nothing moves when it is loaded."""
    name = str(tokens[index].attrs["src"])
    _, _, width, height = map(
        float,
        ElementTree.parse(DOCS / name).getroot().attrib["viewBox"].split(),  # noqa: S314
    )
    source = f"{{{{ sources }}}}/docs/{escape(name)}"
    return f'<img src="{source}" width="{width:.0f}" height="{height:.0f}" alt="{_escape(tokens[index].content)}">'


_RULES: Mapping[str, Callable[[Tokens, int], str]] = {
    "text": lambda tokens, index: _escape(tokens[index].content),
    "code_inline": _code_inline,
    "code_block": lambda tokens, index: (
        f"{_code_block(_escape(tokens[index].content))}\n"
    ),
    "fence": _fence,
    "table_open": _table_open,
    "table_close": lambda *_: "</table></div>\n",
    # The empty header of a column is a plain cell, as screen readers expect.
    "th_open": lambda tokens, index: (
        f"<th{_alignment(tokens[index])}>" if tokens[index + 1].content else "<td>"
    ),
    "th_close": lambda tokens, index: "</th>" if tokens[index - 1].content else "</td>",
    "td_open": lambda tokens, index: f"<td{_alignment(tokens[index])}>",
    "link_open": _link_open,
    "link_close": _link_close,
    "image": _image,
}
"""Functions that render the types of tokens that markdown-it would render with braces, or in another form."""


def main(folder: Path) -> None:
    """Write the template of each guide, the images that it shows, and the index of all into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CHAPTERS).write_text(json.dumps(index_chapters()))
    for guide in GUIDES.values():
        files = {f"{guide.name}.html": render_guide(guide).encode()}
        files |= {name: (DOCS / name).read_bytes() for name in image_paths(guide)}
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
