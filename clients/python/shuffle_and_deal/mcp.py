"""Serve the service's operations to agents, over the Model Context Protocol on standard input and output.

    shuffle-and-deal-mcp http://localhost:8000

The environment variable SHUFFLE_AND_DEAL_KEY has the API key, if the service needs one.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Collection, Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

try:
    from fastmcp import FastMCP
    from fastmcp.exceptions import ToolError
    from fastmcp.tools import Tool, ToolResult
    from fastmcp.utilities.openapi import HTTPRoute, parse_openapi_to_http_routes
except ImportError as error:
    raise ImportError(
        "The server needs fastmcp: pip install 'shuffle-and-deal-client[mcp]'"
    ) from error

from shuffle_and_deal import __version__
from shuffle_and_deal.service import AsyncService, Problem, Service, ServiceError

KEY = "SHUFFLE_AND_DEAL_KEY"
PATIENCE = 10.0  # seconds for which a service that is away is asked for its document

REPEATS = "repeats"
BATCH = "/batch"
"""The end of the path of an operation of many results, to which a tool sends a request with `repeats`."""

ADDED = ("repeats", "format")
"""Parameters that tools have beside those of the short document: of many results, and of a file of boards."""

_SIZES = {"format", "minLength", "maxLength"}
"""Keywords that an agent need not read, as the service checks them."""

INSTRUCTIONS = """\
What a call proves:
- A call without a seed proves nothing: nobody can repeat it.
- A call with a `seed` proves that the result follows from the seed, not that nobody tried other seeds before.
  `verify_result` checks the whole response as `result`.
- A sealed shoe proves that nobody chose the cards. Call `open_sealed_shoe` and show its `commitment`. Then a player
  chooses the `client_seed` of the first `deal_stage` or `draw_from_shoe`. Keep each `seen`. In the end call
  `reveal_shoe`, and `verify_result` with `receipt`, `seen` and `confirmed`.
- `measure_bias` tells how far a shuffle is from uniform: riffle after 7 passes, overhand after 100.

Do not show before a game ends:
- `shoe`, the token: whoever has it can draw. The next call takes the newest token.
- a seed: whoever has it can deal every card.
- hands and piles of other seats, and the `indices` of cards that lie face down.

Say that a result is checked only if `verify_result` says `valid`, and then say what is `unchecked`. Invent no seed: ask
for one, or draw without. `repeats` makes many results of one call; with a seed they have the indices `index`, `index` +
1, and so on. `format` makes a PBN or LIN file of boards of bridge.
"""
"""The text that an agent reads before the tools."""

OPERATIONS = (
    "list_game_names,deal_game_post,list_decks,shuffle_deck,draw_integers,draw_drums,roll_dice,draw_items,"
    "shuffle_items,deal_items,draw_groups,draw_pairs,list_rankings,rank_hands,measure_bias,open_sealed_shoe,"
    "deal_stage,draw_from_shoe,reveal_shoe,verify_result"
)
"""The operations that are tools: all of the service's would fill an agent's memory."""

WITHOUT = (
    "prove,sign,consent,consents,leaves,view_keys,auditor,words,items_sha256,"
    "strata,key_bits,variant,name_style,suit_order,scheme,beacon,each_seat,piles,packets,"
    "paths,placed,fixed,method,unknown,arrangements,two_three_five,low_wheel,coins,highest,passes,"
    "red_fives,positions,below,order"
)
"""Parameters that need keys or SHA-256, which an agent does not have, and others that few ask for."""


class ServiceTool(Tool):  # type: ignore[misc]
    """An operation of the service as a tool.

    The service checks the arguments. All are sent, also those that the tool does not know: what is not sent would be
    ignored in silence.
    """

    def __init__(
        self,
        service: AsyncService,
        route: HTTPRoute,
        added: Mapping[str, Any],
        left_out: Collection[str],
    ) -> None:
        """Make the tool of a route.

        `added` are the schemas of parameters beside those of the route; `repeats` sends a request to the operation of
        many results. `left_out` are the parameters of the operation that the tool does not have.
        """
        schema = route.flat_param_schema
        closed = {"additionalProperties": False}
        super().__init__(
            name=route.operation_id or route.path,
            description=route.description,
            parameters=_shorten(
                schema | closed | {"properties": schema["properties"] | added}
            ),
        )
        self._service = service
        self._route = route
        self._left_out = frozenset(left_out)

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Return the response to a request with these arguments. Raises `ToolError` with what must change."""
        path, body = self._write_request(arguments)
        try:
            response = await self._service.call(path, body)
        except Problem as problem:
            raise ToolError(
                f"{problem.status} {problem.title}. {problem.detail}"
            ) from problem
        except ServiceError as error:
            raise ToolError(str(error)) from error
        if isinstance(response, str | dict):
            return ToolResult(
                response, response if isinstance(response, dict) else None
            )
        return ToolResult(structured_content={"result": response})

    def _write_request(
        self, arguments: Mapping[str, Any]
    ) -> tuple[str, dict[str, Any] | None]:
        """Return the path of a request, with its query, and the body of a POST.

        A parameter of the tool that is null is left out, as some agents name all parameters in each call.
        """
        known = self.parameters["properties"]
        given = {
            name: value
            for name, value in arguments.items()
            if value is not None or name not in known
        }
        left_out = sorted(self._left_out.intersection(given))
        if left_out:
            raise ToolError(" ".join(map(_explain_left_out, left_out)))
        path = self._route.path
        if REPEATS in known and REPEATS in given:
            path += BATCH
        for parameter in self._route.parameters:
            if parameter.location == "path":
                step = self._read_step(given, parameter.name)
                path = path.replace(f"{{{parameter.name}}}", step)
                del given[parameter.name]
        if self._route.method == "POST":
            return path, given
        query = urlencode(list(_list_query(given)))
        return f"{path}?{query}" if query else path, None

    def _read_step(self, given: Mapping[str, Any], name: str) -> str:
        """Return an argument as a step of the path. Raises `ToolError` if it is missing."""
        text = str(given.get(name, ""))
        if text:
            # A step of one or two dots would be another path.
            return quote(text, safe="").replace(".", "%2E")
        known = self.parameters["properties"]
        unknown = "".join(
            f" This tool has no `{other}`." for other in given if other not in known
        )
        raise ToolError(
            f"{name}: This is required.{unknown} This tool takes: {', '.join(known)}."
        )


def _explain_left_out(name: str) -> str:
    return (
        f"This tool has no `{name}`: leave it out. Whoever starts this server may take it out of its list "
        "--without."
    )


def _list_query(arguments: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of a query: a list is repeated, and what a query cannot say is JSON."""
    for name, value in arguments.items():
        if value == []:
            yield name, ""
            continue
        for item in value if isinstance(value, list) else [value]:
            yield name, item if isinstance(item, str) else json.dumps(item)


def create_server(
    url: str,
    key: str | None = None,
    operations: str = OPERATIONS,
    without: str = WITHOUT,
) -> FastMCP[None]:
    """Return a server with a tool for each of the operations, made from the document of the service at a URL.

    Raises `ServiceError` if the service does not return it.
    """
    with Service(url, key=key, deadline=PATIENCE) as service:
        parameters = {
            (route.method, route.path): route.flat_param_schema["properties"]
            for route in _fetch_routes(service, "", examples="true")
        }
        routes = _fetch_routes(service, operations, without=without)
    server = FastMCP[None]("Cards", instructions=INSTRUCTIONS, version=__version__)
    shared = AsyncService(url, key=key)
    names = set(without.split(","))
    for route in routes:
        known = parameters[route.method, route.path]
        known |= parameters.get((route.method, route.path + BATCH), {})
        added = {
            name: {
                "type": known[name]["type"],
                "description": known[name]["description"],
            }
            for name in ADDED
            if name in known and name not in names
        }
        server.add_tool(ServiceTool(shared, route, added, names & known.keys()))
    return server


def _shorten(schema: Any) -> Any:
    """Return a schema without what an agent need not read: sizes, and the integer that may stand for a text."""
    if isinstance(schema, list):
        return list(map(_shorten, schema))
    if not isinstance(schema, dict):
        return schema
    kept = {
        name: _shorten(value)
        for name, value in schema.items()
        if name not in _SIZES or isinstance(value, dict)  # a parameter of this name
    }
    if schema.keys() >= {"not", "minLength"}:
        kept = {"type": "string", "description": schema["description"]}
    return kept


def _fetch_routes(service: Service, operations: str, **options: str) -> list[HTTPRoute]:
    chosen = {"operations": operations, "responses": "false"}
    query = urlencode(chosen | options)
    routes: list[HTTPRoute] = parse_openapi_to_http_routes(
        service.call(f"/openapi.json?{query}")
    )
    return routes


def main() -> None:
    """Serve until standard input ends, or exit with a sentence that says why not."""
    parser = argparse.ArgumentParser(
        prog="shuffle-and-deal-mcp", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "url", nargs="?", default="http://localhost:8000", help="default: %(default)s"
    )
    parser.add_argument(
        "--operations",
        default=OPERATIONS,
        help="names of operations, with commas between",
    )
    parser.add_argument(
        "--without", default=WITHOUT, help="names of parameters that no tool has"
    )
    options = parser.parse_args()
    try:
        server = create_server(
            options.url, os.environ.get(KEY), options.operations, options.without
        )
    except Problem as problem:
        hint = f" Set {KEY} to an API key." if problem.status in (401, 403) else ""
        sys.exit(f"{options.url}: {problem.status} {problem.detail}{hint}")
    except (ServiceError, ValueError) as error:
        sys.exit(f"{options.url}: {error}. Is this the address of the service?")
    server.run(show_banner=False)


if __name__ == "__main__":
    main()
