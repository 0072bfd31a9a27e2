"""Nothing that docs/definitions/stability.md promises is removed; additions are recorded."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.tables import for_each
from tools.contract import files as contract
from tools.contract.breaks import find_breaks, find_lost_vectors
from tools.contract.record import Json, Vectors, build_api, build_vectors
from tools.contract.saved import format_saved, read_saved

WHAT_TO_DO = (
    "docs/definitions/stability.md promises that this stays. Keep it beside the new "
    "one; `deprecated` may mark it."
)
CHANGES = yaml.safe_load(
    Path(__file__).with_name("changes.yaml").read_text(encoding="utf-8")
)
VECTORS = CHANGES["vectors"]


def edit(part: Json, changes: Mapping[str, Any]) -> Json:
    """Return a copy with the changes of changes.yaml."""
    edited = deepcopy(part)
    for path, value in changes.items():
        *parents, last = path.split(".")
        parent: Any = edited
        for name in parents:
            parent = parent[int(name) if isinstance(parent, list) else name]
        if isinstance(parent, list):
            parent[int(last) : int(last) + 1] = [] if value is None else [value]
        elif value is None:
            del parent[last]
        else:
            parent[last] = value
    return edited


def record(changes: Mapping[str, Any]) -> Json:
    """Return the record of the document with changes."""
    parts = edit(CHANGES, changes)
    components = {name: parts[name] for name in ("parameters", "schemas")}
    return build_api(
        {"paths": {"/v1/decks/{deck}": parts["path"]}, "components": components}
    )


@pytest.fixture(scope="module")
def present() -> tuple[Json, Vectors]:
    """The record of what there is."""
    return contract.read_present()


def test_nothing_that_was_promised_is_missing(present: tuple[Json, Vectors]) -> None:
    api, vectors = present
    kept, kept_vectors = contract.read_kept()
    assert find_breaks(kept, api) == [], WHAT_TO_DO
    assert find_lost_vectors(kept_vectors, vectors) == [], WHAT_TO_DO


@for_each(("line", "changes"), CHANGES["breaks"].items(), ids=CHANGES["breaks"])
def test_a_change_that_breaks_a_client_is_named(line: str, changes: Json) -> None:
    assert line in find_breaks(record({}), record(changes))


@for_each("changes", CHANGES["additions"].values(), ids=CHANGES["additions"])
def test_additions_break_no_client(changes: Json) -> None:
    assert find_breaks(record({}), record(changes)) == []


def test_a_type_of_problem_keeps_its_status_and_a_setting_its_name() -> None:
    api = record({})
    changed = api | {"problems": api["problems"] | {"busy": 429}}
    assert find_breaks(api, changed) == ["problem busy: status 503 became 429"]
    assert {"HOST", "MAX_ITEMS", "SHOE_KEYS", "SHOE_KEYS_FILE"} < set(api["settings"])
    others = [name for name in api["settings"] if name != "MAX_ITEMS"]
    renamed = api | {"settings": [*others, "MAX_NUMBERS"]}
    assert find_breaks(api, renamed) == ["setting MAX_ITEMS: removed"]


@for_each("row", CHANGES["losses"])
def test_a_loss_of_vectors_is_named_with_its_first_case_and_the_member(
    row: list[Any],
) -> None:
    changes, *lines = row
    lost = find_lost_vectors(
        build_vectors(VECTORS), build_vectors(edit(VECTORS, changes))
    )
    assert sorted(lost) == [f"vectors {line}" for line in lines]


def test_members_cases_and_kinds_are_added_to_vectors_in_any_order() -> None:
    added = build_vectors(edit(VECTORS, CHANGES["added"]))
    assert find_lost_vectors(build_vectors(VECTORS), added) == []


def test_two_vectors_that_ask_the_same_are_refused() -> None:
    with pytest.raises(ValueError, match="Two golden vectors of words ask the same"):
        build_vectors({"words": [{"seed": "a", "hex": "a"}, {"seed": "a", "hex": "b"}]})


def write_files() -> None:
    for path, text in contract.build_files().items():
        path.write_text(text, "utf-8")


def test_nothing_is_written_that_breaks_a_client(
    present: tuple[Json, Vectors], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(contract, "read_present", lambda: present)
    monkeypatch.setattr(contract, "API", tmp_path / "api.yaml")
    monkeypatch.setattr(contract, "VECTORS", tmp_path / "vectors.yaml")
    monkeypatch.setattr(contract, "RESPONSES", tmp_path / "responses.jsonl")
    contract.RESPONSES.write_text(format_saved({"signed": {"kept": True}}), "utf-8")
    write_files()
    assert contract.read_kept() == present
    assert {"signed": {"kept": True}}.items() < read_saved(contract.RESPONSES).items()
    api, vectors = deepcopy(present)
    api["operations"]["get_nothing"] = {"path": "GET /v1/nothing", "responses": {}}
    monkeypatch.setattr(contract, "read_present", lambda: (api, vectors))
    write_files()  # an addition
    monkeypatch.setattr(contract, "read_present", lambda: present)
    with pytest.raises(ValueError, match="operation get_nothing: removed"):
        contract.build_files()
    assert contract.read_kept()[0] == api
