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
        self.token, self.digest = self.opened["shoe"], self.opened["digest"]
        self.seen: list[Json] = []
        self.client_seed: str | None = None
        self._taken: set[tuple[int, int]] = set()

    def post(self, path: str, **fields: Any) -> Json:
        """Send a request that must succeed, and return the response."""
        status, response = next(self._replicas)(path, fields)
        assert status == 200, (path, fields, response)
        return response

    def deal(self, **fields: Any) -> Json:
        return self._turn("/v1/shoes/deal", fields)

    def deal_hand(self, **fields: Any) -> list[Json]:
        """Deal every stage of a hand; `fields` belong to the first stage."""
        stages = [self.deal(**fields)]
        while stages[-1]["next_stage"]:
            stages.append(self.deal(stage=stages[-1]["next_stage"]))
        return stages

    def draw(self, count: int = 1, **fields: Any) -> Json:
        return self._turn("/v1/shoes/draw", {"count": count, **fields})

    def look(self, seat: str) -> Json:
        """Return the next stage as a player sees it."""
        return self.post("/v1/shoes/deal", shoe=self.token, seats=[seat])

    def refuse(self, status: int, path: str, **fields: Any) -> str:
        """Send a request that must be refused with `status`, and return the sentence; the token stays valid."""
        actual_status, problem = next(self._replicas)(
            path, {"shoe": self.token, **fields}
        )
        assert actual_status == status, problem
        return str(problem["detail"])

    def _turn(self, path: str, fields: Json) -> Json:
        turn = self.post(path, shoe=self.token, **fields)
        entry = turn["seen"]
        places = set(
            zip(turn["seen"]["rounds"], turn["seen"]["positions"], strict=True)
        )
        assert len(places) == len(entry["positions"])
        assert not places & self._taken
        assert turn["previous"] == self.digest
        assert turn["draws"] == entry["draw"] == len(self.seen) + 1
        assert len(turn["shoe"]) == len(self.token)
        assert ("fairness" in turn) == (not self.seen)
        self._taken |= places
        self.client_seed = turn["client_seed"]
        self.seen.append(entry)
        self.token, self.digest = turn["shoe"], turn["digest"]
        return turn

    def prove(self, **fields: Any) -> Json:
        """Reveal the shoe and verify it with everything that was seen; return what was sent to /v1/verify."""
        receipt = self.post("/v1/shoes/reveal", shoe=self.token)["receipt"]
        assert receipt["drawn"]["digest"] == self.digest
        noted = {"commitment": self.opened["commitment"], "digest": self.digest}
        noted |= {} if self.client_seed is None else {"client_seed": self.client_seed}
        file = {"receipt": receipt, "seen": self.seen, "confirmed": noted, **fields}
        result = self.post("/v1/verify", **file)
        assert result["valid"] is True, result
        assert result["checks"]["draws"] is True
        return file

    @property
    def seen_codes(self) -> Counter[str]:
        return Counter(code for entry in self.seen for code in entry["cards"] if code)


def hands(stage: Json) -> dict[str, list[str]]:
    return {hand["seat"]: hand["cards"] for hand in stage["hands"]}


def find_by_name(entries: list[Json], name: str) -> Json:
    return next(entry for entry in entries if entry["name"] == name)


def pile(stage: Json, name: str) -> Json:
    return find_by_name(stage["piles"], name)


def part(stage: Json, name: str, part_name: str) -> Json:
    return find_by_name(pile(stage, name)["parts"], part_name)
