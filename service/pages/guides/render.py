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
from typing import NamedTuple
from xml.etree import ElementTree

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from .catalogue import CHAPTERS, DOCS, GUIDES, Guide

MarkdownTokens = Sequence[Token]

_SERVED = {
    "../openapi.yaml": "{{ root }}openapi.yaml",
    "../verify/": "{{ sources }}/verify/",
}
"""Prefixes of links in docs/ to files that the service serves, and their URLs."""

_SHELLS = {"console": "Shell", "sh": "Shell"}
"""The languages that Pygments names otherwise than the guides do."""
_FORMATTER = HtmlFormatter(nowrap=True)
_UNSTYLED = re.compile(r'<span class="(?:w|n|nx|p|o)">(.*?)</span>', re.DOTALL)
"""Tokens that the style sheet gives no colour: whitespace, names, punctuation, operators."""
_OUTPUT = re.compile(r'<span class="go">.*?</span>', re.DOTALL)
"""Matches what a program printed in a shell, such as a response: one line of hundreds of characters."""

_DEAL = re.compile(r"/v1/(games/\w+/deal|decks/\w+/(?:deal|shuffle))(\?[\w=&,]+)?")
"""A request without a body: the front page can show it, so its code in a guide is a link to the front page."""

_LONG_CODE = 20
_PART = re.compile(r"[^/?&,=.]+[/?&,=.]*|^[/?&,=.]+")
"""Up to the end of signs that separate the parts of an address, of a list or of a name."""

_MAX_KEPT = 24
"""Blocks of code with more lines may be printed on two pages."""

_MAX_ROWS = 200
"""Tables with more rows arrive in several parts."""

_WORD = re.compile(r"[a-z][a-z0-9_]{2,}|\b[45]\d\d\b")
_MAX_CHAPTERS = 100
"""Words in more chapters than this are not in the index."""

_COMMENT = re.compile(r"^<!--.*?-->\n", re.DOTALL | re.MULTILINE)


class Heading(NamedTuple):
    """A heading of a guide below its title."""

    tag: str
    """h2, h3 …"""
    slug: str
    """Its id, by which links find it."""
    text: str


class _Chapter(NamedTuple):
    """A heading of a guide, "" for what is before the first, and the words below it up to the next."""

    slug: str
    heading: str
    words: set[str]


def render_guide(guide: Guide) -> str:
    """Return the Jinja template of a guide, which fills three blocks of guide.html.

    The introduction is the title with the first paragraph below it; the table of contents and the text follow.
    """
    markdown = _markdown()
    for name, rule in _RULES.items():
        # markdown-it calls a rule as a method, with its options and environment too.
        markdown.add_render_rule(
            name, lambda _, tokens, index, *__, rule=rule: rule(tokens, index)
        )
    tokens = _parse(guide, markdown)
    _label_cells(tokens)
    end = [token.type for token in tokens].index("paragraph_close") + 1
    blocks = {
        "introduction": markdown.renderer.render(tokens[:end], markdown.options, {}),
        "contents": _table_of_contents(_add_anchors(tokens)),
        "text": markdown.renderer.render(tokens[end:], markdown.options, {}),
    }
    filled = [
        f"{{% block {name} %}}\n{html}{{% endblock %}}\n"
        for name, html in blocks.items()
    ]
    return "".join(['{% extends "guides/guide.html" %}\n', *filled])


def index_chapters() -> dict[str, list[tuple[str, str, str]]]:
    """Return the chapters of each guide by the guide's name; a chapter is its anchor, its heading and its words.

    A word in more than `_MAX_CHAPTERS` chapters is left out. The text before the first heading is a chapter without an
    anchor.
    """
    chapters_by_guide = {
        guide.name: _split_chapters(_parse(guide, _markdown()))
        for guide in GUIDES.values()
    }
    counts: Counter[str] = Counter()  # by word, the chapters that have it
    for chapters in chapters_by_guide.values():
        for chapter in chapters:
            counts.update(chapter.words)
    index: dict[str, list[tuple[str, str, str]]] = {}
    for name, chapters in chapters_by_guide.items():
        index[name] = []
        for chapter in chapters:
            words = [word for word in chapter.words if counts[word] <= _MAX_CHAPTERS]
            text = " ".join(sorted(words))
            index[name].append((chapter.slug, chapter.heading, text))
    return index


def _split_chapters(tokens: list[Token]) -> list[_Chapter]:
    """Return the chapters of a guide, without words in blocks of code."""
    headings = {heading.slug: heading.text for heading in _add_anchors(tokens)}
    chapter = _Chapter("", "", set())
    chapters = [chapter]
    for token in tokens:
        slug = str(token.attrs.get("id", ""))
        if slug:
            chapter = _Chapter(slug, headings[slug], set())
            chapters.append(chapter)
        for child in token.children or ():
            chapter.words.update(_WORD.findall(child.content.lower()))
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
    """Return a new parser and renderer, as guides are written: with tables, and without HTML."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _parse(guide: Guide, markdown: MarkdownIt) -> list[Token]:
    """Return the tokens of a guide; its links and images are relative to docs/, wherever in docs/ the guide stands."""
    text = (DOCS / f"{guide.name}.md").read_text(encoding="utf-8")
    tokens = markdown.parse(_COMMENT.sub("", text))
    for token in tokens:
        for child in token.children or ():
            for name in {"href", "src"} & child.attrs.keys():
                target = _resolve(str(child.attrs[name]), dirname(guide.name))
                child.attrSet(name, target)
    return tokens


def _resolve(target: str, folder: str) -> str:
    """Return a target relative to docs/: of a file in the folder "how", "../reference.md#a" is "reference.md#a".

    Addresses of the web and headings of the same guide stay as they are.
    """
    file, hash_sign, fragment = target.partition("#")
    if not file or "://" in file:
        return target
    resolved = normpath(join(folder, file))
    if file.endswith("/"):
        resolved += "/"  # which normpath has taken away
    return resolved + hash_sign + fragment


def _escape(text: str) -> str:
    """Return a text as HTML in a Jinja template."""
    return _escape_braces(escape(text))


def _escape_braces(html: str) -> str:
    """Replace `{`, so that Jinja finds no expressions in the HTML."""
    return html.replace("{", "&#123;")


def _cell_attributes(token: Token) -> str:
    """Return the attributes of a table's cell: its label, and the class "number" if it is aligned to the right."""
    attributes = ""
    if "right" in str(token.attrs.get("style", "")):
        attributes += ' class="number"'
    if "data-label" in token.attrs:
        attributes += f' data-label="{_escape(str(token.attrs["data-label"]))}"'
    return attributes


def _url(href: str) -> str | None:
    """Return a link's target in docs/ as a URL in a template; None if the service does not serve the target."""
    file, _, fragment = href.partition("#")
    if not file or "://" in file:
        return escape(href)
    name = file.removesuffix(".md")
    if name in GUIDES:
        url = f"{{{{ root }}}}docs/guide/{name}"
        return f"{url}#{fragment}" if fragment else url
    for prefix, url in _SERVED.items():
        if file.startswith(prefix):
            return url + file.removeprefix(prefix)
    return None


def _add_anchors(tokens: list[Token]) -> list[Heading]:
    """Give each heading except the title GitHub's id and a link to itself, and return these headings.

    "## What `seed` does" gets the id `what-seed-does`.
    """
    headings: list[Heading] = []
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open" or opening.tag == "h1":
            continue
        children = inline.children or []
        text = "".join(child.content for child in children)
        slug = _make_slug(text, headings)
        opening.attrSet("id", slug)
        link_open = Token("link_open", "a", 1, attrs={"href": f"#{slug}"})
        link_close = Token("link_close", "a", -1)
        inline.children = [link_open, *children, link_close]
        headings.append(Heading(opening.tag, slug, text))
    return headings


def _make_slug(text: str, earlier_headings: Sequence[Heading]) -> str:
    """Return the id that GitHub gives a heading; it numbers those with the same text: steps, steps-1, steps-2."""
    plain = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
    same_before = 0
    for heading in earlier_headings:
        if re.sub(r"-\d+$", "", heading.slug) == plain:
            same_before += 1
    return f"{plain}-{same_before}" if same_before else plain


def _label_cells(tokens: MarkdownTokens) -> None:
    """Give each cell the heading of its column as `data-label`, for narrow windows, where a row is laid out as a list.

    The first cell of a row has none: it is the heading of that list.
    """
    labels: list[str] = []
    column = 0
    for opening, inline in pairwise(tokens):
        if opening.type == "thead_open":
            labels = []
        elif opening.type == "tr_open":
            column = 0
        elif opening.type == "th_open":
            children = inline.children or []
            labels.append("".join(child.content for child in children))
        elif opening.type == "td_open":
            if column > 0 and labels[column]:
                opening.attrSet("data-label", labels[column])
            column += 1


def _table_of_contents(headings: Sequence[Heading]) -> str:
    """Return the headings of levels two and three as nested lists in HTML, "" if there are none."""
    chapters: list[str] = []  # links
    sections: list[list[str]] = []  # by chapter, elements <li>
    for heading in headings:
        link = f'<a href="#{heading.slug}">{_escape(heading.text)}</a>'
        if heading.tag == "h2":
            chapters.append(link)
            sections.append([])
        elif heading.tag == "h3":
            sections[-1].append(f"<li>{link}</li>")
    items = []
    for link, inner in zip(chapters, sections, strict=True):
        items.append(f"<li>{link}{_list(inner) if inner else ''}</li>")
    return _list(items) if items else ""


def _list(items: list[str]) -> str:
    """Return elements <li> as a list in HTML."""
    return "\n".join(["<ul>", *items, "</ul>"])


def _code_block(code: str, label: str = "Code") -> str:
    """Return code as HTML in its block, which has a label and a tabindex, so that the keyboard can scroll it."""
    attributes = f'tabindex="0" role="group" aria-label="{label}"'
    return f"<pre {attributes}><code>{code}</code></pre>"


def _code_inline(tokens: MarkdownTokens, index: int) -> str:
    """Render code within a sentence; outside of a link, link a request that the front page can show to that page.

    Long code may wrap behind a sign that ends a part of it.
    """
    content = tokens[index].content
    parts = _PART.findall(content) if len(content) > _LONG_CODE else [content]
    code = f"<code>{'<wbr>'.join(map(_escape, parts))}</code>"
    # 1 for each link that is open here: an opening token has the nesting 1, a closing one -1.
    depth = sum(
        token.nesting for token in tokens[:index] if token.type.startswith("link_")
    )
    if depth or not _DEAL.fullmatch(content):
        return code
    return f'<a href="{{{{ root }}}}#{escape(content[1:])}">{code}</a>'


def _fence(tokens: MarkdownTokens, index: int) -> str:
    """Render a block of code with syntax highlighting, if its language is given. Output may wrap behind a comma."""
    language = tokens[index].info.strip()
    code = tokens[index].content
    if not language:
        return f"{_code_block(_escape(code))}\n"
    lexer = get_lexer_by_name(language)
    highlighted = _UNSTYLED.sub(r"\1", highlight(code, lexer, _FORMATTER))
    wrapped = _OUTPUT.sub(lambda output: output[0].replace(",", ",<wbr>"), highlighted)
    name = _SHELLS.get(language, lexer.name)
    block = _code_block(_escape_braces(wrapped), f"Code: {name}")
    kind = "code divisible" if code.count("\n") > _MAX_KEPT else "code"
    return f'<div class="{kind}" data-language="{name}">{block}</div>\n'


def _table_open(tokens: MarkdownTokens, index: int) -> str:
    """Open a table and the box that it scrolls in; the columns of a long one keep their width while rows arrive."""
    types = [token.type for token in tokens]
    number = types[: index + 1].count("table_open")
    end = types.index("table_close", index)
    rows = types[index:end].count("tr_open")
    table = '<table class="fixed">' if rows > _MAX_ROWS else "<table>"
    return f'<div class="scroll" role="group" aria-label="Table {number}" tabindex="0">{table}\n'


def _link_open(tokens: MarkdownTokens, index: int) -> str:
    """Open a link, or a span if the service serves nothing at its address."""
    url = _url(str(tokens[index].attrs["href"]))
    return "<span>" if url is None else f'<a href="{url}">'


def _link_close(tokens: MarkdownTokens, index: int) -> str:
    """Close the element of `_link_open`; links are never nested."""
    opening = next(
        token for token in reversed(tokens[:index]) if token.type == "link_open"
    )
    return "</a>" if _url(str(opening.attrs["href"])) else "</span>"


def _image(tokens: MarkdownTokens, index: int) -> str:
    """Render an image with its size, so that nothing moves when it is loaded."""
    name = str(tokens[index].attrs["src"])
    svg = ElementTree.parse(DOCS / name).getroot()  # noqa: S314
    _, _, width, height = map(float, svg.attrib["viewBox"].split())
    source = f"{{{{ sources }}}}/docs/{escape(name)}"
    text = _escape(tokens[index].content)
    return (
        f'<img src="{source}" width="{width:.0f}" height="{height:.0f}" alt="{text}">'
    )


_RULES: Mapping[str, Callable[[MarkdownTokens, int], str]] = {
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
        f"<th{_cell_attributes(tokens[index])}>"
        if tokens[index + 1].content
        else "<td>"
    ),
    "th_close": lambda tokens, index: "</th>" if tokens[index - 1].content else "</td>",
    "td_open": lambda tokens, index: f"<td{_cell_attributes(tokens[index])}>",
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
