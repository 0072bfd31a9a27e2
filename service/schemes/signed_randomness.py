"""Randomness that its provider signs with RSA: pulses of NIST's beacon, and signed responses of RANDOM.ORG.

Signatures are PKCS #1 v1.5 with SHA-512, and checked with a key in PEM. A certificate counts if it is pinned here, or
if the reader confirms it, and if it was valid at the time of the pulse or the response. Its issuer is not checked.

NIST's beacon, version 2.0 (NIST IR 8213, and the XML schema of beacon.nist.gov), signs its fields in their order: texts
and bytes after their length in four bytes, other numbers in four or eight bytes. The output is SHA-512 of these and of
the signature. RANDOM.ORG (api.random.org: Signed API, manual signature verification) signs the member `random` in
compact JSON, with its members in the order of the response. It proves that RANDOM.ORG drew the values, not that whoever
shows them has asked once.
"""

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from ..core.errors import Refused
from ..core.rng.streams import MAX_INDEX
from ..core.validation import encode_text, parse_bytes, parse_object
from ..core.value_types import Integer, SentDocument, Text
from ..proofs.published import conclude
from ..verdicts.confirmed import MAX_PEM, NOTHING, Confirmed
from ..verdicts.verdict import (
    ChosenBy,
    Difference,
    Origin,
    Outcome,
    VerificationResult,
    compare_digests,
)

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

_CERTIFICATE = "-----BEGIN CERTIFICATE-----"


class RsaKey(NamedTuple):
    """A public key; `certificate_id` is the SHA-512 of its certificate in DER, None for a bare key."""

    public: "RSAPublicKey"
    certificate_id: bytes | None
    valid: tuple[datetime, datetime] | None = None

    def explain_doubt(self, time: object, *, is_confirmed: bool) -> str | None:
        """Return why the key may not be its owner's at a time, a text of ISO 8601; None for no reason."""
        if not is_confirmed and (self.certificate_id or b"").hex() not in _PINNED:
            return "Confirm the certificate, from a place that you trust: anybody can make one, and sign with it."
        if self.valid is None:
            return "A public key alone does not say for how long it is valid; confirm its certificate."
        try:
            moment = datetime.fromisoformat(str(time))
            is_valid = self.valid[0] <= moment <= self.valid[1]
        except (TypeError, ValueError):  # TypeError: without an offset from UTC
            is_valid = False
        return (
            None
            if is_valid
            else "The certificate was not valid at the time of the result."
        )

    def has_signed(self, message: bytes, signature: bytes) -> bool:
        """Return whether a signature of these bytes is this key's."""
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415
        from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15  # noqa: PLC0415
        from cryptography.hazmat.primitives.hashes import SHA512  # noqa: PLC0415

        try:
            self.public.verify(signature, message, PKCS1v15(), SHA512())
        except (
            InvalidSignature,
            ValueError,
        ):  # ValueError: the key is shorter than the hash
            return False
        return True


def parse_rsa_key(field: str, pem: str) -> RsaKey:
    """Return the key of an X.509 certificate or of a SubjectPublicKeyInfo, in PEM. Raises `Refused` for other texts."""
    from cryptography.exceptions import UnsupportedAlgorithm  # noqa: PLC0415
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        Encoding,
        load_pem_public_key,
    )
    from cryptography.x509 import InvalidVersion, load_pem_x509_certificate  # noqa: PLC0415

    requirement = (
        f"{field} must be an X.509 certificate or a public key, of RSA and in PEM, "
        f"up to {MAX_PEM:,} characters."
    )
    if len(pem) > MAX_PEM:
        raise Refused(field, requirement)
    certificate_id = valid = None
    try:
        if _CERTIFICATE in pem:
            certificate = load_pem_x509_certificate(pem.encode())
            certificate_id = hashlib.sha512(
                certificate.public_bytes(Encoding.DER)
            ).digest()
            valid = (certificate.not_valid_before_utc, certificate.not_valid_after_utc)
            public: object = certificate.public_key()
        else:
            public = load_pem_public_key(pem.encode())
    except (ValueError, InvalidVersion, UnsupportedAlgorithm):
        public = None
    if not isinstance(public, RSAPublicKey):
        raise Refused(field, requirement)
    return RsaKey(public, certificate_id, valid)


def find_key(certificate: str | None, confirmed: Confirmed) -> RsaKey | None:
    """Return the key of the certificate that the reader confirms, else of the certificate in the request, else None."""
    if confirmed.certificate is not None:
        return parse_rsa_key("confirmed.certificate", confirmed.certificate)
    return None if certificate is None else parse_rsa_key("certificate", certificate)


_PINNED = (
    # engine.beacon.nist.gov, 2018
    "5501e3d72bc42f3b96e16de4dcadcb16768e109662bd16d667d5fd9aee585af31bbdc5dd4f53592276064b53dddd76c8f3604b2a41db6e09f78f"
    "82bb5d6569e7",
)
"""The SHA-512 of certificates that are known here."""


_OF_NIST = Origin(
    ChosenBy.OPERATOR,
    "NIST makes its pulses alone; nobody else could choose, if the time of the pulse was named before it came.",
)
_OF_RANDOM_ORG = Origin(
    ChosenBy.OPERATOR,
    "RANDOM.ORG drew it, if the certificate is theirs: RANDOM.ORG could choose, and whoever asked could ask again "
    "until the result suited.",
)
_HASH = 64
_SIGNATURE_SIZES = (256, 384, 512)
_MAX_TEXT = 256
_MAX_LIST = 20
_MAX_EXCERPT = 60
_MEMBERS = (
    "uri",
    "version",
    "cipherSuite",
    "period",
    "certificateId",
    "chainIndex",
    "pulseIndex",
    "timeStamp",
    "localRandomValue",
    "external",
    "listValues",
    "precommitmentValue",
    "statusCode",
    "signatureValue",
    "outputValue",
)


@dataclass(frozen=True, kw_only=True)
class PulseRequest:
    """A pulse as a caller submits it, with the certificate that its `certificateId` names."""

    pulse: Annotated[
        Mapping[str, Any], SentDocument("The pulse, as the beacon returns it.")
    ]
    certificate: Annotated[
        str | None,
        Text(
            "The certificate of the beacon, or its public key, in PEM. Unless it is known here, confirm it.",
            MAX_PEM,
        ),
    ] = None


def check_pulse(
    request: PulseRequest, confirmed: Confirmed = NOTHING
) -> VerificationResult:
    """Check a pulse; derive `output_value` in upper-case hexadecimal digits, and `client_seed` in lower-case ones.

    An outcome is None where all is right, a `Difference`, or a sentence: why it is unchecked, as without a certificate.
    Raises `Refused` for a pulse that is not of the format of version 2.0.
    """
    pulse = parse_object("pulse", request.pulse, _MEMBERS)
    message = serialize_pulse(pulse)
    signature = parse_bytes(
        "pulse.signatureValue", pulse["signatureValue"], *_SIGNATURE_SIZES
    )
    output = hashlib.sha512(message + signature).digest()
    outcomes: dict[str, Outcome] = {}
    key = find_key(request.certificate, confirmed)
    if key is None:
        outcomes["signature"] = (
            "Give the certificate that certificateId names: anybody can make a pulse without one."
        )
    else:
        outcomes["certificate_id"] = _compare_certificate_id(key, pulse)
        outcomes["signature"] = None
        if not key.has_signed(message, signature):
            outcomes["signature"] = Difference(
                where="pulse.signatureValue",
                expected="a signature of the other members with the key of the certificate",
                seen=f"{signature.hex()[:_MAX_EXCERPT]}…",
            )
        outcomes["certificate"] = key.explain_doubt(
            pulse["timeStamp"], is_confirmed=confirmed.certificate is not None
        )
    published = parse_bytes("pulse.outputValue", pulse["outputValue"], _HASH)
    outcomes["output_value"] = compare_digests("pulse.outputValue", output, published)
    derived = {"output_value": output.hex().upper(), "client_seed": output.hex()}
    return conclude(derived, outcomes, _OF_NIST)


def _compare_certificate_id(key: RsaKey, pulse: Mapping[str, Any]) -> Outcome:
    """Compare the id of a certificate with that in a pulse; return why not for a public key, which has none."""
    if key.certificate_id is None:
        return "A public key has no certificateId; give the certificate."
    named = parse_bytes("pulse.certificateId", pulse["certificateId"], _HASH)
    return compare_digests("pulse.certificateId", key.certificate_id, named)


def serialize_pulse(pulse: Mapping[str, Any]) -> bytes:
    """Return the bytes that the beacon signs: all members but signatureValue and outputValue.

    A text follows its length in 4 bytes, and so do the 64 bytes of a value; integers have 4 bytes, indexes 8.
    Raises `Refused` for a member of another type or size than defined.

    FROZEN: the order, which is NIST's.
    """
    suite_type = Integer(max=2**32 - 1)
    suite = suite_type.read_member("pulse.cipherSuite", pulse["cipherSuite"])
    if suite != 0:
        raise Refused(
            "pulse",
            "pulse.cipherSuite must be 0, which is SHA-512 and RSA with PKCS #1 v1.5.",
        )
    external = parse_object(
        "pulse.external", pulse["external"], ("sourceId", "statusCode", "value")
    )
    list_values = pulse["listValues"]
    if not isinstance(list_values, (list, tuple)) or len(list_values) > _MAX_LIST:
        raise Refused(
            "pulse", f"pulse.listValues must be a list of up to {_MAX_LIST} objects."
        )
    parts = [
        _text("uri", pulse["uri"]),
        _text("version", pulse["version"]),
        _integer("cipherSuite", pulse["cipherSuite"]),
        _integer("period", pulse["period"]),
        _bytes("certificateId", pulse["certificateId"]),
        _integer("chainIndex", pulse["chainIndex"], 8),
        _integer("pulseIndex", pulse["pulseIndex"], 8),
        _text("timeStamp", pulse["timeStamp"]),
        _bytes("localRandomValue", pulse["localRandomValue"]),
        _bytes("external.sourceId", external["sourceId"]),
        _integer("external.statusCode", external["statusCode"]),
        _bytes("external.value", external["value"]),
    ]
    for index, value in enumerate(list_values):
        parts.append(_listed_value(f"listValues[{index}]", value))
    parts.append(_bytes("precommitmentValue", pulse["precommitmentValue"]))
    parts.append(_integer("statusCode", pulse["statusCode"]))
    return b"".join(parts)


# Each of these reads a member of a pulse, whose path `name` an error names, and returns it as the beacon signs it.


def _listed_value(name: str, value: object) -> bytes:
    """Return the member `value` of an object in listValues; its other members are not signed."""
    listed = parse_object(f"pulse.{name}", value, ("uri", "type", "value"))
    return _bytes(f"{name}.value", listed["value"])


def _text(name: str, value: object) -> bytes:
    """Return a text in UTF-8 behind its number of bytes: "2.0" is 00000003 322e30 in hex."""
    text: str = Text(max_length=_MAX_TEXT).read_member(f"pulse.{name}", value)
    encoded = text.encode()
    return len(encoded).to_bytes(4, "big") + encoded


def _bytes(name: str, value: object) -> bytes:
    """Return the 64 bytes of hexadecimal digits behind their number."""
    return _HASH.to_bytes(4, "big") + parse_bytes(f"pulse.{name}", value, _HASH)


def _integer(name: str, value: object, size: int = 4) -> bytes:
    """Return an integer in `size` bytes, the most significant first."""
    value_type = Integer(max=min(2 ** (8 * size) - 1, MAX_INDEX))
    number: int = value_type.read_member(f"pulse.{name}", value)
    return number.to_bytes(size, "big")


MAX_RANDOM = 1_000_000
MAX_SIGNATURE = 4_096


@dataclass(frozen=True, kw_only=True)
class SignedRandom:
    """The members `random` and `signature` of a response as a caller submits them.

    `random_json` is `random` as it was received, for values that JSON can write in several ways: fractions, and texts
    with escapes.
    """

    random: Annotated[
        Mapping[str, Any] | None, SentDocument("The member random of the response.")
    ] = None
    random_json: Annotated[
        str | None,
        Text(
            "In place of random, its text as received: JSON can write fractions in several ways.",
            MAX_RANDOM,
        ),
    ] = None
    signature: Annotated[
        str, Text("The member signature of the response, in base64.", MAX_SIGNATURE)
    ]
    certificate: Annotated[
        str | None,
        Text(
            "The certificate of RANDOM.ORG, or its public key, in PEM. To rely on it, confirm it.",
            MAX_PEM,
        ),
    ] = None


def check_random(
    request: SignedRandom, confirmed: Confirmed = NOTHING
) -> VerificationResult:
    """Check a signed response of RANDOM.ORG; derive `sha512`, the hash of the signed bytes.

    An outcome is None where all is right, a `Difference`, or a sentence: why it is unchecked, as without a certificate.
    Raises `Refused` for values that are not as `SignedRandom` describes them.
    """
    message, time = _read_signed(request)
    try:
        signature = base64.b64decode(request.signature, validate=True)
    except (binascii.Error, ValueError):
        raise Refused(
            "signature", "signature must be base64, as in the response."
        ) from None
    outcomes: dict[str, Outcome] = {}
    key = find_key(request.certificate, confirmed)
    if key is None:
        outcomes["signature"] = (
            "Give the certificate of RANDOM.ORG: anybody can make a response without one."
        )
    elif key.has_signed(message, signature):
        outcomes["signature"] = None
        outcomes["certificate"] = key.explain_doubt(
            time, is_confirmed=confirmed.certificate is not None
        )
    else:
        expected = (
            "a signature of random, in compact JSON, with the key of the certificate"
        )
        seen = request.signature[:_MAX_EXCERPT]
        outcomes["signature"] = Difference(
            where="signature", expected=expected, seen=seen
        )
    derived = {"sha512": hashlib.sha512(message).hexdigest()}
    return conclude(derived, outcomes, _OF_RANDOM_ORG)


def _read_signed(request: SignedRandom) -> tuple[bytes, object]:
    """Return the signed bytes, and their completionTime; None if they have none.

    Raises `Refused` unless the request has either `random` or `random_json`, an object with `data`.
    """
    if (request.random is None) == (request.random_json is None):
        raise Refused(
            "random", "Give random, the object, or random_json, its text; not both."
        )
    field = "random" if request.random_json is None else "random_json"
    try:
        if request.random_json is None:
            values: object = request.random
            message = json.dumps(
                values, separators=(",", ":"), ensure_ascii=False
            ).encode()
        else:
            message = encode_text(field, request.random_json, MAX_RANDOM)
            values = json.loads(message)
    except (
        TypeError,
        ValueError,
        RecursionError,
    ):  # TypeError: a number that Python cannot represent
        values = None
        message = b""
    if not isinstance(values, Mapping) or "data" not in values:
        raise Refused(
            field,
            f"{field} must be the object random of a signed response, with its data.",
        )
    return message, values.get("completionTime")
