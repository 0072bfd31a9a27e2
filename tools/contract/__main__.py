"""Write to tests/contract what later releases keep (docs/definitions/stability.md): `python -m tools.contract`.

Additions are written. A change that breaks a client is printed instead, and nothing is written.
"""

import json
import sys
from pathlib import Path

import yaml

from service.http.openapi import merge
from service.http.responses import OPENAPI, OPENAPI_ADDITIONS
from tools.contract.breaks import find_breaks, find_lost_vectors
from tools.contract.record import (
    Json,
    Vectors,
    build_api,
    build_vectors,
    format_vectors,
    parse_vectors,
)
from tools.contract.saved import make_responses, read_saved, write_saved
from tools.openapi.yaml_text import to_yaml

ROOT = Path(__file__).parent.parent.parent
API = ROOT / "tests" / "contract" / "api.yaml"
VECTORS = ROOT / "tests" / "contract" / "vectors.yaml"
RESPONSES = ROOT / "tests" / "contract" / "responses.jsonl"
GOLDEN = ROOT / "tests" / "vectors"


def read_present() -> tuple[Json, Vectors]:
    """Return the records of the present document and of the present golden vectors."""
    document, additions = (
        yaml.load(path.read_bytes(), yaml.CSafeLoader)
        for path in (OPENAPI, OPENAPI_ADDITIONS)
    )
    stream, bridge = (
        json.loads((GOLDEN / f"{name}.json").read_bytes()) for name in ("sd1", "bridge")
    )
    return build_api(merge(document, additions)), build_vectors(
        stream | {"bridge": bridge}
    )


def read_kept() -> tuple[Json, Vectors]:
    """Return the records that are checked in."""
    return yaml.load(API.read_bytes(), yaml.CSafeLoader), parse_vectors(
        VECTORS.read_bytes()
    )


def main() -> int:
    """Write the records, or print what they lost of the kept ones and write nothing; return the exit code."""
    api, vectors = read_present()
    if API.exists() and VECTORS.exists():
        kept_api, kept_vectors = read_kept()
        breaks = [
            *find_breaks(kept_api, api),
            *find_lost_vectors(kept_vectors, vectors),
        ]
        if breaks:
            print(
                *breaks,
                "docs/definitions/stability.md promises that this stays; nothing was written",
                sep="\n",
            )
            return 1
    API.write_text(to_yaml(api))
    VECTORS.write_text(format_vectors(vectors))
    saved = read_saved(RESPONSES)
    write_saved(RESPONSES, dict(make_responses()) | saved)
    return 0


if __name__ == "__main__":
    sys.exit(main())
