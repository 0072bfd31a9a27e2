"""The draw that a request asks for, before it has a seed: for the view that draws, for /v1/verify and for plans."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ...core.rng.streams import Randomness
from ...core.work import OutOfStepsError, TooSlow
from ...verdicts.results_left import UNCOUNTED, Labels, ResultsLeft
from ..concurrency import LARGE, start_work
from ..problems import SeedsOff
from ..results.result_types import Json, SelectResults
from ..schemas.request_schemas import RequestSchema, SeededDraw
from ..schemas.response_schemas import DrawSchemas
from ..services import services
from .response_draft import ResponseDraft

DrawView = Callable[..., ResponseDraft]
"""Takes the request of one result and the names in the path: `shuffle_deck(arguments, deck="tarot")`."""


@dataclass(frozen=True, eq=False)
class PreparedDraw:
    """The draw that a request asks for: the draft of its response, to be filled with the results of any seed."""

    draft: ResponseDraft
    repeats: int | None
    """The number of results of a batch, None for a single result."""
    path: str
    """The path with the names of entries, such as "/v1/decks/tarot/shuffle/batch"."""
    arguments: SeededDraw
    """The parsed request of one result."""

    def describe_request(
        self, randomness: Randomness, instead_of_seed: Json | None = None
    ) -> Json:
        """Return the member `request` of a response, perhaps with `grows`.

        `instead_of_seed` has the parameter that decided the seed, with its value, if it was not `seed`.
        """
        members: Json = {}
        if self.draft.results.grows:
            # Such a parameter decides the seed together with the whole list.
            members["grows"] = instead_of_seed is None
        members["request"] = self._write_request(randomness, instead_of_seed)
        return members

    def _write_request(
        self, randomness: Randomness, instead_of_seed: Json | None
    ) -> Json:
        """Return the member `request`, without implied values: {"path": "/v1/integers", "max": 6, "seed": "42"}."""
        index = randomness.index or 0
        implied = self.draft.request.imply_at(index)
        request: Json = {"path": self.path}
        for name, value in self._canonical.items():
            if name not in implied or value != implied[name]:
                request[name] = value
        if self.repeats is not None:
            request["repeats"] = self.repeats
        if instead_of_seed is not None:
            request |= instead_of_seed
        elif randomness.seed is not None:
            request["seed"] = randomness.seed
        if index:
            request["index"] = index
        return request

    @cached_property
    def _canonical(self) -> Json:
        """Return the members to repeat, and members that an index may imply: one draw serves many seeds and indices."""
        return self.draft.request.canonical(self.draft.implied)

    @cached_property
    def is_simple(self) -> bool:
        """Whether it is one result that takes no slot and no counter of work: it is certain, and not large."""
        sampler = self.draft.sampler
        is_certain = sampler.is_certain and self.draft.search is None
        items = max(sampler.items_of_result, sampler.held_items)
        is_alone = self.repeats is None and self.draft.results.download is None
        return is_alone and is_certain and items <= LARGE

    def find_choice(self) -> str | None:
        """Return the name of the first member, other than the seed, that chooses results; None if no member does."""
        return self.draft.request.find_choice(allowed={"seed"})

    def respond(self, randomness: Randomness) -> Json:
        """Draw within the limits of the service; return the JSON of the response, without `request`."""
        draft = self.draft
        repeats = self.repeats
        if repeats is not None:
            draft.sampler.check_batch(
                randomness, repeats, services().allowed.limits, is_streamed=False
            )
        draft.hold_slots(repeats)
        if repeats is None:
            body, _ = draft.single(randomness)
        else:
            body, _ = draft.batch(randomness, repeats)
        return body

    def find_results_left(
        self, labels: Labels, response: Mapping[str, Any]
    ) -> ResultsLeft:
        """Return how many results the request leaves, by a response to it; uncounted if that takes too many steps."""
        result = self._select_first_result(response)
        work = start_work(services().allowed.limits.draws.number)
        try:
            return self.draft.find_results_left(labels, result, work)
        except (OutOfStepsError, TooSlow):
            return UNCOUNTED

    def _select_first_result(self, response: Mapping[str, Any]) -> Json:
        """Return the members of the first result; in a batch, they are the first entry of each list.

        A list that all results share loses its other entries too, but no `find_results_left` reads such a list.
        """
        if self.repeats is None:
            return dict(response)
        return {
            name: value[0]
            for name, value in response.items()
            if isinstance(value, list) and value
        }


class DrawRoute(NamedTuple):
    """A URL rule with random results."""

    rule: str
    """The URL rule of one result, such as "/v1/decks/<deck>/shuffle", also for its `/batch`."""
    view: DrawView
    arguments: type[RequestSchema]
    """The schema of the body of a POST, with the parameters that the endpoint declares."""
    body: type[RequestSchema]
    """The same with the parameters that each POST which draws takes, for evidence."""
    schemas: DrawSchemas
    """The schemas of responses."""
    select_results: SelectResults
    """Takes a request, and returns the class of its results: `Results`, unless the endpoint says otherwise."""

    @property
    def added_parameters(self) -> frozenset[str]:
        """Return the names of the parameters that `body` has and `arguments` has not. No draw depends on them."""
        own = self.arguments._declared_fields
        return frozenset(self.body._declared_fields.keys() - own)

    def prepare(
        self, arguments: SeededDraw, repeats: int | None, names: Mapping[str, str]
    ) -> PreparedDraw:
        """Return the draw that the view makes of the request of one result and the `names` in its path.

        `repeats` is the number of results of a batch, None for a single result. With the `names` {"deck": "tarot"}, the
        rule becomes the path "/v1/decks/tarot/shuffle". The path of a batch ends with "/batch".
        """
        path = self.rule if repeats is None else f"{self.rule}/batch"
        for name, value in names.items():
            path = path.replace(f"<{name}>", value)
        draft = self.view(arguments, **names)
        return PreparedDraw(draft, repeats, path, arguments)


def check_choices(arguments: SeededDraw, allowed: Collection[str] = ()) -> None:
    """Raise `SeedsOff` if ALLOW_SEEDS is off and a request chooses its result by a member that is not `allowed`."""
    if services().allowed.seeds:
        return
    choice = arguments.find_choice(allowed)
    if choice:
        raise SeedsOff(choice)
