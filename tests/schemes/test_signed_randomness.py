"""Pulses of NIST's beacon and responses of RANDOM.ORG, compared with published ones and with keys of our own."""

import base64
import json
import re
from copy import deepcopy
from dataclasses import replace
from hashlib import sha512
from operator import itemgetter
from ssl import DER_cert_to_PEM_cert, PEM_cert_to_DER_cert
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.types import PublicKeyTypes
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate

from service.core.errors import Refused
from service.schemes.signed_randomness import (
    PulseRequest,
    RsaKey,
    SignedRandom,
    check_pulse,
    check_random,
    parse_rsa_key,
    serialize_pulse,
)
from service.verdicts.confirmed import Confirmed
from service.verdicts.verdict import VerificationResult
from tests.schemes import first_difference
from tests.tables import for_each, read_table
from tools.files import ROOT

Json = dict[str, Any]

PUBLISHED = json.loads(
    (ROOT / "tests" / "vectors" / "signed_randomness.json").read_text(encoding="utf-8")
)
NIST = PUBLISHED["nist_beacon"]
RANDOM_ORG = PUBLISHED["random_org"]
CERTIFICATE: str = NIST["certificate"]
PULSES: list[Json] = NIST["pulses"]
PULSE = PULSES[-1]
TEXT: str = RANDOM_ORG["random_json"]
RANDOM: Json = json.loads(TEXT)
RESPONSE = SignedRandom(
    random=RANDOM,
    signature=RANDOM_ORG["signature"],
    certificate=RANDOM_ORG["certificate"],
)
OTHER = "AB" * 64


def to_pem(public: PublicKeyTypes) -> str:
    """Return a public key in PEM."""
    pem = public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return pem.decode()


KEY = to_pem(load_pem_x509_certificate(CERTIFICATE.encode()).public_key())


def check(pulse: Json, certificate: str | None = CERTIFICATE) -> VerificationResult:
    """Return the result of the check of a pulse with a certificate, of the published ones if none is given."""
    return check_pulse(PulseRequest(pulse=pulse, certificate=certificate))


@for_each("pulse", PULSES, ids=itemgetter("pulseIndex"))
def test_a_published_pulse_is_valid(pulse: Json) -> None:
    result = check(pulse)
    assert result.valid is True
    assert result.checks == {
        "certificate_id": True,
        "signature": True,
        "certificate": True,
        "output_value": True,
    }
    assert result.derived == {
        "output_value": pulse["outputValue"],
        "client_seed": pulse["outputValue"].lower(),
    }


def test_the_published_pulses_are_linked() -> None:
    _, earlier, later = PULSES
    previous, *_ = later["listValues"]
    assert previous["value"] == check(earlier).derived["output_value"]
    digest = sha512(bytes.fromhex(later["localRandomValue"]))
    assert digest.hexdigest().upper() == earlier["precommitmentValue"]


def test_a_pulse_without_a_certificate_is_unchecked() -> None:
    result = check(PULSE, certificate=None)
    assert result.valid is None
    assert result.checks == {"output_value": True}
    assert result.unchecked.keys() == {"signature"}


def test_a_pulse_with_a_key_alone_is_unchecked() -> None:
    result = check(PULSE, certificate=KEY)
    assert result.valid is None
    assert result.checks == {"signature": True, "output_value": True}
    assert result.unchecked.keys() == {"certificate_id", "certificate"}


@for_each(
    ("time", "is_valid"),
    [
        ("2018-01-10T00:00:00Z", True),
        ("2019-01-11T12:00:00.000Z", True),
        ("2018-08-30 17:44:00Z", True),
        ("2018-01-09T23:59:59Z", False),
        ("2019-01-11T12:00:01Z", False),
        ("2022-12-08 02:52:15Z", False),
        ("2018-08-30T17:44:00", False),
        ("yesterday", False),
        (None, False),
        (1535651040, False),
    ],
)
def test_a_certificate_counts_at_a_time_at_which_it_was_valid(
    time: object, is_valid: bool
) -> None:
    known = parse_rsa_key("certificate", CERTIFICATE)
    other = known._replace(certificate_id=b"another")
    key_alone = parse_rsa_key("certificate", KEY)

    def counts(key: RsaKey, is_confirmed: bool) -> bool:
        """Return whether nothing speaks against the key at the time."""
        return key.explain_doubt(time, is_confirmed=is_confirmed) is None

    assert counts(known, is_confirmed=True) == is_valid
    assert counts(known, is_confirmed=False) == is_valid
    assert counts(other, is_confirmed=True) == is_valid
    assert not counts(other, is_confirmed=False)
    assert not counts(key_alone, is_confirmed=True)


def alter(path: str, value: Any) -> Json:
    """Return the pulse with another value of a member."""
    pulse = deepcopy(PULSE)
    *parents, name = path.split(".")
    part: Any = pulse
    for parent in parents:
        part = part[int(parent) if parent.isdigit() else parent]
    part[int(name) if name.isdigit() else name] = value
    return pulse


TABLES = read_table("schemes/pulses.yaml")
EVERY_VALUE = PULSE["listValues"]
SIGNED = [
    *TABLES["signed"],
    ("listValues", EVERY_VALUE[::-1]),
    ("listValues", EVERY_VALUE[:4]),
]


@for_each(("path", "value"), SIGNED)
def test_an_altered_member_of_a_pulse_is_not_signed_and_gives_another_output(
    path: str, value: Any
) -> None:
    pulse = alter(path, value)
    result = check(pulse)
    assert result.checks == {
        "certificate_id": True,
        "signature": False,
        "certificate": True,
        "output_value": False,
    }
    assert first_difference(result).where == "pulse.signatureValue"
    output = first_difference(check(pulse, certificate=None))
    assert output.where == "pulse.outputValue"
    assert output.seen == PULSE["outputValue"].lower()


@for_each(
    ("name", "value"),
    [
        ("outputValue", OTHER),
        ("certificateId", OTHER),
        ("signatureValue", PULSE["signatureValue"][:512]),
        ("signatureValue", f"00{PULSE['signatureValue'][2:]}"),
    ],
)
def test_an_altered_output_signature_or_certificate_is_named(
    name: str, value: str
) -> None:
    difference = first_difference(check(alter(name, value)))
    assert difference.where == f"pulse.{name}"


def test_what_is_not_signed_does_not_matter() -> None:
    pulse = alter("listValues.0.uri", None)
    pulse["outputValue"] = PULSE["outputValue"].lower()
    assert check(pulse).valid is True


MALFORMED = [
    *TABLES["malformed"],
    ("timeStamp", "x" * 257, "pulse.timeStamp must be a text"),
    ("listValues", EVERY_VALUE[:1] * 21, "pulse.listValues must be a list"),
]


@for_each(("path", "value", "sentence"), MALFORMED)
def test_a_malformed_pulse_is_refused_by_name(
    path: str, value: Any, sentence: str
) -> None:
    with pytest.raises(Refused, match=f"^{re.escape(sentence)}") as refusal:
        check(alter(path, value))
    assert refusal.value.field == "pulse"


@for_each(
    ("document", "sentence"),
    [
        ({}, "pulse lacks the member uri"),
        ({"pulse": PULSE}, "pulse has no member 'pulse'"),
    ],
)
def test_a_document_that_is_no_pulse_is_refused(document: Json, sentence: str) -> None:
    with pytest.raises(Refused, match=f"^{sentence}") as refusal:
        check(document)
    assert refusal.value.field == "pulse"


V10 = DER_cert_to_PEM_cert(
    PEM_cert_to_DER_cert(CERTIFICATE).replace(b"\xa0\3\2\1\2", b"\xa0\3\2\1\x09", 1)
)
"""A certificate of a version that X.509 does not have."""
ED25519 = ed25519.Ed25519PrivateKey.from_private_bytes(bytes(32))
NO_KEYS = [
    "",
    "MIIC",
    CERTIFICATE[:500],
    CERTIFICATE.replace("M", "N", 1),
    V10,
    to_pem(ED25519.public_key()),
    KEY.replace("PUBLIC", "PRIVATE"),
    "x" * 16_385,
    "\ud800",
]
NO_KEY = r"must be an X\.509 certificate or a public key"


@for_each("certificate", NO_KEYS)
def test_a_text_that_is_no_rsa_key_is_refused_by_name(certificate: str) -> None:
    with pytest.raises(Refused, match=NO_KEY) as refusal:
        check(PULSE, certificate)
    assert refusal.value.field == "certificate"
    with pytest.raises(Refused, match=NO_KEY) as refusal:
        check_random(replace(RESPONSE, certificate=certificate))
    assert refusal.value.field == "certificate"


def test_a_pulse_of_another_key_is_no_pulse_of_nist() -> None:
    key = rsa.generate_private_key(65537, 2048)
    signed = serialize_pulse(PULSE)
    signature = key.sign(signed, padding.PKCS1v15(), SHA512())
    output = sha512(signed + signature).hexdigest()
    forged = PULSE | {"signatureValue": signature.hex(), "outputValue": output}
    assert check(forged, certificate=None).valid is None
    own_key = to_pem(key.public_key())
    assert check(forged, own_key).checks["signature"] is True
    assert first_difference(check(forged)).where == "pulse.signatureValue"


def test_a_response_of_random_org_is_unchecked_with_its_own_certificate() -> None:
    result = check_random(RESPONSE)
    assert result.valid is None
    assert result.checks == {"signature": True}
    assert result.unchecked.keys() == {"certificate"}
    digest = sha512(TEXT.encode()).hexdigest()
    assert result.derived == {"sha512": digest}
    confirmed = Confirmed(certificate=RESPONSE.certificate)
    assert check_random(RESPONSE, confirmed).unchecked.keys() == {"certificate"}


def test_a_response_of_random_org_may_be_its_text() -> None:
    text = replace(RESPONSE, random=None, random_json=TEXT)
    assert check_random(text) == check_random(RESPONSE)


def test_the_certificate_that_the_reader_confirms_counts() -> None:
    """The certificate that the response brings with it does not."""
    confirmed = Confirmed(certificate=CERTIFICATE)
    result = check_random(RESPONSE, confirmed)
    assert first_difference(result).where == "signature"


def test_a_response_of_random_org_is_unchecked_without_a_key() -> None:
    result = check_random(replace(RESPONSE, certificate=None))
    assert result.valid is None
    assert result.checks == {}
    assert result.unchecked.keys() == {"signature"}


@for_each("name", [*RANDOM, "more"])
def test_every_member_of_a_response_is_signed(name: str) -> None:
    altered = replace(RESPONSE, random=RANDOM | {name: "another"})
    assert first_difference(check_random(altered)).where == "signature"


@for_each(
    "change",
    [
        {"random": RANDOM | {"data": [35, *RANDOM["data"][1:]]}},
        {"random": dict(reversed(RANDOM.items()))},
        {"random": None, "random_json": f"{TEXT}\n"},
        {"random": None, "random_json": TEXT.replace(",", ", ")},
        {"signature": base64.b64encode(bytes(512)).decode()},
        {"signature": "AAAA"},
        {"certificate": KEY},
    ],
)
def test_an_altered_response_is_not_signed(change: Json) -> None:
    result = check_random(replace(RESPONSE, **change))
    assert first_difference(result).where == "signature"


@for_each(
    ("field", "value"),
    [
        ("random", None),
        ("random", {}),
        ("random", {"data": ["\ud800"]}),
        ("random", {"data": [object()]}),  # as parsed from 1e999
        ("signature", "?"),
        ("signature", "AAA"),
        ("signature", "é"),
    ],
)
def test_an_invalid_field_of_a_response_is_refused_by_name(
    field: str, value: Any
) -> None:
    with pytest.raises(Refused) as refusal:
        check_random(replace(RESPONSE, **{field: value}))
    assert refusal.value.field == field


@for_each("text", ["[1]", "{", "[" * 200_000, ""])
def test_an_invalid_text_of_a_response_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_random(replace(RESPONSE, random=None, random_json=text))
    assert refusal.value.field == "random_json"


def test_a_response_is_an_object_or_a_text() -> None:
    with pytest.raises(Refused) as refusal:
        check_random(replace(RESPONSE, random_json=TEXT))
    assert refusal.value.field == "random"
