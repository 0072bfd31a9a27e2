"""A token opens to the payload that was sealed, and any other text is rejected."""

import base64

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st

from service.core.crypto.tokens import UNREADABLE, Tokens
from service.core.errors import BadToken
from tests.tables import for_each, sample

# Fixed, since they appear in the names of tests.
KEYS = [
    "yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc=",
    "ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-f4CBgoM=",
]
TTL = 60


def make_tokens(*keys: str, purpose: bytes = b"test", now: float = 1e9) -> Tokens:
    return Tokens(purpose, keys or KEYS, TTL, clock=lambda: now)


def is_rejected(token: str, reader: Tokens, reason: str = UNREADABLE) -> bool:
    with pytest.raises(BadToken) as refusal:
        reader.open("token", token)
    return (
        str(refusal.value) == str(BadToken("token", ""))
        and refusal.value.reason == reason
    )


@given(st.binary(max_size=3000))
def test_a_token_opens_to_its_payload_and_padding(payload: bytes) -> None:
    content = make_tokens().open("token", make_tokens().seal(payload))
    assert content.startswith(payload)
    assert not content[len(payload) :].strip(b"\0")


def test_a_token_is_random_and_its_size_discloses_only_the_number_of_blocks() -> None:
    assert {len(make_tokens().seal(bytes(size))) for size in range(500)} == {780}
    assert len(make_tokens().seal(bytes(512))) > 780
    assert make_tokens().seal(b"shoe") != make_tokens().seal(b"shoe")


def test_the_first_key_seals_and_every_key_opens() -> None:
    new, old = KEYS
    assert (
        make_tokens(new, old)
        .open("token", make_tokens(old).seal(b"old"))
        .startswith(b"old")
    )
    assert (
        make_tokens(new)
        .open("token", make_tokens(new, old).seal(b"new"))
        .startswith(b"new")
    )
    assert is_rejected(make_tokens(new, old).seal(b"new"), make_tokens(old))


@pytest.mark.parametrize("seconds", [-1_000_000, -61, 0, TTL])
def test_a_token_is_good_until_its_ttl_is_over_and_before_its_own_time(
    seconds: int,
) -> None:
    """A token from the future may come from a replica with a fast clock."""
    assert (
        make_tokens(now=1e9 + seconds)
        .open("token", make_tokens().seal(b"shoe"))
        .startswith(b"shoe")
    )


@pytest.mark.parametrize(
    ("seconds", "reason"),
    [(TTL + 1, "expired 1 s ago"), (TTL + 3600, "expired 3,600 s ago")],
)
def test_a_token_that_is_too_old_is_rejected_with_its_reason(
    seconds: int, reason: str
) -> None:
    for key in KEYS:
        assert is_rejected(
            make_tokens(key).seal(b"shoe"), make_tokens(now=1e9 + seconds), reason
        )
    stranger = Fernet.generate_key().decode()
    assert is_rejected(
        make_tokens(stranger).seal(b"shoe"), make_tokens(now=1e9 + seconds)
    )


@pytest.mark.parametrize("purpose", [b"tes", b"test2", b"", b"\4test"])
def test_a_token_of_another_purpose_is_rejected(purpose: bytes) -> None:
    assert is_rejected(make_tokens(purpose=purpose).seal(b"test"), make_tokens())


@pytest.mark.sampled
@pytest.mark.parametrize("size", [0, 600, 1200])  # the three endings of base64
def test_a_token_with_any_character_changed_or_missing_is_rejected(size: int) -> None:
    tokens = make_tokens()
    token = tokens.seal(bytes(size))
    for position in sample(range(len(token)), 4):
        start = token[:position]
        end = token[position + 1 :]
        changed = {
            start + other + end for other in ("A", "B", "-", "=", "+", "é", "\n", "")
        }
        assert all(is_rejected(text, tokens) for text in changed - {token})


@for_each("template", ["{} ", "\n{}", "{}=", "{}\0", "{0}{0}"])
def test_a_token_with_additional_characters_is_rejected(template: str) -> None:
    assert is_rejected(template.format(make_tokens().seal(b"shoe")), make_tokens())


@given(
    st.text()
    | st.binary().map(lambda data: base64.urlsafe_b64encode(b"\x80" + data).decode())
)
def test_any_other_text_is_rejected(text: str) -> None:
    assert is_rejected(text, make_tokens())


def test_a_megabyte_and_a_token_of_other_software_under_the_same_key_are_rejected() -> (
    None
):
    assert is_rejected("A" * 2**20, make_tokens())
    for data in (bytes(2**20), b"test"):
        assert is_rejected(
            Fernet(KEYS[0]).encrypt_at_time(data, 10**9).decode(), make_tokens()
        )
