"""Each language has each text of the pages, and a visitor gets the preferred one."""

import re
from collections.abc import Iterator, Mapping, Sequence
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


def list_forms(text: Any) -> list[str]:
    """Return the forms of a text; a string is the only form of its own."""
    return [text] if isinstance(text, str) else list(text.values())


def list_placeholders(form: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", form))


def read_texts(language: str) -> dict[str, Any]:
    """Return the texts of a language by their paths, but for the titles of games."""
    texts = list_texts(TEXTS[language])
    return {path: text for path, text in texts if not path.startswith("games.")}


def is_told_alike(text: Any, original: Any) -> bool:
    """Return whether a text has forms if the original has, and in each the values of the original.

    A form may leave the count out, as a text of one thing may say it in a word.
    """
    if isinstance(text, str) is not isinstance(original, str):
        return False
    names = set.union(*map(list_placeholders, list_forms(original))) - {"count"}
    return all(
        list_placeholders(form) - {"count"} == names for form in list_forms(text)
    )


@for_each("language", [language for language in TEXTS if language != DEFAULT])
def test_each_language_has_each_text_with_the_same_values(language: str) -> None:
    originals = read_texts(DEFAULT)
    found = read_texts(language)
    assert set(found) == set(originals)
    wrong_forms = [
        path
        for path, text in found.items()
        if not isinstance(text, str)
        and not {"one", "other"} <= text.keys() <= FORMS[language]
    ]
    assert wrong_forms == []
    wrong_values = [
        f"{path}: {text}"
        for path, text in found.items()
        if not is_told_alike(text, originals[path])
    ]
    assert wrong_values == []


def test_a_language_has_titles_for_games_and_decks_alone() -> None:
    found = {name for texts in TEXTS.values() for name in texts["games"]}
    assert found <= GAMES.keys() | DECKS.keys()


def test_each_stage_of_a_deal_has_its_words_in_a_sentence() -> None:
    stages = {
        str(stage)
        for game in GAMES.values()
        for stage in set_up(game, None, PackOptions()).procedure.stages
    }
    words = TEXTS[DEFAULT]["words"]["stages"]
    assert stages - words.keys() <= {"deal"}


def write_patterns() -> dict[str, str]:
    """Return the pattern of each value that a sentence of a deal has."""
    pieces = "|".join(
        re.escape(piece).replace(r"\{count\}", r"\d+")
        for piece in TEXTS[DEFAULT]["procedure"]["how"]
    )
    patterns = {
        "cards": r"\d+ (more )?\w+",
        "how": f"(,? ({pieces}))*",
        "with": "(, with .+)?",
        "without": "(, without .+)?",
    }
    for name in ("pile", "part", "seat", "stage", "seats", "list", "packs", "deck"):
        patterns[name] = r"[\w ,]+"
    return patterns


def write_pattern(sentence: str, patterns: dict[str, str]) -> str:
    """Return the pattern of a sentence; a value that has none of these patterns is a number."""
    return re.sub(
        r"\\\{([a-z]+)2?\\\}",
        lambda name: f"({patterns.get(name[1], r'[0-9]+')})",
        re.escape(sentence),
    )


def list_sentences() -> set[str]:
    """Return the sentences of the deals of all games, for every number of players."""
    lines = {
        line
        for game in GAMES.values()
        for players in game.players
        for line in set_up(game, players, PackOptions()).describe_deal()
    }
    return {
        sentence for line in lines for sentence in re.split(r"(?<=\.) (?=[A-Z])", line)
    }


def test_each_step_of_a_deal_is_translated() -> None:
    """The page reads the sentences of the service by these patterns (service/pages/table/details/procedure.mjs)."""
    sentences = TEXTS[DEFAULT]["procedure"]["sentences"]
    patterns = write_patterns()
    known = re.compile("|".join(write_pattern(each, patterns) for each in sentences))
    unknown = [
        sentence for sentence in list_sentences() if not known.fullmatch(sentence)
    ]
    assert unknown == []


def test_a_page_shows_each_text() -> None:
    """A key is written as a whole, or as a template with its last part as a variable."""
    sources = "".join(
        file.read_text()
        for file in FOLDER.rglob("*")
        if file.suffix in {".mjs", ".html", ".py"}
    )
    keys = set(re.findall(r"""["'`]([\w.]+?)\.?["'`$]""", sources))
    keys.update(re.findall(r"`([\w.]+)\.\$\{", sources))
    unused = [
        path
        for path, _ in list_texts(TEXTS[DEFAULT])
        if keys.isdisjoint(list_paths(path))
    ]
    assert unused == []


def test_plain_words_of_a_check_leave_their_full_stop_to_the_page() -> None:
    """Remarks follow it, with a full stop between (service/pages/verdicts/assessment/plain.mjs)."""
    ended = [
        (language, path)
        for language, texts in TEXTS.items()
        for path, text in list_texts(texts["verify"]["plain"])
        for form in (text.values() if isinstance(text, dict) else [text])
        if form.endswith(".")
    ]
    assert ended == []


UNKNOWN_WORDS = {
    "en": r"\bseal|fingerprint|\bdrand|\bshoe|\bseed|\bindex|commitment",
    "de": r"siegel|fingerabdruck|\bdrand|startwert|\bindex",
    "fr": r"scell|sceau|empreinte|\bdrand|sabot|graine|\bindice",
    "es": r"\bsell|huella|\bdrand|sabot|semilla|índice",
}
OF_CARDS = r"result\.(says\.kept|seed|index|seal|why\.hidden|ofWords\.kept|moreDeal|confirm\w+Cards)"
NOT_CHECKED = r"draw\.public\.notChecked"
"""The text on what to do where a signature is not checked."""


WORDS_OF_AUDITORS = {
    "en": r"\bseals?\b|check number|commitment|digest|fingerprint|\broot\b",
    "de": r"siegel(?!t)|prüfzahl|commitment|digest|fingerabdruck",
    "fr": r"sceau|nombre de contrôle|commitment|digest|empreinte",
    "es": r"\bsello\b|número de control|commitment|digest|huella",
}
"""Further words for a check code, and for the codes of a list, a step and a round."""
FOR_AUDITORS = r"verify\.(page\.commitment|page\.sealedSays|page\.experts\..+)"
"""Texts of Verify that are folded up, and say which of these words the page Deal and the API use."""


def list_with_words(
    sections: Sequence[str], words: Mapping[str, str], excepted: str
) -> list[str]:
    """Return the texts of sections that have one of these words of their language, but those with excepted paths."""
    wrong = []
    for language, pattern in words.items():
        texts = {name: TEXTS[language][name] for name in sections}
        for path, text in list_texts(texts):
            if re.fullmatch(excepted, path):
                continue
            for form in list_forms(text):
                shown = re.sub(r"\{\w+\}", "", form)
                if re.search(pattern, shown, re.IGNORECASE):
                    wrong.append(f"{language} {path}: {form}")
    return wrong


def test_a_draw_is_told_without_words_that_nobody_knows() -> None:
    """Only the results of cards have them, as the page Deal has; and what to do where a signature is not checked."""
    excepted = f"{OF_CARDS}|{NOT_CHECKED}"
    assert list_with_words(("draw", "result"), UNKNOWN_WORDS, excepted) == []


def test_a_check_calls_a_check_code_nothing_else() -> None:
    """The page Verify says check code, as the pages of draws and of their results do."""
    assert list_with_words(("verify",), WORDS_OF_AUDITORS, FOR_AUDITORS) == []


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
        assert page.headers["Content-Language"] == expected, path
        assert f'<html lang="{expected}"' in page.text, path
        assert {"Accept-Language", "Cookie"} <= set(page.vary)
    fairness = client.get("/fairness", headers=headers)
    assert fairness.headers["Content-Language"] == "en"
    client.delete_cookie(COOKIE)
