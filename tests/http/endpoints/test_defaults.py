"""A parameter equal to its default, and an empty list, mean the same as leaving them out."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import MISSING, fields
from itertools import product
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.blueprints import BLUEPRINTS
from service.cards.deck import DECKS
from service.games.catalogue import GAMES
from service.http.blueprint import Operation
from service.http.schemas.request_schemas import OneOfSchema, RequestSchema
from service.sealed.endpoint.documents import ObservedCardsRequest
from service.sealed.endpoint.shoes import EXAMPLES
from tests.http.spec import SPEC, get, json_object, post
from tests.plans.plan_files import clock
from tests.tables import for_each, list_some, read_table, sample
from tools.openapi.schemas import is_of_file

FIXTURES = (clock,)  # as pytest finds it by its name here

Arguments = dict[str, Any]

OPERATIONS = [
    operation for blueprint in BLUEPRINTS for operation in blueprint.operations
]
WITH_PARAMETERS = [operation for operation in OPERATIONS if operation.schema.fields]
WITH_EXAMPLE = [operation for operation in WITH_PARAMETERS if operation.example]


def list_schemas() -> Iterator[RequestSchema]:
    """Yield every schema of a request, and that of the cards observed in one."""
    for operation in OPERATIONS:
        if isinstance(operation.schema, OneOfSchema):
            yield from operation.schema.schemas
        else:
            yield operation.schema
    yield ObservedCardsRequest()


def list_rankings() -> list[Arguments]:
    """Return a request to rank hands for each game."""
    entries = read_table("hands/ranked_hands.yaml")
    return [{"game": game} | entry["request"] for game, entry in entries.items()]


SELECTION = {"scheme": "rfc3797", "key_string": "9319.", "pool": 25, "count": 10}
SHOES_OF_DECKS: list[Arguments] = [{"deck": deck} for deck in DECKS]
SHOES_OF_GAMES: list[Arguments] = [{"game": game} for game in GAMES]

OTHERS: Mapping[str, list[Arguments]] = {
    "/v1/hands/rank": list_rankings(),
    "/v1/integers": [{"max": 6, "count": 3, "seed": "42", "replacement": True}],
    "/v1/shoes": SHOES_OF_DECKS + SHOES_OF_GAMES + [{"max": 6}],
    "/v1/verify": [SELECTION],
}
"""Further requests of a path, besides its documented example."""


def list_defaults(schema: RequestSchema) -> Arguments:
    """Return every default that the schema documents, and no items for every optional list."""
    defaults: Arguments = {}
    for name, field in schema.fields.items():
        if field.required:
            continue
        if "default" in field.metadata:
            defaults[name] = field.metadata["default"]
        elif getattr(field, "is_empty_default", False):
            defaults[name] = []
    return defaults


def list_left_out(operation: Operation, arguments: Arguments) -> Arguments:
    """Return the defaults of the parameters that a request leaves out."""
    schema: Any = operation.schema
    if isinstance(schema, OneOfSchema):
        schema, *_ = schema.select(arguments)
    return without(list_defaults(schema), arguments)


def without(arguments: Arguments, names: Collection[str]) -> Arguments:
    return {name: value for name, value in arguments.items() if name not in names}


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


def list_paths(operation: Operation) -> list[str]:
    """Return the operation's path with each value of its parameters."""
    paths = [operation.rule]
    for parameter in operation.path:
        values = parameter.schema.get("enum", [parameter.example])
        paths = [
            path.replace(f"<{parameter.name}>", str(value))
            for path, value in product(paths, values)
        ]
    return paths


def list_requests(operation: Operation) -> Iterator[tuple[str, Arguments]]:
    """Yield the URL and the parameters of some requests, for every value of a path parameter."""
    assert operation.example
    example = dict(operation.example.arguments)
    others = OTHERS.get(operation.rule, [])
    for path, arguments in product(list_paths(operation), [example, *others]):
        general = without(arguments, {"players", "exclude"})
        if "n" in general:
            general["n"] = 4  # faro takes an even number
        yield path, general


def send(client: FlaskClient, method: str, url: str, arguments: Arguments) -> Any:
    if method == "POST":
        return client.post(url, json=arguments)
    texts = {name: write_text(value) for name, value in arguments.items()}
    return client.get(url, query_string=texts)


def write_text(value: Any) -> Any:
    """Return what a query has for a value of JSON."""
    if isinstance(value, list):
        return ",".join(value)
    if isinstance(value, bool):
        return str(value).lower()
    return value


class Comparable(NamedTuple):
    """The parts of a response that are the same each time its request is sent."""

    media_type: str
    cache_control: str
    has_etag: bool
    body: Any


def find_comparable(
    operation: Operation, arguments: Arguments, response: Any
) -> Comparable:
    """Return what is the same of each response to a request, which must be 200."""
    assert response.status_code == 200, (operation.name, arguments, response.text)
    fields = operation.schema.fields
    is_drawn = "seed" in fields and "trials" not in fields
    has_etag = "ETag" in response.headers
    body = response.data
    if operation.rule.startswith("/v1/shoes"):
        fresh = {"shoe", "commitment"}
        if operation.rule == "/v1/shoes":
            fresh |= {"digest", "seed_hash"}
        body = without(json_object(response), fresh)
    elif is_drawn and "seed" not in arguments:
        members = json_object(response)
        assert not members.keys() & {"seed", "index", "stream"}
        assert not has_etag
        body = list(members)
    return Comparable(
        response.headers["Content-Type"],
        response.headers["Cache-Control"],
        has_etag,
        body,
    )


def without_seed(operation: Operation, arguments: Arguments) -> Arguments | None:
    """Return the arguments without `seed`; None if there is no seed, or the request needs one."""
    seed = operation.schema.fields.get("seed")
    needs_deal = "held" in operation.schema.fields
    if "seed" not in arguments or needs_deal or (seed and seed.required):
        return None
    return without(arguments, {"seed"})


@pytest.mark.long
@pytest.mark.sampled
@pytest.mark.parametrize(
    "operation", WITH_EXAMPLE, ids=lambda operation: operation.name
)
def test_every_default_means_the_same_as_leaving_it_out(
    examples: FlaskClient, operation: Operation
) -> None:
    def answer(url: str, arguments: Arguments) -> Comparable:
        response = send(examples, operation.method, url, arguments)
        return find_comparable(operation, arguments, response)

    def check(url: str, arguments: Arguments, *additions: Arguments) -> None:
        plain = answer(url, arguments)
        for addition in additions:
            full = answer(url, arguments | addition)
            assert full == plain, (url, arguments, addition)

    first, *more = list_requests(operation)
    for url, arguments in [first, *sample(more, 3)]:
        defaults = list_left_out(operation, arguments)
        check(url, arguments, defaults)
        unseeded = without_seed(operation, arguments)
        if unseeded is not None:
            check(url, unseeded, {"index": 0}, defaults)
    url, arguments = first
    defaults = list_left_out(operation, arguments)
    check(url, arguments, *({name: value} for name, value in defaults.items()))


TABLES = read_table("http/endpoints/defaults.yaml")


@for_each(("path", "arguments", "defaults"), TABLES["defaults"])
def test_a_default_of_a_game_or_beside_another_parameter_is_accepted(
    client: FlaskClient, path: str, arguments: Arguments, defaults: Arguments
) -> None:
    plain = client.get(path, query_string=arguments)
    full = client.get(path, query_string=arguments | defaults)
    assert full.status_code == 200
    assert full.data == plain.data
    assert "ETag" in full.headers


def test_a_game_without_its_default_says_so(client: FlaskClient) -> None:
    plain = get(client, "/v1/games/blackjack/deal", seed="42")
    assert plain["decks"] == 6
    single = get(client, "/v1/games/blackjack/deal", seed="42", decks=1)
    assert single["decks"] == 1
    assert single["size"] == 52
    black = get(client, "/v1/games/riichi/deal", seed="42", red_fives=0)
    assert black["red_fives"] == 0


def test_a_default_of_the_game_of_a_shoe_is_as_if_left_out_and_another_is_not(
    client: FlaskClient,
) -> None:
    def open_game(**options: Any) -> Any:
        return post(client, "/v1/shoes", game="blackjack", **options)["terms"]

    assert open_game() == open_game(decks=6, jokers=0, red_fives=0)
    assert open_game(decks=1)["decks"] == 1


def test_a_default_in_an_observation_is_as_if_left_out(examples: FlaskClient) -> None:
    revealed = post(examples, "/v1/shoes/reveal", shoe=EXAMPLES["REVEALED"])
    receipt = revealed["receipt"]

    def verify(**seen: Any) -> TestResponse:
        return examples.post("/v1/verify", json={"receipt": receipt} | seen)

    cards = {"cards": ["4D", "2C"]}
    plain = verify(seen=[cards])
    assert plain.status_code == 200
    assert json_object(plain)["checks"]["seen"] is True
    full = verify(seen=[cards | {"round": 0, "position": 0}])
    assert full.data == plain.data
    unseen = verify()
    assert json_object(unseen)["valid"] is None
    assert verify(seen=[]).data == unseen.data


@for_each(("path", "query", "repetition"), TABLES["repetitions"])
def test_a_repeated_list_is_joined(
    client: FlaskClient, path: str, query: str, repetition: str
) -> None:
    seed = "" if path.endswith(("bias", "standard")) else "&seed=42"
    plain = client.get(f"{path}?{query}{seed}")
    repeated_list = client.get(f"{path}?{repetition}{seed}")
    assert plain.status_code == 200
    assert repeated_list.data == plain.data


@for_each("operation", WITH_PARAMETERS, ids=lambda operation: operation.name)
def test_the_document_names_the_defaults_of_the_schema(operation: Operation) -> None:
    if isinstance(operation.schema, OneOfSchema):
        return  # documented as any object
    path = re.sub("<(.*?)>", r"{\1}", operation.rule)
    entry = SPEC["paths"][path][operation.method.lower()]
    parts = [entry.get("parameters"), entry.get("requestBody")]
    documented = dict(list_documented_defaults(parts))
    fields_by_name = operation.schema.fields
    defaults = {
        name: value
        for name, value in list_defaults(operation.schema).items()
        if value != [] and not is_of_file(fields_by_name[name])
    }
    assert documented == defaults


def test_defaults_of_dataclasses_are_documented() -> None:
    for schema in list_some(list_schemas()):
        for field in fields(schema.target):
            name = "from" if field.name == "end" else field.name
            if name not in schema.fields:
                continue
            has_default = (
                field.default is not MISSING or field.default_factory is not MISSING
            )
            if not has_default:
                assert schema.fields[name].required, (schema, name)
            elif field.default not in {MISSING, None, ()}:
                assert schema.defaults[name] == field.default, (schema, name)
