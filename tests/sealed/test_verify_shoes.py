"""/v1/verify: receipts of sealed shoes, shown cards, and signatures of states."""

import secrets
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.signatures import SigningKey
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings
from tests.http.spec import check_refusal, post
from tests.tables import for_each

VERIFY = "/v1/verify"
Json = dict[str, Any]


def make_client(key: SigningKey) -> FlaskClient:
    """Return a client of a service that signs with a key."""
    settings = Settings(shoe_keys=(generate_key(),), signing_keys=(key,))
    return create_app(settings).test_client()


CLIENT = make_client(SigningKey.from_base64url(secrets.token_urlsafe(32)))
OTHERS = make_client(SigningKey.from_base64url(secrets.token_urlsafe(32)))


class Table:
    """A shoe, and what a player keeps of it: `shown` are the cards that were told, with their proofs."""

    def __init__(self, **terms: Any) -> None:
        self.opened = post(CLIENT, "/v1/shoes", **terms)
        self.last = self.opened
        self.seen: list[Json] = []
        self.shown: list[Json] = []
        self.responses: list[Json] = []

    def take(self, action: str, **body: Any) -> Json:
        """Return the response to a request to deal or draw."""
        self.last = post(CLIENT, f"/v1/shoes/{action}", shoe=self.last["shoe"], **body)
        self.responses.append(self.last)
        for turn in self.last.get("dealt_stages", [self.last]):
            self.seen.append(turn["seen"])
            self.shown += turn.get("shown", ())
        return self.last

    def reveal(self) -> Json:
        """Return the response of the reveal."""
        return post(CLIENT, "/v1/shoes/reveal", shoe=self.last["shoe"])

    def write_file(self) -> Json:
        """Return the request to check the receipt, with the notes of a player."""
        receipt = self.reveal()["receipt"]
        notes = {"commitment": self.opened["commitment"], "digest": self.last["digest"]}
        if receipt["client_seed"]:
            notes["client_seed"] = receipt["client_seed"]
        if "shown" in receipt:
            receipt["shown"] = self.shown
        return {"receipt": receipt, "seen": self.seen, "confirmed": notes}


def play_rummy(reveal: str) -> Table:
    """Return a round of rummy: a deal and three draws, one of them over two rounds."""
    table = Table(game="rummy", players=2, reveal=reveal)
    table.take("deal", client_seed="correct horse")
    table.take("draw", count=2, seat="1")
    table.take("draw", count=30, reshuffle=True, in_play=[0, 1, 2])
    table.take("draw", count=2, **{"from": "bottom"})
    return table


def play_lottery(reveal: str) -> Table:
    """Return three draws of a shoe of items, the last one from a second round."""
    table = Table(items=["a, b", '"', "é\U0001f0a1" * 128, "a", "a"], reveal=reveal)
    table.take("draw", count=2)
    table.take("draw", count=3, burn=1, in_play=[0])
    table.take("draw", count=1, seat="ann", reshuffle=True)
    return table


RUMMY = play_rummy("all")
LOTTERY = play_lottery("all")
PARTIAL_RUMMY = play_rummy("shown")
PARTIAL_LOTTERY = play_lottery("shown")
FULL = RUMMY.write_file()
PARTIAL = PARTIAL_RUMMY.write_file()
DRAWN = PARTIAL["receipt"]["drawn"]
SHOWN = PARTIAL_RUMMY.shown
FIRST_OF_ROUND_1 = [card["round"] for card in SHOWN].index(1)
SHORT_PATH = SHOWN[0] | {"path": SHOWN[0]["path"][:-1]}
ELSEWHERE = SHOWN[0] | {"position": 5}
BACKWARDS = PARTIAL["seen"][2]["cards"][::-1]
SIGNED = RUMMY.last["signed"]
NO_HASH = "00" * 32


def verify(**body: Any) -> Json:
    """Return the verdict on a file."""
    return post(CLIENT, VERIFY, **body)


def refuse(**body: Any) -> dict[str, str]:
    """Return the sentences that refuse a file by field."""
    return check_refusal(CLIENT.post(VERIFY, json=body))


def refused_field(**body: Any) -> str:
    """Return the one field that the refusal to verify names."""
    [field] = refuse(**body)
    return field


def find_place(**body: Any) -> str:
    """Return where a file that is not right first differs."""
    place: str = verify(**body)["difference"]["where"]
    return place


@for_each("table", [RUMMY, LOTTERY])
def test_a_full_receipt_is_valid_with_all_that_was_seen(table: Table) -> None:
    result = verify(**table.write_file())
    assert result["valid"] is True
    assert result["unchecked"] == {}
    names = "server_seed terms commitment drawn seen draws digest"
    assert result["checks"].keys() >= set(names.split())


@for_each("table", [PARTIAL_RUMMY, PARTIAL_LOTTERY])
def test_of_a_partial_receipt_the_order_alone_is_unchecked(table: Table) -> None:
    result = verify(**table.write_file())
    assert result["valid"] is None
    assert result["unchecked"].keys() == {"order"}
    assert "difference" not in result
    checks = result["checks"]
    names = {"seed_hash", "terms", "commitment", "drawn", "draws", "digest"}
    assert checks.keys() >= names
    assert checks.get("shown", True)


@for_each(
    ("number", "changes", "where"),
    [
        (1, {"seat": "dealer"}, "drawn.digest"),
        (2, {"in_play": [0, 1, 51]}, "seen[2].in_play[2]"),
        (2, {"in_play": [0, 2, 1]}, "seen[2].in_play[2]"),
        (2, {"roots": []}, "seen[2].in_play"),
        (2, {"cards": BACKWARDS}, "round 1, position 0 (the stock)"),
        (3, {"positions": [48, 48]}, "round 1, position 48 (the stock)"),
        (3, {"positions": [48, 46]}, "drawn"),
    ],
)
def test_an_altered_entry_is_found_by_a_partial_receipt(
    number: int, changes: Json, where: str
) -> None:
    seen = list(PARTIAL["seen"])
    seen[number] = seen[number] | changes
    assert find_place(**PARTIAL | {"seen": seen}) == where


@for_each(
    ("changes", "where"),
    [
        ({"root": NO_HASH}, f"shown[{FIRST_OF_ROUND_1}]"),
        ({"shown": [SHORT_PATH, *SHOWN[1:]]}, "shown[0]"),
        ({"shown": [*SHOWN, ELSEWHERE]}, f"shown[{len(SHOWN)}].position"),
    ],
)
def test_an_altered_member_of_a_partial_receipt_is_found(
    changes: Json, where: str
) -> None:
    receipt = PARTIAL["receipt"] | changes
    assert find_place(**PARTIAL | {"receipt": receipt}) == where


def test_another_digest_than_the_noted_one_is_found() -> None:
    notes = PARTIAL["confirmed"] | {"digest": NO_HASH}
    assert find_place(**PARTIAL | {"confirmed": notes}) == "digest"


LOTTO = Table(max=40, reveal="shown")


NUMBERS = LOTTO.take("draw", count=3)["shown"]


ROOT: Json = {"root": LOTTO.seen[0]["roots"][0]}


TERMS: Json = {"terms": LOTTO.opened["terms"]}


@for_each("shown", [NUMBERS[1], NUMBERS, [NUMBERS[0] | {"card": None}]])
def test_a_shown_card_needs_no_list_and_no_other_round(
    shown: Json | list[Json],
) -> None:
    """Anybody can make up a root, so that it is unchecked."""
    alone = {"shown": shown} | ROOT | TERMS
    for result in (verify(**alone), verify(result=alone)):
        assert result["valid"] is None
        assert result["unchecked"].keys() == {"root"}


def test_a_shown_card_of_another_tree_or_of_other_terms_is_found() -> None:
    other_root = {"root": NO_HASH}
    assert find_place(shown=NUMBERS, **other_root, **TERMS) == "shown[0]"
    other_terms = TERMS["terms"] | {"min": 0}
    place = find_place(shown=NUMBERS, **ROOT, terms=other_terms)
    assert place == "shown[0].integer"


def test_a_shown_card_is_of_a_shoe_with_a_tree() -> None:
    impossible = TERMS["terms"] | {"cut": 5}
    sentence = refuse(shown=NUMBERS, **ROOT, terms=impossible)["terms"]
    assert sentence.startswith("No shoe has these terms. A cut goes with")
    treeless = post(CLIENT, "/v1/shoes", max=40)["terms"]
    assert refused_field(shown=NUMBERS, **ROOT, terms=treeless) == "shown"


@for_each(
    ("shown", "sentence"),
    [
        ([NUMBERS[0], NUMBERS[1] | {"round": 1}], "shown[1].round is 1"),
        ([NUMBERS[0] | {"position": 40}], "shown[0].position must be"),
        ([NUMBERS[0] | {"path": NUMBERS[0]["path"] * 5}], "shown[0].path must be"),
        ([NUMBERS[0] | {"name": "AS"}], "shown[0] has no member 'name'"),
        ([{}], "shown[0] lacks the member round"),
        ([5], "Item 1"),
        ([], "Must be an array"),
    ],
)
def test_what_is_no_shown_card_is_refused(shown: list[Any], sentence: str) -> None:
    assert refuse(shown=shown, **ROOT, **TERMS)["shown"].startswith(sentence)


@for_each("response", [RUMMY.opened, RUMMY.last])
def test_a_state_is_signed_by_the_service_or_not(response: Json) -> None:
    state = {name: response[name] for name in ("digest", "signed")}
    assert verify(**state)["valid"] is True
    assert verify(result=state)["valid"] is True
    assert find_place(**state | {"digest": NO_HASH}) == "signed.signature"
    unknown = post(OTHERS, VERIFY, **state)
    assert unknown["valid"] is None
    assert unknown["unchecked"].keys() == {"signed"}


@for_each(
    "signed",
    [
        None,
        {},
        {"kid": "x"},
        SIGNED | {"signature": SIGNED["signature"] + "="},
        SIGNED | {"alg": "none"},
    ],
)
def test_what_is_no_signature_of_a_state_is_refused(signed: Json | None) -> None:
    assert refused_field(digest=RUMMY.last["digest"], signed=signed) == "signed"


@for_each(
    ("changes", "sentence"),
    [
        ({"root": "00"}, "receipt.root must be"),
        ({"seed_hash": None}, "receipt has no member 'root'"),
        ({"shown": 5}, "receipt.shown[0] must be"),
        ({"shown": [SHOWN[0] | {"index": 52}]}, "receipt.shown[0].index must be"),
        ({"drawn": DRAWN | {"in_play": [3]}}, "receipt.drawn.in_play must be"),
        ({"drawn": DRAWN | {"in_play": 53}}, "receipt.drawn.in_play must be"),
        ({"server_seed": NO_HASH}, "receipt has no member"),
        ({"receipt": "shoe1"}, "receipt"),
        ({"receipt": "shoe2"}, "receipt"),
        ({"receipt": "shoe3"}, "receipt"),
    ],
)
def test_a_receipt_of_another_form_is_refused_by_its_member(
    changes: Json, sentence: str
) -> None:
    refusal = refuse(receipt=PARTIAL["receipt"] | changes)["receipt"]
    assert refusal.startswith(sentence)


@for_each(
    ("file", "entry", "sentence"),
    [
        (FULL, FULL["seen"][0] | {"roots": [NO_HASH]}, "Remove roots"),
        (PARTIAL, PARTIAL["seen"][0] | {"begun": 1}, "Remove begun"),
        (PARTIAL, {"cards": ["AS"], "roots": [NO_HASH]}, "give its number"),
    ],
)
def test_roots_are_of_shoes_with_trees_and_of_draws(
    file: Json, entry: Json, sentence: str
) -> None:
    assert sentence in refuse(receipt=file["receipt"], seen=[entry])["seen"]


@for_each("table", [RUMMY, LOTTERY, PARTIAL_RUMMY, PARTIAL_LOTTERY])
def test_whole_responses_stand_in_place_of_their_parts(table: Table) -> None:
    """The response of the reveal is the receipt, those of deals and draws what was seen."""
    file = table.write_file()
    plain = verify(**file)
    whole = verify(**file | {"receipt": table.reveal(), "seen": table.responses})
    assert whole["valid"] is plain["valid"]
    assert whole["checks"] == plain["checks"]
    assert whole["unchecked"].keys() == plain["unchecked"].keys()


@for_each(
    ("reveal", "valid", "unchecked"), [("all", True, set()), ("shown", None, {"order"})]
)
def test_a_response_of_several_stages_stands_in_place_of_its_parts(
    reveal: str, valid: bool | None, unchecked: set[str]
) -> None:
    table = Table(game="holdem", players=2, reveal=reveal)
    flop = table.take("deal", through="flop")
    river = table.take("deal", through="river")
    file = table.write_file() | {"receipt": table.reveal()}
    for seen in ([flop, river], [flop, *river["dealt_stages"]]):
        result = verify(**file | {"seen": seen})
        assert result["valid"] is valid
        assert result["unchecked"].keys() == unchecked


def test_roots_of_a_list_that_is_not_complete_are_compared() -> None:
    first, second = PARTIAL["seen"][2:]
    assert verify(**PARTIAL | {"seen": [first, second]})["valid"] is None
    other = first | {"roots": [NO_HASH]}
    place = find_place(**PARTIAL | {"seen": [other, second]})
    assert place == "seen[0].roots[0]"


def test_without_a_list_shown_cards_of_earlier_rounds_are_unchecked() -> None:
    without = PARTIAL | {"seen": []}
    assert verify(**without)["unchecked"].keys() == {"order", "draws", "shown"}
    last = [card for card in SHOWN if card["round"] == 1]
    receipt = PARTIAL["receipt"] | {"shown": last}
    result = verify(**without | {"receipt": receipt})
    assert result["unchecked"].keys() == {"order", "draws"}
