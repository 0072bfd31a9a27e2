"""Pulses of NIST's beacon and responses of RANDOM.ORG, compared with published ones and with keys of our own."""

import base64
import json
from copy import deepcopy
from dataclasses import replace
from hashlib import sha512
from ssl import DER_cert_to_PEM_cert, PEM_cert_to_DER_cert
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, padding, rsa
from cryptography.hazmat.primitives.hashes import SHA512
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate

from service.core.confirmed import Confirmed
from service.core.errors import Refused
from service.schemes.signed_randomness import (
    PulseRequest,
    SignedRandom,
    check_pulse,
    check_random,
    parse_rsa_key,
    serialize_pulse,
)
from tests.conftest import ROOT
from tests.tables import for_each

PUBLISHED = json.loads(
    (ROOT / "tests" / "vectors" / "signed_randomness.json").read_text(encoding="utf-8")
)
NIST = PUBLISHED["nist_beacon"]
RANDOM_ORG = PUBLISHED["random_org"]
CERTIFICATE: str = NIST["certificate"]
PULSES: list[dict[str, Any]] = NIST["pulses"]
PULSE = PULSES[-1]
TEXT: str = RANDOM_ORG["random_json"]
RANDOM: dict[str, Any] = json.loads(TEXT)
RESPONSE = SignedRandom(
    random=RANDOM,
    signature=RANDOM_ORG["signature"],
    certificate=RANDOM_ORG["certificate"],
)
OTHER = "AB" * 64


def to_pem(public: Any) -> str:
    """Return a public key in PEM."""
    return str(
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    )


KEY = to_pem(load_pem_x509_certificate(CERTIFICATE.encode()).public_key())


@pytest.mark.parametrize("pulse", PULSES, ids=lambda pulse: pulse["pulseIndex"])
def test_a_published_pulse_is_valid(pulse: dict[str, Any]) -> None:
    result = check_pulse(PulseRequest(pulse=pulse, certificate=CERTIFICATE))
    assert result.valid is True
    assert result.checks == dict.fromkeys(
        ("certificate_id", "signature", "certificate", "output_value"), True
    )
    assert result.derived == {
        "output_value": pulse["outputValue"],
        "client_seed": pulse["outputValue"].lower(),
    }


def test_the_published_pulses_are_linked() -> None:
    _, earlier, later = PULSES
    assert (
        later["listValues"][0]["value"]
        == check_pulse(PulseRequest(pulse=earlier)).derived["output_value"]
    )
    assert (
        sha512(bytes.fromhex(later["localRandomValue"])).hexdigest().upper()
        == earlier["precommitmentValue"]
    )


def test_a_pulse_without_its_certificate_is_unchecked() -> None:
    result = check_pulse(PulseRequest(pulse=PULSE))
    assert (result.valid, result.checks, set(result.unchecked)) == (
        None,
        {"output_value": True},
        {"signature"},
    )
    result = check_pulse(PulseRequest(pulse=PULSE, certificate=KEY))
    assert (result.valid, set(result.unchecked)) == (
        None,
        {"certificate_id", "certificate"},
    )
    assert result.checks == {"signature": True, "output_value": True}


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
    key = parse_rsa_key("certificate", CERTIFICATE)
    for is_confirmed in (True, False):  # it is known here
        assert (key.explain_doubt(time, is_confirmed=is_confirmed) is None) == is_valid
    assert parse_rsa_key("certificate", KEY).explain_doubt(time, is_confirmed=True)
    assert key._replace(certificate_id=b"another").explain_doubt(
        time, is_confirmed=False
    )
    assert (
        key._replace(certificate_id=b"another").explain_doubt(time, is_confirmed=True)
        is None
    ) == is_valid


def alter(path: str, value: Any) -> dict[str, Any]:
    """Return the pulse with another value of a member."""
    pulse = deepcopy(PULSE)
    *parents, name = [int(step) if step.isdigit() else step for step in path.split(".")]
    part: Any = pulse
    for parent in parents:
        part = part[parent]
    part[name] = value
    return pulse


SIGNED = [
    ("uri", "https://beacon.nist.gov/beacon/2.0/chain/1/pulse/54611"),
    ("timeStamp", "2018-08-30T17:44:00.001Z"),
    ("version", "2.0"),
    ("period", 60001),
    ("chainIndex", 2),
    ("pulseIndex", 54611),
    ("statusCode", 1),
    *(
        (name, OTHER)
        for name in (
            "localRandomValue",
            "external.sourceId",
            "external.value",
            "precommitmentValue",
        )
    ),
    *((f"listValues.{index}.value", OTHER) for index in range(5)),
    ("external.statusCode", 1),
    ("listValues", PULSE["listValues"][::-1]),
    ("listValues", PULSE["listValues"][:4]),
]


@for_each(("path", "value"), SIGNED)
def test_an_altered_member_of_a_pulse_is_not_signed_and_gives_another_output(
    path: str, value: Any
) -> None:
    pulse = alter(path, value)
    result = check_pulse(PulseRequest(pulse=pulse, certificate=CERTIFICATE))
    expected = {
        "certificate_id": True,
        "signature": False,
        "certificate": True,
        "output_value": False,
    }
    assert result.checks == expected
    assert result.difference
    assert result.difference.where == "pulse.signatureValue"
    difference = check_pulse(PulseRequest(pulse=pulse)).difference
    assert difference
    assert (difference.where, difference.seen) == (
        "pulse.outputValue",
        PULSE["outputValue"].lower(),
    )


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
    difference = check_pulse(
        PulseRequest(pulse=alter(name, value), certificate=CERTIFICATE)
    ).difference
    assert (difference and difference.where) == f"pulse.{name}"


def test_what_is_not_signed_does_not_matter() -> None:
    pulse = alter("listValues.0.uri", None) | {
        "outputValue": PULSE["outputValue"].lower()
    }
    assert check_pulse(PulseRequest(pulse=pulse, certificate=CERTIFICATE)).valid is True


@for_each(
    ("pulse", "sentence"),
    [
        ({}, "pulse lacks the member uri"),
        ({"pulse": PULSE}, "pulse has no member 'pulse'"),
        (alter("seed", "00"), "pulse has no member 'seed'"),
        (alter("cipherSuite", 1), "pulse.cipherSuite must be 0"),
        (alter("cipherSuite", 2**32 - 1), "pulse.cipherSuite must be 0"),
        (
            alter("cipherSuite", 2**32),
            "pulse.cipherSuite must be an integer from 0 to 4294967295",
        ),
        (
            alter("cipherSuite", -1),
            "pulse.cipherSuite must be an integer from 0 to 4294967295",
        ),
        (alter("period", -1), "pulse.period must be an integer from 0 to 4294967295"),
        (alter("pulseIndex", True), "pulse.pulseIndex must be an integer"),
        (alter("version", 2.0), "pulse.version must be a text"),
        (alter("timeStamp", "x" * 257), "pulse.timeStamp must be a text"),
        (
            alter("localRandomValue", "AB"),
            "pulse.localRandomValue must be 128 hexadecimal digits",
        ),
        (
            alter("certificateId", None),
            "pulse.certificateId must be 128 hexadecimal digits",
        ),
        (alter("external", []), "pulse.external must be an object"),
        (
            alter("external.value", "0x"),
            "pulse.external.value must be 128 hexadecimal digits",
        ),
        (alter("listValues", {}), "pulse.listValues must be a list"),
        (
            alter("listValues", [PULSE["listValues"][0]] * 21),
            "pulse.listValues must be a list",
        ),
        (
            alter("listValues.1", {"type": "hour"}),
            "pulse.listValues[1] lacks the member uri",
        ),
        (
            alter("listValues.1.value", ""),
            "pulse.listValues[1].value must be 128 hexadecimal digits",
        ),
        (
            alter("signatureValue", "AB" * 100),
            "pulse.signatureValue must be 512 or 768 or 1024 hexadecimal digits",
        ),
        (
            alter("outputValue", OTHER[2:]),
            "pulse.outputValue must be 128 hexadecimal digits",
        ),
    ],
)
def test_a_malformed_pulse_is_refused_by_name(
    pulse: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(
        Refused, match="^" + sentence.replace("[", r"\[").replace("]", r"\]")
    ) as refusal:
        check_pulse(PulseRequest(pulse=pulse))
    assert refusal.value.field == "pulse"


V10 = DER_cert_to_PEM_cert(
    PEM_cert_to_DER_cert(CERTIFICATE).replace(b"\xa0\3\2\1\2", b"\xa0\3\2\1\x09", 1)
)
"""A certificate of a version that X.509 does not have."""
ED25519 = to_pem(ed25519.Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key())
NO_KEYS = [
    "",
    "MIIC",
    CERTIFICATE[:500],
    CERTIFICATE.replace("M", "N", 1),
    V10,
    ED25519,
]
NO_KEYS += [KEY.replace("PUBLIC", "PRIVATE"), "x" * 16_385, "\ud800"]


@for_each("certificate", NO_KEYS)
def test_a_text_that_is_no_rsa_key_is_refused_by_name(certificate: str) -> None:
    requests = (
        PulseRequest(pulse=PULSE, certificate=certificate),
        replace(RESPONSE, certificate=certificate),
    )
    for check, request in zip((check_pulse, check_random), requests, strict=True):
        with pytest.raises(
            Refused, match=r"must be an X\.509 certificate or a public key"
        ) as refusal:
            check(request)  # type: ignore[operator]
        assert refusal.value.field == "certificate"


def test_a_pulse_of_another_key_is_no_pulse_of_nist() -> None:
    key = rsa.generate_private_key(65537, 2048)
    signature = key.sign(serialize_pulse(PULSE), padding.PKCS1v15(), SHA512())
    output = sha512(serialize_pulse(PULSE) + signature).hexdigest()
    forged = PULSE | {"signatureValue": signature.hex(), "outputValue": output}
    assert check_pulse(PulseRequest(pulse=forged)).valid is None
    assert (
        check_pulse(
            PulseRequest(pulse=forged, certificate=to_pem(key.public_key()))
        ).checks["signature"]
        is True
    )
    difference = check_pulse(
        PulseRequest(pulse=forged, certificate=CERTIFICATE)
    ).difference
    assert (difference and difference.where) == "pulse.signatureValue"


def test_a_response_of_random_org_is_valid_as_object_and_as_text_and_unchecked_without_a_key() -> (
    None
):
    result = check_random(RESPONSE)
    assert (result.valid, result.checks, set(result.unchecked)) == (
        None,
        {"signature": True},
        {"certificate"},
    )
    assert result.derived == {"sha512": sha512(TEXT.encode()).hexdigest()}
    assert check_random(replace(RESPONSE, random=None, random_json=TEXT)) == result
    assert check_random(
        RESPONSE, Confirmed(certificate=RESPONSE.certificate)
    ).unchecked.keys() == {"certificate"}
    confirmed = check_random(RESPONSE, Confirmed(certificate=CERTIFICATE)).difference
    assert confirmed
    assert (
        confirmed.where == "signature"
    )  # what the reader confirms counts, and not what the response brings with it
    result = check_random(replace(RESPONSE, certificate=None))
    assert (result.valid, result.checks, set(result.unchecked)) == (
        None,
        {},
        {"signature"},
    )


@for_each(
    "change",
    [
        *({"random": RANDOM | {name: "another"}} for name in (*RANDOM, "more")),
        {"random": RANDOM | {"data": [35, *RANDOM["data"][1:]]}},
        {"random": dict(reversed(RANDOM.items()))},
        {"random": None, "random_json": f"{TEXT}\n"},
        {"random": None, "random_json": TEXT.replace(",", ", ")},
        {"signature": base64.b64encode(bytes(512)).decode()},
        {"signature": "AAAA"},
        {"certificate": KEY},
    ],
)
def test_an_altered_response_is_not_signed(change: dict[str, Any]) -> None:
    difference = check_random(replace(RESPONSE, **change)).difference
    assert (difference and difference.where) == "signature"


@for_each(
    ("change", "field"),
    [
        *(({"random": value}, "random") for value in (None, {}, {"data": ["\ud800"]})),
        ({"random": {"data": [object()]}}, "random"),  # as parsed from 1e999
        ({"random_json": TEXT}, "random"),
        *(
            ({"random": None, "random_json": text}, "random_json")
            for text in ("[1]", "{", "[" * 200_000, "")
        ),
        *(({"signature": text}, "signature") for text in ("?", "AAA", "é")),
    ],
)
def test_an_invalid_field_of_a_response_is_refused_by_name(
    change: dict[str, Any], field: str
) -> None:
    with pytest.raises(Refused) as refusal:
        check_random(replace(RESPONSE, **change))
    assert refusal.value.field == field
