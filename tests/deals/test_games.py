import json
import re
from collections import Counter
from itertools import product
from typing import Any

from flask.testing import FlaskClient

from service.cards.options import OPTIONS, PackOptions
from service.games.catalogue import FAMILIES, GAMES
from service.games.game import Game, set_up
from tests.http.spec import (
    check_batch,
    check_response,
    get,
    get_errors,
    json_object,
    post,
)
from tests.options import list_values
from tests.tables import for_each

NDJSON = {"Accept": "application/x-ndjson"}
TEXT = {"Accept": "text/plain"}
TABLES = [(game, players) for game in GAMES.values() for players in game.players]
PACK_OPTIONS = {"decks": [3, 2]} | {name: list_values(name)[1:] for name in OPTIONS}
RESULT_NAMES = (
    "hands",
    "piles",
    "board",
    "dealer",
    "vulnerable",
    "pbn",
    "number",
    "mpsz",
    "grid",
)
GAME_OPTIONS = {"board": 3, "deal_number": 617, "format": "pbn"}


def get_name(value: object) -> object:
    return getattr(value, "name", value)


every_game = for_each("game", GAMES.values(), ids=get_name)
every_table = for_each(("game", "players"), TABLES, ids=get_name)
some_tables = for_each(("game", "players"), TABLES, ids=get_name, share=3)
every_numbered_game = for_each(
    "game",
    [game for game in GAMES.values() if "deal_number" in game.options],
    ids=get_name,
)


def deal_path(game: Game) -> str:
    return f"/v1/games/{game.name}/deal"


def result_names(deal: dict[str, Any]) -> tuple[str, ...]:
    """Return the names of the members that a batch has in lists."""
    return tuple(name for name in RESULT_NAMES if name in deal)


def get_piles(deal: dict[str, Any]) -> list[dict[str, Any]]:
    return [*deal["hands"], *deal["piles"]]


def test_the_list_names_every_game(client: FlaskClient) -> None:
    games = get(client, "/v1/games")["games"]
    assert [game["game"] for game in games] == list(GAMES)
    for summary in games:
        game = GAMES[summary["game"]]
        assert summary["deal"] == deal_path(game)
        assert summary["options"] == list(game.options)
        players = game.players
        assert list(summary["players"].values())[:3] == [
            players.min,
            players.max,
            players.default,
        ]
        assert summary["players"].get("without", []) == list(players.without)


@for_each(
    ("family", "games"), [(name, family.games) for name, family in FAMILIES.items()]
)
def test_the_list_can_be_of_one_family(
    client: FlaskClient, family: str, games: tuple[Game, ...]
) -> None:
    listed = get(client, "/v1/games", family=family)["games"]
    assert [summary["game"] for summary in listed] == [game.name for game in games]
    assert {summary["family"] for summary in listed} == {family}


def test_the_list_can_be_for_a_number_of_players_and_with_a_deck(
    client: FlaskClient,
) -> None:
    for players, deck in product((0, 3, 9), ("standard", "keno")):
        listed = {
            game["game"]
            for game in get(client, "/v1/games", players=players, deck=deck)["games"]
        }
        fitting = [game for game in GAMES.values() if players in game.players]
        assert listed == {game.name for game in fitting if game.deck == deck}


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


def test_a_description_lists_the_stages(client: FlaskClient) -> None:
    described = get(client, "/v1/games/holdem"), get(client, "/v1/games/blackjack")
    stages = [["hole", "flop", "turn", "river"], ["first_cards", "second_cards"]]
    assert [game["stages"] for game in described] == stages
    assert [game["continues"] for game in described] == [False, True]


@some_tables
def test_the_layout_has_the_cards_of_the_deal(
    client: FlaskClient, game: Game, players: int
) -> None:
    described = get(client, f"/v1/games/{game.name}", players=players)
    is_counted = all("count" in cards for cards in described["layout"])
    assert set_up(game, players, PackOptions()).procedure.needs_faces or is_counted
    laid: Counter[Any] = Counter()
    uncertain = {
        (cards["place"], cards.get("part", ""))
        for cards in described["layout"]
        if "count" not in cards
    }
    for cards in described["layout"]:
        laid[cards["place"], cards.get("part", "")] += cards.get("count", 0)
    expected: Counter[Any] = Counter()
    for each in get_piles(get(client, deal_path(game), players=players)):
        name = each.get("seat", each.get("name"))
        parts = each.get("parts", [])
        expected.update({(name, part["name"]): len(part["cards"]) for part in parts})
        expected[name, ""] = len(each["cards"]) - sum(
            len(part["cards"]) for part in parts
        )
    for place in laid.keys() | expected.keys() - uncertain:
        assert place in uncertain or laid[place] == expected[place], place


@every_table
def test_a_description_names_the_stock_and_the_direction(
    client: FlaskClient, game: Game, players: int
) -> None:
    description = get(client, f"/v1/games/{game.name}", players=players)
    steps = " ".join(description["procedure"])
    stock = re.search(r"The \w+ that are left are the (\w+)", steps)
    direction = re.search(r", ((?:anti)?clockwise)", steps)
    assert description.get("stock") == (stock[1] if stock else None)
    assert description.get("direction") == (direction[1] if direction else None)


def test_a_game_is_described_for_the_requested_packs(client: FlaskClient) -> None:
    description = get(client, "/v1/games/hearts", exclude="2S,2H,2D,2C")
    assert description["size"] == 48
    first = "Shuffle 1 pack of the standard deck, without 2S, 2H, 2D and 2C: 48 cards in all."
    assert description["procedure"][0] == first
    assert "exclude" in get_errors(client, "/v1/games/bridge", exclude="2S")


@every_game
def test_a_game_is_described_and_dealt_to_the_default_number_of_players(
    client: FlaskClient, game: Game
) -> None:
    default = game.players.default
    assert get(client, f"/v1/games/{game.name}") == get(
        client, f"/v1/games/{game.name}", players=default
    )
    assert get(client, deal_path(game), seed="s") == get(
        client, deal_path(game), seed="s", players=default
    )


@every_game
def test_players_out_of_range_are_refused_with_the_range(
    client: FlaskClient, game: Game
) -> None:
    for path in (f"/v1/games/{game.name}", deal_path(game)):
        sentence = get_errors(client, path, players=game.players.max + 1)["players"]
        assert (
            str(game.players)
            if game.players.max
            else "deals no hands; leave players out"
        ) in sentence


@some_tables
def test_every_card_is_dealt_once_by_get_and_by_post(
    client: FlaskClient, game: Game, players: int
) -> None:
    deal = get(client, deal_path(game), players=players, seed="42")
    assert deal == post(client, deal_path(game), players=players, seed="42")
    assert sorted(
        index for pile in get_piles(deal) for index in pile["indices"]
    ) == list(range(deal["size"]))
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
    first, second = (get(client, deal_path(game)) for _ in range(2))
    assert get_piles(first) != get_piles(second)
    assert not {"seed", "index", "stream"} & set(first)


@some_tables
def test_a_batch_consists_of_its_single_deals(
    client: FlaskClient, game: Game, players: int
) -> None:
    parameters = {"players": players, "seed": "b"}
    batch = get(client, f"{deal_path(game)}/batch", **parameters, index=7, repeats=2)
    singles = [
        get(client, deal_path(game), **parameters, index=index) for index in (7, 8)
    ]
    check_batch(batch, singles, result_names(singles[0]))
    assert (
        post(client, f"{deal_path(game)}/batch", **parameters, index=7, repeats=2)
        == batch
    )


@every_game
def test_lines_of_a_batch_have_its_deals_and_texts_tabs_between_places(
    client: FlaskClient, game: Game
) -> None:
    url = f"{deal_path(game)}/batch?seed=t&repeats=2"
    batch = json_object(client.get(url))
    lines = [
        json.loads(line) for line in client.get(url, headers=NDJSON).text.splitlines()
    ]
    assert lines == [
        {"index": i} | {name: batch[name][i] for name in result_names(batch)}
        for i in range(2)
    ]
    text = client.get(url, headers=TEXT).text
    for line, hands, piles in zip(
        text.splitlines(), batch["hands"], batch["piles"], strict=True
    ):
        fields = line.split("\t")
        for pile in (*hands, *piles):
            parts = [" ".join(part["cards"]) for part in pile.get("parts", ())]
            named_cards = sum(len(part["cards"]) for part in pile.get("parts", ()))
            own_fields = fields[
                : len(parts) + (not parts or named_cards < len(pile["cards"]))
            ]
            assert " ".join(filter(None, own_fields)).split() == pile["cards"]
            assert set(parts) <= set(own_fields)
            del fields[: len(own_fields)]
        assert not fields
    assert text.startswith(client.get(f"{deal_path(game)}?seed=t", headers=TEXT).text)


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
    line = client.get(f"/v1/games/{game}/deal?seed=t", headers=TEXT).text.removesuffix(
        "\n"
    )
    assert [len(field.split()) for field in line.split("\t")] == sizes


@every_game
@for_each("notation", ["unicode", "name"], share=2)
def test_cards_are_in_the_requested_notation(
    client: FlaskClient, game: Game, notation: str
) -> None:
    if notation == "unicode" and any(
        card.unicode is None for card in set_up(game, None, PackOptions()).shoe
    ):
        assert set(get_errors(client, deal_path(game), notation=notation)) == {
            "notation"
        }
        return
    codes, others = (
        get(client, deal_path(game), seed="w", notation=name)
        for name in ("code", notation)
    )
    packs = {name: codes[name] for name in PACK_OPTIONS if name in codes}
    excluded = {"exclude": ",".join(codes["exclude"])} if "exclude" in codes else {}
    cards = get(client, f"/v1/decks/{game.deck}", **packs, **excluded)["cards"]
    assert others["request"].get("notation", "code") == notation
    for pile, other in zip(get_piles(codes), get_piles(others), strict=True):
        assert pile["indices"] == other["indices"]
        assert other["cards"] == [cards[index][notation] for index in other["indices"]]


@every_game
@for_each("option", PACK_OPTIONS)
def test_options_of_packs_are_in_the_response_or_refused(
    client: FlaskClient, game: Game, option: str
) -> None:
    value = next(
        value for value in PACK_OPTIONS[option] if value != game.pack_defaults[option]
    )
    if option in game.options:
        assert get(client, deal_path(game), **{option: value})[option] == value
    else:
        sentence = get_errors(client, deal_path(game), **{option: value})[option]
        assert sentence.startswith(f"{game.name} does not take {option}")


@every_game
def test_the_options_of_a_response_can_be_sent_with_the_next_request(
    client: FlaskClient, game: Game
) -> None:
    """They are accepted by games that do not let them be chosen, too."""
    deal = get(client, deal_path(game), seed="r")
    options = {name: deal[name] for name in (*PACK_OPTIONS, "exclude") if name in deal}
    assert post(client, deal_path(game), seed="r", **options) == deal


@for_each(
    ("game", "option"),
    [
        (game, option)
        for game in GAMES.values()
        for option in GAME_OPTIONS
        if option not in game.options
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_an_option_of_other_games_is_refused_by_their_names(
    client: FlaskClient, game: Game, option: str
) -> None:
    sentence = get_errors(client, deal_path(game), **{option: GAME_OPTIONS[option]})[
        option
    ]
    assert sentence.startswith(f"{game.name} does not take {option}; it belongs to ")
    owners = sentence.removesuffix(".").rsplit(" belongs to ", 1)[1].split(", ")
    assert owners == [other.name for other in GAMES.values() if option in other.options]


@every_game
def test_cards_are_excluded_or_it_is_refused_with_a_reason(
    client: FlaskClient, game: Game
) -> None:
    """Exclude the first card; games that need every card, or an even number for each player, refuse that."""
    code = next(iter(get(client, f"/v1/decks/{game.deck}")["cards"]))["code"]
    response = check_response(
        client.get(deal_path(game), query_string={"exclude": code.lower(), "seed": "e"})
    )
    if "exclude" not in game.options or game.name in {"hearts", "pinochle", "war"}:
        errors = json_object(response)["errors"]
        assert set(errors) == {"exclude"}
        assert errors["exclude"][0].startswith(
            f"{game.name} does not take exclude"
        ) is ("exclude" not in game.options)
        return
    deal = json_object(response)
    assert deal["exclude"] == [
        *game.packs.exclude,
        *game.removed_by_players.get(deal["players"], ()),
        code,
    ]
    assert code not in [card for pile in get_piles(deal) for card in pile["cards"]]
    assert sorted(
        index for pile in get_piles(deal) for index in pile["indices"]
    ) == list(range(deal["size"]))


def test_cards_can_be_excluded_in_any_spelling_by_get_and_by_post(
    client: FlaskClient,
) -> None:
    deal = get(client, "/v1/games/holdem/deal", exclude="10s,ah", seed="e")
    assert deal == post(
        client, "/v1/games/holdem/deal", exclude=["10s", "ah"], seed="e"
    )
    assert deal["exclude"] == ["TS", "AH"]
    assert deal["size"] == 50


@for_each(
    "board, dealer, vulnerable, first",
    [["1", "N", "None", "E"], ["16", "W", "EW", "N"]],
)
def test_a_board_has_its_dealer_and_vulnerability(
    client: FlaskClient, board: str, dealer: str, vulnerable: str, first: str
) -> None:
    top = get(client, "/v1/decks/standard/shuffle", seed="b", count=1)["cards"][0]
    deal = get(client, "/v1/games/bridge/deal", seed="b", board=board)
    assert deal["board"] == int(board)
    assert deal["dealer"] == dealer
    assert deal["vulnerable"] == vulnerable
    hands = {hand["seat"]: hand["cards"] for hand in deal["hands"]}
    assert list(hands) == ["N", "E", "S", "W"]
    assert hands[first][0] == top
    assert deal["pbn"].startswith("N:")


def test_every_hand_of_oh_hell_has_the_requested_number_of_cards(
    client: FlaskClient,
) -> None:
    usual = get(client, "/v1/games/oh_hell/deal", seed="o")
    deal = get(client, "/v1/games/oh_hell/deal", seed="o", cards=3)
    assert "cards" not in usual
    assert deal["cards"] == 3
    assert [hand["cards"] for hand in deal["hands"]] == [
        hand["cards"][:3] for hand in usual["hands"]
    ]
    assert [(pile["name"], len(pile["cards"])) for pile in deal["piles"]] == [
        ("trump", 1),
        ("stock", 39),
    ]
    assert post(client, "/v1/verify", **deal)["valid"] is True
    described = get(client, "/v1/games/oh_hell", players=7, cards=1)
    assert "Each hand gets 1 card." in described["procedure"]


@for_each(("players", "most"), [(3, 17), (4, 12), (5, 10), (6, 8), (7, 7)])
def test_a_hand_of_oh_hell_leaves_a_card_to_turn(
    client: FlaskClient, players: int, most: int
) -> None:
    deal = get(client, "/v1/games/oh_hell/deal", players=players, cards=most)
    assert all(len(hand["cards"]) == most for hand in deal["hands"])
    errors = get_errors(
        client, "/v1/games/oh_hell/deal", players=players, cards=most + 1
    )
    assert errors == {
        "cards": f"oh_hell deals 1 to {most} cards to each of {players} players, not {most + 1}."
    }


def test_the_board_is_by_default_the_index_plus_one_and_a_requested_one_counts_up(
    client: FlaskClient,
) -> None:
    path = "/v1/games/bridge/deal"
    assert get(client, path)["board"] == get(client, path, seed="b")["board"] == 1
    assert get(client, path, seed="b", index=20)["board"] == 21
    batch = get(client, f"{path}/batch", seed="b", index=3, repeats=5)
    assert batch["board"] == [4, 5, 6, 7, 8]
    assert "".join(batch["dealer"]) == "WNESW"
    assert batch["vulnerable"] == ["All", "NS", "EW", "All", "None"]
    assert get(client, f"{path}/batch", repeats=3)["board"] == [1, 2, 3]
    batch = get(client, f"{path}/batch", seed="b", index=3, board=16, repeats=3)
    assert batch["board"] == [16, 17, 18]
    singles = [get(client, path, seed="b", index=3 + i, board=16 + i) for i in range(3)]
    check_batch(batch, singles, result_names(singles[0]))


MAX_BOARD = 2**53 - 1


def test_the_last_boards_are_dealt(client: FlaskClient) -> None:
    assert (
        get(client, "/v1/games/bridge/deal", seed="b", index=MAX_BOARD - 1)["board"]
        == MAX_BOARD
    )
    assert (
        get(
            client, "/v1/games/bridge/deal", seed="b", index=MAX_BOARD, board=MAX_BOARD
        )["board"]
        == MAX_BOARD
    )
    batch = get(client, "/v1/games/bridge/deal/batch", board=MAX_BOARD - 1, repeats=2)
    assert batch["board"] == [MAX_BOARD - 1, MAX_BOARD]
    assert (
        get(client, "/v1/games/spades/deal", seed="b", index=MAX_BOARD)["index"]
        == MAX_BOARD
    )


def test_a_file_of_boards_is_downloaded(client: FlaskClient) -> None:
    for extension, accept, path in product(
        ("pbn", "lin"), ("*/*", "text/plain"), ("?", "/batch?repeats=3&")
    ):
        url = f"/v1/games/bridge/deal{path}seed=f&format={extension}&notation=code"
        response = client.get(url, headers={"Accept": accept})
        assert response.status_code == 200
        assert response.mimetype == f"application/x-{extension}"
        assert (
            response.headers["Content-Disposition"]
            == f'attachment; filename="bridge.{extension}"'
        )
        assert "immutable" in response.headers["Cache-Control"]


def test_a_file_has_the_boards_of_the_batch(client: FlaskClient) -> None:
    parameters = {"seed": "f", "index": 5, "repeats": 3}
    batch = get(client, "/v1/games/bridge/deal/batch", **parameters)
    pbn = client.get(
        "/v1/games/bridge/deal/batch", query_string=parameters | {"format": "pbn"}
    ).text
    assert pbn.startswith("% PBN 2.1\r\n% EXPORT\r\n")
    assert [line[8:-2] for line in pbn.splitlines() if line.startswith("[Board ")] == [
        "6",
        "7",
        "8",
    ]
    assert [
        line[9:-2] for line in pbn.splitlines() if line.startswith("[Dealer ")
    ] == batch["dealer"]
    lin = client.post(
        "/v1/games/bridge/deal/batch", json=parameters | {"format": "lin"}
    ).text
    assert [line.split("|")[1] for line in lin.splitlines()] == ["o6", "o7", "o8"]
    single = client.get("/v1/games/bridge/deal?seed=f&index=6&format=lin").text
    assert single == lin.splitlines(keepends=True)[1]


def test_riichi_hands_are_also_in_mpsz(client: FlaskClient) -> None:
    deal = get(client, "/v1/games/riichi/deal", seed="m")
    assert list(deal["mpsz"]) == ["east", "south", "west", "north"]
    for hand in deal["hands"]:
        groups = re.findall(r"(\d+)([mpsz])", deal["mpsz"][hand["seat"]])
        tiles = [number + letter for numbers, letter in groups for number in numbers]
        assert sorted(tiles) == sorted(hand["cards"])


def test_a_card_of_bingo_is_also_a_grid_of_rows(client: FlaskClient) -> None:
    deal = get(client, "/v1/games/bingo_card/deal", seed="g")
    assert [len(row) for row in deal["grid"]] == [5] * 5
    assert deal["grid"][2][2] is None
    numbers = [
        number
        for column in zip(*deal["grid"], strict=True)
        for number in column
        if number
    ]
    assert numbers == [int(card[1:]) for card in deal["hands"][0]["cards"]]


COLUMNS = {
    "freecell": "JD KD 2S 4C 3S 6D 6S/2D KC KS 5C TD 8S 9C",
    "klondike": "QH/7H TS/5D 9S 5C/JC KC KH 4C/9H KD QC KS 3C/2D 5H AD 2S QD AH/JD 7C 5S 3H 9D JS AS",
}
"""The first columns of deal 1: of FreeCell as Rosetta Code publishes it, of Klondike as PySol deals it."""


@every_numbered_game
def test_a_deal_number_deals_the_published_order(
    client: FlaskClient, game: Game
) -> None:
    deal = get(client, deal_path(game), deal_number=1)
    tableau = [" ".join(column["cards"]) for column in deal["piles"][0]["parts"]]
    assert "/".join(tableau).startswith(COLUMNS[game.name])
    members = [
        deal[name] for name in ("deal_number", "algorithm", "uniformity", "draws")
    ]
    assert members == [1, None, "deterministic", 0]
    assert not {"seed", "index", "stream"} & set(deal)


@every_numbered_game
def test_deal_numbers_end_at_a_million(client: FlaskClient, game: Game) -> None:
    assert (
        get(client, f"{deal_path(game)}/batch", deal_number=999_999, repeats=2)[
            "repeats"
        ]
        == 2
    )


@every_numbered_game
def test_deal_numbers_count_up_in_a_batch_of_every_media_type(
    client: FlaskClient, game: Game
) -> None:
    parameters = {"deal_number": 616, "repeats": 3}
    batch = post(client, f"{deal_path(game)}/batch", **parameters)
    assert batch["deal_number"] == 616
    assert batch["draws"] == 0
    assert batch["repeats"] == 3
    assert batch["piles"] == [
        get(client, deal_path(game), deal_number=616 + offset)["piles"]
        for offset in range(3)
    ]
    lines = client.get(
        f"{deal_path(game)}/batch", query_string=parameters, headers=NDJSON
    ).data.splitlines()
    assert [json.loads(line)["piles"] for line in lines] == batch["piles"]
    text = client.get(
        f"{deal_path(game)}/batch", query_string=parameters, headers=TEXT
    ).text.splitlines()
    columns = [
        [" ".join(column["cards"]) for column in piles[0]["parts"]]
        for piles in batch["piles"]
    ]
    assert [
        line.split("\t")[: len(row)] for line, row in zip(text, columns, strict=True)
    ] == columns
