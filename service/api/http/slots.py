"""The slots that a request needs, by the work that it asks for."""

from service.api.http.concurrency import LARGE, hold_slot
from service.api.http.draw_response import DrawResponse
from service.api.http.request_context import current_environ
from service.api.http.services import services


def hold_slot_for(work: float) -> None:
    """Hold a slot until the response is sent if it takes the work of a large one. Raises `Busy` if none is free."""
    if work > LARGE:
        hold_slot(current_environ(), services().large)


def hold_slots(response: DrawResponse, repeats: int | None, *, is_streamed: bool = False) -> None:
    """Hold slots until the response is sent: for much work or many items at a time, a long search or a long stream.

    Raises `Busy` if one is not free.
    """
    work = response.plan.work
    hold_slot_for(work if repeats is None or is_streamed else response.plan.batch_work(repeats))
    if response.search and response.search.is_large:
        hold_slot(current_environ(), services().experiments)
    if is_streamed and is_long(response, repeats):
        hold_slot(current_environ(), services().streams)


def is_long(response: DrawResponse, repeats: int | None) -> bool:
    """Return whether a batch has more items or draws than are made before the first of them is sent."""
    return repeats is not None and response.plan.batch_work(repeats) > LARGE
