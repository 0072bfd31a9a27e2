"""Calls of an agent over stdio: prints a JSON object with the tools, their characters and members of the responses."""

import asyncio
import json
import os
import sys
from typing import Any

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError

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
            response: dict[str, Any] = content.get("result", content)  # fastmcp wraps those that are an `allOf`
            return response

        tools = await client.list_tools()
        described = [[tool.name, tool.description, tool.input_schema, tool.output_schema] for tool in tools]
        conditions = [
            schema
            for tool in tools
            for name, schema in tool.input_schema.get("$defs", {}).items()
            if name in {"Condition", "KnownCards"}
        ]
        dealt = await call("deal_game_post", game="texas_holdem", seed="clients", players=2)
        raffle = await call("draw_items", items=TICKETS, count=3, seed="clients")
        opened = await call("open_sealed_shoe", game="holdem", players=2)
        stage = await call("deal_stage", shoe=opened["shoe"], client_seed="clients")
        revealed = await call("reveal_shoe", shoe=stage["shoe"])
        told = {"commitment": opened["commitment"], "client_seed": "clients", "digest": stage["digest"]}
        verified = [
            await call("verify_result", result=dealt),
            await call("verify_result", result=raffle, original_items=TICKETS),
            await call("verify_result", receipt=revealed["receipt"], seen=[stage["seen"]], confirmed=told),
        ]
        try:
            await call("deal_game_post", game="holdem", players=12)
        except ToolError as error:
            refusal = str(error)
        print(
            json.dumps(
                {
                    "tools": [tool.name for tool in tools],
                    "characters": count_characters(described) - count_characters(conditions),
                    "arguments": next(
                        list(one.input_schema["properties"]) for one in tools if one.name == "verify_result"
                    ),
                    "dealt": [hand["cards"] for hand in dealt["hands"]],
                    "raffle": raffle["items"],
                    "verified": [{name: result[name] for name in ("valid", "unchecked")} for result in verified],
                    "refusal": refusal,
                }
            )
        )


asyncio.run(main())
