"""Parameters that capabilities bring to every draw: each POST that draws takes them, and no other operation does."""

from service.blueprints import BLUEPRINTS, BODY_PARAMETERS
from tests.http.draw_operations import DRAW_OPERATIONS


def test_every_post_that_draws_takes_what_capabilities_bring() -> None:
    brought = {name for schema in BODY_PARAMETERS for name in schema().fields}
    assert brought == {"prove"}
    takers = {
        operation.name
        for blueprint in BLUEPRINTS
        for operation in blueprint.operations
        if not brought.isdisjoint(operation.schema.fields)
    }
    assert takers == {
        operation.name for operation in DRAW_OPERATIONS if operation.method == "POST"
    }


def test_an_endpoint_declares_none_of_them_itself() -> None:
    declared = {
        route.rule
        for blueprint in BLUEPRINTS
        for route in blueprint.draw_routes
        for schema in BODY_PARAMETERS
        if not schema().fields.keys().isdisjoint(route.arguments().fields)
    }
    assert declared == set()
