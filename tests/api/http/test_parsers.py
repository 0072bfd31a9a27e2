"""Whatever reads what a caller has written, given anything at all: a value, or the refusal that is documented."""

import json
from collections.abc import Mapping
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.api.http.parsing import parse_json, parse_query, split_seed, validate
from service.api.http.problems import InvalidValues, Malformed
from service.api.resources.decks import DeckShuffleRequest
from service.api.resources.integers import IntegersRequest
from service.api.schemas.requests import Batch, RequestSchema, batch_of
from service.core.cards.card import Card
from service.core.cards.decks import DECKS
from service.core.cards.notations.mpsz import parse_mpsz
from service.core.cards.options import PackOptions
from service.core.cards.shoes import parse_card
from service.core.crypto.tokens import Tokens, generate_key
from service.core.errors import BadToken, Refused
from service.core.sealed.receipts import Receipt, check_receipt, parse_receipt
from service.pages.verify.bundler import bundle
from tests.api.spec import check_against_spec
from tests.server.corpus.tokens import RECEIPT

KEY = generate_key()
TOKENS = Tokens(b"test", [KEY], 60)
TOKEN = TOKENS.seal(b"shoe")

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["AS", "sd1", "standard", 2**53, 2**64, -1, "", "\ud800", "0" * 64, "٣"])
)
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner))

QUERY_NAMES = ["seed", "index", "count", "max", "min", "decks", "exclude", "repeats", "notation", "sign", "seeds", ""]
QUERY_TEXTS = st.one_of(
    st.text(max_size=5),
    st.sampled_from(
        ["0", "1", "6", "007", "-1", "1_0", " 7", "+7", "7.0", "AS", "AS,AS", "code", "true", "%31", "%FF"]
    ),
)
QUERIES = st.one_of(
    st.binary(max_size=40),
    st.builds(
        lambda begun, pairs: "&".join([*begun, *(f"{name}={text}" for name, text in pairs)]).encode(),
        st.sampled_from([[], ["max=6"], ["max=6", "repeats=2"], ["seed=42"], ["seed=42", "max=6", "repeats=2"]]),
        st.lists(st.tuples(st.sampled_from(QUERY_NAMES), QUERY_TEXTS), max_size=3),
    ),
)


@st.composite
def altered(draw: st.DrawFn, original: Any) -> Any:
    """A JSON value with something in it changed, left out or added."""
    value = json.loads(json.dumps(original))
    for _ in range(draw(st.integers(1, 3))):
        within = value
        while isinstance(within, (dict, list)) and within:
            key = draw(st.sampled_from(sorted(within) if isinstance(within, dict) else range(len(within))))
            if isinstance(within[key], (dict, list)) and within[key] and draw(st.booleans()):
                within = within[key]
                continue
            match draw(st.sampled_from(["change", "remove", "add"])):
                case "change":
                    within[key] = draw(VALUES)
                case "remove":
                    del within[key]
                case "add" if isinstance(within, dict):
                    within[draw(st.text(max_size=6))] = draw(VALUES)
                case _ if isinstance(within, list):
                    within.append(draw(VALUES))
            break
    return value


@given(st.sampled_from(sorted(DECKS)), st.text(max_size=45))
def test_any_text_is_a_card_or_none(deck: str, text: str) -> None:
    try:
        card = parse_card("card", text, DECKS[deck], PackOptions())
    except Refused:
        return
    assert isinstance(card, Card)


@given(st.text(st.characters(codec="ascii") | st.sampled_from("♠🂡ſıßﬀ٣０"), max_size=60))
def test_any_text_is_a_hand_of_tiles_or_none(text: str) -> None:
    try:
        tiles = parse_mpsz("tiles", text)
    except Refused:
        return
    assert all(isinstance(tile, str) for tile in tiles)


@given(st.text() | st.builds(lambda at, letters: TOKEN[:at] + letters + TOKEN[at:], st.integers(0, 800), st.text()))
def test_any_text_but_a_token_is_a_bad_token(text: str) -> None:
    if text != TOKEN:
        with pytest.raises(BadToken):
            TOKENS.open("token", text)


@given(st.data())
def test_a_token_with_any_letters_changed_is_a_bad_token(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(TOKEN) - 1))
    letters = data.draw(st.text(st.characters(codec="ascii"), min_size=1, max_size=4))
    changed = TOKEN[:at] + letters + TOKEN[at + len(letters) :]
    if changed != TOKEN:
        with pytest.raises(BadToken):
            TOKENS.open("token", changed)


@given(VALUES | altered(RECEIPT))
def test_any_value_is_a_receipt_or_refused(value: Any) -> None:
    try:
        receipt = parse_receipt(value)
    except Refused:
        return
    assert isinstance(receipt, Receipt)
    try:
        finding = check_receipt(value)
    except Refused:
        return
    assert finding.valid is False  # nobody finds a seed for a commitment of noughts


@given(st.binary() | VALUES.map(lambda value: json.dumps(value).encode()) | st.text().map(str.encode))
def test_any_bytes_are_json_or_malformed(body: bytes) -> None:
    try:
        value = parse_json(body)
    except Malformed:
        return
    assert value == json.loads(body)


def simply_read(schema: RequestSchema, query: bytes) -> Any:
    """What the fast way makes of a query; None where it leaves that to the other."""
    simple = split_seed(query, schema)
    if simple is None:
        return None
    rest, randomness = simple
    asked = validate(schema, parse_query(schema, rest))
    single = asked.arguments if isinstance(asked, Batch) else asked
    return asked, randomness if randomness.seed is not None else single.randomness


@pytest.mark.parametrize("schema", [DeckShuffleRequest(), IntegersRequest(), batch_of(IntegersRequest)()])
def test_the_fast_way_to_read_a_query_reads_what_the_other_does(schema: RequestSchema) -> None:
    @given(QUERIES)
    def agrees(query: bytes) -> None:
        found: list[Any] = []
        for way in (simply_read, lambda schema, query: validate(schema, parse_query(schema, query))):
            try:
                found.append(way(schema, query))
            except (InvalidValues, Malformed, Refused) as refusal:
                found.append(refusal)
        fast, slow = found
        if fast is None:
            return
        if isinstance(fast, Exception):
            assert (type(fast), str(fast)) == (type(slow), str(slow))
            return
        asked, randomness = fast
        single = slow.arguments if isinstance(slow, Batch) else slow
        assert single.randomness == randomness
        assert without_randomness(asked) == without_randomness(slow)

    agrees()


def without_randomness(asked: Any) -> Any:
    """All of a request but its seed."""
    if isinstance(asked, Batch):
        return asked.repeats, without_randomness(asked.arguments)
    return {name: value for name, value in vars(asked).items() if name not in {"seed", "index"}}


ANSWERS: Mapping[str, str] = {
    "a shuffle": "/v1/decks/standard/shuffle?seed=42&count=5",
    "a batch": "/v1/integers/batch?max=6&seed=42&repeats=2",
    "a deal": "/v1/games/holdem/deal?players=2&seed=42",
}


@pytest.mark.parametrize("path", ANSWERS.values(), ids=ANSWERS)
def test_any_answer_that_was_altered_is_judged_or_refused(client: FlaskClient, path: str) -> None:
    answer = client.get(path).json

    @settings(suppress_health_check=[HealthCheck.too_slow])
    @given(altered(answer))
    def judged(value: Any) -> None:
        said = client.post("/v1/verify", data=json.dumps(value), content_type="application/json")
        assert said.status_code in {200, 400, 422}
        check_against_spec("POST", "/v1/verify", said.status_code, said.mimetype, said.data)
        if said.status_code == 200 and value != answer:
            assert orjson.loads(said.data)["valid"] is not True or value == orjson.loads(said.data)

    judged()


LINES = st.sampled_from(
    [
        'import { a } from "./b.mjs";',
        'import { a as c } from "./b.mjs";',
        'import a from "./b.mjs";',
        'import "./b.mjs";',
        'const later = import("./b.mjs");',
        "export const a = 1;",
        "export function a() {",
        "export default a;",
        "export { a };",
        "}",
        "// import",
    ]
) | st.text(max_size=12)


@given(st.lists(LINES, max_size=6).map("\n".join))
def test_any_module_is_bundled_or_refused(text: str) -> None:
    try:
        script = bundle({"a.mjs": text, "b.mjs": "export const a = 1;\n"}, "a.mjs")
    except ValueError:
        return
    assert script.startswith('"use strict";\n')
    assert "\nexport " not in script
