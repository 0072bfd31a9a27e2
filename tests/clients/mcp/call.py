"""Calls of an agent over stdio: prints a JSON object with the tools, their bytes and members of the responses.

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
SEED = "clients"
TICKETS = [{"ticket": number} for number in range(500)]


def count_bytes(part: Any) -> int:
    """Return the number of bytes of a part of the tools in compact JSON."""
    return len(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode())


def start_client() -> Client:
    """Return a client that starts the server, which speaks over stdio."""
    command = ["-m", "shuffle_and_deal.mcp", os.environ["BASE_URL"]]
    return Client(StdioTransport(sys.executable, command, env=dict(os.environ)))


async def call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the response of a tool; fastmcp wraps those that are an `allOf`."""
    result = await client.call_tool(tool, arguments)
    content = result.structured_content or {}
    response: dict[str, Any] = content.get("result", content)
    return response


async def refuse(client: Client, tool: str, arguments: dict[str, Any]) -> str | None:
    """Return the text of an error, or None if the call is answered."""
    result = await client.call_tool(tool, arguments, raise_on_error=False)
    return result.content[0].text if result.is_error else None


def describe(tools: list[Any]) -> dict[str, Any]:
    """Return what an agent reads of the tools, and their bytes as they are sent."""
    described = [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools]
    schemas = {tool.name: tool.input_schema for tool in tools}
    return {
        "tools": list(schemas),
        "bytes": count_bytes(described),
        "arguments": list(schemas["verify_result"]["properties"]),
        "is_closed": [
            schema["additionalProperties"] is False for schema in schemas.values()
        ],
    }


async def verify(client: Client, **proof: Any) -> dict[str, Any]:
    """Return what the verdict says of a response or of a shoe."""
    verdict = await call(client, "verify_result", **proof)
    return {"valid": verdict["valid"], "unchecked": verdict["unchecked"]}


async def play_shoe(client: Client) -> dict[str, Any]:
    """Deal a stage from a shoe, and return its proof."""
    opened = await call(client, "open_sealed_shoe", game="holdem", players=2)
    shoe = opened["shoe"]
    stage = await call(client, "deal_stage", shoe=shoe, client_seed=SEED)
    revealed = await call(client, "reveal_shoe", shoe=stage["shoe"])
    confirmed = {
        "commitment": opened["commitment"],
        "client_seed": SEED,
        "digest": stage["digest"],
    }
    return {
        "receipt": revealed["receipt"],
        "seen": [stage["seen"]],
        "confirmed": confirmed,
    }


async def main() -> None:
    async with start_client() as client:
        calls = describe(await client.list_tools())
        calls["instructions"] = client.instructions
        calls["version"] = client.server_info.version
        deal = {"game": "texas_holdem", "seed": SEED, "players": 2}
        dealt = await call(client, "deal_game_post", **deal)
        calls["dealt"] = [hand["cards"] for hand in dealt["hands"]]
        raffle = await call(client, "draw_items", items=TICKETS, count=3, seed=SEED)
        calls["raffle"] = raffle["items"]
        rolled = await call(client, "roll_dice", roll="4d6kh3", seed=SEED)
        calls["rolled"] = rolled["total"]
        drums = await call(client, "draw_drums", lottery="eurojackpot", seed=SEED)
        calls["drums"] = drums["integers"]
        items = {"items": ["a", "b", "c", "d"], "hands": 2, "cards": 2, "seed": SEED}
        shared = await call(client, "deal_items", **items)
        calls["shared"] = [hand["items"] for hand in shared["hands"]]
        numbers = {"max": 6, "seed": SEED, "repeats": 3}
        calls["batch"] = (await call(client, "draw_integers", **numbers))["integers"]
        boards = {"game": "bridge", "seed": SEED, "repeats": 2, "format": "pbn"}
        file = await client.call_tool("deal_game_post", boards)
        calls["boards"] = file.content[0].text
        bias = await call(client, "measure_bias", name="naive_swap", n=3)
        calls["bias"] = bias["exact"]["reachable"]
        calls["verified"] = [
            await verify(client, result=dealt),
            await verify(client, result=raffle, original_items=TICKETS),
            await verify(client, **await play_shoe(client)),
        ]
        too_many = {"game": "holdem", "players": 12}
        calls["refusal"] = await refuse(client, "deal_game_post", too_many)
        calls["refusals"] = [
            await refuse(client, tool, arguments) for tool, arguments, _ in MISSPELT
        ]
        # Some agents name every parameter, and have lists as lists.
        every = {"seed": SEED, "exclude": ["2S", "2H"], "only": [], "count": None}
        shuffled = await call(client, "shuffle_deck", deck="standard", **every)
        calls["shuffled"] = shuffled["cards"]
        print(json.dumps(calls))


asyncio.run(main())
