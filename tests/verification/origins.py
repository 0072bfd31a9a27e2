"""Files of every kind that can be verified, with who could choose their randomness (docs/fairness.md, "Who chose")."""

import json
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

from flask.testing import FlaskClient

from service.app import create_app
from service.core.crypto.keys import VrfKey
from service.core.crypto.signatures import SigningKey
from service.core.crypto.tokens import generate_key
from service.settings import Settings
from tests.conftest import ROOT
from tests.http.spec import confirm, get, post
from tests.proofs.origins import REQUESTS
from tests.proofs.test_drand import QUICK_1, QUICKNET

Json = dict[str, Any]

ROUND = {"chain_hash": QUICKNET, "round": 1, "signature": QUICK_1.signature}


def make_secret(number: int) -> str:
    return urlsafe_b64encode(bytes([number] * 32)).decode().rstrip("=")


def create_client(number: int) -> FlaskClient:
    """Return a client of a service with keys of this number."""
    secret = make_secret(number)
    signing = SigningKey.from_base64url(secret)
    proving = VrfKey.from_base64url(secret)
    return create_app(
        Settings(
            shoe_keys=(generate_key(),), signing_keys=(signing,), vrf_keys=(proving,)
        )
    ).test_client()


SIGNING_KEY = SigningKey.from_base64url(make_secret(1))
CLIENT = create_client(1)
_OTHER = create_client(2)
KEYS = get(CLIENT, "/.well-known/jwks.json")


def seal(client_seed: str | None, count: int = 3, **terms: Any) -> Json:
    """Return a file with the receipt of a sealed shoe and all that a player notes."""
    opened = post(CLIENT, "/v1/shoes", **({"max": 49} | terms))
    words = {} if client_seed is None else {"client_seed": client_seed}
    given = {"words": (client_seed or "").split(",")} if "words" in terms else words
    drawn = post(CLIENT, "/v1/shoes/draw", shoe=opened["shoe"], count=count, **given)
    revealed = post(CLIENT, "/v1/shoes/reveal", shoe=drawn["shoe"])
    confirmed = {"commitment": opened["commitment"]} | words
    return {
        "receipt": revealed["receipt"],
        "seen": [drawn["seen"]],
        "confirmed": confirmed,
    }


def without(file: Json, *names: str) -> Json:
    """Return a file without some members."""
    return {name: value for name, value in file.items() if name not in names}


def prove(
    client: FlaskClient,
    path: str = "/v1/decks/standard/shuffle",
    request: Json | None = None,
    **terms: Any,
) -> Json:
    """Return a proved response."""
    keys = get(client, "/.well-known/jwks.json")["keys"]
    kid = next(key["kid"] for key in keys if key["use"] == "vrf")
    agreed = {
        "key": kid,
        "game": "table 7",
        "round": 1,
        "players": ["Ann 3f1c"],
        **terms,
    }
    return post(client, path, **(request or {}), prove=agreed)


_WORDS = seal("correct horse")
_ALONE = seal(None)
_BEACON = seal(QUICK_1.randomness, label="raffle: drand quicknet round 1")
_TWO_ROUNDS = seal(QUICK_1.randomness, label="quicknet round 2, or quicknet round 1")
_OTHER_WORDS = seal("mine", label="drand quicknet round 1")
_TEXT = "a-random-text-of-a-player"
_OTHERS = "a-text-of-the-operator"
_TEXTS = seal(
    f"{_OTHERS},{_TEXT}",
    words=[sha256(text.encode()).hexdigest() for text in (_OTHERS, _TEXT)],
)
_PRIVATE = seal("correct horse", reveal="shown", max=9)
_OPENED = post(CLIENT, "/v1/shoes", reveal="shown", max=9)
_DRAWN = post(CLIENT, "/v1/shoes/draw", shoe=_OPENED["shoe"], count=1)
_ROOT = _DRAWN["seen"]["roots"][0]
_PUBLISHED = json.loads(
    (ROOT / "tests" / "vectors" / "signed_randomness.json").read_text(encoding="utf-8")
)
_EMPTY = post(
    CLIENT, "/v1/shoes/reveal", shoe=post(CLIENT, "/v1/shoes", deck="standard")["shoe"]
)["receipt"]
_SIGNED = get(CLIENT, "/v1/decks/standard/shuffle", sign="true")
_ONE_ITEM = {"items": ["Ann", "Bob"], "weights": [0, 1], "sign": True}


def sign_draw(path: str) -> Json:
    """Return the receipt of a draw at a path, which this version need not know, with one item in its list."""
    request = {"method": "POST", "path": path, "parameters": {"sign": True}}
    payload = {"iat": 1_700_000_000, "jti": "0b5c", "request": request}
    answer = {"size": 1, "algorithm": None}
    text = json.dumps({**payload, "answer": answer})
    return {"receipt": SIGNING_KEY.sign(text.encode())}


_BRIDGE = CLIENT.get(
    "/v1/games/bridge/deal?seed=club&format=pbn&include_seed=true"
).text

_ITEMS = "/v1/items"
_PAIR = {"items": ["Ann", "Bob"]}
FORGED = get(CLIENT, "/v1/games/blackjack/deal", seed="317")
"""A blackjack deal by seed 317, the first seed that gives the dealer two aces."""

FILES: dict[str, tuple[Json, bool | None, str]] = {
    "seeded": (get(CLIENT, "/v1/decks/standard/shuffle", seed="42"), True, "requester"),
    "seeded, by the best of many seeds": (FORGED, True, "requester"),
    "seeded items without their list": (
        post(CLIENT, "/v1/items/draw", items=[1, 2], seed=1),
        None,
        "requester",
    ),
    "numbered": (
        get(CLIENT, "/v1/games/freecell/deal", deal_number=617),
        True,
        "requester",
    ),
    "a file of boards": ({"file": _BRIDGE}, True, "requester"),
    "proved": (prove(CLIENT), True, "last_word"),
    **{
        f"proved, {name}": (
            response,
            None if "weights" in request else True,
            chosen_by or "last_word",
        )
        for name, (path, request, chosen_by) in REQUESTS.items()
        for response in [prove(CLIENT, path, request)]
    },
    "proved, of one group": (
        prove(CLIENT, f"{_ITEMS}/groups", _PAIR | {"groups": 1}),
        True,
        "requester",
    ),
    "proved, of one hand": (
        prove(CLIENT, f"{_ITEMS}/deal", _PAIR | {"hands": 1, "cards": 2}),
        True,
        "requester",
    ),
    "proved, with the reader's own text": (
        confirm(prove(CLIENT), own_text="Ann 3f1c"),
        True,
        "last_word",
    ),
    "proved, public before no round": (
        confirm(prove(CLIENT), public_before_round=True),
        True,
        "last_word",
    ),
    "proved, without the reader's own text": (
        confirm(prove(CLIENT), own_text="Bob 90be"),
        False,
        "unknown",
    ),
    "sealed": (_WORDS, True, "last_word"),
    "sealed, nothing noted": (without(_WORDS, "confirmed"), None, "last_word"),
    "sealed, confirmed in the receipt itself": (
        _WORDS["receipt"] | {"confirmed": {}},
        None,
        "unknown",
    ),
    "sealed, a text of the reader's own and no hashes of texts": (
        confirm(_WORDS, own_text="horse"),
        None,
        "last_word",
    ),
    "sealed, no words confirmed": (
        confirm(_WORDS, client_seed=None),
        None,
        "last_word",
    ),
    "sealed, no card compared": (without(_WORDS, "seen"), None, "unknown"),
    "sealed, with texts that the terms fixed": (_TEXTS, True, "last_word"),
    "such a shoe, nothing noted": (without(_TEXTS, "confirmed"), None, "last_word"),
    "such a shoe, with the reader's own text": (
        confirm(_TEXTS, own_text=_TEXT),
        True,
        "nobody_alone",
    ),
    "such a shoe, the own text alone": (
        confirm(_TEXTS, own_text=_TEXT, client_seed=None),
        True,
        "nobody_alone",
    ),
    "such a shoe, the own text and no commitment": (
        confirm(_TEXTS, own_text=_TEXT, commitment=None),
        None,
        "last_word",
    ),
    "such a shoe, without the reader's own text": (
        confirm(_TEXTS, own_text="another-text-of-mine"),
        False,
        "unknown",
    ),
    "sealed, without words": (_ALONE, True, "operator"),
    "sealed, without words, nothing noted": (
        without(_ALONE, "confirmed", "seen"),
        None,
        "operator",
    ),
    "sealed, nothing drawn": (
        confirm({"receipt": _EMPTY}, commitment=_EMPTY["commitment"]),
        True,
        "unknown",
    ),
    "sealed, other words": (
        confirm(_WORDS, client_seed="battery staple"),
        False,
        "unknown",
    ),
    "a partial receipt": (_PRIVATE, None, "unknown"),
    "shown cards alone": (
        {"shown": _DRAWN["shown"], "root": _ROOT, "terms": _OPENED["terms"]},
        None,
        "unknown",
    ),
    "seeded, a commitment that it does not have": (
        confirm(FORGED, commitment="0" * 64),
        None,
        "requester",
    ),
    "a numbered deal, what cannot be compared": (
        confirm(
            get(CLIENT, "/v1/games/freecell/deal", deal_number=617),
            public_before_round=True,
            certificate="PEM",
        ),
        True,
        "requester",
    ),
    "a file of boards, a text of the reader's own": (
        confirm({"file": _BRIDGE}, own_text="mine"),
        None,
        "requester",
    ),
    "a signed state alone": (
        {"digest": _DRAWN["digest"], "signed": _DRAWN["signed"]},
        True,
        "unknown",
    ),
    "a beacon that no label names": (
        seal(QUICK_1.randomness) | {"beacon": ROUND},
        False,
        "unknown",
    ),
    "a beacon, and two in the label": (
        _TWO_ROUNDS | {"beacon": ROUND},
        False,
        "unknown",
    ),
    "a beacon with another client seed": (
        _OTHER_WORDS | {"beacon": ROUND},
        False,
        "unknown",
    ),
}
"""Files that the service and verify.mjs take, by name; each with the verdict's `valid` and `chosen_by`."""

_CRASH = {
    "scheme": "hash_chain",
    "game": "bustabit",
    "game_hash": "94aa062026624e59a0ace092568d5f46e21b9bf1d5173609db8645dd62bdfc44",
    "salt": "00000000000000000001e08b7fd44f95e3e950ac65650a8031a6d5e1750e34be",
}
_OWN = {
    "scheme": "hash_chain",
    "game": "bustabit",
    "salt": _CRASH["salt"],
    "game_hash": "07" * 32,
}
_OWN_CHAIN = _OWN | {"previous_hash": sha256(bytes.fromhex("07" * 32)).hexdigest()}
_OWN_CHAIN |= {"seen": post(CLIENT, "/v1/verify", **_OWN)["derived"]["multiplier"]}
_EARLIER = {
    "previous_hash": "94e66d98029c61ecd27c4fb6b381d401c823cf3dfbdac9246756d5b655e125aa"
}
_PULSE = {"scheme": "nist_beacon", "pulse": _PUBLISHED["nist_beacon"]["pulses"][0]}
_RANDOM_ORG = {"scheme": "random_org"} | {
    name: _PUBLISHED["random_org"][name] for name in ("random_json", "signature")
}
_CERTIFICATE = _PUBLISHED["random_org"]["certificate"]
_IETF = {"scheme": "rfc3797", "sources": [["9"]], "pool": 25, "count": 2}

SERVICE_FILES: dict[str, tuple[Json, bool | None, str]] = {
    "signed": (_SIGNED, True, "operator"),
    "a signature alone": ({"receipt": _SIGNED["receipt"]}, True, "operator"),
    "signed, with one item that has a weight": (
        post(CLIENT, "/v1/items/draw", **_ONE_ITEM),
        True,
        "requester",
    ),
    "signed, of one item": (sign_draw("/v1/items/draw"), True, "requester"),
    "signed under a proxy's path": (
        sign_draw("/v1/cards/v1/items/draw/batch"),
        True,
        "requester",
    ),
    "signed, with an arm for one item": (
        sign_draw("/v1/items/allocate"),
        True,
        "operator",
    ),
    "signed, of a path that is not known": (
        sign_draw("/v1/items/fold"),
        True,
        "unknown",
    ),
    "a hash chain": (_CRASH | _EARLIER | {"seen": "10.91"}, True, "nobody_alone"),
    "a hash chain of the operator's own": (_OWN_CHAIN, True, "unknown"),
    "a hash chain without an earlier hash": (
        _CRASH | {"seen": "10.91"},
        None,
        "unknown",
    ),
    "RFC 3797": (
        _IETF | {"seen": post(CLIENT, "/v1/verify", **_IETF)["derived"]["selected"]},
        True,
        "unknown",
    ),
    "NIST": (
        _PULSE | {"certificate": _PUBLISHED["nist_beacon"]["certificate"]},
        True,
        "operator",
    ),
    "NIST, confirmed": (
        confirm(_PULSE, certificate=_PUBLISHED["nist_beacon"]["certificate"]),
        True,
        "operator",
    ),
    "NIST, unsigned": (_PULSE, None, "unknown"),
    "RANDOM.ORG": (_RANDOM_ORG | {"certificate": _CERTIFICATE}, None, "unknown"),
    "RANDOM.ORG, a key alone confirmed": (
        confirm(_RANDOM_ORG, certificate=_CERTIFICATE),
        None,
        "unknown",
    ),
    "RANDOM.ORG, unsigned": (_RANDOM_ORG, None, "unknown"),
}
"""Files that the service checks and verify.mjs does not. The values are as in `FILES`."""

KEYLESS: dict[str, tuple[Json, bool | None, str]] = {
    "proved by another key": (prove(_OTHER), None, "unknown"),
    "signed by another key": (
        get(_OTHER, "/v1/decks/standard/shuffle", sign="true"),
        None,
        "unknown",
    ),
}
"""Files with a key that the service does not have. The values are as in `FILES`."""

_ROUND = {"scheme": "drand", **ROUND, "randomness": QUICK_1.randomness}
_OF_ROUND = confirm(_BEACON, client_seed=None) | {"beacon": ROUND}
DRAND_FILES: dict[str, tuple[Json, bool | None, str]] = {
    "a round of drand": (_ROUND, True, "last_word"),
    "a round of drand, public before": (
        confirm(_ROUND, public_before_round=True),
        True,
        "nobody_alone",
    ),
    "proved with a beacon": (prove(CLIENT, beacon=ROUND), True, "last_word"),
    "proved with a beacon, public before": (
        confirm(prove(CLIENT, beacon=ROUND), public_before_round=True),
        True,
        "nobody_alone",
    ),
    "sealed with a beacon": (_OF_ROUND, True, "last_word"),
    "sealed with a beacon, public before": (
        confirm(_OF_ROUND, public_before_round=True),
        True,
        "nobody_alone",
    ),
    "sealed with a beacon, public before, no commitment": (
        confirm(_OF_ROUND, public_before_round=True, commitment=None),
        None,
        "last_word",
    ),
}
"""Files with a round of drand: the extra `drand` checks it, and without it `valid` is null. Values as in `FILES`."""
