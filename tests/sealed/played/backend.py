"""A backend at a table: it keeps the newest token and the list of cards seen, and its requests go to two replicas."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any

Json = dict[str, Any]
Replica = Callable[[str, Json], tuple[int, Json]]
"""Sends a JSON object to a path, and returns the status and the body of the response."""

Replicas = Sequence[Replica]


class Backend:
    """A sealed shoe over HTTP.

    Every turn is checked: it continues the last digest, takes no position twice, and its token is as long as the first.
    """

    def __init__(self, replicas: Replicas, **terms: Any) -> None:
        self._replicas = cycle(replicas)
        self.opened = self.post("/v1/shoes", **terms)
        self.token = self.opened["shoe"]
        self.digest = self.opened["digest"]
        self.seen: list[Json] = []
        self.client_seed: str | None = None
        self._taken: set[tuple[int, int]] = set()

    def post(self, path: str, **fields: Any) -> Json:
        """Send a request that must succeed, and return the response."""
        status, response = next(self._replicas)(path, fields)
        assert status == 200, (path, fields, response)
        return response

    def deal(self, **fields: Any) -> Json:
        """Return the response to a deal."""
        return self._turn("/v1/shoes/deal", fields)

    def deal_hand(self, **fields: Any) -> list[Json]:
        """Deal every stage of a hand; `fields` belong to the first stage."""
        stage = self.deal(**fields)
        stages = [stage]
        while stage["next_stage"]:
            stage = self.deal(stage=stage["next_stage"])
            stages.append(stage)
        return stages

    def draw(self, count: int = 1, **fields: Any) -> Json:
        """Return the response to a draw."""
        return self._turn("/v1/shoes/draw", fields | {"count": count})

    def look(self, seat: str) -> Json:
        """Return the next stage as a player sees it."""
        return self.post("/v1/shoes/deal", shoe=self.token, seats=[seat])

    def refuse(self, status: int, path: str, **fields: Any) -> str:
        """Send a request that must be refused with `status`, and return the sentence; the token stays valid."""
        send = next(self._replicas)
        actual_status, problem = send(path, fields | {"shoe": self.token})
        assert actual_status == status, problem
        return str(problem["detail"])

    def _turn(self, path: str, fields: Json) -> Json:
        turn = self.post(path, shoe=self.token, **fields)
        entry = turn["seen"]
        places = set(zip(entry["rounds"], entry["positions"], strict=True))
        assert len(places) == len(entry["positions"])
        assert places.isdisjoint(self._taken)
        assert turn["previous"] == self.digest
        number = len(self.seen) + 1
        assert turn["draws"] == number
        assert entry["draw"] == number
        assert len(turn["shoe"]) == len(self.token)
        assert ("fairness" in turn) == (not self.seen)
        self._taken |= places
        self.client_seed = turn["client_seed"]
        self.seen.append(entry)
        self.token = turn["shoe"]
        self.digest = turn["digest"]
        return turn

    def prove(self, **fields: Any) -> Json:
        """Reveal the shoe and verify it with everything that was seen; return what was sent to /v1/verify."""
        receipt = self.post("/v1/shoes/reveal", shoe=self.token)["receipt"]
        assert receipt["drawn"]["digest"] == self.digest
        notes = {"commitment": self.opened["commitment"], "digest": self.digest}
        if self.client_seed is not None:
            notes["client_seed"] = self.client_seed
        file = fields | {"receipt": receipt, "seen": self.seen, "confirmed": notes}
        result = self.post("/v1/verify", **file)
        assert result["valid"] is True, result
        assert result["checks"]["draws"] is True
        return file

    @property
    def seen_codes(self) -> Counter[str]:
        """How often each card was seen."""
        return Counter(code for entry in self.seen for code in entry["cards"] if code)


def hands(stage: Json) -> dict[str, list[str]]:
    """Return the cards of each seat of a stage."""
    return {hand["seat"]: hand["cards"] for hand in stage["hands"]}


def find_by_name(entries: list[Json], name: str) -> Json:
    """Return the entry with a name."""
    return next(entry for entry in entries if entry["name"] == name)


def pile(stage: Json, name: str) -> Json:
    """Return the pile of a stage with a name."""
    return find_by_name(stage["piles"], name)


def part(stage: Json, name: str, part_name: str) -> Json:
    """Return the part of a pile of a stage."""
    return find_by_name(pile(stage, name)["parts"], part_name)
