"""The protocol of sealed shoes (docs/definitions/sealed.md), as players and checks read it.

It has the forms of terms, entries and receipts, canonical JSON, the hashes over it, and `Refused`, which names what is
not right. It knows no state: what a player and a check keep of a shoe is theirs.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from shuffle_and_deal.crypto import Ed25519PublicKey, InvalidSignature, InvalidTag

Json = dict[str, Any]

# The form of a value: a type; a pattern, of a text; a range, of an integer; a list with the form of its entries; or a
# dictionary with the form of each member. A name with "?" may be missing, and "*" allows other members.
Form = Any

WHOLE = range(2**53)
DIGEST = re.compile("[0-9a-f]{64}")
TEXT = re.compile("[^\ud800-\udfff]{1,256}")
_SEALED = re.compile("sealed1")
_TERMS: Json = {
    "scheme": _SEALED,
    "reveal": re.compile("all|shown|auditor"),
    "words?": [DIGEST],
    "items?": list,
    "*": object,
    "min?": range(1 - 2**53, 2**53),
    "max?": range(1 - 2**53, 2**53),
    "hands?": range(1, 65_537),
}
OPENED: Json = {
    "commitment": DIGEST,
    "seed_hash": DIGEST,
    "digest": DIGEST,
    "terms": _TERMS,
    "*": object,
}
"""The response that opened a shoe."""
SEEN: Json = {
    "draw": WHOLE,
    "positions": [WHOLE],
    "rounds": [WHOLE],
    "begun?": range(1, 3),
    "roots?": [DIGEST],
    "stage?": TEXT,
    "places?": [TEXT],
    "seat?": TEXT,
    "burned?": WHOLE,
    "in_play?": [WHOLE],
    "pile?": TEXT,
    "part?": TEXT,
    "cards?": list,
    "integers?": list,
}
"""The entry of a draw or of a stage: `seen` of a response."""
STAGE: Json = {
    "digest": DIGEST,
    "seen": SEEN,
    "shown?": [dict],
    "views?": dict,
    "*": object,
}
"""The response of a draw, or a stage in the response of a deal."""
RECEIPT: Json = {
    "receipt": _SEALED,
    "commitment": DIGEST,
    "terms": dict,
    "client_seed": object,
    "drawn": dict,
}
"""What every receipt has; a full one also has the server seed."""
PARTIAL_RECEIPT = RECEIPT | {"seed_hash": DIGEST, "root": object, "shown": [dict]}

_OF_STAGES = {"stage", "places"}
_OF_DRAWS = {"seat", "burned", "in_play", "pile", "part"}


class Refused(Exception):
    """Something is not right: a reason to sign nothing more. `where` names it."""

    def __init__(self, where: str, message: str) -> None:
        self.where = where
        super().__init__(f"{where}: {message}")


def require(is_right: object, where: str, message: str) -> None:
    """Raise `Refused` unless something is right."""
    if not is_right:
        raise Refused(where, message)


@contextmanager
def refusing(where: str) -> Iterator[None]:
    """Raise `Refused` for the errors of values that have another form than the code expects."""
    try:
        yield
    except (InvalidSignature, InvalidTag) as error:
        raise Refused(
            where, "it is signed or encrypted with another key, or was changed"
        ) from error
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        raise Refused(where, f"it is malformed: {error!r}") from error


def check_form(where: str, value: Any, form: Form) -> None:
    """Raise `Refused` unless a value has a form; `where` is the path of the value."""
    if isinstance(form, dict):
        _check_object(where, value, form)
    elif isinstance(form, list):
        require(isinstance(value, list), where, "a list was expected")
        for number, entry in enumerate(value):
            check_form(f"{where}[{number}]", entry, form[0])
    elif isinstance(form, range):
        is_right = type(value) is int and value in form
        require(is_right, where, f"an integer in {form} was expected")
    elif isinstance(form, re.Pattern):
        is_right = isinstance(value, str) and form.fullmatch(value) is not None
        require(is_right, where, f"a text of {form.pattern!a} was expected")
    else:
        require(isinstance(value, form), where, f"a value of {form} was expected")


def _check_object(where: str, value: Any, form: Json) -> None:
    required = {name for name in form if name != "*" and not name.endswith("?")}
    forms = {name.rstrip("?"): member for name, member in form.items()}
    is_right = (
        isinstance(value, dict)
        and required <= value.keys()
        and ("*" in forms or value.keys() <= forms.keys())
    )
    require(is_right, where, f"an object of {', '.join(forms)} was expected")
    for name, member in forms.items():
        if name in value:
            check_form(f"{where}.{name}", value[name], member)


def canonical_json(value: object) -> bytes:
    """Return canonical JSON (RFC 8785) of terms, records and items, as json writes it (docs/definitions/sealed.md)."""
    return _write_canonical(value).encode()


def _write_canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def name_item(item: object) -> str:
    """Return a text that no other item has.

    Of an item that is no text, it is the canonical JSON after a mark that no text has.
    """
    return item if isinstance(item, str) else f"\ud800{_write_canonical(item)}"


def encode_base64url(data: bytes) -> str:
    """Return unpadded base64url of bytes."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decode_base64url(text: str, size: int | None = None) -> bytes:
    """Return the bytes of unpadded base64url. Refuse another spelling of them, or another size."""
    padding = "=" * (-len(text) % 4)
    data = urlsafe_b64decode(text + padding)
    is_right = encode_base64url(data) == text and size in (None, len(data))
    require(is_right, "base64url", "it has another form or length")
    return data


def pack_u32(*numbers: int) -> bytes:
    """Return numbers as bytes, four for each, the highest first."""
    return b"".join(number.to_bytes(4) for number in numbers)


def tag(name: str) -> bytes:
    """Return the line that begins a message of a kind, so that no message of another kind is the same."""
    return f"shuffle-and-deal sealed 1 {name}\n".encode()


def _hash_tagged(name: str, digest: str, text: bytes = b"") -> str:
    return sha256(tag(name) + bytes.fromhex(digest) + text).hexdigest()


def hash_seed(server_seed: str) -> str:
    """Return the hash of a server seed; both are in hexadecimal digits, as all digests are."""
    return _hash_tagged("seed", server_seed)


def hash_commitment(seed_hash: str, terms: Json) -> str:
    """Return the commitment of a shoe: the digest before draw 1."""
    return _hash_tagged("commitment", seed_hash, canonical_json(terms))


def hash_draw(digest: str, record: Json) -> str:
    """Return the digest after a draw, from the digest before it and `form_record`."""
    return _hash_tagged("draw", digest, canonical_json(record))


def form_record(seen: Json, member: str, client_seed: str | None) -> Json:
    """Return what the digest hashes of an entry: all but its number and its faces, in `member`.

    `client_seed` is that of the shoe for draw 1, and None for the others.
    """
    record = {
        name: value for name, value in seen.items() if name not in ("draw", member)
    }
    if client_seed is not None:
        record["client_seed"] = client_seed
    return record


def name_member(terms: Json) -> str:
    """Return the member of an entry with its faces, `cards` or `integers`."""
    return "cards" if "deck" in terms or "items" in terms else "integers"


def is_dealt(terms: Json) -> bool:
    """Return whether a shoe is dealt in stages to places, rather than drawn from its ends."""
    return "game" in terms or "hands" in terms


def has_tree(terms: Json) -> bool:
    """Return whether each round has a tree over its cards, so that single cards have proofs."""
    return bool(terms["reveal"] != "all")


def is_stage(seen: Json) -> bool:
    """Return whether an entry has the members of a stage."""
    return seen.keys() >= _OF_STAGES and not _OF_DRAWS & seen.keys()


def is_draw(seen: Json) -> bool:
    """Return whether an entry has no member of stages, and takes more cards than it burns."""
    is_any = seen.get("burned", 0) < len(seen["positions"])
    return is_any and not _OF_STAGES & seen.keys()


def compute_root(card: Json, size: int) -> str:
    """Return the root to which the proof of a shown card leads, in hexadecimal digits, in a tree of `size` cards."""
    number = card["round"]
    position = card["position"]
    entry = bytes.fromhex(card["salt"]) + pack_u32(number, position, card["index"])
    leaf = sha256(b"\0" + entry).digest()
    return _climb(leaf, position, size, card["path"]).hex()


def _climb(leaf: bytes, position: int, size: int, path: list[str]) -> bytes:
    """Return the root of a tree of `size` leaves to which a path leads from a leaf (RFC 9162); b"" if it leads to none.

    The last step of the path is the hash of the half without the leaf; those before it are of the half with the leaf.
    """
    if size == 1 or not path:
        return leaf if size == 1 and not path else b""
    left_size = 1 << (size - 1).bit_length() - 1
    *inner_path, last_step = path
    other_half = bytes.fromhex(last_step)
    if position < left_size:
        own_half = _climb(leaf, position, left_size, inner_path)
        return sha256(b"\1" + own_half + other_half).digest()
    own_half = _climb(leaf, position - left_size, size - left_size, inner_path)
    return sha256(b"\1" + other_half + own_half).digest()


def check_signed(response: Json, signers: Json | None) -> None:
    """Raise `Refused` unless a key of the service signed the digest of a response.

    `signers` is the JWK set of the service; with None nothing is checked.
    """
    if signers is None:
        return
    with refusing("signed"):
        signed = response["signed"]
        check_form("signed", signed, {"kid": TEXT, "signature": str})
        keys = [
            key["x"]
            for key in signers["keys"]
            if key["kid"] == signed["kid"] and key.get("use") != "vrf"
        ]
        require(keys, "signed.kid", "it is no key of the service")
        message = tag("state") + bytes.fromhex(response["digest"])
        key = Ed25519PublicKey.from_public_bytes(decode_base64url(keys[0]))
        key.verify(decode_base64url(signed["signature"], 64), message)
