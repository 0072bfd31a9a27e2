"""A room of hold'em: uvicorn room:app --port 8080"""

import asyncio
import json

import betting
from fastapi import FastAPI, Response, WebSocket, WebSocketDisconnect
from shuffle_and_deal import (
    AsyncService,
    AsyncTable,
    ServiceError,
    SQLiteStore,
    TableError,
)

service, store = AsyncService("http://localhost:8000"), SQLiteStore("room.db")
app = FastAPI(
    exception_handlers={TableError: lambda _, error: Response(str(error), 404)}
)
lock, sockets, newest = asyncio.Lock(), {}, json.dumps(betting.new_room())


def table_of(hand):
    return AsyncTable(service, store, f"hand {hand}")


async def load_room():
    """Return the newest state of the room, from the list of all its states in the store."""
    global newest
    *_, newest = [
        newest,
        *await asyncio.to_thread(store.load, "room", json.loads(newest)["version"]),
    ]
    return json.loads(newest)


async def save_room(room):
    room["version"] += 1
    if not await asyncio.to_thread(
        store.save, "room", room["version"] - 1, json.dumps(room)
    ):
        raise TableError("Another process was faster: send the message again.")


async def change(name="", do="", hand=0, **members):
    """Apply a message if it is for this hand. Then take the steps that follow from the saved room, and show it."""
    async with lock:
        room, known = await load_room(), newest
        if name and hand == room["hand"]:
            if do == "text":
                room["missing"] = await table_of(hand).give(
                    betting.seat_of(room, name), **members
                )
            else:
                betting.RULES[do](room, name, **members)
            if room != json.loads(known):  # not for a message that comes twice
                await save_room(room)
        while await take_step(room := await load_room()):
            await save_room(room)
        if newest != known or not do:
            await show(room)


async def take_step(room):
    """Take the one step that follows from the saved room, and return its name, or None."""
    step, table = betting.next_step(room), table_of(room["hand"])
    if step == "open":
        for seat, name in room["seats"].items():
            await table.join(seat, room["words"][name])
        opened = await table.open(
            game="holdem", players=len(room["seats"]), label=table.name
        )
        room.update(phase="texts", opened=opened)
    elif step in betting.STAGES:
        piles = (await table.deal(step, stage=step)).response["piles"]
        betting.begin_street(
            room,
            [
                card
                for pile in piles
                if pile["name"] == "board"
                for card in pile["cards"]
            ],
        )
    elif step == "end":
        # the same name: the same cards
        hands = (await table.deal("hole", stage="hole")).response["hands"]
        live = {
            hand["seat"]: hand["cards"]
            for hand in hands
            if hand["seat"] in betting.live_seats(room)
        }
        strengths = dict.fromkeys(live, 0)
        if len(live) > 1:
            body = {"game": "holdem", "hands_by_seat": live, "board": room["board"]}
            ranked = (await service.call("/v1/hands/rank", body))["hands"]
            strengths = {hand["seat"]: hand["strength"] for hand in ranked}
        await table.reveal()
        betting.pay_pots(room, strengths, live)
    return step


async def show(room):
    """Send everybody the room, which has no secret, and what their own seat may see."""
    for socket, name in [*sockets.items()]:
        views = (
            await table_of(room["hand"]).views(betting.seat_of(room, name))
            if room["phase"] == "betting"
            else []
        )
        try:
            await asyncio.wait_for(socket.send_json({"room": room, "views": views}), 1)
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            sockets.pop(socket, None)


@app.websocket("/room")
async def play(
    socket: WebSocket, name: str = ""
):  # your login has the name of a player; spectators have none
    await socket.accept()
    sockets[socket] = name
    try:
        await change()
        async for message in socket.iter_json():
            await change(name, **message)
    except (LookupError, ServiceError, TableError, TypeError, ValueError) as error:
        await socket.close(1008, str(error)[:99])
    finally:
        sockets.pop(socket, None)


@app.get("/hands/{hand}")
async def prove(hand: int, seat: str | None = None):
    return await table_of(hand).proof(seat)
