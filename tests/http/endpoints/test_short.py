"""Which requests an event loop may answer itself: those whose time no structure decides that a caller sent."""

from urllib.parse import urlencode

import pytest

from service.app import Application, create_app
from service.blueprints import BLUEPRINTS
from service.http.blueprint import Operation
from service.settings import Settings
from tests.http.spec import example_requests
from tests.tables import for_each
from tools.url_rules import fill_rule

_CARDS = "decks jokers suit_order red_fives exclude only name_style notation"
_DRAW = "seed index repeats"

SHORT = {
    "shuffle_deck": f"{_DRAW} {_CARDS} count",
    "deal_deck": f"{_DRAW} {_CARDS} hands cards packets burn",
    "deal_game": f"{_DRAW} {_CARDS} players cards board deal_number format event site date include_seed",
    "draw_integers": f"{_DRAW} min max count replacement",
    "list_game_names": "family players deck",
    "list_rankings": "",
    "list_schemes": "",
    "list_algorithms": "",
    "describe_algorithm": "",
    "list_keys": "",
    "list_problems": "",
    "describe_problem": "",
    "livez": "",
    "readyz": "",
    "metrics": "",
}
"""The operations whose views are short, and the parameters that leave them so; all other operations are long."""

OPERATIONS = {
    operation.name: operation
    for blueprint in BLUEPRINTS
    for operation in blueprint.operations
}
SHORT_DRAWS = {
    "/v1/decks/standard/shuffle",
    "/v1/decks/standard/shuffle/batch",
    "/v1/decks/standard/deal",
    "/v1/decks/standard/deal/batch",
    "/v1/games/bridge/deal",
    "/v1/games/bridge/deal/batch",
    "/v1/games/names",
    "/v1/integers",
    "/v1/integers/batch",
}
"""The paths whose examples have parameters and are short."""


@pytest.fixture(scope="module")
def app() -> Application:
    return create_app(Settings())


def fill_path(operation: Operation) -> str:
    """Return the path of an operation with the examples of its parameters."""
    examples = {parameter.name: str(parameter.example) for parameter in operation.path}
    return fill_rule(operation.rule, examples)


def is_short(
    app: Application, target: str, method: str = "GET", length: int = 0
) -> bool:
    path, _, query = target.partition("?")
    return app.is_short(method, path, query, length)


@for_each("name", OPERATIONS)
def test_an_operation_is_short_if_it_says_so_and_with_no_parameter_that_it_does_not_list(
    name: str, app: Application
) -> None:
    operation = OPERATIONS[name]
    path = fill_path(operation)
    if operation.method == "POST":
        assert is_short(app, path, "POST")  # the refusal of a request without a body
        assert not is_short(app, path, "POST", length=2)
        return
    view = name.removesuffix("_batch")
    for method in ("GET", "HEAD"):
        assert is_short(app, path, method) is (view in SHORT)
        assert not is_short(app, path, method, length=1)
    assert is_short(app, path, "OPTIONS")
    listed = SHORT.get(view, "").split()
    for parameter in operation.schema.fields:
        assert is_short(app, f"{path}?{parameter}=1") is (parameter in listed)
    assert not is_short(app, f"{path}?unknown=1")


def test_examples_of_plain_draws_are_short(app: Application) -> None:
    """They are among the examples of the document, so that whoever copies one has the fastest response."""
    short = set()
    for path, arguments in example_requests("GET").items():
        query = urlencode(arguments, safe=",")
        if arguments and is_short(app, f"{path}?{query}"):
            short.add(path)
    assert short == SHORT_DRAWS


@for_each(
    ("path", "most"),
    [
        ("/v1/integers?max={}", 2_000),
        ("/v1/integers?max=100&min=-{}", 1_899),
        ("/v1/integers?max=9007199254740991&count={}", 2_000),
        ("/v1/integers/batch?max=50&repeats={}", 32),
        ("/v1/integers/batch?max=100&repeats={}", 20),
        ("/v1/decks/standard/shuffle?decks={}", 38),
        ("/v1/decks/standard/shuffle/batch?count=5&repeats={}", 32),
        ("/v1/decks/mahjong/shuffle?decks={}", 13),
        ("/v1/decks/standard/deal?cards=1&hands={}", 97),
        ("/v1/games/bridge/deal/batch?repeats={}", 3),
        ("/v1/games/bridge/deal?decks={}", 28),
    ],
)
def test_numbers_are_short_up_to_a_bound(
    path: str, most: int, app: Application
) -> None:
    assert is_short(app, path.format(most))
    assert not is_short(app, path.format(most + 1))


@for_each(
    "target",
    [
        "/v1/decks/standard/shuffle?sign=true",
        "/v1/decks/standard/shuffle?algorithm=riffle",
        "/v1/decks/standard/shuffle?algorithm=riffle&passes=1000",
        "/v1/integers?max=100000&count=5&algorithm=durstenfeld",
        "/v1/decks/standard/shuffle?decks=1.5",
        "/v1/decks/standard/shuffle?decks=%31",
        "/v1/decks/standard/shuffle?deck%73=9",
        "/v1/decks/standard/shuffle?decks=",
        "/v1/decks/standard/shuffle?decks=1&&decks=1",
        f"/v1/decks/standard/shuffle?decks={'9' * 17}",
        f"/v1/decks/standard/shuffle?seed={'9' * 4096}",
        "/v1/decks/standard/shuffle?" + "&".join(["seed=1"] * 20),
        "/v1/decks/dominoes/shuffle?highest=18",
        "/v1/decks/standar/shuffle",
        "/v1/games/brige/deal",
        "/v1/bingo/strips",
        "/v1/algorithms/naive_swap/bias?n=3",
        "/openapi.json?operations=shuffle_deck",
        "/draw",
        "/docs/search.json",
        f"/{'x' * 64}",
    ],
)
def test_what_has_structure_or_many_items_or_an_unknown_name_is_long(
    target: str, app: Application
) -> None:
    assert not is_short(app, target)


@for_each(
    "target",
    [
        "/v1/decks/standard/shuffle?seed=42&count=5&algorithm=fisher_yates",
        "/v1/games/Bridge/deal",
        "/v1/decks/standard/shuffle?exclude=2S,2H&exclude=2D",
        "/v1/games/bridge/deal?format=pbn&deal_number=53644737765488792839237439999",
        "/nothing",
        "/v1/items/groups",
        "/v1/decks/standard/shuffle?",
    ],
)
def test_plain_draws_and_paths_that_are_not_served_are_short(
    target: str, app: Application
) -> None:
    assert is_short(app, target)


def test_a_view_that_says_nothing_is_long() -> None:
    app = create_app(Settings())
    app.add_url_rule("/new", "new", lambda: "new", methods=["GET", "POST"])
    for method in ("GET", "HEAD", "POST"):
        assert not is_short(app, "/new", method)
