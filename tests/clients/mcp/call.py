"""Calls of an agent over stdio: prints a JSON object with the tools, their characters and members of the responses.

`refusals` are the texts of the errors for misspelt.json, null for a call that is answered.
"""

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

MISSPELT = json.loads((Path(__file__).parent / "misspelt.json").read_text())
TICKETS = [{"ticket": number} for number in range(500)]


def count_characters(part: Any) -> int:
    """Return the number of characters of a part of the tools in compact JSON."""
    return len(json.dumps(part, ensure_ascii=False, separators=(",", ":")))


async def main() -> None:
    command = ["-m", "shuffle_and_deal.mcp", os.environ["BASE_URL"]]
    server = StdioTransport(sys.executable, command, env=dict(os.environ))
    async with Client(server) as client:

        async def call(tool: str, **arguments: Any) -> dict[str, Any]:
            content = (await client.call_tool(tool, arguments)).structured_content or {}
            response: dict[str, Any] = content.get(
                "result", content
            )  # fastmcp wraps those that are an `allOf`
            return response

        async def refuse(tool: str, arguments: dict[str, Any]) -> str | None:
            result = await client.call_tool(tool, arguments, raise_on_error=False)
            return result.content[0].text if result.is_error else None

        tools = await client.list_tools()
        described = [
            [tool.name, tool.description, tool.input_schema, tool.output_schema]
            for tool in tools
        ]
        conditions = [
            schema
            for tool in tools
            for name, schema in tool.input_schema.get("$defs", {}).items()
            if name in {"Condition", "KnownCards"}
        ]
        dealt = await call(
            "deal_game_post", game="texas_holdem", seed="clients", players=2
        )
        raffle = await call("draw_items", items=TICKETS, count=3, seed="clients")
        opened = await call("open_sealed_shoe", game="holdem", players=2)
        stage = await call("deal_stage", shoe=opened["shoe"], client_seed="clients")
        revealed = await call("reveal_shoe", shoe=stage["shoe"])
        told = {
            "commitment": opened["commitment"],
            "client_seed": "clients",
            "digest": stage["digest"],
        }
        verified = [
            await call("verify_result", result=dealt),
            await call("verify_result", result=raffle, original_items=TICKETS),
            await call(
                "verify_result",
                receipt=revealed["receipt"],
                seen=[stage["seen"]],
                confirmed=told,
            ),
        ]
        refusals = [await refuse(tool, arguments) for tool, arguments, _ in MISSPELT]
        # Some agents name every parameter, and have lists as lists.
        shuffled = await call(
            "shuffle_deck",
            deck="standard",
            seed="clients",
            exclude=["2S", "2H"],
            only=[],
            count=None,
        )
        print(
            json.dumps(
                {
                    "tools": [tool.name for tool in tools],
                    "characters": count_characters(described)
                    - count_characters(conditions),
                    "arguments": next(
                        list(one.input_schema["properties"])
                        for one in tools
                        if one.name == "verify_result"
                    ),
                    "dealt": [hand["cards"] for hand in dealt["hands"]],
                    "raffle": raffle["items"],
                    "verified": [
                        {name: result[name] for name in ("valid", "unchecked")}
                        for result in verified
                    ],
                    "is_closed": [
                        one.input_schema["additionalProperties"] is False
                        for one in tools
                    ],
                    "refusal": await refuse(
                        "deal_game_post", {"game": "holdem", "players": 12}
                    ),
                    "refusals": refusals,
                    "shuffled": shuffled["cards"],
                }
            )
        )


asyncio.run(main())
