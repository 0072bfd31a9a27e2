"""The page of a result: the file in its link, and the sign that it shows."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import expect_beginning, reopen

Json = dict[str, Any]


def sign(tab: Page) -> str:
    """Return the text of the sign on the page of a result."""
    tab.locator("#outcome:not([data-state=busy], [aria-busy])").wait_for()
    return " ".join(tab.locator("#sign").inner_text().split())


def expect_sign(tab: Page, beginning: str) -> None:
    """Expect that the sign on the page of a result begins so once the result is checked."""
    checked = tab.locator("#outcome:not([data-state=busy], [aria-busy]) #sign")
    expect_beginning(checked, beginning)


def expect_right_but_tried(tab: Page) -> None:
    """Expect the sign of a right result whose drawer could try others."""
    says = "Whoever drew could try several times before sharing it."
    expect_sign(tab, f"The result is right. {says}")


def open_ways(tab: Page) -> None:
    """Open what few people need of a result, such as its code, its file and the large view."""
    tab.locator("#actions details").evaluate("ways => (ways.open = true)")


def tick_all(tab: Page) -> str:
    """Tick all that only the reader knows, and return the text of the sign."""
    for box in tab.locator(".confirm input").all():
        box.check()
        tab.locator(".confirm input:checked:focus").wait_for()
    return sign(tab)


def pack(file: Any) -> str:
    """Return a fragment with a file; anybody can make one."""
    deflate = zlib.compressobj(wbits=-15)
    packed = deflate.compress(json.dumps(file).encode()) + deflate.flush()
    return f"#packed={urlsafe_b64encode(packed).decode().rstrip('=')}"


def decode(packed: str) -> bytes:
    """Return the bytes of a text in base64url without its padding."""
    return urlsafe_b64decode(packed + "=" * (-len(packed) % 4))


def unpack(link: str) -> Any:
    """Return the file in the fragment of a link."""
    packed = link.partition("#packed=")[2]
    return json.loads(zlib.decompress(decode(packed), -15))


def open_result(tab: Page, file: Json) -> str:
    """Open the page of a result with a file, and return the text of the sign."""
    reopen(tab, f"/result{pack(file)}")
    return sign(tab)
