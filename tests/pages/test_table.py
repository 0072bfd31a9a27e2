"""The form of the table has every parameter of a deal, with its texts, choices and hints."""

import json
import re
from typing import Any

from flask.testing import FlaskClient

from service.cards.endpoint import DeckShuffleRequest
from service.cards.options import PackOptions
from service.deals.decks import DeckDealQuery
from service.deals.game_requests import GameDealQuery
from service.games.catalogue import GAMES
from service.games.game import GameTable, set_up
from service.games.stages import lay_out
from service.pages.languages import DEFAULT, TEXTS
from service.pages.table_form import table_context
from service.rankings.badugi import BadugiCategory
from service.rankings.jacks_or_better import Win
from service.rankings.poker_orders import Category
from service.rankings.three_cards import ThreeCardCategory
from service.sealed.endpoint.requests import OpenShoeRequest
from tools.files import ROOT

FORM: dict[str, Any] = table_context()["form"]
NOT_SHOWN = {
    "notation",
    "name_style",
    "format",
    "event",
    "site",
    "date",
    "include_seed",
    "sign",
}
NOT_OF_A_SEALED_GAME = {
    "scheme",
    "game",
    "deck",
    "min",
    "max",
    "items",
    "items_sha256",
    "cut",
    "reshuffle",
}
OF_PRIVATE_HANDS = {"reveal", "auditor", "words", "consent", "view_keys"}
OF_OTHER_SHOES = {"hands", "packets", "burn", "piles"}
FACTS = {
    "decks": {"least": 1, "most": 100, "usual": 1},
    "jokers": {"least": 0, "most": 4, "usual": 0},
    "players": {},
    "highest": {"usual": 6},
    "deal_number": {"least": 1, "most": 1_000_000},
}
"""What hints say besides the meaning, which is a text of the page."""
OTHERS = {"range", "usual", "commas", "playersRange", "playersPrivate"}
"""Texts of hints that are of no parameter."""


SCHEMAS = {
    "games/deal": GameDealQuery(),
    "games/seal": OpenShoeRequest(),
    "decks/shuffle": DeckShuffleRequest(),
    "decks/deal": DeckDealQuery(),
}
"""The schemas of the requests of the form."""


def test_the_form_has_the_parameters_that_change_the_deal_and_no_others() -> None:
    left_out = NOT_SHOWN | NOT_OF_A_SEALED_GAME | OF_PRIVATE_HANDS
    expected = {path: set(schema.fields) - left_out for path, schema in SCHEMAS.items()}
    expected["games/seal"] -= OF_OTHER_SHOES
    found = {path: set(names) for path, names in FORM["requests"].items()}
    assert found == expected
    assert set(FORM["fields"]) == set.union(*found.values())


def test_the_form_offers_private_hands_for_the_games_that_have_some() -> None:
    offered = {entry["game"] for entry in FORM["games"] if entry.get("private")}
    with_hands = ["holdem", "seven_card_stud", "bridge", "skat", "riichi", "dominoes"]
    assert offered.issuperset(with_hands)
    without = [
        "blackjack",
        "baccarat",
        "klondike",
        "bingo_card",
        "open_face_chinese",
        "badugi",
    ]
    assert offered.isdisjoint(without)


def test_a_parameter_has_a_hint_choices_and_a_value_that_can_be_dealt(
    client: FlaskClient,
) -> None:
    fields = FORM["fields"]
    for name, facts in FACTS.items():
        bounds = {"least", "most", "usual"} & fields[name].keys()
        assert {key: fields[name][key] for key in bounds} == facts, name
    choices = {
        name: field["choices"] for name, field in fields.items() if field["choices"]
    }
    assert set(choices) == {"algorithm", "variant", "suit_order", "highest"}
    assert choices["highest"] == [6, 9, 12, 15, 18]
    typed = {name for name, field in fields.items() if not field["isNumeric"]}
    assert typed - choices.keys() == {"seed", "exclude", "only", "label"}
    values = {name: field["value"] for name, field in fields.items() if field["value"]}
    dealt = client.get("/v1/decks/standard/deal", query_string=values)
    assert dealt.status_code == 200


def test_a_parameter_and_a_family_of_games_have_texts() -> None:
    texts = TEXTS[DEFAULT]["table"]
    families = {game["family"] for game in FORM["games"]}
    assert texts["hints"].keys() - OTHERS == FORM["fields"].keys()
    assert texts["fields"].keys() >= FORM["fields"].keys()
    assert texts["families"].keys() == families | {"decks"}


def test_the_page_is_small_and_names_the_file_with_its_form(
    client: FlaskClient,
) -> None:
    for language in TEXTS:
        html = client.get(f"/?lang={language}", headers={"Accept": "text/html"}).text
        assert len(html.encode()) <= 25_000, language
        (address,) = re.findall(r'data-parts="\./(.*?)"', html)
        parts = client.get(f"/{address}").get_json()
        assert parts["variables"]["form"] == json.loads(json.dumps(FORM))
        assert parts["texts"]["table"] == TEXTS[language]["table"]


def list_places_of_table(table: GameTable) -> set[str]:
    """Return the names of the seats, stages, piles and parts of hands of a game for a number of players."""
    procedure = table.procedure
    names = {*map(str, procedure.seats), *map(str, procedure.stages)}
    for run in lay_out(table, range(len(table.shoe))).cards:
        names |= {str(run.name), str(run.part)}
    return names


def list_places(client: FlaskClient) -> set[str]:
    """Return the names of the places and stages of all games."""
    names: set[str] = set()
    for entry, game in GAMES.items():
        names |= set(game.laid)
        names |= set(client.get(f"/v1/games/{entry}").get_json()["piles"])
        for players in game.players:
            names |= list_places_of_table(set_up(game, players, PackOptions()))
    return names


def test_each_place_and_stage_of_each_game_has_a_word(client: FlaskClient) -> None:
    of_the_page = {"drawn_cards", "from_the_top", "cells", "laid_away"}
    of_rankings = {*Category, *Win, *BadugiCategory, *ThreeCardCategory}
    names = list_places(client) | of_the_page | set(map(str, of_rankings))
    signs = {*"BINGO", *"NESW", ""}
    places = {name for name in names - signs if not name.isdigit()}
    words = TEXTS[DEFAULT]["words"]
    sentences = {
        name for name, text in words.items() if not isinstance(text, str) or "{" in text
    }
    assert places <= words.keys()
    assert words.keys() - places <= sentences
    assert words["compass"].keys() == set("NESW")


def test_the_guide_names_the_boards_that_one_press_deals() -> None:
    module = (ROOT / "service/pages/table/form/evening.mjs").read_text()
    guide = (ROOT / "docs" / "pages.md").read_text()
    [boards] = re.findall(r'BOARDS = "(\d+)"', module)
    assert f"{boards} boards at one press" in guide
