"""A problem in the words of the page that tells a person about it.

The page shows a refusal in the language of its reader, as `shared/sentences.mjs` does on the other pages. What has no
words in that language is the sentence of the service, which the page marks as English.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .languages import DEFAULT, TEXTS

_VAST = 1e11  # no person means so large a number: it is as good as no bound
_RANGES = frozenset({"integer_range", "number_range", "player_count"})
"""The codes of reasons with two bounds."""
_SAY_NO_CHOICE = frozenset({"one_of", "required", "unknown_parameter"})
"""The codes whose words leave out what would be accepted, which the sentence of the service has."""


class Refusal(NamedTuple):
    """Why the value of a field is refused: in the words of the page, and as a sentence of the service in English.

    Each is "" if the other one says all.
    """

    words: str
    sentence: str


def list_refusals(
    problem: Mapping[str, Any], language: str
) -> Mapping[str, Sequence[Refusal]]:
    """Return for each refused field of a problem why it is refused."""
    all_reasons = problem.get("reasons", {})
    refusals = {}
    for field, sentences in problem.get("errors", {}).items():
        reasons = all_reasons.get(field) or [{}] * len(sentences)
        refusals[field] = [
            _describe(sentence, reason, language)
            for sentence, reason in zip(sentences, reasons, strict=True)
        ]
    return refusals


def _describe(sentence: str, reason: Mapping[str, Any], language: str) -> Refusal:
    words = "" if language == DEFAULT else _say(reason, language)
    if words and reason["code"] not in _SAY_NO_CHOICE:
        sentence = ""
    return Refusal(words, sentence)


def _say(reason: Mapping[str, Any], language: str) -> str:
    """Return a reason in a language; "" for one without words."""
    texts = TEXTS[language]["problems"]["reasons"]
    words: str = texts.get(_name_text(reason), "")
    if not words:
        return ""
    without = ", ".join(str(number) for number in reason.get("without", []))
    values = dict(reason) | {"cards": reason.get("card_count"), "without": without}
    words = words.format_map(values)
    if "other_games" in reason:
        titles = TEXTS[language]["games"]
        names = [
            titles.get(game, game.replace("_", " ")) for game in reason["other_games"]
        ]
        words += " " + texts["otherGames"].format(games=", ".join(names))
    place = reason.get("path", "").partition("]")[0].removeprefix("[")
    if place.isdecimal():
        return str(texts["entry"].format(place=int(place) + 1, says=words))
    return words


def _name_text(reason: Mapping[str, Any]) -> str:
    """Return the name of the text of a reason."""
    code: str = reason.get("code", "")
    if code not in _RANGES:
        return code
    if reason.get("without"):
        return "playersBut"
    if reason["least"] == reason["most"]:
        return "exactly"
    if reason["most"] < _VAST:
        return code
    if code == "number_range":
        return "number"
    return "integerFrom" if reason["least"] > -_VAST else "integer"
