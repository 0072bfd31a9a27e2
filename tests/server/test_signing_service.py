"""Signed responses of a running service, and the examples of docs/definitions/signed-responses.md."""

import json
import re
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest
from jwcrypto.jwk import JWKSet
from jwcrypto.jws import JWS

from tests.conftest import KEYS
from tools.files import ROOT

DOCUMENT = (ROOT / "docs" / "definitions/signed-responses.md").read_text()


def example_code(language: str, base: str) -> str:
    """Return the document's code in that language, for this service."""
    [code] = re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    return str(code).replace("http://localhost:8000", base)


def test_every_worker_signs_with_a_key_that_every_worker_publishes(
    keyed: str, log_of_keyed: Path
) -> None:
    for _ in range(8):
        answer = json.load(
            urlopen(f"{keyed}/v1/decks/standard/deal?hands=4&cards=13&sign=true")
        )
        receipt = JWS.from_jose_token(answer.pop("receipt"))
        keys = JWKSet.from_json(urlopen(f"{keyed}/.well-known/jwks.json").read())
        receipt.verify(keys.get_key(receipt.jose_header["kid"]))
        assert json.loads(receipt.payload)["answer"] == answer
    log = log_of_keyed.read_text()
    assert '"status":200,' in log
    assert not any(
        secret in log for keys in KEYS.values() for secret in keys.split(", ")
    )


def test_the_example_in_python_verifies(keyed: str) -> None:
    exec(
        compile(
            example_code("python", keyed),
            "docs/definitions/signed-responses.md",
            "exec",
        ),
        {},
    )


@pytest.mark.node
def test_the_example_in_javascript_verifies(keyed: str) -> None:
    code = example_code("js", keyed)
    code += "if (JSON.stringify(answer) !== JSON.stringify(shown)) throw new Error('differs');"
    subprocess.run(["node", "--input-type=module", "-e", code], check=True, timeout=60)
