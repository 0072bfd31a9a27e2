"""/v1/verify: receipts of private hands, full and partial, shown cards alone, and signed states."""

import json
import secrets
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.core.crypto.tokens import generate_key
from service.settings import Settings
from tests.api.spec import check_response, json_object, post
from tests.core.sealed.seats import private_terms, sit_down
from tests.tables import for_each

VERIFY = "/v1/verify"
KEY, OTHER_KEY = (SigningKey.from_base64url(secrets.token_urlsafe(32)) for _ in range(2))
CLIENT = create_app(Settings(shoe_keys=(generate_key(),), signing_keys=(KEY,))).test_client()
OTHERS = create_app(Settings(shoe_keys=(generate_key(),), signing_keys=(OTHER_KEY,))).test_client()

Json = dict[str, Any]


class Table:
    """A shoe of `shoe3`, and what a player keeps of it."""

    def __init__(self, **terms: Any) -> None:
        self.opened = self.last = post(CLIENT, "/v1/shoes", scheme="shoe3", **terms)
        self.seen: list[Json] = []

    def take(self, action: str, **body: Any) -> Json:
        """Return the response to a deal or a draw."""
        self.last = post(CLIENT, f"/v1/shoes/{action}", shoe=self.last["shoe"], **body)
        self.seen += [stage["seen"] for stage in self.last.get("dealt_stages", [self.last])]
        return self.last

    def reveal(self, **body: Any) -> Json:
        """Return the request to check the receipt, with the notes of a player."""
        receipt = post(CLIENT, "/v1/shoes/reveal", shoe=self.last["shoe"], **body)["receipt"]
        notes = {"commitment": self.opened["commitment"], "digest": self.last["digest"]}
        notes |= {"client_seed": receipt["client_seed"]} if receipt["client_seed"] else {}
        return {"receipt": receipt, "seen": self.seen, **notes}


def play_rummy() -> Table:
    table = Table(game="rummy", players=2)
    table.take("deal", client_seed="correct horse")
    table.take("draw", count=2, seat="1")
    table.take("draw", count=30, reshuffle=True, in_play=[0, 1, 2])
    table.take("draw", count=2, **{"from": "bottom"})
    return table


RUMMY = play_rummy()
FULL, PARTIAL = RUMMY.reveal(), play_rummy().reveal(show={"positions": [0, 1]})
SHOWN = PARTIAL["receipt"]["shown"][0]
LOTTERY = Table(items=["a, b", '"', "é\U0001f0a1" * 128, "a", "a"])
LOTTERY.take("draw", count=2)
LOTTERY.take("draw", count=4, burn=1)
LOTTERY.take("draw", count=1, seat="ann")


def verify(**body: Any) -> Json:
    return post(CLIENT, VERIFY, **body)


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
    assert {"server_seed", "terms", "commitment", "drawn", "seen", "draws", "digest"} <= result["checks"].keys()


@for_each("body", [PARTIAL, LOTTERY.reveal(show={"positions": [0]}), LOTTERY.reveal(show={"positions": []})])
def test_of_a_partial_receipt_the_order_alone_is_unchecked(body: Json) -> None:
    result = verify(**body)
    assert (result["valid"], [*result["unchecked"]]) == (None, ["order"])
    assert "difference" not in result
    assert {"seed_hash", "terms", "commitment", "drawn", "draws", "digest"} <= result["checks"].keys()
    assert result["checks"].get("shown", True)


@for_each(
    ("change", "where"),
    [
        (lambda body: body.update(commitment="00" * 32), "commitment"),
        (lambda body: body.update(digest="00" * 32), "digest"),
        (lambda body: body["receipt"].update(client_seed="wrong horse"), "client_seed"),
        (lambda body: body["receipt"]["terms"].update(players=3), "commitment"),
        (lambda body: body["receipt"]["drawn"].update(total=30), "drawn.total"),
        (lambda body: body["receipt"]["drawn"].update(digest="00" * 32), "drawn.digest"),
        (lambda body: body["receipt"]["drawn"].update(positions=[0, 1]), "drawn.total"),
        (lambda body: body["seen"][0].update(roots=["00" * 32]), "drawn.digest"),
        (lambda body: body["receipt"]["drawn"].update(in_play=2), "drawn.in_play"),
        (lambda body: body["receipt"].update(root="00" * 32), "seen[2].roots[0]"),
        (lambda body: body["seen"][1].update(seat="2"), "drawn.digest"),
        (lambda body: body["seen"][2].update(in_play=[0, 1, 51]), "seen[2].in_play[2]"),
        (lambda body: body["seen"][2].update(in_play=[0, 2, 1]), "seen[2].in_play[2]"),
        (lambda body: body["seen"][2].update(roots=[]), "seen[2].in_play"),
        (lambda body: body["seen"][2]["cards"].reverse(), "round 1, position 0"),
        (lambda body: body["receipt"]["shown"].append(SHOWN | {"position": 5}), "shown[2].position"),
        (lambda body: body["receipt"]["terms"].update(cut=5), "commitment"),
        (lambda body: body["seen"][3].update(rounds=[1, 0]), "seen[3].rounds[1]"),
        (lambda body: body["seen"][3].update(positions=[48, 48]), "seen[3].positions[1]"),
        (lambda body: body["seen"][3].update(positions=[48, 46]), "drawn"),
    ],
)
def test_an_altered_value_of_a_partial_receipt_is_found(change: Callable[[Json], object], where: str) -> None:
    assert alter(PARTIAL, change)["where"] == where


@for_each(
    ("change", "where"),
    [
        (lambda card: card.update(card="AS" if card["card"] != "AS" else "KS"), "shown[0].card"),
        (lambda card: card.update(position=card["position"] + 1), "shown[0]"),
        (lambda card: card.update(round=2), "shown[0].round"),
        (lambda card: card.update(salt="00" * 32), "shown[0]"),
        (lambda card: card["path"].pop(), "shown[0]"),
        (lambda card: card["path"].reverse(), "shown[0]"),
    ],
)
def test_an_altered_value_of_a_shown_card_is_found(change: Callable[[Json], object], where: str) -> None:
    table = Table(game="holdem", players=3)
    table.take("deal")
    body = table.reveal(show={"seats": ["1"]})
    assert alter(body, lambda copy: change(copy["receipt"]["shown"][0]))["where"] == where
    response = table.last
    shown = post(CLIENT, "/v1/shoes/show", shoe=response["shoe"], seats=["1"])["shown"]
    alone = {"shown": shown, "root": response["root"], "terms": table.opened["terms"]}
    assert verify(**alone)["valid"] is True
    if where != "shown[0].round":
        assert alter(alone, lambda copy: change(copy["shown"][0]))["where"] == where


def test_a_shown_card_needs_no_list_and_no_other_round() -> None:
    table = Table(max=40)
    table.take("draw", count=3)
    shown = post(CLIENT, "/v1/shoes/show", shoe=table.last["shoe"], positions=[0, 2])["shown"]
    alone = {"root": table.last["root"], "terms": table.opened["terms"]}
    for value in (shown[1], shown, [shown[0] | {"card": None}]):
        assert verify(shown=value, **alone)["valid"] is True
        assert verify(result={"shown": value, **alone})["valid"] is True
    assert verify(shown=shown, root="00" * 32, terms=alone["terms"])["difference"]["where"] == "shown[0]"
    other = verify(shown=shown, root=alone["root"], terms=alone["terms"] | {"min": 0})
    assert other["difference"]["where"] == "shown[0].integer"
    impossible = verify(shown=shown, root=alone["root"], terms=alone["terms"] | {"cut": 5})
    assert (impossible["difference"]["where"], [*impossible["unchecked"]]) == ("terms.cut", ["shown"])
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
        assert errors["shown"][0].startswith(sentence), errors
    terms = post(CLIENT, "/v1/shoes", max=40)["terms"]
    assert refuse(shown=shown, root=alone["root"], terms=terms).keys() == {"terms"}


def refuse(**body: Any) -> Json:
    """Return the errors of a request that is refused."""
    response = check_response(CLIENT.post(VERIFY, json=body))
    assert response.status_code == 422, response.text
    errors: Json = json_object(response)["errors"]
    return errors


def test_a_state_is_signed_by_the_service_or_not() -> None:
    for response in (RUMMY.opened, RUMMY.last):
        state = {name: response[name] for name in ("digest", "signed")}
        assert verify(**state)["valid"] is True
        assert verify(result=state)["valid"] is True
        assert verify(digest="00" * 32, signed=state["signed"])["difference"]["where"] == "signed.signature"
        unknown = post(OTHERS, VERIFY, **state)
        assert (unknown["valid"], unknown["unchecked"].keys()) == (None, {"signed"})
    signed = RUMMY.last["signed"]
    for wrong in (None, {}, {"kid": "x"}, signed | {"signature": signed["signature"] + "="}, signed | {"alg": "none"}):
        assert refuse(digest=RUMMY.last["digest"], signed=wrong).keys() == {"signed"}


def test_members_that_generated_clients_add_or_leave_out_change_nothing() -> None:
    players = sit_down("1", "2", "dealer")
    terms = private_terms(players, with_views=False, quorum=1, start=0) | {"reveal": "all"}
    table = play_holdem_with(players["1"].consent, terms)
    whole = verify(**table)
    assert whole["valid"] is True
    nulls: Json = {"items": [], "view_keys": {}, "auditor": None, "label": None, "max": None}
    added = deepcopy(table)
    added["receipt"] |= {"seed_hash": None, "root": None, "shown": []}
    added["receipt"]["terms"] |= nulls
    added["seen"] = [{"roots": [], **entry} for entry in added["seen"]]
    assert verify(**json.loads(json.dumps(added))) == whole
    partial = deepcopy(PARTIAL)
    partial["receipt"] |= {"server_seed": None}
    partial["receipt"]["terms"] |= nulls
    assert verify(**partial) == verify(**PARTIAL)


def play_holdem_with(consent: Callable[..., str], terms: Json) -> Json:
    """Return the request to check a hand to whose second stage one seat consents, and to its receipt."""
    table = Table(game="holdem", players=3, **terms)
    table.take("deal")
    table.take("deal", consents={"1": consent(table.last["digest"], "deal")})
    return table.reveal(consents={"1": consent(table.last["digest"], "reveal")})


def test_a_receipt_of_another_form_is_refused_by_its_member() -> None:
    receipt = PARTIAL["receipt"]
    for changes, sentence in (
        ({"root": "00"}, "receipt.root must be"),
        ({"seed_hash": None}, "receipt.seed_hash must be"),
        ({"shown": 5}, "receipt.shown[0] must be"),
        ({"shown": [receipt["shown"][0] | {"index": 52}]}, "receipt.shown[0].index must be"),
        ({"drawn": receipt["drawn"] | {"in_play": [3]}}, "receipt.drawn.in_play must be"),
        ({"drawn": receipt["drawn"] | {"in_play": 53}}, "receipt.drawn.in_play must be"),
        ({"server_seed": "00" * 32}, "receipt has no member"),
        ({"receipt": "shoe2"}, "receipt"),
    ):
        assert refuse(receipt=receipt | changes)["receipt"][0].startswith(sentence), sentence


def test_roots_and_seats_are_of_shoe3() -> None:
    shoe = post(CLIENT, "/v1/shoes", deck="standard")
    drawn = post(CLIENT, "/v1/shoes/draw", shoe=shoe["shoe"], count=5)
    receipt = post(CLIENT, "/v1/shoes/reveal", shoe=drawn["shoe"])["receipt"]
    for member in ({"roots": ["00" * 32]}, {"seat": "1"}):
        assert "leave it out" in refuse(receipt=receipt, seen=[drawn["seen"] | member])["seen"][0]
    entry = {"cards": ["AS"], "roots": ["00" * 32]}
    assert "give its number" in refuse(receipt=FULL["receipt"], seen=[entry])["seen"][0]


def test_roots_of_a_list_that_is_not_complete_are_compared() -> None:
    for body, members in ((FULL, {"seen": FULL["seen"][2:]}), (PARTIAL, {"seen": PARTIAL["seen"][2:]})):
        assert verify(**body | members)["valid"] is None
        altered = deepcopy(body | members)
        altered["seen"][0]["roots"][0] = "00" * 32
        assert verify(**altered)["difference"]["where"] == "seen[0].roots[0]"
    without = PARTIAL | {"seen": []}
    assert verify(**without)["unchecked"].keys() == {"order", "draws"}
    earlier = deepcopy(without)
    earlier["receipt"]["shown"][0]["round"] = 0
    assert verify(**earlier)["unchecked"].keys() == {"order", "draws", "shown"}
