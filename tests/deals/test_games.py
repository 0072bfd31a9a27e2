"""/v1/games/<game>/deal deals each game by its rules and its description, with options, boards and numbers of deals."""

import json
import re
from collections import Counter
from itertools import product
from typing import Any

from flask.testing import FlaskClient

from service.cards.options import OPTIONS, PackOptions
from service.games.catalogue import GAMES
from service.games.game import Game, set_up
from tests.http.spec import check_batch, get, get_errors, json_object, post
from tests.options import list_values
from tests.tables import for_each

Json = dict[str, Any]

NDJSON = {"Accept": "application/x-ndjson"}
TEXT = {"Accept": "text/plain"}
TABLES = [(game, players) for game in GAMES.values() for players in game.players]
PACK_OPTIONS = {"decks": [3, 2]} | {name: list_values(name)[1:] for name in OPTIONS}
RESULT_NAMES = "hands piles board dealer vulnerable pbn number mpsz grid"
GAME_OPTIONS = {"board": 3, "deal_number": 617, "format": "pbn"}


def get_name(value: object) -> object:
    """Return the name of a game, or the value itself."""
    return getattr(value, "name", value)


every_game = for_each("game", GAMES.values(), ids=get_name)
some_tables = for_each(("game", "players"), TABLES, ids=get_name, share=3)
NUMBERED = [game for game in GAMES.values() if "deal_number" in game.options]
every_numbered_game = for_each("game", NUMBERED, ids=get_name)


def deal_path(game: Game) -> str:
    """Return the path of the deal of a game."""
    return f"/v1/games/{game.name}/deal"


def result_names(deal: Json) -> tuple[str, ...]:
    """Return the names of the members that a batch has in lists."""
    return tuple(name for name in RESULT_NAMES.split() if name in deal)


def deal_game(client: FlaskClient, game: str, **query: Any) -> Json:
    """Return a deal of a game."""
    return get(client, f"/v1/games/{game}/deal", **query)


def get_piles(deal: Json) -> list[Json]:
    """Return the hands and the piles of a deal."""
    return [*deal["hands"], *deal["piles"]]


def get_indices(deal: Json) -> list[int]:
    """Return the indices of all cards of a deal, in ascending order."""
    return sorted(index for pile in get_piles(deal) for index in pile["indices"])


@some_tables
def test_a_description_is_of_the_deal_to_that_number_of_players(
    client: FlaskClient, game: Game, players: int
) -> None:
    description = get(client, f"/v1/games/{game.name}", players=players)
    deal = get(client, deal_path(game), players=players)
    assert description["size"] == deal["size"]
    assert description["seats"] == [hand["seat"] for hand in deal["hands"]]
    assert description["piles"] == [pile["name"] for pile in deal["piles"]]
    assert description["procedure"][0].startswith("Shuffle ")


Places = Counter[tuple[str, str]]
"""How many cards each part of a hand or a pile has; the part "" has those in no named part."""


def count_cards(deal: Json) -> Places:
    """Return how many cards each place of a deal has."""
    counts: Places = Counter()
    for pile in get_piles(deal):
        name = pile.get("seat") or pile["name"]
        counts[name, ""] = len(pile["cards"])
        for part in pile.get("parts", []):
            counts[name, part["name"]] += len(part["cards"])
            counts[name, ""] -= len(part["cards"])
    return counts


@some_tables
def test_the_layout_has_the_cards_of_the_deal(
    client: FlaskClient, game: Game, players: int
) -> None:
    layout = get(client, f"/v1/games/{game.name}", players=players)["layout"]
    counts: Places = Counter()
    uncertain = set()
    for cards in layout:
        place = (cards["place"], cards.get("part", ""))
        counts[place] += cards.get("count", 0)
        if "count" not in cards:
            uncertain.add(place)
    procedure = set_up(game, players, PackOptions()).procedure
    assert procedure.needs_faces or not uncertain
    deal = get(client, deal_path(game), players=players)
    expected = count_cards(deal)
    for place in (counts.keys() | expected.keys()) - uncertain:
        assert counts[place] == expected[place], place


@every_game
def test_a_game_is_described_and_dealt_to_the_default_number_of_players(
    client: FlaskClient, game: Game
) -> None:
    default = game.players.default
    path = f"/v1/games/{game.name}"
    assert get(client, path) == get(client, path, players=default)
    deal = get(client, deal_path(game), seed="s")
    assert deal == get(client, deal_path(game), seed="s", players=default)


@every_game
def test_players_out_of_range_are_refused_with_the_range(
    client: FlaskClient, game: Game
) -> None:
    most = game.players.max
    limit = str(game.players) if most else "deals no hands; leave players out"
    for path in (f"/v1/games/{game.name}", deal_path(game)):
        errors = get_errors(client, path, players=most + 1)
        assert limit in errors["players"]


@some_tables
def test_every_card_is_dealt_once_by_get_and_by_post(
    client: FlaskClient, game: Game, players: int
) -> None:
    deal = get(client, deal_path(game), players=players, seed="42")
    assert deal == post(client, deal_path(game), players=players, seed="42")
    assert get_indices(deal) == list(range(deal["size"]))
    assert deal["game"] == game.name
    assert deal["deck"] == game.deck
    assert deal["players"] == players
    assert deal["algorithm"] == "fisher_yates"
    assert deal["uniformity"] == "exact"
    assert deal["draws"] == deal["size"] - 1
    for pile in get_piles(deal):
        cards = dict(zip(pile["indices"], pile["cards"], strict=True))
        for part in pile.get("parts", ()):
            assert part["cards"] == [cards[index] for index in part["indices"]]


@every_game
def test_a_deal_without_a_seed_is_different_each_time(
    client: FlaskClient, game: Game
) -> None:
    first = get(client, deal_path(game))
    second = get(client, deal_path(game))
    assert get_piles(first) != get_piles(second)
    assert not {"seed", "index", "stream"} & set(first)


@some_tables
def test_a_batch_consists_of_its_single_deals(
    client: FlaskClient, game: Game, players: int
) -> None:
    parameters = {"players": players, "seed": "b"}
    path = deal_path(game)
    batch = get(client, f"{path}/batch", **parameters, index=7, repeats=2)
    singles = [get(client, path, **parameters, index=index) for index in (7, 8)]
    check_batch(batch, singles, result_names(singles[0]))
    posted = post(client, f"{path}/batch", **parameters, index=7, repeats=2)
    assert posted == batch


def check_fields(fields: list[str], piles: list[Json]) -> None:
    """Compare the fields of a line with piles, each with a field for each part and one for cards in none."""
    for pile in piles:
        parts = [part["cards"] for part in pile.get("parts", ())]
        has_others = not parts or sum(map(len, parts)) < len(pile["cards"])
        size = len(parts) + has_others
        own_fields = fields[:size]
        assert " ".join(own_fields).split() == pile["cards"]
        assert {" ".join(cards) for cards in parts} <= set(own_fields)
        del fields[:size]
    assert not fields


@every_game
def test_lines_of_a_batch_have_its_deals_and_texts_tabs_between_places(
    client: FlaskClient, game: Game
) -> None:
    url = f"{deal_path(game)}/batch?seed=t&repeats=2"
    batch = json_object(client.get(url))
    lines = client.get(url, headers=NDJSON).text.splitlines()
    names = result_names(batch)
    for index, line in enumerate(lines):
        single = {name: batch[name][index] for name in names}
        assert json.loads(line) == single | {"index": index}
    assert len(lines) == 2
    text = client.get(url, headers=TEXT).text
    places = zip(batch["hands"], batch["piles"], strict=True)
    for line, (hands, piles) in zip(text.splitlines(), places, strict=True):
        check_fields(line.split("\t"), hands + piles)
    first = client.get(f"{deal_path(game)}?seed=t", headers=TEXT).text
    assert text.startswith(first)


@for_each(
    ("game", "sizes"),
    [
        ("holdem", [2, 2, 2, 2, 2, 2, 3, 3, 1, 1, 32]),
        ("blackjack", [2, 1, 1, 1, 307]),
        ("whist", [13, 13, 13, 12, 1]),
        ("freecell", [7, 7, 7, 7, 6, 6, 6, 6, 0]),
        ("mahjong", [14, 13, 13, 13, 1, 0, 0, 3, 87]),
        ("bingo_card", [5, 5, 4, 5, 5, 51]),
    ],
)
def test_a_part_with_a_name_is_a_field_of_the_text(
    client: FlaskClient, game: str, sizes: list[int]
) -> None:
    """An empty part is an empty field; cards in no named part are a field before or after it, in their order."""
    text = client.get(f"/v1/games/{game}/deal?seed=t", headers=TEXT).text
    fields = text.removesuffix("\n").split("\t")
    assert [len(field.split()) for field in fields] == sizes


@every_game
@for_each("notation", ["unicode", "name"])
def test_cards_are_in_the_requested_notation(
    client: FlaskClient, game: Game, notation: str
) -> None:
    shoe = set_up(game, None, PackOptions()).shoe
    if notation == "unicode" and any(card.unicode is None for card in shoe):
        errors = get_errors(client, deal_path(game), notation=notation)
        assert set(errors) == {"notation"}
        return
    codes = get(client, deal_path(game), seed="w", notation="code")
    others = get(client, deal_path(game), seed="w", notation=notation)
    packs = {name: codes[name] for name in PACK_OPTIONS if name in codes}
    if "exclude" in codes:
        packs["exclude"] = ",".join(codes["exclude"])
    cards = get(client, f"/v1/decks/{game.deck}", **packs)["cards"]
    assert others["request"].get("notation", "code") == notation
    for pile, other in zip(get_piles(codes), get_piles(others), strict=True):
        assert pile["indices"] == other["indices"]
        assert other["cards"] == [cards[index][notation] for index in other["indices"]]


@every_game
@for_each("option", PACK_OPTIONS)
def test_options_of_packs_are_in_the_response_or_refused(
    client: FlaskClient, game: Game, option: str
) -> None:
    default = game.pack_defaults[option]
    value = next(value for value in PACK_OPTIONS[option] if value != default)
    if option in game.options:
        deal = get(client, deal_path(game), **{option: value})
        assert deal[option] == value
    else:
        errors = get_errors(client, deal_path(game), **{option: value})
        assert errors[option].startswith(f"{game.name} does not take {option}")


@every_game
def test_the_options_of_a_response_can_be_sent_with_the_next_request(
    client: FlaskClient, game: Game
) -> None:
    """They are accepted by games that do not let them be chosen, too."""
    deal = get(client, deal_path(game), seed="r")
    names = deal.keys() & {*PACK_OPTIONS, "exclude"}
    options = {name: deal[name] for name in names}
    assert post(client, deal_path(game), seed="r", **options) == deal


OTHER_OPTIONS = [
    (game, option)
    for game, option in product(GAMES.values(), GAME_OPTIONS)
    if option not in game.options
]


@for_each(("game", "option"), OTHER_OPTIONS, ids=get_name)
def test_an_option_of_other_games_is_refused_by_their_names(
    client: FlaskClient, game: Game, option: str
) -> None:
    errors = get_errors(client, deal_path(game), **{option: GAME_OPTIONS[option]})
    owners = [other.name for other in GAMES.values() if option in other.options]
    sentence = f"{game.name} does not take {option}; it belongs to {', '.join(owners)}."
    assert errors[option] == sentence


@every_game
def test_cards_are_excluded_or_it_is_refused_with_a_reason(
    client: FlaskClient, game: Game
) -> None:
    """Exclude the first card; games that need every card, or an even number for each player, refuse that."""
    first, *_ = get(client, f"/v1/decks/{game.deck}")["cards"]
    code = first["code"]
    query = {"exclude": code.lower(), "seed": "e"}
    is_option = "exclude" in game.options
    if not is_option or game.name in {"hearts", "pinochle", "war"}:
        errors = get_errors(client, deal_path(game), **query)
        assert set(errors) == {"exclude"}
        start = f"{game.name} does not take exclude"
        assert errors["exclude"].startswith(start) is (not is_option)
        return
    deal = get(client, deal_path(game), **query)
    removed = game.removed_by_players.get(deal["players"], ())
    assert deal["exclude"] == [*game.packs.exclude, *removed, code]
    assert code not in [card for pile in get_piles(deal) for card in pile["cards"]]
    assert get_indices(deal) == list(range(deal["size"]))


def test_cards_can_be_excluded_in_any_spelling_by_get_and_by_post(
    client: FlaskClient,
) -> None:
    path = "/v1/games/holdem/deal"
    deal = get(client, path, exclude="10s,ah", seed="e")
    assert deal == post(client, path, exclude=["10s", "ah"], seed="e")
    assert deal["exclude"] == ["TS", "AH"]
    assert deal["size"] == 50


@for_each(
    ("board", "dealer", "vulnerable", "first"),
    [(1, "N", "None", "E"), (16, "W", "EW", "N")],
)
def test_a_board_has_its_dealer_and_vulnerability(
    client: FlaskClient, board: int, dealer: str, vulnerable: str, first: str
) -> None:
    [top] = get(client, "/v1/decks/standard/shuffle", seed="b", count=1)["cards"]
    deal = deal_game(client, "bridge", seed="b", board=board)
    assert deal["board"] == board
    assert deal["dealer"] == dealer
    assert deal["vulnerable"] == vulnerable
    hands = {hand["seat"]: hand["cards"] for hand in deal["hands"]}
    assert list(hands) == ["N", "E", "S", "W"]
    assert hands[first][0] == top
    assert deal["pbn"].startswith("N:")


def test_every_hand_of_oh_hell_has_the_requested_number_of_cards(
    client: FlaskClient,
) -> None:
    usual = deal_game(client, "oh_hell", seed="o")
    deal = deal_game(client, "oh_hell", seed="o", cards=3)
    assert "cards" not in usual
    assert deal["cards"] == 3
    first_cards = [hand["cards"][:3] for hand in usual["hands"]]
    assert [hand["cards"] for hand in deal["hands"]] == first_cards
    sizes = {pile["name"]: len(pile["cards"]) for pile in deal["piles"]}
    assert sizes == {"trump": 1, "stock": 39}
    assert list(sizes) == ["trump", "stock"]
    assert post(client, "/v1/verify", **deal)["valid"] is True


@for_each(("players", "most"), [(3, 17), (4, 12), (5, 10), (6, 8), (7, 7)])
def test_a_hand_of_oh_hell_leaves_a_card_to_turn(
    client: FlaskClient, players: int, most: int
) -> None:
    deal = deal_game(client, "oh_hell", players=players, cards=most)
    assert {len(hand["cards"]) for hand in deal["hands"]} == {most}
    path = "/v1/games/oh_hell/deal"
    errors = get_errors(client, path, players=players, cards=most + 1)
    sentence = (
        f"oh_hell deals 1 to {most} cards to each of {players} players, not {most + 1}."
    )
    assert errors == {"cards": sentence}


@for_each(
    ("query", "board"), [({}, 1), ({"seed": "b"}, 1), ({"seed": "b", "index": 20}, 21)]
)
def test_the_board_is_by_default_the_index_plus_one(
    client: FlaskClient, query: Json, board: int
) -> None:
    assert deal_game(client, "bridge", **query)["board"] == board


def test_the_boards_of_a_batch_are_by_default_the_indices_plus_one(
    client: FlaskClient,
) -> None:
    path = "/v1/games/bridge/deal/batch"
    batch = get(client, path, seed="b", index=3, repeats=5)
    assert batch["board"] == [4, 5, 6, 7, 8]
    assert "".join(batch["dealer"]) == "WNESW"
    assert batch["vulnerable"] == ["All", "NS", "EW", "All", "None"]
    assert get(client, path, repeats=3)["board"] == [1, 2, 3]


def test_a_requested_board_counts_up(client: FlaskClient) -> None:
    path = "/v1/games/bridge/deal/batch"
    batch = get(client, path, seed="b", index=3, board=16, repeats=3)
    assert batch["board"] == [16, 17, 18]
    singles = [
        deal_game(client, "bridge", seed="b", index=index, board=board)
        for index, board in ((3, 16), (4, 17), (5, 18))
    ]
    check_batch(batch, singles, result_names(singles[0]))


MAX_BOARD = 2**53 - 1


def test_the_last_boards_are_dealt(client: FlaskClient) -> None:
    by_index = deal_game(client, "bridge", seed="b", index=MAX_BOARD - 1)
    assert by_index["board"] == MAX_BOARD
    both = deal_game(client, "bridge", seed="b", index=MAX_BOARD, board=MAX_BOARD)
    assert both["board"] == MAX_BOARD
    batch = get(client, "/v1/games/bridge/deal/batch", board=MAX_BOARD - 1, repeats=2)
    assert batch["board"] == [MAX_BOARD - 1, MAX_BOARD]


def test_the_last_index_of_a_game_without_boards_is_dealt(client: FlaskClient) -> None:
    deal = deal_game(client, "spades", seed="b", index=MAX_BOARD)
    assert deal["index"] == MAX_BOARD


@for_each("extension", ["pbn", "lin"])
@for_each("accept", ["*/*", "text/plain"])
@for_each("path", ["deal?", "deal/batch?repeats=3&"])
def test_a_file_of_boards_is_downloaded(
    client: FlaskClient, extension: str, accept: str, path: str
) -> None:
    url = f"/v1/games/bridge/{path}seed=f&format={extension}&notation=code"
    response = client.get(url, headers={"Accept": accept})
    assert response.status_code == 200
    assert response.mimetype == f"application/x-{extension}"
    disposition = f'attachment; filename="bridge.{extension}"'
    assert response.headers["Content-Disposition"] == disposition
    assert "immutable" in response.headers["Cache-Control"]


def test_a_pbn_file_has_the_boards_of_the_batch(client: FlaskClient) -> None:
    path = "/v1/games/bridge/deal/batch"
    batch = get(client, path, seed="f", index=5, repeats=3)
    pbn = client.get(f"{path}?seed=f&index=5&repeats=3&format=pbn").text
    assert pbn.startswith("% PBN 2.1\r\n% EXPORT\r\n")
    assert re.findall(r'^\[Board "(.+)"\]', pbn, re.MULTILINE) == ["6", "7", "8"]
    assert re.findall(r'^\[Dealer "(.+)"\]', pbn, re.MULTILINE) == batch["dealer"]


def test_a_lin_file_has_the_boards_of_the_batch(client: FlaskClient) -> None:
    body = {"seed": "f", "index": 5, "repeats": 3, "format": "lin"}
    lin = client.post("/v1/games/bridge/deal/batch", json=body).text
    assert [line.split("|")[1] for line in lin.splitlines()] == ["o6", "o7", "o8"]
    single = client.get("/v1/games/bridge/deal?seed=f&index=6&format=lin").text
    assert single == lin.splitlines(keepends=True)[1]


def test_riichi_hands_are_also_in_mpsz(client: FlaskClient) -> None:
    deal = deal_game(client, "riichi", seed="m")
    assert list(deal["mpsz"]) == ["east", "south", "west", "north"]
    for hand in deal["hands"]:
        groups = re.findall(r"(\d+)([mpsz])", deal["mpsz"][hand["seat"]])
        tiles = [number + letter for numbers, letter in groups for number in numbers]
        assert sorted(tiles) == sorted(hand["cards"])


def test_a_card_of_bingo_is_also_a_grid_of_rows(client: FlaskClient) -> None:
    deal = deal_game(client, "bingo_card", seed="g")
    grid = deal["grid"]
    assert [len(row) for row in grid] == [5] * 5
    assert grid[2][2] is None
    columns = zip(*grid, strict=True)
    numbers = [number for column in columns for number in column if number]
    [hand] = deal["hands"]
    assert numbers == [int(card[1:]) for card in hand["cards"]]


COLUMNS = {
    "freecell": "JD KD 2S 4C 3S 6D 6S/2D KC KS 5C TD 8S 9C",
    "klondike": "QH/7H TS/5D 9S 5C/JC KC KH 4C/9H KD QC KS 3C/2D 5H AD 2S QD AH/JD 7C 5S 3H 9D JS AS",
}
"""The first columns of deal 1: of FreeCell as Rosetta Code publishes it, of Klondike as PySol deals it."""


def list_columns(piles: list[Json]) -> list[str]:
    """Return the columns of the tableau, each a text of codes."""
    tableau = piles[0]
    return [" ".join(column["cards"]) for column in tableau["parts"]]


@every_numbered_game
def test_a_deal_number_deals_the_published_order(
    client: FlaskClient, game: Game
) -> None:
    deal = deal_game(client, game.name, deal_number=1)
    columns = "/".join(list_columns(deal["piles"]))
    assert columns.startswith(COLUMNS[game.name])
    assert deal["deal_number"] == 1
    assert deal["algorithm"] is None
    assert deal["uniformity"] == "deterministic"
    assert deal["draws"] == 0
    assert not {"seed", "index", "stream"} & set(deal)


@every_numbered_game
def test_deal_numbers_end_at_a_million(client: FlaskClient, game: Game) -> None:
    path = f"{deal_path(game)}/batch"
    batch = get(client, path, deal_number=999_999, repeats=2)
    assert batch["repeats"] == 2


@every_numbered_game
def test_deal_numbers_count_up_in_a_batch_of_every_media_type(
    client: FlaskClient, game: Game
) -> None:
    path = f"{deal_path(game)}/batch"
    parameters = {"deal_number": 616, "repeats": 3}
    batch = post(client, path, **parameters)
    assert batch["deal_number"] == 616
    assert batch["draws"] == 0
    assert batch["repeats"] == 3
    singles = [deal_game(client, game.name, deal_number=616 + i) for i in range(3)]
    assert batch["piles"] == [single["piles"] for single in singles]
    ndjson = client.get(path, query_string=parameters, headers=NDJSON).text
    lines = [json.loads(line) for line in ndjson.splitlines()]
    assert [line["piles"] for line in lines] == batch["piles"]
    text = client.get(path, query_string=parameters, headers=TEXT).text
    for line, piles in zip(text.splitlines(), batch["piles"], strict=True):
        columns = list_columns(piles)
        assert line.split("\t")[: len(columns)] == columns
