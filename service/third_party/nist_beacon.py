"""Pulses of NIST's randomness beacon, version 2.0 (NIST IR 8213, and the XML schema of beacon.nist.gov).

The beacon signs its fields in their order: texts and bytes after their length in four bytes, other numbers in four or
eight bytes. The output is SHA-512 of these and of the signature.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from service.core.errors import Refused
from service.core.kinds import Document, Integer, Text
from service.core.rng.streams import MAX_INDEX
from service.core.validation import parse_bytes, parse_object
from service.core.verification import Difference, Outcome, VerificationResult, build_result, compare_digests
from service.third_party.rsa import MAX_PEM, parse_rsa_key

_HASH = 64
_SIGNATURE_SIZES = (256, 384, 512)
_MAX_TEXT = 256
_MAX_LIST = 20
_MAX_EXCERPT = 60
_MEMBERS = (
    *("uri", "version", "cipherSuite", "period", "certificateId", "chainIndex", "pulseIndex", "timeStamp"),
    *("localRandomValue", "external", "listValues", "precommitmentValue", "statusCode", "signatureValue"),
    "outputValue",
)


@dataclass(frozen=True, kw_only=True)
class PulseRequest:
    """A pulse as a caller submits it, with the certificate that its `certificateId` names."""

    pulse: Annotated[Mapping[str, Any], Document("The pulse, as the beacon returns it.")]
    certificate: Annotated[
        str | None,
        Text("The certificate of the beacon, or its public key, in PEM. Whether to trust it is up to you.", MAX_PEM),
    ] = None


def check_pulse(request: PulseRequest) -> VerificationResult:
    """Check a pulse and return the result: `output_value`, and `client_seed`, the same as lower-case digits.

    Raises `Refused` for a pulse that is not of the format of version 2.0.
    """
    pulse = parse_object("pulse", request.pulse, _MEMBERS)
    message = serialize_pulse(pulse)
    signature = parse_bytes("pulse.signatureValue", pulse["signatureValue"], *_SIGNATURE_SIZES)
    output = hashlib.sha512(message + signature).digest()
    outcomes: dict[str, Outcome] = {}
    if request.certificate is None:
        outcomes["signature"] = "Give the certificate that certificateId names: anybody can make a pulse without one."
    else:
        key = parse_rsa_key("certificate", request.certificate)
        if key.certificate_id is None:
            outcomes["certificate_id"] = "A public key has no certificateId; give the certificate."
        else:
            certificate_id = parse_bytes("pulse.certificateId", pulse["certificateId"], _HASH)
            outcomes["certificate_id"] = compare_digests("pulse.certificateId", key.certificate_id, certificate_id)
        expected = "a signature of the other members with the key of the certificate"
        seen = f"{signature.hex()[:_MAX_EXCERPT]}…"
        difference = Difference(where="pulse.signatureValue", expected=expected, seen=seen)
        outcomes["signature"] = None if key.has_signed(message, signature) else difference
    published = parse_bytes("pulse.outputValue", pulse["outputValue"], _HASH)
    outcomes["output_value"] = compare_digests("pulse.outputValue", output, published)
    return build_result({"output_value": output.hex().upper(), "client_seed": output.hex()}, outcomes)


def serialize_pulse(pulse: Mapping[str, Any]) -> bytes:
    """Return the bytes that the beacon signs. Raises `Refused` for a member that is not as it should be."""
    if Integer(max=2**32 - 1).parse("pulse.cipherSuite", pulse["cipherSuite"]) != 0:
        raise Refused("pulse", "pulse.cipherSuite must be 0, which is SHA-512 and RSA with PKCS #1 v1.5.")
    external = parse_object("pulse.external", pulse["external"], ("sourceId", "statusCode", "value"))
    listed = pulse["listValues"]
    if not isinstance(listed, (list, tuple)) or len(listed) > _MAX_LIST:
        raise Refused("pulse", f"pulse.listValues must be a list of up to {_MAX_LIST} objects.")
    return b"".join(
        (
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
            *(_listed_value(f"listValues[{index}]", value) for index, value in enumerate(listed)),
            _bytes("precommitmentValue", pulse["precommitmentValue"]),
            _integer("statusCode", pulse["statusCode"]),
        )
    )


def _listed_value(name: str, value: object) -> bytes:
    return _bytes(f"{name}.value", parse_object(f"pulse.{name}", value, ("uri", "type", "value"))["value"])


def _text(name: str, value: object) -> bytes:
    encoded: bytes = Text(max_length=_MAX_TEXT).parse(f"pulse.{name}", value).encode()
    return len(encoded).to_bytes(4, "big") + encoded


def _bytes(name: str, value: object) -> bytes:
    return _HASH.to_bytes(4, "big") + parse_bytes(f"pulse.{name}", value, _HASH)


def _integer(name: str, value: object, size: int = 4) -> bytes:
    number: int = Integer(max=min(2 ** (8 * size) - 1, MAX_INDEX)).parse(f"pulse.{name}", value)
    return number.to_bytes(size, "big")
