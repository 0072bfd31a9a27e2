"""Each problem that a page may show has its words in the texts of the pages, so that no page tells it in English."""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from service.http.problems import PROBLEMS
from service.http.responses import OPENAPI
from service.pages.languages import DEFAULT, TEXTS
from tools.files import ROOT

WORDS = TEXTS[DEFAULT]["problems"]

SHOWN_BY_ITS_SENTENCE = {"other"}
"""The codes of reasons that have no text: the page marks the sentence of the service as English."""

CALLED = re.compile(
    r"/v1/(decks/\{deck\}|games/\{game\})/(shuffle|deal)(/batch)?"
    r"|/v1/integers(/draw)?(/batch)?|/v1/items/(draw|groups|pairs|shuffle)(/batch)?"
    r"|/v1/bingo/strips/batch|/v1/shoes(/deal|/draw|/reveal)?|/v1/plans|/v1/hands/rank|/v1/verify"
)
"""The endpoints that pages in several languages call with what people enter."""

NOT_ENTERED = {
    # how the response is written, and by whom
    "name_style", "notation", "prove", "sign",
    # of hands that no page ranks
    "crib", "hands_by_seat", "independent", "low_wheel", "two_three_five",
    # the ends of an order, which the page Draw does not offer
    "first", "last",
}  # fmt: skip
"""The fields that no page sends."""


def list_fields() -> set[str]:
    """Return the names of the fields that the endpoints of the pages take."""
    document = yaml.load(OPENAPI.read_text(), yaml.CSafeLoader)
    components = document["components"]
    fields = set()
    for path, operations in document["paths"].items():
        if not CALLED.fullmatch(path):
            continue
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                name = parameter.get("$ref", "").rpartition("/")[2]
                named = components["parameters"][name] if name else parameter
                if named["in"] == "query":
                    fields.add(named["name"])
            for content in operation.get("requestBody", {}).get("content", {}).values():
                fields.update(list_properties(content["schema"], components))
    return fields


def list_properties(schema: Any, components: Any) -> Iterator[str]:
    """Yield the names of the properties of a schema, and of the schemas that it names."""
    if isinstance(schema, list):
        for part in schema:
            yield from list_properties(part, components)
        return
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield from list_properties(components["schemas"][name], components)
    yield from schema.get("properties", {})
    for parts in ("allOf", "anyOf", "oneOf"):
        yield from list_properties(schema.get(parts, []), components)


def list_codes() -> set[str]:
    """Return the codes of reasons, as the reference lists them."""
    table = (ROOT / "docs/reference.md").read_text().partition("\n## Reasons\n")[2]
    return set(re.findall(r"^\| `(\w+)` \|", table.partition("\n## ")[0], re.MULTILINE))


def test_each_type_of_problem_has_its_title() -> None:
    assert WORDS["titles"].keys() == PROBLEMS.keys()


def test_each_code_of_a_reason_has_its_sentence() -> None:
    assert list_codes() - WORDS["reasons"].keys() == SHOWN_BY_ITS_SENTENCE


def test_each_field_that_people_enter_has_its_label() -> None:
    labels = WORDS["fields"].keys() | TEXTS[DEFAULT]["table"]["fields"].keys()
    assert list_fields() - labels == NOT_ENTERED
