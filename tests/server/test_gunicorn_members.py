"""The members of gunicorn that service/server uses: after an upgrade a test names each that is missing."""

import ast
import inspect
from importlib import import_module
from typing import Any

from gunicorn.config import Config

from tests.conftest import ROOT
from tests.tables import for_each

ERRORS = ["ParseException", "LimitRequestLine", "LimitRequestHeaders", "ExpectationFailed", "UnsupportedTransferCoding"]
MEMBERS: dict[str, list[str] | None] = {
    # overridden, with the parameters that gunicorn passes
    "gunicorn.workers.gthread:ThreadWorker.load_wsgi": ["self"],
    "gunicorn.workers.gthread:ThreadWorker.notify": ["self"],
    "gunicorn.workers.gthread:ThreadWorker.run": ["self"],
    "gunicorn.workers.gthread:ThreadWorker.handle": ["self", "conn"],
    "gunicorn.workers.gthread:ThreadWorker.handle_error": ["self", "req", "client", "addr", "exc"],
    "gunicorn.http.wsgi:Response.process_headers": ["self", "headers"],
    "gunicorn.http.wsgi:Response.send_headers": ["self"],
    "gunicorn.http.wsgi:Response.can_sendfile": ["self"],
    "gunicorn.http.wsgi:Response._emit_body": ["self", "data"],
    "gunicorn.http.wsgi:Response.close": ["self"],
    "gunicorn.glogging:Logger.setup": ["self", "cfg"],
    "gunicorn.glogging:Logger.exception": ["self", "msg", "args", "kwargs"],
    "gunicorn.glogging:Logger.access": ["self", "resp", "req", "environ", "request_time"],
    "gunicorn.workers.workertmp:WorkerTmp.__init__": ["self", "cfg"],
    # called
    "gunicorn.util:close_graceful": ["sock", "timeout", "max_drain"],
    "gunicorn.http.wsgi:Response.default_headers": ["self"],
    "gunicorn.workers.workertmp:WorkerTmp.notify": ["self"],
    "gunicorn.workers.workertmp:WorkerTmp.last_update": ["self"],
    # replaced or caught
    "gunicorn.workers.base:WorkerTmp": None,
    **dict.fromkeys(map("gunicorn.http.errors:{}".format, ERRORS)),
}
OWN_NAMES = {"env", "max_open_files", "needs_keys"}
"""Names of gunicorn.conf.py that are no settings."""
SUBCLASSES = {
    "service.server.worker:ProblemWorker": "gunicorn.workers.gthread:ThreadWorker",
    "service.server.replacements:WholeResponse": "gunicorn.http.wsgi:Response",
    "service.server.logs:JsonLogger": "gunicorn.glogging:Logger",
    "service.server.replacements:MemoryHeartbeat": "gunicorn.workers.workertmp:WorkerTmp",
}


def resolve(name: str) -> Any:
    """Return what `module:member` or `module:class.member` names."""
    module, _, path = name.partition(":")
    member: Any = import_module(module)
    for part in path.split("."):
        assert hasattr(member, part), f"This version of gunicorn has no {name}, which service/server uses."
        member = getattr(member, part)
    return member


@for_each(("name", "parameters"), MEMBERS.items(), ids=MEMBERS)
def test_gunicorn_has_the_member(name: str, parameters: list[str] | None) -> None:
    member = resolve(name)
    if parameters is not None:
        actual = list(inspect.signature(member).parameters)
        assert actual == parameters, f"{name} takes other parameters in this version of gunicorn: {actual}"


@for_each(("subclass", "base"), SUBCLASSES.items())
def test_every_method_that_is_overridden_is_listed(subclass: str, base: str) -> None:
    methods = dict(inspect.getmembers(resolve(base), inspect.isfunction))
    assert {f"{base}.{name}" for name in vars(resolve(subclass)) if name in methods} <= MEMBERS.keys()


def test_gunicorn_has_every_setting_and_hook_that_is_set() -> None:
    # Not run here: it would change this process.
    tree = ast.parse((ROOT / "service" / "server" / "gunicorn.conf.py").read_text())
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    names |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    unknown = names - Config().settings.keys() - OWN_NAMES
    assert not unknown, f"This version of gunicorn has no setting {', '.join(unknown)}."
    assert len(names - OWN_NAMES) > 10
