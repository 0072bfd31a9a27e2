import secrets
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.core.crypto.tokens import generate_key
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.tables import for_each

VERIFY = "/v1/verify"
KEY, OTHER_KEY = (
    SigningKey.from_base64url(secrets.token_urlsafe(32)) for _ in range(2)
)
CLIENT = create_app(
    Settings(shoe_keys=(generate_key(),), signing_keys=(KEY,))
).test_client()
OTHERS = create_app(
    Settings(shoe_keys=(generate_key(),), signing_keys=(OTHER_KEY,))
).test_client()

Json = dict[str, Any]


class Table:
    """A shoe, and what a player keeps of it: `shown` are the cards that were told, with their proofs."""

    def __init__(self, **terms: Any) -> None:
        self.opened = self.last = post(CLIENT, "/v1/shoes", **terms)
        self.seen: list[Json] = []
        self.shown: list[Json] = []
        self.responses: list[Json] = []

    def take(self, action: str, **body: Any) -> Json:
        self.last = post(CLIENT, f"/v1/shoes/{action}", shoe=self.last["shoe"], **body)
        turns = self.last.get("dealt_stages", [self.last])
        self.responses.append(self.last)
        self.seen += [turn["seen"] for turn in turns]
        self.shown += [card for turn in turns for card in turn.get("shown", ())]
        return self.last

    def reveal(self, **body: Any) -> Json:
        """Return the request to check the receipt, with the notes of a player."""
        receipt = post(CLIENT, "/v1/shoes/reveal", shoe=self.last["shoe"], **body)[
            "receipt"
        ]
        notes = {"commitment": self.opened["commitment"], "digest": self.last["digest"]}
        notes |= (
            {"client_seed": receipt["client_seed"]} if receipt["client_seed"] else {}
        )
        receipt |= {"shown": self.shown} if "shown" in receipt else {}
        return {"receipt": receipt, "seen": self.seen, "confirmed": notes}


def play_rummy(reveal: str) -> Table:
    table = Table(game="rummy", players=2, reveal=reveal)
    table.take("deal", client_seed="correct horse")
    table.take("draw", count=2, seat="1")
    table.take("draw", count=30, reshuffle=True, in_play=[0, 1, 2])
    table.take("draw", count=2, **{"from": "bottom"})
    return table


def play_lottery(reveal: str) -> Table:
    table = Table(items=["a, b", '"', "é\U0001f0a1" * 128, "a", "a"], reveal=reveal)
    table.take("draw", count=2)
    table.take("draw", count=3, burn=1, in_play=[0])
    table.take("draw", count=1, seat="ann", reshuffle=True)
    return table


RUMMY = play_rummy("all")
LOTTERY = play_lottery("all")
PARTIAL_RUMMY = play_rummy("shown")
PARTIAL_LOTTERY = play_lottery("shown")
FULL = RUMMY.reveal()
PARTIAL = PARTIAL_RUMMY.reveal()
FIRST_OF_ROUND_1 = [card["round"] for card in PARTIAL_RUMMY.shown].index(1)


def verify(**body: Any) -> Json:
    return post(CLIENT, VERIFY, **body)


def refuse(**body: Any) -> dict[str, str]:
    return check_refusal(CLIENT.post(VERIFY, json=body))


def alter(body: Json, change: Callable[[Json], object]) -> Json:
    """Return the difference of a request that is changed."""
    copy = deepcopy(body)
    change(copy)
    difference: Json = verify(**copy)["difference"]
    return difference


@for_each("body", [FULL, LOTTERY.reveal()])
def test_a_full_receipt_is_valid_with_all_that_was_seen(body: Json) -> None:
    result = verify(**body)
    assert (result["valid"], result["unchecked"]) == (True, {})
    assert {
        "server_seed",
        "terms",
        "commitment",
        "drawn",
        "seen",
        "draws",
        "digest",
    } <= result["checks"].keys()


@for_each("body", [PARTIAL, PARTIAL_LOTTERY.reveal()])
def test_of_a_partial_receipt_the_order_alone_is_unchecked(body: Json) -> None:
    result = verify(**body)
    assert (result["valid"], list(result["unchecked"])) == (None, ["order"])
    assert "difference" not in result
    assert {"seed_hash", "terms", "commitment", "drawn", "draws", "digest"} <= result[
        "checks"
    ].keys()
    assert result["checks"].get("shown", True)


@for_each(
    ("change", "where"),
    [
        (lambda body: body["confirmed"].update(digest="00" * 32), "digest"),
        (
            lambda body: body["receipt"].update(root="00" * 32),
            f"shown[{FIRST_OF_ROUND_1}]",
        ),
        (lambda body: body["receipt"]["shown"][0]["path"].pop(), "shown[0]"),
        (lambda body: body["seen"][1].update(seat="dealer"), "drawn.digest"),
        (lambda body: body["seen"][2].update(in_play=[0, 1, 51]), "seen[2].in_play[2]"),
        (lambda body: body["seen"][2].update(in_play=[0, 2, 1]), "seen[2].in_play[2]"),
        (lambda body: body["seen"][2].update(roots=[]), "seen[2].in_play"),
        (
            lambda body: body["seen"][2]["cards"].reverse(),
            "round 1, position 0 (the stock)",
        ),
        (
            lambda body: body["receipt"]["shown"].append(
                body["receipt"]["shown"][0] | {"position": 5}
            ),
            f"shown[{len(PARTIAL_RUMMY.shown)}].position",
        ),
        (
            lambda body: body["seen"][3].update(positions=[48, 48]),
            "round 1, position 48 (the stock)",
        ),
        (lambda body: body["seen"][3].update(positions=[48, 46]), "drawn"),
    ],
)
def test_an_altered_value_of_a_partial_receipt_is_found(
    change: Callable[[Json], object], where: str
) -> None:
    assert alter(PARTIAL, change)["where"] == where


def test_a_shown_card_needs_no_list_and_no_other_round() -> None:
    table = Table(max=40, reveal="shown")
    shown = table.take("draw", count=3)["shown"]
    alone: Json = {"root": table.seen[0]["roots"][0], "terms": table.opened["terms"]}
    for value in (shown[1], shown, [shown[0] | {"card": None}]):
        for result in (
            verify(shown=value, **alone),
            verify(result={"shown": value, **alone}),
        ):
            assert (result["valid"], list(result["unchecked"])) == (None, ["root"]), (
                "anybody can make up a root"
            )
    assert (
        verify(shown=shown, root="00" * 32, terms=alone["terms"])["difference"]["where"]
        == "shown[0]"
    )
    other = verify(shown=shown, root=alone["root"], terms=alone["terms"] | {"min": 0})
    assert other["difference"]["where"] == "shown[0].integer"
    impossible = refuse(
        shown=shown, root=alone["root"], terms=alone["terms"] | {"cut": 5}
    )["terms"]
    assert impossible.startswith("No shoe has these terms. A cut goes with")
    wrong: list[tuple[Any, str]] = [
        ([shown[0], shown[1] | {"round": 1}], "shown[1].round is 1"),
        ([shown[0] | {"position": 40}], "shown[0].position must be"),
        ([shown[0] | {"path": shown[0]["path"] * 5}], "shown[0].path must be"),
        ([shown[0] | {"name": "AS"}], "shown[0] has no member 'name'"),
        ([{}], "shown[0] lacks the member round"),
        ([5], "Item 1"),
        ([], "Must be an array"),
    ]
    for value, sentence in wrong:
        errors = refuse(shown=value, **alone)
        assert errors["shown"].startswith(sentence), errors
    terms = post(CLIENT, "/v1/shoes", max=40)["terms"]
    assert refuse(shown=shown, root=alone["root"], terms=terms).keys() == {"shown"}


def test_a_state_is_signed_by_the_service_or_not() -> None:
    for response in (RUMMY.opened, RUMMY.last):
        state = {name: response[name] for name in ("digest", "signed")}
        assert verify(**state)["valid"] is True
        assert verify(result=state)["valid"] is True
        assert (
            verify(digest="00" * 32, signed=state["signed"])["difference"]["where"]
            == "signed.signature"
        )
        unknown = post(OTHERS, VERIFY, **state)
        assert (unknown["valid"], unknown["unchecked"].keys()) == (None, {"signed"})
    signed = RUMMY.last["signed"]
    for wrong in (
        None,
        {},
        {"kid": "x"},
        signed | {"signature": signed["signature"] + "="},
        signed | {"alg": "none"},
    ):
        assert refuse(digest=RUMMY.last["digest"], signed=wrong).keys() == {"signed"}


def test_a_receipt_of_another_form_is_refused_by_its_member() -> None:
    receipt = PARTIAL["receipt"]
    for changes, sentence in (
        ({"root": "00"}, "receipt.root must be"),
        ({"seed_hash": None}, "receipt has no member 'root'"),
        ({"shown": 5}, "receipt.shown[0] must be"),
        (
            {"shown": [receipt["shown"][0] | {"index": 52}]},
            "receipt.shown[0].index must be",
        ),
        (
            {"drawn": receipt["drawn"] | {"in_play": [3]}},
            "receipt.drawn.in_play must be",
        ),
        (
            {"drawn": receipt["drawn"] | {"in_play": 53}},
            "receipt.drawn.in_play must be",
        ),
        ({"server_seed": "00" * 32}, "receipt has no member"),
        *(({"receipt": f"shoe{draft}"}, "receipt") for draft in (1, 2, 3)),
    ):
        assert refuse(receipt=receipt | changes)["receipt"].startswith(sentence), (
            sentence
        )


def test_roots_are_of_shoes_with_trees_and_of_draws() -> None:
    assert (
        "Remove roots"
        in refuse(
            receipt=FULL["receipt"], seen=[FULL["seen"][0] | {"roots": ["00" * 32]}]
        )["seen"]
    )
    assert (
        "Remove begun"
        in refuse(receipt=PARTIAL["receipt"], seen=[PARTIAL["seen"][0] | {"begun": 1}])[
            "seen"
        ]
    )
    entry = {"cards": ["AS"], "roots": ["00" * 32]}
    assert "give its number" in refuse(receipt=PARTIAL["receipt"], seen=[entry])["seen"]


@for_each("table", [RUMMY, LOTTERY, PARTIAL_RUMMY, PARTIAL_LOTTERY])
def test_whole_responses_stand_in_place_of_their_parts(table: Table) -> None:
    """The response of the reveal is the receipt, those of deals and draws, of several stages too, what was seen."""
    body = table.reveal()
    plain = verify(**body)
    revealed = post(CLIENT, "/v1/shoes/reveal", shoe=table.last["shoe"])
    whole = verify(**body | {"receipt": revealed, "seen": table.responses})
    assert [whole[name] for name in ("valid", "checks")] == [
        plain[name] for name in ("valid", "checks")
    ]
    assert whole["unchecked"].keys() == plain["unchecked"].keys()
    through = Table(game="holdem", players=2, reveal=table.opened["terms"]["reveal"])
    through.take("deal", through="flop")
    through.take("deal", through="river")
    body = through.reveal() | {
        "receipt": post(CLIENT, "/v1/shoes/reveal", shoe=through.last["shoe"])
    }
    for seen in (
        through.responses,
        [through.responses[0], *through.responses[1]["dealt_stages"]],
    ):
        result = verify(**body | {"seen": seen})
        assert (result["valid"], set(result["unchecked"])) == (
            plain["valid"],
            set(plain["unchecked"]),
        )


def test_roots_of_a_list_that_is_not_complete_are_compared() -> None:
    some = PARTIAL | {"seen": PARTIAL["seen"][2:]}
    assert verify(**some)["valid"] is None
    assert (
        alter(some, lambda body: body["seen"][0].update(roots=["00" * 32]))["where"]
        == "seen[0].roots[0]"
    )
    without = deepcopy(PARTIAL | {"seen": []})
    assert verify(**without)["unchecked"].keys() == {"order", "draws", "shown"}
    without["receipt"]["shown"] = [
        card for card in PARTIAL["receipt"]["shown"] if card["round"] == 1
    ]
    assert verify(**without)["unchecked"].keys() == {"order", "draws"}
