"""A player's program: python player.py http://localhost:8080 Ann"""

import asyncio
import hashlib
import json
import secrets
import sys
from contextlib import suppress
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

TERMS = {
    "scheme": "sealed1",
    "stream": "sd1",
    "algorithm": "fisher_yates",
    "reshuffle": "on_request",
    "cut": 0,
}
TERMS |= {
    "reveal": "all",
    "deck": "standard",
    "decks": 1,
    "exclude": [],
    "game": "holdem",
}


class Player:
    def __init__(self, server, name):
        self.server, self.name = server, name
        self.notes = {}  # by hand; keep them in a file if the program may end before the hand

    def answer(self, room, views):
        """Note what the room shows, and return the message that it waits for, or None."""
        hand, seats = room["hand"], {name: seat for seat, name in room["seats"].items()}
        note = self.notes.setdefault(
            hand, {"text": secrets.token_hex(16), "seat": None, "seen": []}
        )
        word = hashlib.sha256(note["text"].encode()).hexdigest()
        if self.name not in room["players"]:
            return {"do": "join", "hand": hand}
        if room["phase"] == "words" and room["words"].get(self.name) != word:
            return {"do": "word", "hand": hand, "word": word}
        if room["phase"] == "texts" and seats.get(self.name) in room["missing"]:
            # the first commitment that it saw, and no other
            opened = note.setdefault("opened", room["opened"])
            terms = TERMS | {
                "players": len(seats),
                "label": f"hand {hand}",
                "words": opened["terms"]["words"],
            }
            if (
                opened == room["opened"]
                and opened["terms"] == terms
                and word in terms["words"]
            ):
                note["seat"] = seats[self.name]
                return {"do": "text", "hand": hand, "text": note["text"]}
        note["seen"] += [view["seen"] for view in views[len(note["seen"]) :]]
        if room["turn"] == self.name:
            return {
                "do": "bet",
                "hand": hand,
                "number": room["number"],
                **self.decide(room, views),
            }
        return None

    def decide(self, room, views):
        """Return how to act: here, check or call."""
        return {
            "chips": min(
                room["most"] - room["paid"][self.name],
                room["players"][self.name]["chips"],
            )
        }

    async def prove(self, room):
        """Write what verify.mjs checks of each hand that is over: the receipt, and what this program noted."""
        for hand in [hand for hand in self.notes if hand < room["hand"]]:
            note = self.notes[hand]
            if hand == room["hand"] - 1 and room.get("won"):
                note |= {"shown": room["shown"], "board": room["board"]}
            proof = await self.fetch_proof(hand, note) if note["seat"] else None
            if proof:
                Path(f"{self.name}, hand {hand}.json").write_text(json.dumps(proof))
            del self.notes[hand]

    async def fetch_proof(self, hand, note):
        """Return the proof of a hand, None if it was called off. The cards of others that were shown are in it too."""
        seen = [*note["seen"]]
        async with httpx.AsyncClient(base_url=self.server) as http:
            for seat in {note["seat"], *note.get("shown", {})}:
                response = await http.get(f"/hands/{hand}", params={"seat": seat})
                if response.status_code == 404:
                    return None
                proof = response.raise_for_status().json()
                seen += proof["seen"]
        told = {
            (place, card)
            for entry in seen
            for place, card in zip(entry["places"], entry["cards"])
        }
        shown = {
            (seat, card)
            for seat, cards in note.get("shown", {}).items()
            for card in cards
        }
        board = {card for place, card in told if place.startswith("board/")}
        if not shown <= told or not {*note.get("board", [])} <= board:
            raise ValueError("Other cards were shown than dealt.")
        confirmed = {
            "commitment": note["opened"]["commitment"],
            "own_text": note["text"],
        }
        return {"receipt": proof["receipt"], "seen": seen, "confirmed": confirmed}

    async def play(self):
        """Answer each state of the room. Connect again if the connection ends."""
        while True:
            with suppress(OSError, httpx.HTTPError, WebSocketException):
                async with connect(
                    f"{self.server.replace('http', 'ws', 1)}/room?name={self.name}"
                ) as socket:
                    await self.follow(socket)
            await asyncio.sleep(0.5)

    async def follow(self, socket):
        while True:
            try:
                state = json.loads(await asyncio.wait_for(socket.recv(), 30))
                message = self.answer(**state)
            except TimeoutError:
                # the room waits for somebody
                message = {"do": "hurry", "hand": state["room"]["hand"]}
            if message:
                await socket.send(json.dumps(message))
            await self.prove(state["room"])


if __name__ == "__main__":
    asyncio.run(Player(*sys.argv[1:]).play())
