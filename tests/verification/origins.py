"""Files of every kind that can be verified, with who could choose their randomness (docs/fairness.md, "Who chose")."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any, NamedTuple

from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.sealed.shoe.tokens import generate_key
from service.settings import Settings
from tests.http.spec import confirm, get, post
from tests.proofs.origins import REQUESTS
from tests.proofs.rounds import QUICK_1, QUICKNET
from tests.verification.shoes import draw, open_shoe, reveal
from tools.files import ROOT

Json = dict[str, Any]

SHUFFLE = "/v1/decks/standard/shuffle"
ROUND = {"chain_hash": QUICKNET, "round": 1, "signature": QUICK_1.signature}


class Case(NamedTuple):
    """A file, with what its verdict says."""

    file: Json
    valid: bool | None
    chosen_by: str


def valid(file: Json, chosen_by: str) -> Case:
    """Return a case of a file that is valid."""
    return Case(file, True, chosen_by)


def unchecked(file: Json, chosen_by: str = "unknown") -> Case:
    """Return a case of a file of which something cannot be checked."""
    return Case(file, None, chosen_by)


def wrong(file: Json) -> Case:
    """Return a case of a file with a difference."""
    return Case(file, False, "unknown")


def make_secret(number: int) -> str:
    return urlsafe_b64encode(bytes([number] * 32)).decode().rstrip("=")


def create_client(number: int) -> FlaskClient:
    """Return a client of a service with keys of this number."""
    secret = make_secret(number)
    signing = SigningKey.from_base64url(secret)
    proving = VrfKey.from_base64url(secret)
    settings = Settings(
        shoe_keys=(generate_key(),), signing_keys=(signing,), vrf_keys=(proving,)
    )
    return create_app(settings).test_client()


SIGNING_KEY = SigningKey.from_base64url(make_secret(1))
CLIENT = create_client(1)
_OTHER = create_client(2)
KEYS = get(CLIENT, "/.well-known/jwks.json")


def seal(client_seed: str | None, given: Json | None = None, **terms: Any) -> Json:
    """Return a file with the receipt of a sealed shoe and all that a player notes.

    `given`: what players send with the draw, if it is not the client seed itself.
    """
    opened = open_shoe(CLIENT, **{"max": 49} | terms)
    drawn = draw(CLIENT, opened, 3, **(given or {"client_seed": client_seed}))
    file = {"receipt": reveal(CLIENT, drawn), "seen": [drawn["seen"]]}
    return confirm(file, commitment=opened["commitment"], client_seed=client_seed)


def seal_texts(*texts: str) -> Json:
    """Return a file with the receipt of a shoe whose terms have the hashes of texts."""
    hashes = [sha256(text.encode()).hexdigest() for text in texts]
    return seal(",".join(texts), {"words": texts}, words=hashes)


def without(file: Json, *names: str) -> Json:
    """Return a file without some members."""
    return {name: value for name, value in file.items() if name not in names}


def prove(
    client: FlaskClient, path: str = SHUFFLE, request: Json | None = None, **terms: Any
) -> Json:
    """Return a proved response."""
    keys = get(client, "/.well-known/jwks.json")["keys"]
    kid = next(key["kid"] for key in keys if key["use"] == "vrf")
    agreed = {"key": kid, "game": "table 7", "round": 1, "players": ["Ann 3f1c"]}
    return post(client, path, **(request or {}), prove=agreed | terms)


def prove_requests() -> dict[str, Case]:
    """Return cases of proved responses, by what their requests are for."""
    cases = {}
    for name, (path, request, chosen_by) in REQUESTS.items():
        case = unchecked if "weights" in request else valid
        response = prove(CLIENT, path, request)
        cases[f"proved, {name}"] = case(response, chosen_by or "last_word")
    return cases


FORGED = get(CLIENT, "/v1/games/blackjack/deal", seed="317")
"""A blackjack deal by seed 317, the first seed that gives the dealer two aces."""
_NUMBERED = get(CLIENT, "/v1/games/freecell/deal", deal_number=617)
_ITEM_BY_SEED = post(CLIENT, "/v1/items/draw", items=[1, 2], seed=1)
_BRIDGE = {
    "file": CLIENT.get(
        "/v1/games/bridge/deal?seed=club&format=pbn&include_seed=true"
    ).text
}
_PAIR = {"items": ["Ann", "Bob"]}
_PROVED = prove(CLIENT)
_ONE_GROUP = prove(CLIENT, "/v1/items/groups", _PAIR | {"groups": 1})
_ONE_HAND = prove(CLIENT, "/v1/items/deal", _PAIR | {"hands": 1, "cards": 2})

_WORDS = seal("correct horse")
_ALONE = seal(None)
_TEXT = "a-random-text-of-a-player"
_TEXTS = seal_texts("a-text-of-the-operator", _TEXT)
_PRIVATE = seal("correct horse", reveal="shown", max=9)
_OPENED = open_shoe(CLIENT, reveal="shown", max=9)
_DRAWN = draw(CLIENT, _OPENED, 1)
_ROOT = _DRAWN["seen"]["roots"][0]
_SHOWN = {"shown": _DRAWN["shown"], "root": _ROOT, "terms": _OPENED["terms"]}
_STATE = {"digest": _DRAWN["digest"], "signed": _DRAWN["signed"]}
_EMPTY = reveal(CLIENT, open_shoe(CLIENT))

_BEACON = {"beacon": ROUND}
_ONE_ROUND = seal(QUICK_1.randomness, label="raffle: drand quicknet round 1")
_TWO_ROUNDS = seal(QUICK_1.randomness, label="quicknet round 2, or quicknet round 1")
_OTHER_WORDS = seal("mine", label="drand quicknet round 1")

FILES: dict[str, Case] = {
    "seeded": valid(get(CLIENT, SHUFFLE, seed="42"), "requester"),
    "seeded, by the best of many seeds": valid(FORGED, "requester"),
    "seeded items without their list": unchecked(_ITEM_BY_SEED, "requester"),
    "seeded, a commitment that it does not have": unchecked(
        confirm(FORGED, commitment="0" * 64), "requester"
    ),
    "numbered": valid(_NUMBERED, "requester"),
    "a numbered deal, what cannot be compared": valid(
        confirm(_NUMBERED, public_before_round=True, certificate="PEM"), "requester"
    ),
    "a file of boards": valid(_BRIDGE, "requester"),
    "a file of boards, a text of the reader's own": unchecked(
        confirm(_BRIDGE, own_text="mine"), "requester"
    ),
    "proved": valid(_PROVED, "last_word"),
    "proved, of one group": valid(_ONE_GROUP, "requester"),
    "proved, of one hand": valid(_ONE_HAND, "requester"),
    "proved, with the reader's own text": valid(
        confirm(_PROVED, own_text="Ann 3f1c"), "last_word"
    ),
    "proved, public before no round": valid(
        confirm(_PROVED, public_before_round=True), "last_word"
    ),
    "proved, without the reader's own text": wrong(
        confirm(_PROVED, own_text="Bob 90be")
    ),
    "sealed": valid(_WORDS, "last_word"),
    "sealed, nothing noted": unchecked(without(_WORDS, "confirmed"), "last_word"),
    "sealed, confirmed in the receipt itself": unchecked(
        _WORDS["receipt"] | {"confirmed": {}}
    ),
    "sealed, a text of the reader's own and no hashes of texts": unchecked(
        confirm(_WORDS, own_text="horse"), "last_word"
    ),
    "sealed, no words confirmed": unchecked(
        confirm(_WORDS, client_seed=None), "last_word"
    ),
    "sealed, no card compared": unchecked(without(_WORDS, "seen")),
    "sealed, other words": wrong(confirm(_WORDS, client_seed="battery staple")),
    "sealed, with texts that the terms fixed": valid(_TEXTS, "last_word"),
    "such a shoe, nothing noted": unchecked(without(_TEXTS, "confirmed"), "last_word"),
    "such a shoe, with the reader's own text": valid(
        confirm(_TEXTS, own_text=_TEXT), "nobody_alone"
    ),
    "such a shoe, the own text alone": valid(
        confirm(_TEXTS, own_text=_TEXT, client_seed=None), "nobody_alone"
    ),
    "such a shoe, the own text and no commitment": unchecked(
        confirm(_TEXTS, own_text=_TEXT, commitment=None), "last_word"
    ),
    "such a shoe, without the reader's own text": wrong(
        confirm(_TEXTS, own_text="another-text-of-mine")
    ),
    "sealed, without words": valid(_ALONE, "operator"),
    "sealed, without words, nothing noted": unchecked(
        without(_ALONE, "confirmed", "seen"), "operator"
    ),
    "sealed, nothing drawn": valid(
        confirm({"receipt": _EMPTY}, commitment=_EMPTY["commitment"]), "unknown"
    ),
    "a partial receipt": unchecked(_PRIVATE),
    "shown cards alone": unchecked(_SHOWN),
    "a signed state alone": valid(_STATE, "unknown"),
    "a beacon that no label names": wrong(seal(QUICK_1.randomness) | _BEACON),
    "a beacon, and two in the label": wrong(_TWO_ROUNDS | _BEACON),
    "a beacon with another client seed": wrong(_OTHER_WORDS | _BEACON),
}
FILES |= prove_requests()
"""Files that the service and verify.mjs take, by name."""


def sign_draw(path: str) -> Json:
    """Return the receipt of a draw at a path, which this version need not know, with one item in its list."""
    request = {"method": "POST", "path": path, "parameters": {"sign": True}}
    payload = {"iat": 1_700_000_000, "jti": "0b5c", "request": request}
    text = json.dumps(payload | {"answer": {"size": 1, "algorithm": None}})
    return {"receipt": SIGNING_KEY.sign(text.encode())}


_SIGNED = get(CLIENT, SHUFFLE, sign="true")
_ONE_WEIGHT = post(
    CLIENT, "/v1/items/draw", items=["Ann", "Bob"], weights=[0, 1], sign=True
)

_CRASH = {
    "scheme": "hash_chain",
    "game": "bustabit",
    "game_hash": "94aa062026624e59a0ace092568d5f46e21b9bf1d5173609db8645dd62bdfc44",
    "salt": "00000000000000000001e08b7fd44f95e3e950ac65650a8031a6d5e1750e34be",
}
_CRASH_BEFORE = "94e66d98029c61ecd27c4fb6b381d401c823cf3dfbdac9246756d5b655e125aa"
_OWN_HASH = bytes.fromhex("07" * 32)
_OWN = _CRASH | {"game_hash": _OWN_HASH.hex()}
_OWN_CRASH = post(CLIENT, "/v1/verify", **_OWN)["derived"]["multiplier"]
_OWN_BEFORE = sha256(_OWN_HASH).hexdigest()
_IETF = {"scheme": "rfc3797", "sources": [["9"]], "pool": 25, "count": 2}
_SELECTED = post(CLIENT, "/v1/verify", **_IETF)["derived"]["selected"]

_PUBLISHED = json.loads(
    (ROOT / "tests" / "vectors" / "signed_randomness.json").read_text("utf-8")
)
_NIST = _PUBLISHED["nist_beacon"]
_PULSE = {"scheme": "nist_beacon", "pulse": _NIST["pulses"][0]}
_NIST_KEY = {"certificate": _NIST["certificate"]}
_RANDOM_ORG = {"scheme": "random_org"}
_RANDOM_ORG |= {
    name: _PUBLISHED["random_org"][name] for name in ("random_json", "signature")
}
_RANDOM_ORG_KEY = {"certificate": _PUBLISHED["random_org"]["certificate"]}

SERVICE_FILES: dict[str, Case] = {
    "signed": valid(_SIGNED, "operator"),
    "a signature alone": valid({"receipt": _SIGNED["receipt"]}, "operator"),
    "signed, with one item that has a weight": valid(_ONE_WEIGHT, "requester"),
    "signed, of one item": valid(sign_draw("/v1/items/draw"), "requester"),
    "signed under a proxy's path": valid(
        sign_draw("/v1/cards/v1/items/draw/batch"), "requester"
    ),
    "signed, with an arm for one item": valid(
        sign_draw("/v1/items/allocate"), "operator"
    ),
    "signed, of a path that is not known": valid(
        sign_draw("/v1/items/fold"), "unknown"
    ),
    "a hash chain": valid(
        _CRASH | {"previous_hash": _CRASH_BEFORE, "seen": "10.91"}, "nobody_alone"
    ),
    "a hash chain of the operator's own": valid(
        _OWN | {"previous_hash": _OWN_BEFORE, "seen": _OWN_CRASH}, "unknown"
    ),
    "a hash chain without an earlier hash": unchecked(_CRASH | {"seen": "10.91"}),
    "RFC 3797": valid(_IETF | {"seen": _SELECTED}, "unknown"),
    "NIST": valid(_PULSE | _NIST_KEY, "operator"),
    "NIST, confirmed": valid(confirm(_PULSE, **_NIST_KEY), "operator"),
    "NIST, unsigned": unchecked(_PULSE),
    "RANDOM.ORG": unchecked(_RANDOM_ORG | _RANDOM_ORG_KEY),
    "RANDOM.ORG, a key alone confirmed": unchecked(
        confirm(_RANDOM_ORG, **_RANDOM_ORG_KEY)
    ),
    "RANDOM.ORG, unsigned": unchecked(_RANDOM_ORG),
}
"""Files that the service checks and verify.mjs does not."""

KEYLESS: dict[str, Case] = {
    "proved by another key": unchecked(prove(_OTHER)),
    "signed by another key": unchecked(get(_OTHER, SHUFFLE, sign="true")),
}
"""Files with a key that the service does not have."""

_ROUND = {"scheme": "drand", "randomness": QUICK_1.randomness} | ROUND
_PROVED_LATER = prove(CLIENT, beacon=ROUND)
_SEALED = confirm(_ONE_ROUND, client_seed=None) | _BEACON
DRAND_FILES: dict[str, Case] = {
    "a round of drand": valid(_ROUND, "last_word"),
    "a round of drand, public before": valid(
        confirm(_ROUND, public_before_round=True), "nobody_alone"
    ),
    "proved with a beacon": valid(_PROVED_LATER, "last_word"),
    "proved with a beacon, public before": valid(
        confirm(_PROVED_LATER, public_before_round=True), "nobody_alone"
    ),
    "sealed with a beacon": valid(_SEALED, "last_word"),
    "sealed with a beacon, public before": valid(
        confirm(_SEALED, public_before_round=True), "nobody_alone"
    ),
    "sealed with a beacon, public before, no commitment": unchecked(
        confirm(_SEALED, public_before_round=True, commitment=None), "last_word"
    ),
}
"""Files with a round of drand: the extra `drand` checks it, and without it `valid` is null."""
