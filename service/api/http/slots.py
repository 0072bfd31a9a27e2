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
    all_work = work if repeats is None else response.plan.batch_work(repeats)
    hold_slot_for(work if is_streamed else all_work)
    if response.search and response.search.is_large:
        hold_slot(current_environ(), services().experiments)
    if is_streamed and repeats is not None and all_work > LARGE:
        hold_slot(current_environ(), services().streams)
