"""Calls that agents wrote from the descriptions of the tools of MCP alone do what was asked.

agent_calls.json has the tasks, the calls, and the members that the response must have: they were made by other calls
of the same tasks before the agent wrote its own. TOKEN is the token of a shoe that was `opened` before.
"""

import json
import re
from typing import Any

from flask.testing import FlaskClient

from tests.http.spec import OPERATIONS
from tests.members import keep_members
from tools.files import ROOT

CALLS: list[dict[str, Any]] = json.loads(
    (ROOT / "tests/http/endpoints/agent_calls.json").read_text("utf-8")
)
TOOLS = {
    operation["operationId"]: (path, method) for path, method, operation in OPERATIONS
}
CONDITIONS = {"where", "given"}


def is_right(client: FlaskClient, call: dict[str, Any]) -> bool:
    """Send a call as a tool of MCP does, and return whether the response has the expected members."""
    path, method = TOOLS[call["tool"]]
    arguments = dict(call["arguments"])
    if "opened" in call:
        opened = client.post("/v1/shoes", json=call["opened"]).json
        assert opened
        arguments["shoe"] = opened["shoe"]
    path = re.sub(r"{(\w+)}", lambda name: str(arguments.pop(name[1])), path)
    if method == "post":
        response = client.post(path, json=arguments)
    else:
        texts = {
            name: ",".join(value) if isinstance(value, list) else value
            for name, value in arguments.items()
        }
        response = client.get(path, query_string=texts)
    expected = call["expected"]
    return (
        response.status_code == 200
        and keep_members(response.json, expected) == expected
    )


def test_all_calls_but_one_do_what_was_asked(client: FlaskClient) -> None:
    """The wrong one sends the words of a player as `words`, which that shoe has none of and tools no longer have."""
    wrong = [call for call in CALLS if not is_right(client, call)]
    assert [call["arguments"].get("words") for call in wrong] == [["correct horse"]]
    assert len([call for call in CALLS if CONDITIONS & call["arguments"].keys()]) == 20
