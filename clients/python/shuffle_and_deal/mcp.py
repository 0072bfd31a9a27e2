"""Serve the service's operations to agents, over the Model Context Protocol on standard input and output.

    shuffle-and-deal-mcp http://localhost:8000

The environment variable SHUFFLE_AND_DEAL_KEY has the API key, if the service needs one.
"""

from __future__ import annotations

import argparse
import os
import sys

try:
    import httpx2
    from fastmcp import FastMCP
except ImportError as error:
    raise ImportError("The server needs fastmcp: pip install 'shuffle-and-deal-client[mcp]'") from error

KEY = "SHUFFLE_AND_DEAL_KEY"

OPERATIONS = (
    "list_game_names,deal_game_post,list_decks,shuffle_deck,draw_integers,draw_items,shuffle_items,draw_groups,"
    "draw_pairs,list_rankings,rank_hands,open_sealed_shoe,deal_stage,draw_from_shoe,reveal_shoe,verify_result"
)
"""The operations that are tools: all of the service's would fill an agent's memory."""

WITHOUT = (
    "prove,sign,consent,consents,leaves,view_keys,auditor,words,items_sha256,"
    "strata,key_bits,variant,name_style,suit_order,scheme,beacon,each_seat,piles,packets,"
    "paths,placed,fixed,method,unknown,arrangements,two_three_five,low_wheel,coins,highest"
)
"""Parameters that need keys or SHA-256, which an agent does not have, and others that few ask for."""


def create_server(
    url: str, key: str | None = None, operations: str = OPERATIONS, without: str = WITHOUT
) -> FastMCP[None]:
    """Return a server with a tool for each of the operations, made from the document of the service at a URL.

    Raises httpx2.HTTPError if the service does not return it.
    """
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    query = {"operations": operations, "without": without, "responses": "false"}
    document = httpx2.get(f"{url.rstrip('/')}/openapi.json", params=query, headers=headers).raise_for_status().json()
    service = httpx2.AsyncClient(base_url=url, headers=headers)
    return FastMCP.from_openapi(document, service, name="Cards")


def main() -> None:
    """Serve until standard input ends, or exit with a sentence that says why not."""
    parser = argparse.ArgumentParser(prog="shuffle-and-deal-mcp", description=__doc__.partition("\n")[0])
    parser.add_argument("url", nargs="?", default="http://localhost:8000", help="default: %(default)s")
    parser.add_argument("--operations", default=OPERATIONS, help="names of operations, with commas between")
    parser.add_argument("--without", default=WITHOUT, help="names of parameters that no tool has")
    options = parser.parse_args()
    try:
        server = create_server(options.url, os.environ.get(KEY), options.operations, options.without)
    except httpx2.HTTPStatusError as error:
        hint = f" Set {KEY} to an API key." if error.response.status_code in (401, 403) else ""
        sys.exit(f"{options.url}: {error.response.status_code} {error.response.text[:500]}{hint}")
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        sys.exit(f"{options.url}: {error}. Is this the address of the service?")
    server.run(show_banner=False)


if __name__ == "__main__":
    main()
