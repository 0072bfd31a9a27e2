"""Parameters that capabilities bring to every draw: each POST that draws takes them, and no other operation does."""

from service.blueprints import BLUEPRINTS, EVIDENCE
from tests.http.draw_operations import DRAW_OPERATIONS

SCHEMAS = [kind.body_parameters for kind in EVIDENCE if kind.body_parameters]


def test_every_post_that_draws_takes_what_capabilities_bring() -> None:
    brought = {name for schema in SCHEMAS for name in schema().fields}
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
        for schema in SCHEMAS
        if not schema().fields.keys().isdisjoint(route.arguments().fields)
    }
    assert declared == set()


def test_every_draw_takes_the_parameter_of_each_kind_of_evidence_in_its_body() -> None:
    parameters = {kind.parameter for kind in EVIDENCE}
    for operation in DRAW_OPERATIONS:
        if operation.method == "POST":
            assert parameters <= operation.schema.fields.keys(), operation.name
