"""Tokens are opened as they were sealed, or not at all."""

import base64

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st

from service.core.crypto.tokens import Tokens, is_key
from service.core.errors import BadToken

# Not random: they are in the names of tests.
KEYS = [
    "yMnKy8zNzs_Q0dLT1NXW19jZ2tvc3d7f4OHi4-Tl5uc=",
    "ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-f4CBgoM=",
]
TTL = 60


def tokens(*keys: str, purpose: bytes = b"test", at: float = 1e9) -> Tokens:
    return Tokens(purpose, keys or KEYS, TTL, clock=lambda: at)


def is_bad(token: str, reader: Tokens) -> bool:
    with pytest.raises(BadToken) as refusal:
        reader.open("token", token)
    return str(refusal.value) == str(BadToken("token"))


@given(st.binary(max_size=3000))
def test_a_payload_comes_back_with_its_padding(payload: bytes) -> None:
    opened = tokens().open("token", tokens().seal(payload))
    assert opened.startswith(payload)
    assert not opened[len(payload) :].strip(b"\0")


def test_the_size_tells_of_the_payload_only_how_many_blocks_it_fills() -> None:
    assert {len(tokens().seal(bytes(size))) for size in range(500)} == {780}
    assert len(tokens().seal(bytes(512))) > 780


def test_no_two_tokens_of_a_payload_are_alike() -> None:
    assert tokens().seal(b"shoe") != tokens().seal(b"shoe")


def test_the_newest_key_seals_and_all_of_them_open() -> None:
    new, old = KEYS
    assert tokens(new, old).open("token", tokens(old).seal(b"old")).startswith(b"old")
    assert tokens(new).open("token", tokens(new, old).seal(b"new")).startswith(b"new")
    assert is_bad(tokens(new, old).seal(b"new"), tokens(old))


@pytest.mark.parametrize(("seconds", "good"), [(-61, False), (-60, True), (0, True), (TTL, True), (TTL + 1, False)])
def test_a_token_is_good_for_its_time(seconds: int, good: bool) -> None:
    token, reader = tokens().seal(b"shoe"), tokens(at=1e9 + seconds)
    assert reader.open("token", token).startswith(b"shoe") if good else is_bad(token, reader)


@pytest.mark.parametrize("purpose", [b"tes", b"test2", b"", b"\4test"])
def test_a_token_of_another_purpose_is_none(purpose: bytes) -> None:
    assert is_bad(tokens(purpose=purpose).seal(b"test"), tokens())


@pytest.mark.parametrize("size", [0, 600, 1200])  # whose base64 ends on all three of its ways
def test_a_token_with_any_character_changed_or_left_out_is_none(size: int) -> None:
    token = tokens().seal(bytes(size))
    for place in range(len(token)):
        changed = {token[:place] + other + token[place + 1 :] for other in ("A", "B", "-", "=", "+", "é", "\n", "")}
        assert all(is_bad(text, tokens()) for text in changed - {token})


@pytest.mark.parametrize("around", ["{} ", "\n{}", "{}=", "{}\0", "{0}{0}"])
def test_a_token_with_anything_around_it_is_none(around: str) -> None:
    assert is_bad(around.format(tokens().seal(b"shoe")), tokens())


@given(st.text() | st.binary().map(lambda data: base64.urlsafe_b64encode(b"\x80" + data).decode()))
def test_any_other_text_is_none(text: str) -> None:
    assert is_bad(text, tokens())


def test_a_megabyte_is_none() -> None:
    assert is_bad("A" * 2**20, tokens())
    assert is_bad(Fernet(KEYS[0]).encrypt_at_time(bytes(2**20), 10**9).decode(), tokens())


def test_what_was_sealed_by_other_software_is_none() -> None:
    assert is_bad(Fernet(KEYS[0]).encrypt_at_time(b"test", 10**9).decode(), tokens())


@pytest.mark.parametrize(
    "text", ["", "secret", "A" * 44, "A" * 42 + "==", "A" * 42 + "+=", f"{KEYS[0]}\n", f" {KEYS[0]}"]
)
def test_what_is_no_key_is_not_taken_for_one(text: str) -> None:
    assert not is_key(text)
    assert is_key(KEYS[0])
