"""Sealed shoes, opened and played at random to their receipts, as far as a body of a request can have what was seen."""

import time
from typing import Any

import orjson
from flask.testing import FlaskClient

from benchmarks.limits.mutations import MAX_BYTES, Json, Mutations

_MAX_TERMS = 100  # that no shoe can have, after which there is no play
_MAX_REFUSALS = 8  # one after the other, after which a play ends


class Plays:
    """Plays of shoes by the schemas of the requests that open, deal, draw and reveal."""

    def __init__(self, client: FlaskClient, mutations: Mutations) -> None:
        self._client, self._mutations = client, mutations

    def play(self, seconds: float) -> Json | None:
        """Return a receipt with its commitment and all that was seen in a play of at most that CPU time.

        A few random steps are repeated until the time is over, the body is full, or the shoe refuses them. None stands
        for terms that no shoe has.
        """
        random, end = self._mutations.random, time.process_time() + seconds
        terms = {"$ref": "#/components/schemas/OpenShoeRequest"}
        opened = next(filter(None, (self._post("", self._mutations.generate(terms)) for _ in range(_MAX_TERMS))), None)
        if opened is None:
            return None
        shoe, seen, size, refusals = opened["shoe"], [], 1_000, 0
        pattern = [self._random_step() for _ in range(random.choice((1, 1, 2, 4)))]
        pattern = [("/deal", {})] * random.choice((0, 1, 2, 4)) + pattern if random.random() < 0.3 else pattern
        while time.process_time() < end and size < MAX_BYTES * 9 // 10 and refusals < _MAX_REFUSALS:
            for path, arguments in pattern:
                taken = self._post(path, {**arguments, "shoe": shoe})
                refusals = 0 if taken else refusals + 1
                if taken:
                    shoe = taken["shoe"]
                    seen.append(taken["seen"])
                    size += len(orjson.dumps(taken["seen"])) + 1
        revealed = self._post("/reveal", {"shoe": shoe})
        return revealed and {"receipt": revealed["receipt"], "seen": seen, "commitment": opened["commitment"]}

    def _random_step(self) -> tuple[str, Json]:
        random = self._mutations.random
        if random.random() < 0.4:
            return "/deal", {}
        arguments: dict[str, Any] = {"count": random.choice((1, 1, 1, 2, 10, 1000))}
        if random.random() < 0.5:
            arguments["from"] = "bottom"
        if random.random() < 0.3:
            arguments |= {"reshuffle": True, "in_play": list(range(random.choice((0, 1, 5, 1000))))}
        elif random.random() < 0.2:
            arguments["reshuffle"] = True
        return "/draw", arguments

    def _post(self, path: str, body: Json) -> Json | None:
        with self._client.post(f"/v1/shoes{path}", json=body) as response:
            return response.get_json() if response.status_code == 200 else None
