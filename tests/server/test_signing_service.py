"""Signed responses of a running service, and the examples of docs/signed-answers.md."""

import json
import re
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from jwcrypto.jwk import JWKSet
from jwcrypto.jws import JWS

from tests.conftest import ROOT, run_service

DOCUMENT = (ROOT / "docs" / "signed-answers.md").read_text()
SECRETS = [secrets.token_urlsafe(32) for _ in range(3)]


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gunicorn") / "output"


@pytest.fixture(scope="module")
def base(output: Path) -> Iterator[str]:
    with run_service(output, SIGNING_KEYS=", ".join(SECRETS[:2]), VRF_KEYS=SECRETS[2], ACCESS_LOG="true") as address:
        yield address


def example_code(language: str, base: str) -> str:
    """Return the document's code in that language, for this service."""
    [code] = re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)
    return str(code).replace("http://localhost:8000", base)


def test_every_worker_signs_with_a_key_that_every_worker_publishes(base: str, output: Path) -> None:
    for _ in range(8):
        answer = json.load(urlopen(f"{base}/v1/decks/standard/deal?hands=4&cards=13&sign=true"))
        receipt = JWS.from_jose_token(answer.pop("receipt"))
        keys = JWKSet.from_json(urlopen(f"{base}/.well-known/jwks.json").read())
        receipt.verify(keys.get_key(receipt.jose_header["kid"]))
        assert json.loads(receipt.payload)["answer"] == answer
    assert not any(secret in output.read_text() for secret in SECRETS)


def test_the_example_in_python_verifies(base: str) -> None:
    exec(compile(example_code("python", base), "docs/signed-answers.md", "exec"), {})


@pytest.mark.node
def test_the_example_in_javascript_verifies(base: str) -> None:
    code = example_code("js", base)
    code += "if (JSON.stringify(answer) !== JSON.stringify(shown)) throw new Error('differs');"
    subprocess.run(["node", "--input-type=module", "-e", code], check=True, timeout=60)
