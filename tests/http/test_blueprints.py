"""A blueprint has the views of one module, so that no endpoint depends on who imported a module."""

import pytest

from service.games.endpoint.descriptions import blueprint as games
from service.http.blueprint import Body
from service.http.responses import NO_STORE
from service.http.schemas.request_schemas import NoParameters
from service.http.schemas.response_schemas import ResponseSchema


def list_wins(_: NoParameters) -> Body:
    """List the games that were won."""
    raise NotImplementedError


def test_the_view_of_another_module_needs_a_part_of_the_blueprint() -> None:
    declare = games.api_endpoint("/wins", response=ResponseSchema, cache=NO_STORE)
    with pytest.raises(TypeError, match=r"list_wins needs a part of .* games, whose"):
        declare(list_wins)


def test_a_part_serves_views_in_the_chapter_of_its_blueprint() -> None:
    part = games.part("wins")
    part.api_endpoint("/wins", response=ResponseSchema, cache=NO_STORE)(list_wins)
    part.serve(())
    assert part.chapter == "games"
    assert [operation.rule for operation in part.operations] == ["/v1/games/wins"]
