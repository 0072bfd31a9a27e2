"""A token opens to the payload that was sealed, and any other text is rejected."""

import base64

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st

from service.core.errors import BadToken
from service.sealed.shoe.tokens import UNREADABLE, Tokens
from tests.tables import for_each, sample

# Fixed, since they appear in the names of tests.
KEYS = [
    "yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc=",
    "ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-f4CBgoM=",
]
TTL = 60


def make_tokens(*keys: str, purpose: bytes = b"test", now: float = 1e9) -> Tokens:
    """Return what seals and opens tokens with these keys, both of these tests if none are given."""
    return Tokens(purpose, keys or KEYS, TTL, clock=lambda: now)


def is_rejected(token: str, reader: Tokens, reason: str = UNREADABLE) -> bool:
    """Return whether a token is refused for a reason, which its sentence does not say."""
    with pytest.raises(BadToken) as refusal:
        reader.open("token", token)
    is_silent = str(refusal.value) == str(BadToken("token", ""))
    return is_silent and refusal.value.cause == reason


def is_opened(token: str, reader: Tokens, payload: bytes) -> bool:
    """Return whether a token opens to a payload and padding."""
    content = reader.open("token", token)
    return content.startswith(payload) and not content[len(payload) :].strip(b"\0")


@given(st.binary(max_size=3000))
def test_a_token_opens_to_its_payload_and_padding(payload: bytes) -> None:
    token = make_tokens().seal(payload)
    assert is_opened(token, make_tokens(), payload)


def test_a_token_is_random_and_its_size_discloses_only_the_number_of_blocks() -> None:
    tokens = make_tokens()
    for size in range(500):
        token = tokens.seal(bytes(size))
        assert len(token) == 780
    longer = tokens.seal(bytes(512))
    assert len(longer) > 780
    assert tokens.seal(b"shoe") != tokens.seal(b"shoe")


def test_the_first_key_seals_and_every_key_opens() -> None:
    new, old = (make_tokens(key) for key in KEYS)
    both = make_tokens(*KEYS)
    assert is_opened(old.seal(b"shoe"), both, b"shoe")
    token = both.seal(b"shoe")
    assert is_opened(token, new, b"shoe")
    assert is_rejected(token, old)


@for_each("seconds", [-1_000_000, -61, 0, TTL])
def test_a_token_is_good_until_its_ttl_is_over_and_before_its_own_time(
    seconds: int,
) -> None:
    """A token from the future may come from a replica with a fast clock."""
    token = make_tokens().seal(b"shoe")
    assert is_opened(token, make_tokens(now=1e9 + seconds), b"shoe")


@for_each(
    ("seconds", "reason"),
    [(TTL + 1, "expired 1 s ago"), (TTL + 3600, "expired 3,600 s ago")],
)
def test_a_token_that_is_too_old_is_rejected_with_its_reason(
    seconds: int, reason: str
) -> None:
    later = make_tokens(now=1e9 + seconds)
    for key in KEYS:
        token = make_tokens(key).seal(b"shoe")
        assert is_rejected(token, later, reason)
    stranger = make_tokens(Fernet.generate_key().decode())
    assert is_rejected(stranger.seal(b"shoe"), later)


@for_each("purpose", [b"tes", b"test2", b"", b"\4test"])
def test_a_token_of_another_purpose_is_rejected(purpose: bytes) -> None:
    token = make_tokens(purpose=purpose).seal(b"test")
    assert is_rejected(token, make_tokens())


@pytest.mark.sampled
@for_each("size", [0, 600, 1200])  # the three endings of base64
def test_a_token_with_a_character_changed_or_missing_is_rejected(size: int) -> None:
    tokens = make_tokens()
    token = tokens.seal(bytes(size))
    for position in sample(range(len(token)), 4):
        start = token[:position]
        end = token[position + 1 :]
        for other in ("A", "B", "-", "=", "+", "é", "\n", ""):
            changed = f"{start}{other}{end}"
            assert changed == token or is_rejected(changed, tokens)


@for_each("template", ["{} ", "\n{}", "{}=", "{}\0", "{0}{0}"])
def test_a_token_with_additional_characters_is_rejected(template: str) -> None:
    token = make_tokens().seal(b"shoe")
    assert is_rejected(template.format(token), make_tokens())


def encode_token(data: bytes) -> str:
    """Return bytes in the encoding of a token, after the number of its version."""
    return base64.urlsafe_b64encode(b"\x80" + data).decode()


@given(st.text() | st.binary().map(encode_token))
def test_any_other_text_is_rejected(text: str) -> None:
    assert is_rejected(text, make_tokens())


def test_a_megabyte_is_rejected() -> None:
    assert is_rejected("A" * 2**20, make_tokens())


@for_each("data", [bytes(2**20), b"test"])
def test_a_token_of_other_software_under_the_same_key_is_rejected(data: bytes) -> None:
    token = Fernet(KEYS[0]).encrypt_at_time(data, 10**9)
    assert is_rejected(token.decode(), make_tokens())
