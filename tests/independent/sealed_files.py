"""Files of sealed shoes for both verifiers: of shoes played at random, and altered ones."""

from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from service.games.catalogue import GAMES
from service.sealed.opening.terms import EXACT_SHUFFLES
from tests.independent.verifier import Service
from tests.sealed.vector_files import Fields, note

MAX_REQUESTS = 8


@dataclass
class Life:
    """A shoe at random: deals, draws from its piles, rounds with cards in play and new hands, until it is revealed."""

    service: Service
    random: Random
    responses: list[Fields] = field(default_factory=list)

    def play(self) -> Fields:
        """Return the receipt and what was seen, some of it as whole responses."""
        opened = self.service.post("/v1/shoes", **self.choose_terms())
        token = opened["shoe"]
        stages = opened.get("stages", ())
        for _ in range(self.random.randint(1, MAX_REQUESTS)):
            path, fields = self.choose_request(stages)
            if not self.responses and self.random.random() < 0.5:
                fields["client_seed"] = self.random.choice(
                    ["correct horse", 'é\U0001f0a1 " \\ \n']
                )
            status, response = self.service.send(path, fields | {"shoe": token})
            assert status in {200, 409, 422}, response
            if status == 200:
                token = response["shoe"]
                self.responses.append(response)
        revealed = self.service.post("/v1/shoes/reveal", shoe=token)
        entries = [
            [turn["seen"] for turn in response.get("dealt_stages") or [response]]
            for response in self.responses
        ]
        whole = self.random.random() < 0.5
        seen = (
            self.responses if whole else [entry for each in entries for entry in each]
        )
        return {
            "receipt": revealed if whole else revealed["receipt"],
            "seen": seen,
            "confirmed": note(revealed["receipt"]),
        }

    def choose_terms(self) -> Fields:
        random = self.random
        reshuffle = random.choice(["on_request", "on_request", "at_cut", "never"])
        terms: Fields = {
            "algorithm": random.choice(EXACT_SHUFFLES),
            "reveal": random.choice(["all", "shown"]),
        }
        items = [f"item {number}" for number in range(random.randint(5, 30))]
        can_cut = True
        match random.choice(
            ["game", "game", "game", "deck", "integers", "items", "deal", "items deal"]
        ):
            case "game":
                game = random.choice(list(GAMES.values()))
                terms |= {
                    "game": game.name,
                    "players": random.choice(list(game.players)),
                }
                can_cut = game.continues
            case "deck":
                terms |= {
                    "deck": random.choice(["standard", "euchre", "riichi"]),
                    "decks": random.randint(1, 2),
                }
            case "integers":
                terms |= {"min": random.randint(-5, 5), "max": random.randint(20, 300)}
            case "items":
                terms |= {"items": items}
            case "deal":
                terms |= {
                    "deck": "piquet",
                    "hands": 3,
                    "packets": [2, 1],
                    "burn": random.randint(0, 2),
                }
                can_cut = False
            case "items deal":
                terms |= {
                    "items": items,
                    "hands": 2,
                    "cards": 1,
                    "piles": [{"name": "market", "cards": 2}],
                }
                can_cut = False
        cut = {"cut": random.randint(0, 4)} if reshuffle == "at_cut" and can_cut else {}
        return (
            terms
            | cut
            | {
                "reshuffle": reshuffle
                if can_cut or reshuffle == "never"
                else "on_request"
            }
        )

    def choose_request(self, stages: list[str]) -> tuple[str, Fields]:
        """Return a deal or a draw, which the shoe may refuse."""
        random = self.random
        fields: Fields = {"reshuffle": True} if random.random() < 0.2 else {}
        if stages and random.random() < 0.5:
            through = (
                {"through": random.choice(stages)} if random.random() < 0.3 else {}
            )
            return "/v1/shoes/deal", fields | through
        fields |= {
            "count": random.choice([1, 2, 5, 40]),
            "burn": random.choice([0, 0, 1]),
        }
        if random.random() < 0.5:
            fields["in_play"] = self.choose_in_play()
        if random.random() < 0.3:
            fields["from"] = random.choice(["top", "bottom"])
        return "/v1/shoes/draw", fields

    def choose_in_play(self) -> list[int]:
        """Return positions that were taken in the last observed round."""
        turns = [
            turn["seen"]
            for response in self.responses
            for turn in response.get("dealt_stages") or [response]
        ]
        taken = [
            place
            for seen in turns
            for place in zip(seen["rounds"], seen["positions"], strict=True)
        ]
        places = [position for number, position in taken if number == taken[-1][0]]
        return self.random.sample(places, self.random.randint(0, len(places)))


def alter(file: Fields, random: Random) -> Fields:
    """Return a copy of a file with one value altered anywhere in its receipt or in what was seen."""
    file = deepcopy(file)
    node: Any = {name: file[name] for name in ("receipt", "seen")}
    while True:
        key = random.choice(list(node if isinstance(node, dict) else range(len(node))))
        value = node[key]
        if not value or not isinstance(value, dict | list) or random.random() < 0.1:
            break
        node = value
    kind = random.randrange(6)
    if kind == 0 and isinstance(node, dict) and key not in {"receipt", "seen", "draw"}:
        del node[key]
    elif kind == 1 and isinstance(node, dict):
        node["more"] = 1
    elif kind == 2 and isinstance(node, list):
        node.append(value)
    elif kind == 3:
        node[key] = None
    elif isinstance(value, bool) or not isinstance(value, int | str):
        node[key] = random.choice([0, "x", {}])
    elif isinstance(value, int):
        node[key] = random.choice(
            [value + 1, value - 1, str(value), value + 0.5, float(value), True]
        )
    else:
        node[key] = random.choice([value + " ", value.swapcase(), 7])
    return file
