"""Golden vectors of the scheme shoe2: the lives of sealed shoes, made by an implementation in another language."""

import hashlib
import json
import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest
import rfc8785

from service.core.games.catalogue import GAMES
from service.core.games.stages import lay_out
from service.core.sealed.checks import OriginalItems
from service.core.sealed.deals import StageRequest, deal
from service.core.sealed.draws import DrawRequest, draw
from service.core.sealed.observations import ObservedCards
from service.core.sealed.receipts import reveal
from service.core.sealed.rounds import derive_in_play_key, derive_key
from service.core.sealed.shoe import End, SealedShoe
from service.core.sealed.terms import parse_terms
from service.core.verification import VerificationResult
from tests.core.sealed.players import check_receipt, notes_of
from tests.core.test_vectors import LIMITS, ROOT, VECTORS, digest
from tests.docs.examples import section
from tests.tables import for_each

PAGE = ROOT / "docs" / "stream-shoes.md"
LIVES: list[dict[str, Any]] = VECTORS["sealed"]


def describe(case: dict[str, Any]) -> str:
    """Return the contents of the shoe of a case in a line."""
    terms = case["asked"]["terms"]
    names = ("game", "players", "deck", "min", "max", "algorithm", "reshuffle")
    return "-".join(str(terms[name]) for name in names if name in terms)


ALTERED = [(case, altered) for case in LIVES for altered in case.get("altered", [])]
lives = for_each("case", LIVES, ids=describe)


@dataclass
class ShoeLife:
    """A sealed shoe on which the calls of a case are made."""

    shoe: SealedShoe
    client_seed: str | None
    seen: list[Any] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    rounds: dict[int, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def open(cls, asked: dict[str, Any]) -> "ShoeLife":
        terms, server_seed = parse_terms("terms", asked["terms"]), bytes.fromhex(asked["server_seed"])
        life = cls(SealedShoe(terms=terms, server_seed=server_seed), asked["client_seed"])
        life.digests.append(life.shoe.commitment.hex())
        return life

    def call(self, options: dict[str, Any]) -> None:
        """Deal a stage or draw cards."""
        options = dict(options)
        stage, count = options.pop("deal", None), options.pop("draw", 0)
        if not self.seen:
            options["client_seed"] = self.client_seed
        if "from" in options:
            options["end"] = End(options.pop("from"))
        result = (
            deal(self.shoe, StageRequest(stage=stage, **options), LIMITS)
            if stage
            else draw(self.shoe, DrawRequest(count=count, **options), LIMITS)
        )
        self.shoe = result.shoe
        self.seen.append(result.seen)
        self.digests.append(self.shoe.last_digest.hex())
        self.rounds.setdefault(self.shoe.round, self.describe_round())

    def describe_round(self) -> dict[str, Any]:
        order, in_play = self.shoe.open_round().order, list(self.shoe.in_play or ())
        record = {"round": self.shoe.round} | ({"in_play": in_play} if in_play else {})
        return record | {"head": list(order[:8]), "tail": list(order[-4:]), "sha256": digest(order)}

    def list_stages(self) -> list[dict[str, Any]]:
        """Return the cards of the first deal of the game by stage, place and face."""
        assert self.shoe.terms.table
        opened = SealedShoe(terms=self.shoe.terms, server_seed=self.shoe.server_seed, client_seed=self.client_seed)
        order = opened.open_round().order
        return [
            {"stage": cards.stage, cards.kind.removesuffix("s"): cards.name}
            | ({"part": cards.part} if cards.part else {})
            | {"face": cards.face, "positions": format_positions(cards.positions)}
            for cards in lay_out(self.shoe.terms.table, order, self.shoe.terms.board or 1).cards
            if cards.positions
        ]


def format_positions(positions: Sequence[int]) -> str:
    """Return positions as text, with a hyphen for those between two in ascending order."""
    runs: list[list[int]] = []
    for position in positions:
        if runs and runs[-1][-1] == position - 1:
            runs[-1].append(position)
        else:
            runs.append([position])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


@lives
def test_the_life_of_each_sealed_shoe_of_shoe2_is_the_published_one(case: dict[str, Any]) -> None:
    asked, answer = case["asked"], case["answer"]
    life = ShoeLife.open(asked)
    terms, server_seed, client_seed = life.shoe.terms, life.shoe.server_seed, asked["client_seed"]
    for call in asked["calls"]:
        life.call(call)
    assert terms.published == asked["terms"]
    assert terms.canonical_json.decode() == answer["canonical"]
    assert life.digests[0] == answer["commitment"]
    assert derive_key(server_seed, client_seed, terms.scheme).hex() == answer["key"]
    assert derive_in_play_key(server_seed, client_seed, terms.scheme, ()).hex() == answer["in_play_key"]
    assert life.shoe.size == answer["size"]
    published = {record["round"]: record for record in answer["rounds"]}
    assert {number: published[number] for number in life.rounds} == life.rounds
    assert json.loads(json.dumps(life.seen)) == answer["seen"]
    assert life.digests == answer["digests"]
    receipt, _ = reveal(life.shoe)
    assert receipt.to_json()["drawn"] == answer["drawn"]


@for_each("case", [case for case in LIVES if "stages" in case["answer"]], ids=describe)
def test_the_places_and_faces_of_the_stages_of_each_game_are_the_published_ones(case: dict[str, Any]) -> None:
    stages = ShoeLife.open(case["asked"]).list_stages()
    assert sorted(stages, key=json.dumps) == sorted(case["answer"]["stages"], key=json.dumps)


@lives
def test_the_receipt_of_each_life_is_valid(case: dict[str, Any]) -> None:
    assert check(make_file(case)).valid


@for_each(
    ("case", "altered"),
    ALTERED,
    ids=["-".join([describe(case), *map(str, altered["path"])]) for case, altered in ALTERED],
)
def test_an_altered_receipt_differs_where_it_is_published(case: dict[str, Any], altered: dict[str, Any]) -> None:
    result = check(alter(make_file(case), altered))
    difference = result.difference
    assert (result.valid, difference and difference.where) == (
        altered["valid"],
        altered.get("difference", {}).get("where"),
    )
    assert set(result.unchecked) - {"seen"} == set(altered.get("unchecked", ()))


def make_file(case: dict[str, Any]) -> dict[str, Any]:
    """Return the receipt of a case with all that was seen, and the list of items if there is one."""
    asked, answer = case["asked"], case["answer"]
    receipt = {name: asked[name] for name in ("terms", "server_seed", "client_seed")}
    receipt |= {"receipt": "shoe2", "commitment": answer["commitment"], "drawn": answer["drawn"]}
    items = {"original_items": case["original_items"]} if "original_items" in case else {}
    return {"receipt": receipt, "seen": answer["seen"]} | items


def check(file: dict[str, Any]) -> VerificationResult:
    seen = [ObservedCards(**entry) for entry in file["seen"]]
    items = file.get("original_items")
    item_list = None if items is None else OriginalItems(len(items), hashlib.sha256(rfc8785.dumps(items)).hexdigest())
    receipt = file["receipt"]
    return check_receipt(receipt, seen, LIMITS, item_list, notes_of({"client_seed": None, **receipt}))


def alter(file: dict[str, Any], altered: dict[str, Any]) -> dict[str, Any]:
    """Return a copy of a file with another value at a path, or without what is there."""
    copy = deepcopy(file)
    node: Any = copy
    *path, last = altered["path"]
    for key in path:
        node = node[key]
    if "value" in altered:
        node[last] = altered["value"]
    else:
        del node[last]
    return copy


def test_the_worked_example_of_a_sealed_game_is_the_first_of_the_lives() -> None:
    example = section(PAGE, "A sealed game, from seed to card")
    text = " ".join(example.split())
    first, second = (life["answer"] for life in LIVES[:2])
    assert first["canonical"] in example.replace("\n    ", "")
    assert second["records"][2] in example.replace("\n             ", "")
    for row in (
        *(first[name] for name in ("commitment", "key", "in_play_key")),
        *(f"{record} {after}" for record, after in zip(first["records"], first["digests"][1:], strict=True)),
        " ".join(map(str, first["rounds"][0]["head"])),
        *(" ".join(card for card in entry["cards"] if card) for entry in first["seen"]),
        "K " + " ".join(map(str, second["rounds"][1]["in_play"])),
        " ".join(map(str, second["rounds"][1]["head"][:4])),
        " ".join(map(str, second["rounds"][1]["tail"][1:])),
        second["digests"][3],
    ):
        assert row in text
    assert (first["key"], first["in_play_key"]) == (second["key"], second["in_play_key"])


EXAMPLES = {
    "A column, from seed to card": 5,
    "A second hand of blackjack, from seed to card": 8,
    "A cut card, from seed to number": 3,
}
"""The headings of examples with the first draws of a life, and the number of these draws."""


@pytest.mark.parametrize("title", EXAMPLES)
def test_a_worked_example_of_draws_is_one_of_the_lives(title: str) -> None:
    example = section(PAGE, title)
    text = " ".join(example.split())
    (life,) = (life for life in LIVES if life["asked"]["server_seed"] in text)
    answer, client_seed = life["answer"], life["asked"]["client_seed"]
    assert (f"client seed `{client_seed}`" if client_seed else "no client seed") in text
    assert answer["canonical"] in example.replace("\n    ", "")
    assert f"{len(answer['canonical'].encode())} bytes" in text
    for name in ("commitment", *(("key", "in_play_key") if "in-play key" in text else ())):
        assert f"    {answer[name]}\n" in example
    records, rows = answer["records"], re.findall(r"^    \d  .*$", example, re.MULTILINE)
    assert len(rows) == EXAMPLES[title]
    for row, entry, record, after in zip(rows, answer["seen"], records, answer["digests"][1:], strict=False):
        assert f"    {record}\n      {after}\n" in example
        assert format_row(entry, answer["rounds"][0], life["asked"]["terms"]) in " ".join(row.split())


def format_row(entry: dict[str, Any], order: dict[str, Any], terms: Any) -> str:
    """Return the line about a draw, with the first card, if nobody sees it, in brackets."""
    place = entry.get("stage") or ", ".join(filter(None, (entry.get("pile"), entry.get("part"))))
    place += ", bottom" if entry["positions"] == [51] else ""
    faces = [str(face).replace("-", "−") for face in entry["cards" if "cards" in entry else "integers"]]
    if faces[0] == "None":
        index = {0: order["head"][0], 51: order["tail"][-1]}[entry["positions"][0]]
        faces[0] = f"({parse_terms('terms', terms).card_shoe.pack[index].code})"
    return " ".join([str(entry["draw"]), *filter(None, [place]), *map(str, entry["positions"]), *faces])


def test_the_rounds_of_the_example_of_a_cut_card_are_those_of_its_life() -> None:
    text = " ".join(section(PAGE, "A cut card, from seed to number").split())
    (life,) = (life for life in LIVES if life["asked"]["server_seed"] in text)
    first, second = life["answer"]["rounds"]
    shuffled, in_play = second["head"][:5], second["head"][5:]
    assert f"**Round 0** as indices is {' '.join(map(str, first['head']))}." in text
    assert f"K = {' '.join(map(str, second['in_play']))} and m = 5" in text
    assert f"is {' '.join(map(str, shuffled))}, and {' '.join(map(str, in_play))} in play" in text


def test_every_game_lives_with_the_fewest_and_the_most_players() -> None:
    tables = {(terms.get("game"), terms.get("players")) for terms in (case["asked"]["terms"] for case in LIVES)}
    for game in GAMES.values():
        assert {(game.name, game.players.min), (game.name, game.players.max)} <= tables
