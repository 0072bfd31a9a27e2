"""A parameter equal to its default, and an empty list, mean the same as leaving them out."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.blueprints import BLUEPRINTS
from service.cards.deck import DECKS
from service.games.catalogue import GAMES
from service.http.blueprint import Operation
from service.http.schemas.request_schemas import OneOfSchema, RequestSchema
from service.sealed.endpoint.documents import ObservedCardsRequest
from service.sealed.endpoint.shoes import EXAMPLES
from tests.http.spec import SPEC, json_object
from tests.tables import for_each, read_table, sample
from tools.openapi.schemas import is_of_file

Arguments = dict[str, Any]

OPERATIONS = [
    operation for blueprint in BLUEPRINTS for operation in blueprint.operations
]
SCHEMAS = [
    schema
    for operation in OPERATIONS
    for schema in (
        operation.schema.schemas
        if isinstance(operation.schema, OneOfSchema)
        else [operation.schema]
    )
] + [ObservedCardsRequest()]

RANKED: Mapping[str, Arguments] = {
    game: entry["request"]
    for game, entry in read_table("deals/ranked_hands.yaml").items()
}
"""A request to rank hands for each game."""

SELECTION = {"scheme": "rfc3797", "key_string": "9319.", "pool": 25, "count": 10}

OTHERS: Mapping[str, list[Arguments]] = {
    "/v1/hands/rank": [{"game": game, **hands} for game, hands in RANKED.items()],
    "/v1/integers": [{"max": 6, "count": 3, "seed": "42", "replacement": True}],
    "/v1/shoes": [
        *({"deck": deck} for deck in DECKS),
        *({"game": game} for game in GAMES),
        {"max": 6},
    ],
    "/v1/verify": [SELECTION],
}
"""Further requests of a path, besides its documented example."""


def list_defaults(schema: RequestSchema) -> Arguments:
    """Return every default that the schema documents, and no items for every optional list."""
    return {
        name: field.metadata.get("default", [])
        for name, field in schema.fields.items()
        if not field.required
        and ("default" in field.metadata or getattr(field, "is_empty_default", False))
    }


def list_documented_defaults(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield every parameter and member with a default in a part of the OpenAPI document, with that default."""
    if isinstance(part, list):
        for item in part:
            yield from list_documented_defaults(item)
    elif isinstance(part, dict):
        if "$ref" in part:
            _, _, group, name = part["$ref"].split("/")
            yield from list_documented_defaults(SPEC["components"][group][name])
        if "default" in part.get("schema", ()):
            yield part["name"], part["schema"]["default"]
        for name, member in part.get("properties", {}).items():
            if "default" in member:
                yield name, member["default"]
        for key in ("allOf", "content", "application/json", "schema"):
            yield from list_documented_defaults(part.get(key))


def list_requests(operation: Operation) -> Iterator[tuple[str, Arguments]]:
    """Yield the URL and the parameters of some requests, for every value of a path parameter."""
    assert operation.example
    rules = [operation.rule]
    for parameter in operation.path:
        values = parameter.schema.get("enum", [parameter.example])
        rules = [
            rule.replace(f"<{parameter.name}>", str(value))
            for rule in rules
            for value in values
        ]
    for rule in rules:
        for arguments in [
            dict(operation.example.arguments),
            *OTHERS.get(operation.rule, []),
        ]:
            general = {
                name: value
                for name, value in arguments.items()
                if name not in {"players", "exclude"}
            }
            yield (
                rule,
                general | ({"n": 4} if "n" in arguments else {}),
            )  # faro takes an even number


def send(client: FlaskClient, method: str, url: str, arguments: Arguments) -> Any:
    if method == "POST":
        return client.post(url, json=arguments)
    texts = {
        name: ",".join(value)
        if isinstance(value, list)
        else str(value).lower()
        if isinstance(value, bool)
        else value
        for name, value in arguments.items()
    }
    return client.get(url, query_string=texts)


def comparable(operation: Operation, arguments: Arguments, response: Any) -> Any:
    """Return the parts of a response that are the same each time the request is sent, such as headers and members."""
    assert response.status_code == 200, (operation.name, arguments, response.text)
    headers = {
        name: response.headers.get(name) for name in ("Content-Type", "Cache-Control")
    }
    has_etag = "ETag" in response.headers
    if operation.rule.startswith("/v1/shoes"):
        fresh = {"shoe", "commitment"} | (
            {"digest", "seed_hash"} if operation.rule == "/v1/shoes" else set()
        )
        return headers, {
            name: value
            for name, value in json_object(response).items()
            if name not in fresh
        }
    if (
        "seed" in operation.schema.fields
        and "trials" not in operation.schema.fields
        and "seed" not in arguments
    ):
        members = json_object(response)
        assert not members.keys() & {"seed", "index", "stream"}
        assert not has_etag
        return headers, list(members)
    return headers, has_etag, response.data


def without_seed(operation: Operation, arguments: Arguments) -> Arguments | None:
    """Return the arguments without `seed`; None if there is no seed, or the request needs one."""
    seed = operation.schema.fields.get("seed")
    needs_deal = "held" in operation.schema.fields
    if "seed" not in arguments or needs_deal or (seed and seed.required):
        return None
    return {name: value for name, value in arguments.items() if name != "seed"}


@pytest.mark.sampled
@pytest.mark.parametrize(
    "operation",
    [
        operation
        for operation in OPERATIONS
        if operation.example and operation.schema.fields
    ],
    ids=lambda operation: operation.name,
)
def test_every_default_means_the_same_as_leaving_it_out(
    examples: FlaskClient, operation: Operation
) -> None:
    first, *more = list_requests(operation)
    for number, (url, arguments) in enumerate([first, *sample(more, 3)]):
        schema = operation.schema
        schema = (
            schema.select(arguments)[0] if isinstance(schema, OneOfSchema) else schema
        )
        defaults = {
            name: value
            for name, value in list_defaults(schema).items()
            if name not in arguments
        }
        singles = (
            [{name: value} for name, value in defaults.items()] if number == 0 else []
        )  # else all at once
        unseeded = without_seed(operation, arguments)
        for plain, additions in (
            (arguments, [*singles, defaults]),
            (unseeded, [{"index": 0}, defaults]),
        ):
            if plain is None:
                continue
            result = comparable(
                operation, plain, send(examples, operation.method, url, plain)
            )
            for addition in additions:
                response = send(examples, operation.method, url, plain | addition)
                assert comparable(operation, plain, response) == result, (
                    url,
                    plain,
                    addition,
                )


TABLES = read_table("http/endpoints/defaults.yaml")


@for_each(("path", "arguments", "defaults"), TABLES["defaults"])
def test_a_default_of_a_game_or_beside_another_parameter_is_accepted(
    client: FlaskClient, path: str, arguments: Arguments, defaults: Arguments
) -> None:
    plain, full = (
        client.get(path, query_string=query)
        for query in (arguments, arguments | defaults)
    )
    assert (full.status_code, full.data) == (200, plain.data)
    assert {"ETag"} <= set(full.headers.keys())


def test_a_game_without_its_default_says_so(client: FlaskClient) -> None:
    plain, single, black = (
        json_object(client.get(f"/v1/games/{path}&seed=42"))
        for path in (
            "blackjack/deal?",
            "blackjack/deal?decks=1",
            "riichi/deal?red_fives=0",
        )
    )
    assert (plain["decks"], single["decks"], single["size"], black["red_fives"]) == (
        6,
        1,
        52,
        0,
    )


def test_a_default_of_the_game_of_a_shoe_is_as_if_left_out_and_another_is_not(
    client: FlaskClient,
) -> None:
    def open_game(**options: Any) -> Any:
        return json_object(
            client.post("/v1/shoes", json={"game": "blackjack", **options})
        )["terms"]

    assert open_game() == open_game(decks=6, jokers=0, red_fives=0)
    assert open_game(decks=1)["decks"] == 1


def test_a_default_in_an_observation_is_as_if_left_out(examples: FlaskClient) -> None:
    receipt = json_object(
        examples.post("/v1/shoes/reveal", json={"shoe": EXAMPLES["REVEALED"]})
    )["receipt"]
    plain, full = (
        examples.post(
            "/v1/verify",
            json={"receipt": receipt, "seen": [{"cards": ["4D", "2C"], **defaults}]},
        )
        for defaults in ({}, {"round": 0, "position": 0})
    )
    assert plain.status_code == 200
    assert json_object(plain)["checks"]["seen"] is True
    assert full.data == plain.data
    observations: list[Arguments] = [{}, {"seen": []}]
    none, empty = (
        examples.post("/v1/verify", json={"receipt": receipt, **seen})
        for seen in observations
    )
    assert json_object(none)["valid"] is None
    assert empty.data == none.data


@for_each(("path", "query", "repetition"), TABLES["repetitions"])
def test_a_repeated_list_is_joined(
    client: FlaskClient, path: str, query: str, repetition: str
) -> None:
    seed = "" if path.endswith(("bias", "standard")) else "&seed=42"
    plain, repeated_list = (
        client.get(f"{path}?{text}{seed}") for text in (query, repetition)
    )
    assert (plain.status_code, repeated_list.data) == (200, plain.data)


@for_each(
    "operation",
    [operation for operation in OPERATIONS if operation.schema.fields],
    ids=lambda o: o.name,
)
def test_the_document_names_the_defaults_of_the_schema(operation: Operation) -> None:
    if isinstance(operation.schema, OneOfSchema):
        return  # documented as any object
    path = re.sub("<(.*?)>", r"{\1}", operation.rule)
    entry = SPEC["paths"][path][operation.method.lower()]
    documented = dict(
        list_documented_defaults([entry.get("parameters"), entry.get("requestBody")])
    )
    undocumented = {
        name for name, field in operation.schema.fields.items() if is_of_file(field)
    }
    defaults = {
        name: value
        for name, value in list_defaults(operation.schema).items()
        if value != []
    }
    assert documented == {
        name: value for name, value in defaults.items() if name not in undocumented
    }


def test_defaults_of_dataclasses_are_documented() -> None:
    for schema in SCHEMAS:
        names = {"end": "from"}
        for field in fields(schema.target):
            name = names.get(field.name, field.name)
            if field.default not in {MISSING, None, ()} and name in schema.fields:
                assert schema.defaults[name] == field.default, (schema, name)
            elif (
                name in schema.fields
                and field.default is MISSING
                and field.default_factory is MISSING
            ):
                assert schema.fields[name].required, (schema, name)
