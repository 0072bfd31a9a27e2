"""Nothing that docs/stability.md promises is removed; additions are recorded."""

from collections.abc import Callable
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tables import for_each
from tools.contract import __main__ as contract
from tools.contract.breaks import find_breaks, find_lost_vectors
from tools.contract.record import Json, Vectors, build_api, build_vectors
from tools.contract.saved import read_saved, write_saved

WHAT_TO_DO = (
    "docs/stability.md promises that this stays. Keep it beside the new one; `deprecated` may mark it in the document."
)
UNRECORDED = "there is something new: run `make generate`, and commit tests/contract"


def schema(name: str) -> Json:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


STRING: Json = {"type": "string"}
NULLABLE: Json = {"type": ["string", "null"]}
CARD: Json = {"$ref": "#/components/schemas/Card"}
DOCUMENT: Json = {
    "paths": {
        "/v1/decks/{deck}": {
            "parameters": [{"$ref": "#/components/parameters/deck"}],
            "get": {
                "operationId": "get_deck",
                "parameters": [{"name": "count", "in": "query", "schema": {"type": "integer", "default": 1}}],
                "responses": {"200": {"content": schema("Deck") | {"text/plain": {"schema": STRING}}}},
            },
            "post": {
                "operationId": "get_deck_post",
                "requestBody": {"content": schema("DeckRequest")},
                "responses": {"200": {"content": schema("Deck")}},
            },
        }
    },
    "components": {
        "parameters": {
            "deck": {"name": "deck", "in": "path", "required": True, "schema": {"type": "string", "enum": ["a", "b"]}}
        },
        "schemas": {
            "Problem": {"type": "object", "properties": {"status": {"type": "integer"}}, "required": ["status"]},
            "DeckRequest": {
                "properties": {"seed": {"type": "string"}, "count": {"type": "integer", "default": 1}},
                "required": ["seed"],
            },
            "Sized": {"properties": {"size": {"type": "integer"}}, "required": ["size"]},
            "Card": {"properties": {"code": {"type": "string"}}, "required": ["code"]},
            "Deck": {
                "allOf": [
                    {"$ref": "#/components/schemas/Sized"},
                    {
                        "properties": {"cards": {"type": "array", "items": CARD}, "note": {**NULLABLE}},
                        "required": ["cards"],
                    },
                ]
            },
        },
    },
}

Change = Callable[[Any], object]
"""A change of the parts that `breaks_of` or `losses_of` names."""


def breaks_of(change: Change) -> list[str]:
    changed = deepcopy(DOCUMENT)
    path, schemas = changed["paths"]["/v1/decks/{deck}"], changed["components"]["schemas"]
    content = {method: path[method]["responses"]["200"]["content"] for method in ("get", "post")}
    body, own = schemas["DeckRequest"]["properties"], schemas["Deck"]["allOf"][1]
    names = {"path": path, "parameters": path["get"]["parameters"], "content": content, "body": body, "own": own}
    change(SimpleNamespace(**names, **schemas, values=changed["components"]["parameters"]["deck"]["schema"]["enum"]))
    return find_breaks(build_api(DOCUMENT), build_api(changed))


@pytest.fixture(scope="module")
def present() -> tuple[Json, Vectors]:
    """The record of what there is."""
    return contract.read_present()


def test_nothing_that_was_promised_is_missing_and_additions_are_recorded(present: tuple[Json, Vectors]) -> None:
    (kept, kept_vectors), (api, vectors) = contract.read_kept(), present
    assert [*find_breaks(kept, api), *find_lost_vectors(kept_vectors, vectors)] == [], WHAT_TO_DO
    assert (kept, kept_vectors) == present, UNRECORDED


NEW: Json = {"name": "n", "schema": {"type": "integer"}}
BREAKING: dict[str, Change] = {
    "operation get_deck: removed": lambda api: api.path["get"].update(operationId="read_deck"),
    "operation get_deck_post: removed": lambda api: api.path.pop("post"),
    "operation get_deck: count removed": lambda api: api.parameters.clear(),
    "operation get_deck: count became required": lambda api: api.parameters[0].update(required=True),
    "operation get_deck: n is new and required": lambda api: api.parameters.append(NEW | {"required": True}),
    "operation get_deck: the default of count was 1 and is 2": lambda api: api.parameters[0]["schema"].update(
        default=2
    ),
    "requests DeckRequest: the default of count was 1 and is None": lambda api: api.body["count"].pop("default"),
    "operation get_deck: deck has lost values": lambda api: api.values.remove("a"),
    "requests DeckRequest: seed has lost values": lambda api: api.body["seed"].update(enum=["42"]),
    "requests DeckRequest: seed was string and is integer": lambda api: api.body["seed"].update(type="integer"),
    "requests DeckRequest: count became required": lambda api: api.DeckRequest["required"].append("count"),
    "responses Card: code removed": lambda api: api.Card["properties"].clear(),
    "responses Deck: size became optional": lambda api: api.Sized["required"].clear(),
    "responses Card: code was string and is string?": lambda api: api.Card["properties"]["code"].update(NULLABLE),
    "responses Deck: cards was [Card] and is [string]": lambda api: api.own["properties"]["cards"].update(items=STRING),
    "operation get_deck_post: application/json is not Deck any more": lambda api: api.content["post"].update(
        schema("Card")
    ),
    "operation get_deck: text/plain is not string any more": lambda api: api.content["get"].pop("text/plain"),
}
"""Changes by the lines that name them."""


@for_each(("line", "change"), BREAKING.items(), ids=BREAKING)
def test_a_change_that_breaks_a_client_is_named(line: str, change: Change) -> None:
    assert line in breaks_of(change)


def flatten(deck: Json, sized: Json) -> None:
    """Give a schema the members of the one that it includes."""
    (own,) = deck.pop("allOf")[1:]
    deck["properties"] = own["properties"] | sized["properties"]
    deck["required"] = own["required"] + sized["required"]


ADDITIONS: dict[str, Change] = {
    "an optional parameter": lambda api: api.parameters.append(NEW),
    "an accepted value": lambda api: api.values.append("c"),
    "a body's member may be null": lambda api: api.body["seed"].update(NULLABLE),
    "a body's member becomes optional": lambda api: api.DeckRequest["required"].clear(),
    "a member of a response": lambda api: api.Card["properties"].update(name=STRING),
    "a response's member is null no more": lambda api: api.own["properties"]["note"].update(STRING),
    "a response's member becomes required": lambda api: api.own["required"].append("note"),
    "a media type": lambda api: api.content["post"].update({"text/plain": {"schema": STRING}}),
    "allOf in another way": lambda api: flatten(api.Deck, api.Sized),
}


@for_each("change", ADDITIONS.values(), ids=ADDITIONS)
def test_additions_break_no_client(change: Change) -> None:
    assert breaks_of(change) == []


def test_a_type_of_problem_keeps_its_status_and_a_setting_its_name() -> None:
    api = build_api(DOCUMENT)
    changed = {**api, "problems": api["problems"] | {"busy": 429}}
    assert find_breaks(api, changed) == ["problem busy: status 503 became 429"]
    assert {"HOST", "MAX_ITEMS", "SHOE_KEYS", "SHOE_KEYS_FILE"} < {*api["settings"]}
    renamed = {**api, "settings": ["MAX_NUMBERS" if name == "MAX_ITEMS" else name for name in api["settings"]]}
    assert find_breaks(api, renamed) == ["setting MAX_ITEMS: removed"]


CASE: Json = {
    "asked": {"game": "bridge", "seed": "42"},
    "answer": {
        "hands": [{"seat": "N", "cards": ["AS"], "parts": [{"name": "trick"}]}, {"seat": "E", "cards": []}],
        "grid": [[1]],
        "empty": {},
    },
    "valid": True,
}
CASES = {"made_by": "node", "games": [CASE], "words": [{"seed": seed, "hex": seed} for seed in "abc"]}


def losses_of(change: Change) -> list[str]:
    """Return a line for each loss by a change of the parts of `CASES` that are named here."""
    changed = deepcopy(CASES)
    (case,) = changed["games"]
    change(SimpleNamespace(kinds=changed, case=case, hands=case["answer"]["hands"], **changed, **case))
    return find_lost_vectors(build_vectors(CASES), build_vectors(changed))


BRIDGE = "vectors games, 8a818d5725 (game=bridge):"
LOSSES: dict[str, tuple[list[str], Change]] = {
    "a kind": ([f"{BRIDGE} removed"], lambda of: of.kinds.pop("games")),
    "a case": (["vectors words, 9ac07f4baf (a case): removed"], lambda of: of.words.pop(0)),
    "what is asked": ([f"{BRIDGE} removed"], lambda of: of.asked.update(seed="43")),
    "a member": ([f"{BRIDGE} answer.grid removed"], lambda of: of.answer.pop("grid")),
    "the kind of a value": ([f"{BRIDGE} answer.grid removed"], lambda of: of.answer.update(grid={"rows": 1})),
    "the type of a member": ([f"{BRIDGE} valid changed"], lambda of: of.case.update(valid=1)),
    "the depth of a list": ([f"{BRIDGE} answer.grid changed"], lambda of: of.answer.update(grid=[1])),
    "an object in a list": (
        [f"{BRIDGE} answer.hands[].seat changed", f"{BRIDGE} answer.hands[].cards changed"],
        lambda of: of.hands.pop(),
    ),
    "a member's object": (
        [f"{BRIDGE} answer.hands[].parts[].name changed"],
        lambda of: of.hands[1].update(parts=of.hands[0].pop("parts")),
    ),
    "a member of two cases": (
        ["vectors words, 5b6e6b3bbb (a case) and 1 more: hex changed"],
        lambda of: [word.update(hex="d") for word in of.words[1:]],
    ),
}


@for_each(("lines", "change"), LOSSES.values(), ids=LOSSES)
def test_a_loss_of_vectors_is_named_with_its_first_case_and_the_member(lines: list[str], change: Change) -> None:
    assert sorted(losses_of(change)) == sorted(lines)


def test_members_cases_and_kinds_are_added_to_vectors_in_any_order() -> None:
    def add(of: Any) -> None:
        of.words.reverse()
        of.words.append({"seed": "d", "hex": "d"})
        of.kinds["others"] = [{"n": 1}]
        of.case["noted"] = of.hands[1]["dummy"] = of.hands[0]["parts"][0]["won"] = of.answer["empty"]["more"] = None

    assert losses_of(add) == []


def test_two_vectors_that_ask_the_same_are_refused() -> None:
    with pytest.raises(ValueError, match="Two golden vectors of words ask the same"):
        build_vectors({"words": [{"seed": "a", "hex": "a"}, {"seed": "a", "hex": "b"}]})


def test_the_command_writes_nothing_that_breaks_a_client(
    present: tuple[Json, Vectors], monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contract, "read_present", lambda: present)
    monkeypatch.setattr(contract, "API", tmp_path / "api.yaml")
    monkeypatch.setattr(contract, "VECTORS", tmp_path / "vectors.yaml")
    monkeypatch.setattr(contract, "RESPONSES", tmp_path / "responses.jsonl")
    write_saved(contract.RESPONSES, {"signed": {"kept": True}})
    assert contract.main() == 0
    assert contract.read_kept() == present
    assert {"signed": {"kept": True}}.items() < read_saved(contract.RESPONSES).items()
    api, vectors = deepcopy(present)
    api["operations"]["get_nothing"] = {"path": "GET /v1/nothing", "responses": {}}
    monkeypatch.setattr(contract, "read_present", lambda: (api, vectors))
    assert contract.main() == 0  # an addition
    monkeypatch.setattr(contract, "read_present", lambda: present)
    assert contract.main() == 1
    assert "operation get_nothing: removed" in capsys.readouterr().out
    assert contract.read_kept()[0] == api
