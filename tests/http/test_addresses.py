"""A caller is the same however its address is written."""

from service.addresses import normalize_address
from tests.tables import for_each

SPELLINGS = {
    "7.7.7.7": (
        "7.7.7.7",
        "7.7.7.7:80",
        " 7.7.7.7 ",
        "::ffff:7.7.7.7",
        "[::FFFF:7.7.7.7]:80",
        "::ffff:707:707",
    ),
    "7.7.7.8": (
        "7.7.7.8",
        "0:0:0:0:0:ffff:0707:0708",
        "64:ff9b::7.7.7.8",
        "[64:ff9b::7.7.7.8]:443",
    ),
    "2001:db8::/64": (
        "2001:db8::1",
        "2001:DB8::2",
        "2001:db8:0:0:1::2",
        "[2001:db8::ffff]:80",
        "2001:0db8::1:2:3:4",
    ),
    "2001:db8:0:1::/64": (
        "2001:db8:0:1::",
        "2001:db8::1:0:0:0:1",
        "2001:db8:0:1:2:3:4:5",
    ),
    "2001:db8:1::/64": ("2001:db8:1::", "2001:db8:1:0:ffff::"),
    "::/64": ("::", "::1", "[::1]", "[::1]:8000"),
    "fe80::/64": ("fe80::1%eth0", "[fe80::2%1]:80"),
    "64:ff9b:1::/64": ("64:ff9b:1::7.7.7.7",),  # a network of its operator
    "": ("", "[]"),
    "unknown": ("unknown", "unknown:80"),
    "2001:db8::g": ("2001:db8::g", "[2001:db8::g]:80"),
}
"""Spellings of the addresses of each caller."""


@for_each(("caller", "spellings"), SPELLINGS.items())
def test_a_caller_is_the_same_however_its_address_is_written(
    caller: str, spellings: tuple[str, ...]
) -> None:
    for spelling in spellings:
        assert normalize_address(spelling) == caller
