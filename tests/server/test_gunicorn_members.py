"""The members of gunicorn that service/server uses: after an upgrade a test names each that is missing."""

import ast
import inspect
from importlib import import_module
from typing import Any

from gunicorn.config import Config

from tests.conftest import ROOT
from tests.tables import for_each

WORKER = "gunicorn.workers.gasgi:ASGIWorker"
PARSER = "gunicorn.asgi.parser"
ERRORS = (
    "ParseError",
    "LimitRequestLine",
    "LimitRequestHeaders",
    "UnsupportedTransferCoding",
)
SIGNAL_HANDLERS = ("handle_exit_signal", "handle_quit_signal")
MEMBERS: dict[str, list[str] | None] = {
    # overridden, with the parameters that gunicorn passes
    **{
        f"{WORKER}.{name}": ["self"]
        for name in (
            "init_process",
            "load_wsgi",
            "run",
            "_serve",
            "notify",
            *SIGNAL_HANDLERS,
        )
    },
    "gunicorn.glogging:Logger.setup": ["self", "cfg"],
    "gunicorn.workers.workertmp:WorkerTmp.__init__": ["self", "cfg"],
    # called
    f"{WORKER}._get_ssl_context": ["self"],
    f"{PARSER}:PythonProtocol.feed": ["self", "data"],
    f"{PARSER}:PythonProtocol.remaining": ["self"],
    f"{PARSER}:PythonProtocol.reset": ["self"],
    **{
        f"{PARSER}:PythonProtocol.{name}": None
        for name in (
            "method",
            "path",
            "http_version",
            "headers",
            "content_length",
            "should_keep_alive",
            "is_complete",
        )
    },
    "gunicorn.util:http_date": ["timestamp"],
    "gunicorn.util:set_owner_process": ["uid", "gid", "initgroups"],
    "gunicorn.workers.workertmp:WorkerTmp.notify": ["self"],
    "gunicorn.workers.workertmp:WorkerTmp.last_update": ["self"],
    # replaced or caught
    "gunicorn.workers.base:WorkerTmp": None,
    "gunicorn.http.errors:ExpectationFailed": None,
    **{f"{PARSER}:{name}": None for name in ERRORS},
}
OWN_NAMES = {
    "__package__",
    "__spec__",
    "env",
    "libc",
    "max_open_files",
    "MMAP",
    "has_new_keys",
    "settings",
    "TRIM",
}
"""Names of gunicorn.conf.py that are no settings."""
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


@for_each(("name", "parameters"), MEMBERS.items(), ids=MEMBERS)
def test_gunicorn_has_the_member(name: str, parameters: list[str] | None) -> None:
    member = resolve(name)
    if parameters is not None:
        actual = list(inspect.signature(member).parameters)
        assert actual == parameters, (
            f"{name} takes other parameters in this version of gunicorn: {actual}"
        )


@for_each(("subclass", "base"), SUBCLASSES.items())
def test_every_method_that_is_overridden_is_listed(subclass: str, base: str) -> None:
    methods = dict(inspect.getmembers(resolve(base), inspect.isfunction))
    assert {
        f"{base}.{name}" for name in vars(resolve(subclass)) if name in methods
    } <= MEMBERS.keys()


def test_gunicorn_has_every_setting_and_hook_that_is_set() -> None:
    # Not run here: it would change this process.
    tree = ast.parse((ROOT / "service" / "server" / "gunicorn.conf.py").read_text())
    targets = [
        target
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
    ]
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    names |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    unknown = names - Config().settings.keys() - OWN_NAMES
    assert not unknown, f"This version of gunicorn has no setting {', '.join(unknown)}."
    assert len(names - OWN_NAMES) > 10
