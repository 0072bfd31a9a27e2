import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

import service.pages
from service.cards.deck import DECKS
from service.cards.options import PackOptions
from service.games.catalogue import GAMES
from service.games.game import set_up
from service.pages.languages import COOKIE, DEFAULT, TEXTS
from tests.tables import for_each

FOLDER = Path(service.pages.__file__).parent
FORMS = {
    "en": {"one", "other"},
    "de": {"one", "other"},
    "fr": {"one", "many", "other"},
    "es": {"one", "many", "other"},
}
"""The forms of a text that depends on a number, by language (CLDR): `many` may be left out, and is `other` then."""


def list_texts(texts: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the path of each text, and the text: a string, or its forms."""
    if isinstance(texts, str) or "other" in texts:
        yield path, texts
        return
    for name, part in texts.items() if isinstance(texts, dict) else enumerate(texts):
        yield from list_texts(part, f"{path}.{name}".removeprefix("."))


def list_paths(path: str) -> list[str]:
    """Return the path of a text, and those of all objects that it is in."""
    names = path.split(".")
    return [".".join(names[:end]) for end in range(1, len(names) + 1)]


def placeholders(text: Any) -> list[set[str]]:
    forms = [text] if isinstance(text, str) else text.values()
    return [set(re.findall(r"\{(\w+)\}", form)) for form in forms]


@for_each("language", [language for language in TEXTS if language != DEFAULT])
def test_each_language_has_each_text_with_the_same_values(language: str) -> None:
    expected, found = (
        {
            path: text
            for path, text in list_texts(TEXTS[each])
            if not path.startswith("games.")
        }
        for each in (DEFAULT, language)
    )
    assert (expected.keys() - found.keys(), found.keys() - expected.keys()) == (
        set(),
        set(),
    )
    wrong = []
    for path, text in found.items():
        is_plural = not isinstance(text, str)
        names = set.union(*placeholders(expected[path]))
        if is_plural and not {"one", "other"} <= set(text) <= FORMS[language]:
            wrong.append(f"{path}: {list(text)}")
        if is_plural is isinstance(expected[path], str) or any(
            each - {"count"} != names - {"count"} for each in placeholders(text)
        ):
            wrong.append(f"{path}: {text}")
    assert wrong == []


def test_a_language_has_titles_for_games_and_decks_alone() -> None:
    found = {name for texts in TEXTS.values() for name in texts["games"]}
    assert found - GAMES.keys() - DECKS.keys() == set()


def test_each_stage_of_a_deal_has_its_words_in_a_sentence() -> None:
    stages = {
        stage
        for game in GAMES.values()
        for stage in set_up(game, None, PackOptions()).procedure.stages
    }
    assert (
        set(map(str, stages)) - TEXTS[DEFAULT]["words"]["stages"].keys() - {"deal"}
        == set()
    )


def test_each_step_of_a_deal_is_translated() -> None:
    """The page reads the sentences of the service by these patterns (service/pages/table/procedure.mjs)."""
    steps = TEXTS[DEFAULT]["procedure"]
    pieces = "|".join(
        re.escape(piece).replace(r"\{count\}", r"\d+") for piece in steps["how"]
    )
    kinds = {
        "cards": r"\d+ (more )?\w+",
        "how": f"(,? ({pieces}))*",
        "with": "(, with .+)?",
        "without": "(, without .+)?",
    }
    kinds |= dict.fromkeys(
        ("pile", "part", "seat", "stage", "seats", "list", "packs", "deck"), r"[\w ,]+"
    )

    def to_pattern(sentence: str) -> str:
        return re.sub(
            r"\\\{([a-z]+)2?\\\}",
            lambda name: f"({kinds.get(name[1], r'[0-9]+')})",
            re.escape(sentence),
        )

    patterns = re.compile("|".join(map(to_pattern, steps["sentences"])))
    tables = (
        set_up(game, players, PackOptions())
        for game in GAMES.values()
        for players in game.players
    )
    lines = {line for table in tables for line in table.describe_deal()}
    sentences = {
        sentence for line in lines for sentence in re.split(r"(?<=\.) (?=[A-Z])", line)
    }
    assert {
        sentence for sentence in sentences if not patterns.fullmatch(sentence)
    } == set()


def test_a_page_shows_each_text() -> None:
    """A key is written as a whole, or as a template with its last part as a variable."""
    sources = "".join(
        file.read_text()
        for file in FOLDER.rglob("*")
        if file.suffix in {".mjs", ".html", ".py"}
    )
    keys = set(re.findall(r"""["'`]([\w.]+?)\.?["'`$]""", sources)) | {
        *re.findall(r"`([\w.]+)\.\$\{", sources)
    }
    unused = [
        path
        for path, _ in list_texts(TEXTS[DEFAULT])
        if not keys.intersection(list_paths(path))
    ]
    assert unused == []


UNKNOWN_WORDS = {
    "en": r"\bseal|fingerprint|\bdrand|\bshoe|\bseed|\bindex|commitment",
    "de": r"siegel|fingerabdruck|\bdrand|startwert|\bindex",
    "fr": r"scell|sceau|empreinte|\bdrand|sabot|graine|\bindice",
    "es": r"\bsell|huella|\bdrand|sabot|semilla|índice",
}
OF_CARDS = r"result\.(says\.kept|seed|index|seal|why\.hidden|ofWords\.kept|moreDeal|confirm\w+Cards)"


def test_a_draw_is_told_without_words_that_nobody_knows() -> None:
    """Only the results of cards have them, as the page Table has; and what to do where a signature is not checked."""
    wrong = [
        f"{language} {path}: {form}"
        for language, words in UNKNOWN_WORDS.items()
        for path, text in list_texts(
            {name: TEXTS[language][name] for name in ("draw", "result")}
        )
        if not re.fullmatch(rf"{OF_CARDS}|draw\.public\.notChecked", path)
        for form in ([text] if isinstance(text, str) else text.values())
        if re.search(words, re.sub(r"\{\w+\}", "", form), re.IGNORECASE)
    ]
    assert wrong == []


@for_each(
    "query, cookie, header, expected",
    [
        ("", "", "", "en"),
        ("", "", "de-AT,de;q=0.9,en;q=0.5", "de"),
        ("", "", "nl, fr;q=0.4", "fr"),
        ("", "", "nl, zh", "en"),
        ("", "es", "de", "es"),
        ("?lang=fr", "es", "de", "fr"),
        ("?lang=nl", "", "de", "de"),
        ("?lang=../en", "../de", "en, de;q=0.1", "en"),
    ],
)
def test_a_visitor_gets_their_language(
    client: FlaskClient, query: str, cookie: str, header: str, expected: str
) -> None:
    headers = {"Accept-Language": header, "Accept": "text/html"}
    client.set_cookie(COOKIE, cookie)
    for path in ("/", "/draw", "/verify", "/result", "/verify/offline.html"):
        page = client.get(f"{path}{query}", headers=headers)
        assert (
            page.headers["Content-Language"],
            f'<html lang="{expected}"' in page.text,
        ) == (expected, True), path
        assert {"Accept-Language", "Cookie"} <= set(page.vary)
    assert client.get("/fairness", headers=headers).headers["Content-Language"] == "en"
    client.delete_cookie(COOKIE)
