"""Make the files of tests/contract, which record what later releases keep (docs/definitions/stability.md).

Additions are recorded; a change that breaks a client is refused.
"""

import json
from collections.abc import Mapping
from pathlib import Path

import yaml

from service.http.responses import OPENAPI, OPENAPI_ADDITIONS
from service.operations.openapi import merge
from tools.contract.breaks import find_breaks, find_lost_vectors
from tools.contract.record import (
    Json,
    Vectors,
    build_api,
    build_vectors,
    format_vectors,
    parse_vectors,
)
from tools.contract.saved import format_saved, make_responses, read_saved
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
    api = build_api(merge(document, additions))
    return api, build_vectors(stream | {"bridge": bridge})


def read_kept() -> tuple[Json, Vectors]:
    """Return the records that are checked in."""
    api = yaml.load(API.read_bytes(), yaml.CSafeLoader)
    return api, parse_vectors(VECTORS.read_bytes())


def check_kept(api: Json, vectors: Vectors) -> None:
    """Raise ValueError, with a line for each break, if the present records lost something of the kept ones."""
    if not (API.exists() and VECTORS.exists()):
        return
    kept_api, kept_vectors = read_kept()
    breaks = [*find_breaks(kept_api, api), *find_lost_vectors(kept_vectors, vectors)]
    if breaks:
        promise = "docs/definitions/stability.md promises that this stays"
        raise ValueError("\n".join([*breaks, promise]))


def build_files() -> Mapping[Path, str]:
    """Return the texts of the records. Raises ValueError if they lost something of the kept ones."""
    api, vectors = read_present()
    check_kept(api, vectors)
    responses = dict(make_responses()) | read_saved(RESPONSES)
    return {
        API: to_yaml(api),
        VECTORS: format_vectors(vectors),
        RESPONSES: format_saved(responses),
    }
