"""/v1/games over HTTP."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.core.cards.options import OPTIONS, PackOptions
from service.core.games.catalogue import GAMES
from service.core.games.game import Game, set_up
from tests.api.spec import check_batch, check_response, get, json_object, post

LINES = {"Accept": "application/x-ndjson"}
TEXT = {"Accept": "text/plain"}
TABLES = [(game, players) for game in GAMES.values() for players in range(game.players.min, game.players.max + 1)]
PACK_OPTIONS = {"decks": 3} | {name: option.values[1] for name, option in OPTIONS.items()}
GAME_OPTIONS = {"board": 3, "deal_number": 617, "format": "pbn"}


def called(value: object) -> object:
    return getattr(value, "name", value)


every_game = pytest.mark.parametrize("game", GAMES.values(), ids=called)
every_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=called)
numbered = pytest.mark.parametrize(
    "game", [game for game in GAMES.values() if "deal_number" in game.options], ids=called
)


def deal(game: Game) -> str:
    return f"/v1/games/{game.name}/deal"


def refused(client: FlaskClient, path: str, **query: Any) -> dict[str, str]:
    """The sentences of a refusal, by the parameter on whose account it is."""
    answer = check_response(client.get(path, query_string=query))
    assert answer.status_code == 422, answer.text
    return {field: " ".join(sentences) for field, sentences in json_object(answer)["errors"].items()}


def results(dealt: dict[str, Any]) -> tuple[str, ...]:
    """The members that a batch has one of for each result."""
    return tuple(set(dealt) & {"hands", "piles", "board", "dealer", "vulnerable", "pbn", "mpsz", "grid"})


def held(dealt: dict[str, Any]) -> list[dict[str, Any]]:
    return [*dealt["hands"], *dealt["piles"]]


def test_the_list_names_every_game(client: FlaskClient) -> None:
    listed = get(client, "/v1/games")["games"]
    assert [game["game"] for game in listed] == list(GAMES)
    for summary in listed:
        game = GAMES[summary["game"]]
        assert summary["deal"] == deal(game)
        assert summary["options"] == list(game.options)
        assert summary["players"] == {
            "least": game.players.min,
            "most": game.players.max,
            "usual": game.players.default,
        }


@every_table
def test_a_description_tells_the_deal_to_so_many(client: FlaskClient, game: Game, players: int) -> None:
    described = get(client, f"/v1/games/{game.name}", players=players)
    dealt = get(client, deal(game), players=players)
    assert described["size"] == dealt["size"]
    assert described["seats"] == [hand["seat"] for hand in dealt["hands"]]
    assert described["piles"] == [pile["name"] for pile in dealt["piles"]]
    assert described["procedure"][0].startswith("Shuffle ")


def test_a_game_is_described_for_the_packs_asked_for(client: FlaskClient) -> None:
    described = get(client, "/v1/games/hearts", exclude="2S,2H,2D,2C")
    assert described["size"] == 48
    assert described["procedure"][0] == (
        "Shuffle 1 pack of the standard deck, without 2S and 2H and 2D and 2C: 48 cards in all."
    )
    assert "exclude" in refused(client, "/v1/games/bridge", exclude="2S")


@every_game
def test_a_game_is_described_and_dealt_to_the_usual_number_if_nothing_is_said(client: FlaskClient, game: Game) -> None:
    usual = game.players.default
    assert get(client, f"/v1/games/{game.name}") == get(client, f"/v1/games/{game.name}", players=usual)
    assert get(client, deal(game), seed="s") == get(client, deal(game), seed="s", players=usual)


@every_game
def test_players_out_of_range_are_refused_with_the_range(client: FlaskClient, game: Game) -> None:
    for path in (f"/v1/games/{game.name}", deal(game)):
        sentence = refused(client, path, players=game.players.max + 1)["players"]
        assert str(game.players) in sentence or not game.players.max


def test_a_game_that_there_is_not_is_not_found(client: FlaskClient) -> None:
    for path in ("/v1/games/brigde", "/v1/games/brigde/deal"):
        answer = check_response(client.get(path))
        assert answer.status_code == 404
        assert "bridge" in json_object(answer)["detail"]


@every_table
def test_every_card_is_dealt_once_by_get_and_by_post(client: FlaskClient, game: Game, players: int) -> None:
    dealt = get(client, deal(game), players=players, seed="42")
    assert dealt == post(client, deal(game), players=players, seed="42")
    assert sorted(index for part in held(dealt) for index in part["indices"]) == list(range(dealt["size"]))
    assert (dealt["game"], dealt["deck"], dealt["players"]) == (game.name, game.deck, players)
    assert (dealt["algorithm"], dealt["uniformity"], dealt["draws"]) == ("fisher_yates", "exact", dealt["size"] - 1)


@every_game
def test_a_deal_without_a_seed_is_another_one_each_time(client: FlaskClient, game: Game) -> None:
    first, second = (get(client, deal(game)) for _ in range(2))
    assert held(first) != held(second)
    assert not {"seed", "index", "stream"} & set(first)


@every_game
def test_parts_are_parts_of_what_has_them(client: FlaskClient, game: Game) -> None:
    for whole in held(get(client, deal(game), seed="parts")):
        for part in whole.get("parts", ()):
            assert set(part["indices"]) <= set(whole["indices"])
            assert dict(zip(whole["indices"], whole["cards"], strict=True)).items() >= {
                *zip(part["indices"], part["cards"], strict=True)
            }


@every_table
def test_a_batch_is_its_single_deals_by_index(client: FlaskClient, game: Game, players: int) -> None:
    asked = {"players": players, "seed": "b"}
    batch = get(client, f"{deal(game)}/batch", **asked, index=7, repeats=3)
    singles = [get(client, deal(game), **asked, index=7 + place) for place in range(3)]
    check_batch(batch, singles, results(singles[0]))
    assert post(client, f"{deal(game)}/batch", **asked, index=7, repeats=3) == batch


@every_game
def test_lines_of_json_are_the_deals_of_the_batch(client: FlaskClient, game: Game) -> None:
    path = f"{deal(game)}/batch?seed=n&index=5&repeats=4"
    batch = get(client, f"{deal(game)}/batch", seed="n", index=5, repeats=4)
    answer = client.get(path, headers=LINES)
    assert answer.mimetype == "application/x-ndjson"
    expected = [{"index": 5 + i} | {name: batch[name][i] for name in results(batch)} for i in range(4)]
    assert [json.loads(line) for line in answer.data.splitlines()] == expected


@every_game
def test_the_text_of_a_deal_has_tabs_between_hands_piles_and_parts(client: FlaskClient, game: Game) -> None:
    batch = get(client, f"{deal(game)}/batch", seed="t", repeats=2)
    text = client.get(f"{deal(game)}/batch?seed=t&repeats=2", headers=TEXT)
    assert text.mimetype == "text/plain"
    for line, hands, piles in zip(text.text.splitlines(), batch["hands"], batch["piles"], strict=True):
        fields = line.split("\t")
        for whole in (*hands, *piles):
            parts = [" ".join(part["cards"]) for part in whole.get("parts", ())]
            named = sum(len(part["cards"]) for part in whole.get("parts", ()))
            own = fields[: len(parts) + (not parts or named < len(whole["cards"]))]
            assert " ".join(filter(None, own)).split() == whole["cards"]
            assert set(parts) <= set(own)
            del fields[: len(own)]
        assert not fields
    first = client.get(f"{deal(game)}?seed=t", headers=TEXT).text
    assert first == text.text.splitlines(keepends=True)[0]


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        ("holdem", [2, 2, 2, 2, 2, 2, 3, 3, 1, 1, 32]),
        ("seven_card_stud", [2, 1, 1, 1, 1, 1] * 6 + [4, 6]),
        ("blackjack", [2, 1, 1, 1, 307]),
        ("baccarat", [2, 2, 1, 2, 409]),
        ("whist", [13, 13, 13, 12, 1]),
        ("euchre", [5, 5, 5, 5, 1, 3]),
        ("klondike", [1, 2, 3, 4, 5, 6, 7, 0, 24]),
        ("freecell", [7, 7, 7, 7, 6, 6, 6, 6, 0]),
        ("spider", [6, 6, 6, 6, 5, 5, 5, 5, 5, 5, 0, 50]),
        ("mahjong", [14, 13, 13, 13, 1, 0, 0, 3, 87]),
        ("riichi", [14, 13, 13, 13, 4, 5, 5, 69]),
        ("bingo_card", [5, 5, 4, 5, 5, 51]),
        ("bridge", [13, 13, 13, 13]),
    ],
)
def test_a_part_with_a_name_is_a_field_of_the_text(client: FlaskClient, game: str, sizes: list[int]) -> None:
    """Also where it is empty; what is in no part that has a name is a field before it or after it, as it came."""
    line = client.get(f"/v1/games/{game}/deal?seed=t", headers=TEXT).text.removesuffix("\n")
    assert [len(field.split()) for field in line.split("\t")] == sizes


@every_game
@pytest.mark.parametrize("notation", ["unicode", "name", "index"])
def test_cards_are_written_as_asked(client: FlaskClient, game: Game, notation: str) -> None:
    if notation == "unicode" and any(card.unicode is None for card in set_up(game, None, PackOptions()).shoe):
        assert set(refused(client, deal(game), notation=notation)) == {"notation"}
        return
    codes, others = (get(client, deal(game), seed="w", notation=asked) for asked in ("code", notation))
    packs = {name: codes[name] for name in ("decks", "jokers", "red_fives") if name in codes}
    cards = get(client, f"/v1/decks/{game.deck}", **packs)["cards"]
    assert others["notation"] == notation
    for one, other in zip(held(codes), held(others), strict=True):
        assert one["indices"] == other["indices"]
        assert other["cards"] == [cards[index][notation] for index in other["indices"]]


@every_game
@pytest.mark.parametrize("option", PACK_OPTIONS)
def test_packs_that_do_not_fit_are_refused_and_others_said(client: FlaskClient, game: Game, option: str) -> None:
    asked: dict[str, Any] = {option: PACK_OPTIONS[option]}
    if option in game.options:
        assert get(client, deal(game), **asked)[option] == PACK_OPTIONS[option]
    else:
        assert game.name in refused(client, deal(game), **asked)[option]


@every_game
@pytest.mark.parametrize("option", GAME_OPTIONS)
def test_an_option_of_other_games_is_refused_and_they_are_named(client: FlaskClient, game: Game, option: str) -> None:
    if option in game.options:
        return
    sentence = refused(client, deal(game), **{option: GAME_OPTIONS[option]})[option]
    assert sentence.startswith(f"{game.name} does not take {option}; it belongs to ")
    named = sentence.removesuffix(".").rsplit(" belongs to ", 1)[1].split(", ")
    assert named == [other.name for other in GAMES.values() if option in other.options]


@every_game
def test_cards_are_taken_out_or_it_is_said_why_not(client: FlaskClient, game: Game) -> None:
    """The first card, to the usual number; where every card has its place, or it must come out even, none is."""
    code = next(iter(get(client, f"/v1/decks/{game.deck}")["cards"]))["code"]
    answer = check_response(client.get(deal(game), query_string={"exclude": code.lower(), "seed": "e"}))
    if "exclude" not in game.options or game.name in {"hearts", "pinochle", "war"}:
        errors = json_object(answer)["errors"]
        assert set(errors) == {"exclude"}
        assert errors["exclude"][0].startswith(f"{game.name} does not take exclude") is ("exclude" not in game.options)
        return
    dealt = json_object(answer)
    assert dealt["exclude"] == [code]
    assert code not in [card for part in held(dealt) for card in part["cards"]]
    assert sorted(index for part in held(dealt) for index in part["indices"]) == list(range(dealt["size"]))


def test_cards_can_be_taken_out_in_any_spelling_by_get_and_by_post(client: FlaskClient) -> None:
    dealt = get(client, "/v1/games/holdem/deal", exclude="10s,ah", seed="e")
    assert dealt == post(client, "/v1/games/holdem/deal", exclude=["10s", "ah"], seed="e")
    assert (dealt["exclude"], dealt["size"]) == (["TS", "AH"], 50)


def test_too_few_cards_are_refused_with_the_arithmetic(client: FlaskClient) -> None:
    out = ",".join(rank + suit for rank in "23456" for suit in "SHDC") + ",7S,7H,7D,7C,8S,8H,8D,8C"
    sentence = refused(client, "/v1/games/holdem/deal", players=10, exclude=out)["exclude"]
    assert sentence == "holdem deals 28 cards to 10 players, but there are 24: 4 too few."


@pytest.mark.parametrize(
    ("board", "dealer", "vulnerable", "first"),
    [(1, "N", "None", "E"), (2, "E", "NS", "S"), (3, "S", "EW", "W"), (4, "W", "All", "N"), (16, "W", "EW", "N")],
)
def test_a_board_says_who_deals_and_who_is_vulnerable(
    client: FlaskClient, board: int, dealer: str, vulnerable: str, first: str
) -> None:
    top = get(client, "/v1/decks/standard/shuffle", seed="b", count=1)["cards"][0]
    dealt = get(client, "/v1/games/bridge/deal", seed="b", board=board)
    assert (dealt["board"], dealt["dealer"], dealt["vulnerable"]) == (board, dealer, vulnerable)
    hands = {hand["seat"]: hand["cards"] for hand in dealt["hands"]}
    assert list(hands) == ["N", "E", "S", "W"]
    assert hands[first][0] == top
    assert dealt["pbn"].startswith("N:")


def test_the_board_is_by_default_the_index_and_one(client: FlaskClient) -> None:
    assert get(client, "/v1/games/bridge/deal")["board"] == 1
    assert get(client, "/v1/games/bridge/deal", seed="b")["board"] == 1
    assert get(client, "/v1/games/bridge/deal", seed="b", index=20)["board"] == 21
    batch = get(client, "/v1/games/bridge/deal/batch", seed="b", index=3, repeats=5)
    assert batch["board"] == [4, 5, 6, 7, 8]
    assert "".join(batch["dealer"]) == "WNESW"
    assert batch["vulnerable"] == ["All", "NS", "EW", "All", "None"]
    assert get(client, "/v1/games/bridge/deal/batch", repeats=3)["board"] == [1, 2, 3]


def test_a_board_that_is_asked_for_counts_up_in_a_batch(client: FlaskClient) -> None:
    batch = get(client, "/v1/games/bridge/deal/batch", seed="b", index=3, board=16, repeats=3)
    assert batch["board"] == [16, 17, 18]
    singles = [get(client, "/v1/games/bridge/deal", seed="b", index=3 + i, board=16 + i) for i in range(3)]
    check_batch(batch, singles, results(singles[0]))


LAST = 2**53 - 1


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson", "text/plain"])
@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"seed": "b", "index": LAST}, "index"),
        ({"seed": "b", "index": LAST, "format": "pbn"}, "index"),
        ({"seed": "b", "index": LAST, "repeats": 1}, "index"),
        ({"seed": "b", "index": LAST - 1, "repeats": 2}, "repeats"),
        ({"seed": "b", "index": LAST - 300, "repeats": 301}, "repeats"),
        ({"seed": "b", "index": LAST - 300, "repeats": 301, "format": "lin"}, "repeats"),
        ({"board": LAST, "repeats": 2}, "repeats"),
    ],
)
def test_a_board_with_a_number_that_not_every_reader_can_hold_is_refused(
    client: FlaskClient, asked: dict[str, Any], field: str, accept: str
) -> None:
    batch = "/batch" if "repeats" in asked else ""
    if not batch and accept == "application/x-ndjson":
        return
    answer = check_response(client.get(f"/v1/games/bridge/deal{batch}", query_string=asked, headers={"Accept": accept}))
    assert json_object(answer)["errors"] == {field: ["No board has a number above 9,007,199,254,740,991."]}


def test_the_last_boards_are_dealt(client: FlaskClient) -> None:
    assert get(client, "/v1/games/bridge/deal", seed="b", index=LAST - 1)["board"] == LAST
    assert get(client, "/v1/games/bridge/deal", seed="b", index=LAST, board=LAST)["board"] == LAST
    assert get(client, "/v1/games/bridge/deal/batch", board=LAST - 1, repeats=2)["board"] == [LAST - 1, LAST]
    assert get(client, "/v1/games/spades/deal", seed="b", index=LAST)["index"] == LAST


@pytest.mark.parametrize("asked", ["board=0", "board=9007199254740992", "board=x", "format=xml", "format=PBN"])
def test_boards_and_formats_that_there_are_not_are_refused(client: FlaskClient, asked: str) -> None:
    name, value = asked.split("=")
    assert set(refused(client, "/v1/games/bridge/deal", **{name: value})) == {name}


@pytest.mark.parametrize("extension", ["pbn", "lin"])
@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"notation": "name"}, "notation"),
        ({"notation": "index"}, "notation"),
        ({"notation": "name", "name_style": "retro"}, "notation"),
        ({"name_style": "retro"}, "name_style"),
        ({"name_style": "modern"}, "name_style"),
    ],
)
def test_a_file_takes_no_notation(client: FlaskClient, extension: str, asked: dict[str, Any], field: str) -> None:
    sentence = refused(client, "/v1/games/bridge/deal", format=extension, **asked)[field]
    assert sentence == f"A file has a notation of its own; format={extension} takes no {field}."
    assert client.get(f"/v1/games/bridge/deal?format={extension}&notation=code").status_code == 200


@pytest.mark.parametrize(("extension", "media_type"), [("pbn", "application/x-pbn"), ("lin", "application/x-lin")])
@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/plain"])
def test_a_file_of_boards_is_downloaded(client: FlaskClient, extension: str, media_type: str, accept: str) -> None:
    headers = {"Accept": accept}
    for path in ("deal?", "deal/batch?repeats=3&"):
        answer = client.get(f"/v1/games/bridge/{path}seed=f&format={extension}", headers=headers)
        assert answer.status_code == 200
        assert answer.mimetype == media_type
        assert answer.headers["Content-Disposition"] == f'attachment; filename="bridge.{extension}"'
        assert "immutable" in answer.headers["Cache-Control"]


def test_a_file_has_the_boards_of_the_batch(client: FlaskClient) -> None:
    asked = {"seed": "f", "index": 5, "repeats": 3}
    batch = get(client, "/v1/games/bridge/deal/batch", **asked)
    pbn = client.get("/v1/games/bridge/deal/batch", query_string=asked | {"format": "pbn"}).text
    assert pbn.startswith("% PBN 2.1\r\n% EXPORT\r\n")
    assert [line[8:-2] for line in pbn.splitlines() if line.startswith("[Board ")] == ["6", "7", "8"]
    assert [line[9:-2] for line in pbn.splitlines() if line.startswith("[Dealer ")] == batch["dealer"]
    lin = client.post("/v1/games/bridge/deal/batch", json=asked | {"format": "lin"}).text
    assert [line.split("|")[1] for line in lin.splitlines()] == ["o6", "o7", "o8"]
    single = client.get("/v1/games/bridge/deal?seed=f&index=6&format=lin").text
    assert single == lin.splitlines(keepends=True)[1]


@pytest.mark.parametrize("seed", ["m", "n"])
def test_riichi_hands_are_also_told_as_calculators_read_them(client: FlaskClient, seed: str) -> None:
    dealt = get(client, "/v1/games/riichi/deal", seed=seed)
    assert list(dealt["mpsz"]) == ["east", "south", "west", "north"]
    for hand in dealt["hands"]:
        text, tiles, numbers = dealt["mpsz"][hand["seat"]], [], ""
        for letter in text:
            if letter.isdigit():
                numbers += letter
            else:
                tiles += [number + letter for number in numbers]
                numbers = ""
        assert sorted(tiles) == sorted(hand["cards"])


def test_a_sheet_of_bingo_is_also_told_row_by_row(client: FlaskClient) -> None:
    dealt = get(client, "/v1/games/bingo_card/deal", seed="g")
    assert [len(row) for row in dealt["grid"]] == [5] * 5
    assert dealt["grid"][2][2] is None
    numbers = [number for column in zip(*dealt["grid"], strict=True) for number in column if number]
    assert numbers == [int(card[1:]) for card in dealt["hands"][0]["cards"]]


COLUMNS = {
    "freecell": ["JD KD 2S 4C 3S 6D 6S", "2D KC KS 5C TD 8S 9C"],
    "klondike": [
        "QH",
        "7H TS",
        "5D 9S 5C",
        "JC KC KH 4C",
        "9H KD QC KS 3C",
        "2D 5H AD 2S QD AH",
        "JD 7C 5S 3H 9D JS AS",
    ],
}
"""The first columns of deal 1: of FreeCell as Rosetta Code publishes it, of Klondike as PySol deals it."""


@numbered
def test_a_number_deals_the_published_order(client: FlaskClient, game: Game) -> None:
    dealt = get(client, deal(game), deal_number=1)
    tableau = [" ".join(column["cards"]) for column in dealt["piles"][0]["parts"]]
    assert tableau[: len(COLUMNS[game.name])] == COLUMNS[game.name]
    assert (dealt["deal_number"], dealt["algorithm"], dealt["uniformity"], dealt["draws"]) == (
        1,
        None,
        "deterministic",
        0,
    )
    assert not {"seed", "index", "stream"} & set(dealt)


@numbered
def test_numbers_count_up_in_a_batch(client: FlaskClient, game: Game) -> None:
    batch = post(client, f"{deal(game)}/batch", deal_number=616, repeats=3)
    singles = [get(client, deal(game), deal_number=616 + place) for place in range(3)]
    assert (batch["deal_number"], batch["draws"], batch["repeats"]) == (616, 0, 3)
    assert batch["piles"] == [single["piles"] for single in singles]


@numbered
def test_numbers_end_at_a_million(client: FlaskClient, game: Game) -> None:
    assert get(client, f"{deal(game)}/batch", deal_number=999_999, repeats=2)["repeats"] == 2
    assert "1,000,000" in refused(client, f"{deal(game)}/batch", deal_number=999_999, repeats=3)["repeats"]
    for number in (0, 1_000_001):
        assert set(refused(client, deal(game), deal_number=number)) == {"deal_number"}


@numbered
@pytest.mark.parametrize(
    ("others", "field"),
    [
        ({"seed": "42"}, "seed"),
        ({"algorithm": "riffle"}, "algorithm"),
        ({"algorithm": "riffle", "passes": 3}, "algorithm"),
        ({"suit_order": "SHDC"}, "suit_order"),
    ],
)
def test_a_number_takes_nothing_that_would_change_the_order(
    client: FlaskClient, game: Game, others: dict[str, Any], field: str
) -> None:
    sentence = refused(client, deal(game), deal_number=617, **others)[field]
    assert sentence == f"A deal_number stands for one order, and takes no {field}."


@numbered
def test_a_number_takes_no_index(client: FlaskClient, game: Game) -> None:
    assert refused(client, deal(game), deal_number=617, index=3)


@numbered
def test_a_number_is_told_in_every_form(client: FlaskClient, game: Game) -> None:
    asked = {"deal_number": 5, "repeats": 2}
    batch = get(client, f"{deal(game)}/batch", **asked)
    lines = client.get(f"{deal(game)}/batch", query_string=asked, headers=LINES).data.splitlines()
    assert [json.loads(line)["piles"] for line in lines] == batch["piles"]
    text = client.get(f"{deal(game)}/batch", query_string=asked, headers=TEXT).text.splitlines()
    columns = [[" ".join(column["cards"]) for column in piles[0]["parts"]] for piles in batch["piles"]]
    assert [line.split("\t")[: len(row)] for line, row in zip(text, columns, strict=True)] == columns
