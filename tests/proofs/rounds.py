"""Published rounds of drand, and the hashes of their chains.

The rounds and the chain information are responses of api.drand.sh as stored in drand's own repositories: default and
quicknet in github.com/drand/drand (internal/interop), fastnet and the unchained testnet in crypto/schemes_test.go there
and in github.com/drand/tlock-js (src/drand/defaults.ts). Every signature was verified, over the message that is
derived here, with py_ecc 8.0.0 (PyPI), and those of known randomness with drand-client 1.4.2 (npm).
"""

import json
from pathlib import Path
from typing import Any

from service.proofs.drand import DrandRound

DEFAULT = "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce"
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
RFC9380 = "bls-unchained-g1-rfc9380"

PUBLISHED: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "drand.json").read_text("utf-8")
)
DEFAULT_ROUNDS = [DrandRound(**beacon) for beacon in PUBLISHED["default"]]
ROUND_1, ROUND_2, ROUND_3, ROUND_1337, ROUND_2634945 = DEFAULT_ROUNDS
QUICKNET_ROUNDS = [DrandRound(**beacon) for beacon in PUBLISHED["quicknet"]]
QUICK_1, QUICK_2, QUICK_3, QUICK_1000 = QUICKNET_ROUNDS
FASTNET_2 = DrandRound(**PUBLISHED["fastnet"][0])
TESTNET_7601003 = DrandRound(**PUBLISHED["testnet"][0])
ROUNDS = [ROUND_1, ROUND_2, ROUND_3, QUICK_1, QUICK_2, QUICK_3]
DESCRIBED = [FASTNET_2, TESTNET_7601003]


def format_id(beacon: DrandRound) -> str:
    """Return a short name of a round."""
    return f"{str(beacon.chain_hash)[:4]}-{beacon.round}"
