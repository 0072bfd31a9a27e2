"""Read public keys as JSON Web Keys (RFC 7517), strictly: with exact members, each value in one form."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property, lru_cache
from typing import Any, ClassVar

from ...core.crypto.base64url import decode_base64url
from ...core.errors import Refused
from ...core.validation import parse_object, wrong_value
from ...core.value_types import Path, ValueType

_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_BYTES = 32


@dataclass(frozen=True, eq=False)
class Base64url(ValueType):
    """`size` bytes in canonical unpadded base64url; the Python value is the text."""

    _: KW_ONLY
    size: int = 64

    type = str

    @property
    def accepted(self) -> str:
        return f"{self.size} bytes in base64url: {self._length} characters, without padding"

    @property
    def schema(self) -> dict[str, Any]:
        any_character = "A-Za-z0-9_\\-"
        last_character = any_character
        if self.size % 3:  # its last 2 or 4 bits are unused and must be 0
            step = 4 ** (3 - self.size % 3)
            last_character = _CHARACTERS[::step]
        return {
            "type": "string",
            "pattern": f"^[{any_character}]{{{self._length - 1}}}[{last_character}]$",
        }

    def fits(self, value: object) -> bool:
        return decode_base64url(value, self.size) is not None

    @cached_property
    def _length(self) -> int:
        return -(-self.size * 4 // 3)


_COORDINATE = Base64url(size=_BYTES)


@dataclass(frozen=True, eq=False)
class PublicJwk(ValueType):
    """A public key as a JWK with exactly `kty`, `crv` and its coordinates; the Python value is the mapping."""

    fixed: ClassVar[Mapping[str, str]]
    """The members that are the same in every such key: {"kty": "OKP", "crv": "Ed25519"}."""

    coordinates: ClassVar[Sequence[str]]
    """The names of the members with a coordinate: ("x",), or ("x", "y")."""

    is_point: ClassVar[Callable[..., bool]]
    """Returns whether the coordinates, as texts in base64url, are a point of the curve."""

    type = Mapping

    @property
    def accepted(self) -> str:
        return f"a public key of {self.fixed['crv']} as a JWK"

    @property
    def schema(self) -> dict[str, Any]:
        fixed = {
            name: {"type": "string", "pattern": f"^{text}$"}
            for name, text in self.fixed.items()
        }
        coordinates = dict.fromkeys(self.coordinates, _COORDINATE.schema)
        return {
            "type": "object",
            "description": f"A public key of {self.fixed['crv']} as a JWK, with these members alone.",
            "properties": fixed | coordinates,
            "required": [*self.fixed, *self.coordinates],
            "additionalProperties": False,
        }

    def read(self, path: Path, value: Any) -> Any:
        if not path.in_request:
            return self._check(path.text, value)
        try:
            self._check("key", value)
        except Refused as refusal:
            raise path.object_to(str(refusal)) from None
        return value

    def _check(self, path: str, value: object) -> Mapping[str, str]:
        """Return the members in their order. Raises `Refused` for a wrong member, naming its path.

        With the path "key" an `x` that is not 32 bytes is refused with "key.x must be …".
        """
        key_type = self.fixed["kty"]
        if isinstance(value, Mapping) and value.get("kty", key_type) != key_type:
            # This comes before the names of the members: a key of another type has other members.
            raise wrong_value(f"{path}.kty", f'"{key_type}"')
        names = (*self.fixed, *self.coordinates)
        members = parse_object(path, value, names)
        for name, text in self.fixed.items():
            if members[name] != text:
                raise wrong_value(f"{path}.{name}", f'"{text}"')
        for name in self.coordinates:
            _COORDINATE.read_member(f"{path}.{name}", members[name])
        point = [members[name] for name in self.coordinates]
        if not self.is_point(*point):
            first_coordinate = self.coordinates[0]
            raise wrong_value(
                f"{path}.{first_coordinate}", f"of a point of {self.fixed['crv']}"
            )
        return {name: members[name] for name in names}

    def is_annotation(self, annotation: Any) -> bool:
        return bool(annotation == Mapping[str, str])


@lru_cache(maxsize=1024)
def _is_ed25519(x: str) -> bool:
    from ...core.crypto import ecvrf  # noqa: PLC0415 (it loads libsodium, which most processes do not need)

    return ecvrf.is_valid_key(decode_base64url(x, _BYTES) or b"")


def _is_p256(x: str, y: str) -> bool:
    """Return whether two coordinates, each below p, are a point of P-256: y² = x³ - 3x + b (FIPS 186-4, D.1.2.3)."""
    px = int.from_bytes(decode_base64url(x, _BYTES) or b"")
    py = int.from_bytes(decode_base64url(y, _BYTES) or b"")
    is_on_curve = (py**2 - (px**3 - 3 * px + _B)) % _P == 0
    return max(px, py) < _P and is_on_curve


_P = 2**256 - 2**224 + 2**192 + 2**96 - 1
_B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B


@dataclass(frozen=True, eq=False)
class Ed25519Key(PublicJwk):
    """A key that verifies signatures: a point of prime order in its only encoding."""

    component: str = "Ed25519Jwk"

    fixed = {"kty": "OKP", "crv": "Ed25519"}  # noqa: RUF012 (never changed)
    coordinates = ("x",)
    is_point = staticmethod(_is_ed25519)


@dataclass(frozen=True, eq=False)
class P256Key(PublicJwk):
    """A key to encrypt for its holder."""

    component: str = "P256Jwk"

    fixed = {"kty": "EC", "crv": "P-256"}  # noqa: RUF012 (never changed)
    coordinates = ("x", "y")
    is_point = staticmethod(_is_p256)
