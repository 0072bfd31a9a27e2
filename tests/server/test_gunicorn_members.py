"""The members of gunicorn that service/server uses: after an upgrade a test names each that is missing."""

import ast
import inspect
from importlib import import_module
from typing import Any

from gunicorn.config import Config

from tests.tables import for_each, read_table
from tools.files import ROOT

TABLES = read_table("server/gunicorn_members.yaml")
FUNCTIONS: dict[str, str] = TABLES["functions"]
OWN_NAMES = set(TABLES["own names"])
SUBCLASSES = {
    "service.server.worker:LoopWorker": "gunicorn.workers.gasgi:ASGIWorker",
    "service.server.logs:JsonLogger": "gunicorn.glogging:Logger",
    "service.server.worker:MemoryHeartbeat": "gunicorn.workers.workertmp:WorkerTmp",
}


def resolve(name: str) -> Any:
    """Return what `module:member` or `module:class.member` names."""
    module, _, path = name.partition(":")
    member: Any = import_module(module)
    for part in path.split("."):
        assert hasattr(member, part), (
            f"This version of gunicorn has no {name}, which service/server uses."
        )
        member = getattr(member, part)
    return member


@for_each("name", TABLES["others"])
def test_gunicorn_has_the_member(name: str) -> None:
    resolve(name)


@for_each(("name", "parameters"), FUNCTIONS.items(), ids=FUNCTIONS)
def test_gunicorn_has_the_function(name: str, parameters: str) -> None:
    actual = " ".join(inspect.signature(resolve(name)).parameters)
    assert actual == parameters, (
        f"{name} takes other parameters in this version of gunicorn: {actual}"
    )


@for_each(("subclass", "base"), SUBCLASSES.items())
def test_every_method_that_is_overridden_is_listed(subclass: str, base: str) -> None:
    methods = dict(inspect.getmembers(resolve(base), inspect.isfunction))
    overridden = methods.keys() & vars(resolve(subclass)).keys()
    assert {f"{base}.{name}" for name in overridden} <= FUNCTIONS.keys()


def test_gunicorn_has_every_setting_and_hook_that_is_set() -> None:
    # Not run here: it would change this process.
    tree = ast.parse((ROOT / "service" / "server" / "gunicorn.conf.py").read_text())
    names = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names.update(
                target.id for target in node.targets if isinstance(target, ast.Name)
            )
    unknown = names - Config().settings.keys() - OWN_NAMES
    assert not unknown, f"This version of gunicorn has no setting {', '.join(unknown)}."
    assert len(names - OWN_NAMES) > 10
