import json
import re
from contextlib import suppress
from html import unescape
from typing import Any

from flask.testing import FlaskClient

from service.cards.options import PackOptions
from service.core.errors import Refused
from service.deals.decks import DeckDealQuery, DeckShuffleRequest
from service.deals.games import GameDealQuery
from service.games.catalogue import GAMES
from service.games.game import set_up
from service.games.stages import lay_out
from service.pages.languages import DEFAULT, TEXTS
from service.pages.menu import table_context
from service.rankings.badugi import BadugiCategory
from service.rankings.jacks_or_better import Win
from service.rankings.poker_orders import Category
from service.rankings.three_cards import ThreeCardCategory
from service.sealed.endpoint.requests import OpenShoeRequest
from tests.conftest import ROOT

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


def test_the_form_has_every_parameter_that_changes_the_deal_and_games_with_private_hands() -> (
    None
):
    schemas = {"games/deal": GameDealQuery(), "games/seal": OpenShoeRequest()}
    schemas |= {"decks/shuffle": DeckShuffleRequest(), "decks/deal": DeckDealQuery()}
    left_out = NOT_SHOWN | NOT_OF_A_SEALED_GAME | OF_PRIVATE_HANDS
    expected = {path: set(schema.fields) - left_out for path, schema in schemas.items()}
    expected["games/seal"] -= OF_OTHER_SHOES
    assert {path: set(names) for path, names in FORM["requests"].items()} == expected
    assert set(FORM["fields"]) == {
        name for names in FORM["requests"].values() for name in names
    }
    offered = {entry["game"] for entry in FORM["games"] if entry.get("private")}
    assert {
        "holdem",
        "seven_card_stud",
        "bridge",
        "skat",
        "riichi",
        "dominoes",
    } <= offered
    assert (
        not {
            "blackjack",
            "baccarat",
            "klondike",
            "bingo_card",
            "open_face_chinese",
            "badugi",
        }
        & offered
    )


def test_a_parameter_has_a_hint_choices_and_a_value_that_can_be_dealt(
    client: FlaskClient,
) -> None:
    for name, facts in FACTS.items():
        field = FORM["fields"][name]
        assert {
            key: field[key] for key in ("least", "most", "usual") if key in field
        } == facts, name
    texts = TEXTS[DEFAULT]["table"]
    assert texts["hints"].keys() - OTHERS == FORM["fields"].keys()
    assert texts["fields"].keys() >= FORM["fields"].keys()
    assert texts["families"].keys() == {game["family"] for game in FORM["games"]} | {
        "decks"
    }
    choices = {
        name: field["choices"]
        for name, field in FORM["fields"].items()
        if field["choices"]
    }
    assert set(choices) == {"algorithm", "variant", "suit_order", "highest"}
    assert choices["highest"] == [6, 9, 12, 15, 18]
    typed = {
        name
        for name, field in FORM["fields"].items()
        if not field["isNumeric"] and not field["choices"]
    }
    assert typed == {"seed", "exclude", "only", "label"}
    values = {
        name: field["value"] for name, field in FORM["fields"].items() if field["value"]
    }
    assert client.get("/v1/decks/standard/deal", query_string=values).status_code == 200
    html = client.get("/", headers={"Accept": "text/html"}).text
    (text,) = re.findall(r"data-parameters='(.*?)'", html)
    assert json.loads(unescape(text)) == json.loads(json.dumps(FORM))


def test_each_place_and_stage_of_each_game_has_a_word(client: FlaskClient) -> None:
    names = {
        "drawn_cards",
        "from_the_top",
        "cells",
        "laid_away",
        *Category,
        *Win,
        *BadugiCategory,
        *ThreeCardCategory,
    }
    for entry, game in GAMES.items():
        names |= {*game.laid, *client.get(f"/v1/games/{entry}").get_json()["piles"]}
        for players in range(game.players.min, game.players.max + 1):
            with suppress(Refused):  # some are for an even number of players
                table = set_up(game, players, PackOptions())
                names |= {*table.procedure.seats, *table.procedure.stages}
                names |= {
                    name
                    for run in lay_out(table, range(len(table.shoe))).cards
                    for name in (run.name, run.part)
                }
    words = TEXTS[DEFAULT]["words"]
    places = {
        name
        for name in map(str, names)
        if name and not name.isdigit() and name not in [*"BINGO", *"NESW"]
    }
    own = {
        name for name, text in words.items() if not isinstance(text, str) or "{" in text
    }
    assert (places - words.keys(), words.keys() - places - own) == (set(), set())
    assert words["compass"].keys() == set("NESW")


def test_the_guide_names_the_boards_that_one_press_deals() -> None:
    [boards] = re.findall(
        r'BOARDS = "(\d+)"', (ROOT / "service/pages/table/evening.mjs").read_text()
    )
    assert f"{boards} boards at one press" in (ROOT / "docs" / "pages.md").read_text()
