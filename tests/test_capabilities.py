"""A capability is a folder and one entry: without it the service starts, and the tests of the others pass.

Every capability that no other imports, by the table of pyproject.toml, is taken away from the imports of a process
(without.py). For some, further tests take it away in a copy of the tree: its folders in service/ and tests/, and the
import and the entry of service/capabilities.py, as its first line says; nothing else is edited, and only the documents
that are generated are written anew. The suite `exhaustive` runs the tests of the others; `make test` imports them.

The tests of the others are those of core, of http, and of each other capability. Tests that look at all endpoints, all
documents or all files at once are none of them, as their tables name what each capability serves: they are left out by
their folders, which are tests/http/endpoints, tests/verification and every folder that is not named as one of
service/ or as its server or pages: tests/browser, clients, contract, deploy, docs, independent, packages and more.
"""

import json
import re
import sys
from collections.abc import Collection, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from service.app import create_app
from service.capabilities import CAPABILITIES
from service.capability import Capability
from service.operations.openapi import merge
from service.pages.menu import PAGES
from service.verification import endpoint as verification
from tests.copies import copy_tree, run, run_make, run_python
from tests.plans.plan_files import GROUPS, make_file_by_hand
from tests.served import describe
from tests.tables import for_each
from tests.verification.origins import FILES, SERVICE_FILES
from tests.without import leave_out
from tools.contract.files import RESPONSES
from tools.contract.record import build_api
from tools.contract.saved import SETTINGS, read_saved
from tools.documents.imports import read_table
from tools.files import ROOT
from tools.openapi.schemas import component_name

Json = dict[str, Any]

REGISTRATION = "service/capabilities.py"
LEFT_OUT = {"pages", "server", "verification"}
ENDPOINTS = "tests/http/endpoints"
VERIFY = verification.blueprint.url_prefix


def list_removable() -> list[str]:
    """Return the names of the capabilities that nothing imports but the list of all."""
    table = read_table()
    return [
        capability.name
        for capability in CAPABILITIES
        if [row for row in table if capability.name in table[row]] == ["capabilities"]
    ]


REMOVABLE = list_removable()
in_a_copy = pytest.mark.parametrize(
    "name", ["bias", "schemes", "plans", "pictures", "sealed"]
)
"""For these five alone: a copy takes a minute, and its tests take many."""


@for_each("name", REMOVABLE)
def test_without_a_capability_that_no_other_imports_the_rest_is_served(
    name: str,
) -> None:
    rest = describe_without_each()[name]
    capability = find_capability(name)
    blueprints = (*capability.blueprints, *capability.page_blueprints)
    own_names = {blueprint.name for blueprint in blueprints}
    pages = {page.path for page in PAGES.values() if page.needs == name}
    assert rest["rules"] == sorted(
        {
            rule.rule
            for rule in create_whole().application.url_map.iter_rules()
            if rule.endpoint.split(".")[0] not in own_names and rule.rule not in pages
        }
    )
    assert set(rest["statuses"]) == {200}


@pytest.mark.long
@in_a_copy
def test_without_a_capability_the_service_starts_and_serves_the_others(
    tmp_path: Path, name: str
) -> None:
    copy_tree(tmp_path)
    take_away(tmp_path, name)
    run_python(["-m", "tools.generate", "tools.openapi.document"], tmp_path)
    check_document(tmp_path, find_capability(name))
    text = json.dumps(list_files())
    served = json.loads(run_python(["-m", "tests.served"], tmp_path, text))
    assert served.pop("from") == str(tmp_path / "service")
    check_served(served, find_capability(name))
    others = [*list_others(name), f"--ignore={ENDPOINTS}"]
    run_python(["-m", "pytest", "--collect-only", "-q", "-n0", *others], tmp_path)


@pytest.mark.exhaustive
@pytest.mark.long
@in_a_copy
def test_without_a_capability_the_tests_of_the_others_pass(
    tmp_path: Path, name: str
) -> None:
    copy_tree(tmp_path)
    take_away(tmp_path, name)
    run_python(["-m", "tools.generate", "tools.openapi.document"], tmp_path)
    others = [*list_others(name), f"--ignore={ENDPOINTS}"]
    run_make(["test", f"ARGS={' '.join(others)}"], tmp_path)


def take_away(folder: Path, name: str) -> None:
    """Delete the folders of a capability, and its import and its entry, which must be all that names it."""
    for parent in ("service", "tests"):
        rmtree(folder / parent / name)
    path = folder / REGISTRATION
    path.write_text(leave_out(path.read_text(), name))
    settings = list_own_settings(find_capability(name))
    for module in (folder / "service").rglob("*.py"):
        assert not settings & set(re.findall(r"\w+", module.read_text().upper()))


def find_capability(name: str) -> Capability:
    [capability] = (entry for entry in CAPABILITIES if entry.name == name)
    return capability


def list_others(name: str) -> list[str]:
    """Return the folders of the tests of the others."""
    folders = (path.name for path in (ROOT / "tests").iterdir() if path.is_dir())
    return [
        f"tests/{folder}"
        for folder in sorted(folders)
        if (ROOT / "service" / folder / "__init__.py").is_file()
        and folder not in {name, *LEFT_OUT}
    ]


def list_own_settings(capability: Capability) -> set[str]:
    """Return the names of the variables of the settings that a capability brings."""
    if capability.settings is None:
        return set()
    names = [entry.name.upper() for entry in fields(capability.settings)]
    return {*names, *(f"{name}_FILE" for name in names)}


def list_own_paths(capability: Capability) -> set[str]:
    """Return the paths that a capability serves, as the document has them."""
    return {
        re.sub("<(.*?)>", r"{\1}", operation.rule)
        for blueprint in capability.blueprints
        for operation in blueprint.operations
    }


def read_document(folder: Path) -> Json:
    """Return the document of a tree, for readers."""
    document, additions = (
        yaml.load((folder / path).read_bytes(), yaml.CSafeLoader)
        for path in ("openapi.yaml", "service/http/openapi_additions.yaml")
    )
    return merge(document, additions)


def record_others(document: Json, left_out: Collection[str]) -> Json:
    """Return what clients see of the operations of a document without those at some paths."""
    paths = {
        path: item
        for path, item in document["paths"].items()
        if path not in {VERIFY, *left_out}
    }
    return build_api(document | {"paths": paths})


def list_alternatives(document: Json) -> list[str]:
    """Return the names of the schemas that a file of /v1/verify may have."""
    alternatives = document["components"]["schemas"]["VerifyRequest"]["anyOf"]
    return [entry["$ref"].rpartition("/")[2] for entry in alternatives]


def check_document(folder: Path, capability: Capability) -> None:
    """Check that the document lacks what a capability serves and verifies, and has the rest unchanged."""
    before = read_document(ROOT)
    after = read_document(folder)
    own_paths = list_own_paths(capability)
    assert after["paths"].keys() == before["paths"].keys() - own_paths
    assert record_others(after, ()) == record_others(before, own_paths)
    own_schemas = set(map(component_name, capability.documents))
    assert list_alternatives(after) == [
        schema for schema in list_alternatives(before) if schema not in own_schemas
    ]


@cache
def describe_without_each() -> Json:
    """Return what an application without each capability that can be taken away serves, by its name."""
    output = run([sys.executable, "-m", "tests.without", *REMOVABLE], ROOT)
    return dict(json.loads(output))


@cache
def create_whole() -> FlaskClient:
    """Return a client of the whole application."""
    return create_app(SETTINGS).test_client()


@cache
def list_files() -> Mapping[str, Json]:
    """Return files of every kind that /v1/verify checks."""
    client = create_whole()
    planned = make_file_by_hand(client, "/v1/items/groups", GROUPS, "a tournament")
    origins = {name: file for name, (file, *_) in (FILES | SERVICE_FILES).items()}
    return read_saved(RESPONSES) | origins | {"planned": planned}


def find_owner(file: Json) -> str:
    """Return the name of the capability that verifies a file."""
    return next(
        capability.name
        for capability in CAPABILITIES
        if any(document().matches(file) for document in capability.documents)
    )


@cache
def describe_whole() -> Json:
    """Return what the whole application serves."""
    return describe(create_whole(), list_files())


def check_served(served: Json, capability: Capability) -> None:
    """Check that an application serves what the whole one does, without a capability."""
    whole = describe_whole()
    own_paths = list_own_paths(capability)
    assert own_paths or capability.documents
    own_settings = list_own_settings(capability)
    assert served["settings"] == [
        name for name in whole["settings"] if name not in own_settings
    ]
    assert served["listed"] == [
        path for path in whole["listed"] if path not in own_paths
    ]
    assert set(served["pages"].values()) == {"200 OK"}
    own_schemes = [document.listed for document in capability.documents]
    assert served["schemes"] == [
        scheme for scheme in whole["schemes"] if scheme not in own_schemes
    ]
    owners = {name: find_owner(file) for name, file in list_files().items()}
    assert set(owners.values()) == {
        entry.name for entry in CAPABILITIES if entry.documents
    }
    for name, owner in owners.items():
        if owner != capability.name:
            assert served["verdicts"][name] == whole["verdicts"][name], name
