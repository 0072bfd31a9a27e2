"""Sealed shoes that are played for the page Verify, what their players hold, and how a file is altered."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

from tests.browser.verify_page import RIGHT, check, confirm
from tests.server.client import post_json as post

Json = dict[str, Any]
SEAL = "The check code (seal, commitment) that you were shown"
WORDS = "The words (client seed) that you gave"
STEPS = "The steps of the deal that you kept"
"""The labels of fields for what the reader noted."""
ASKED = ["commitment", "client_seed", "seen"]
"""What only the player knows of a file or a link."""
SEED = "correct horse"
ZEROS = "0" * 64
"""What is no seal, digest or seed of a test."""


@dataclass(frozen=True)
class Shoe:
    """A shoe that was opened, drawn from once and revealed: its responses."""

    opened: Json
    drawn: Json
    receipt: Json

    def to_file(self, **members: Any) -> Json:
        """Return the receipt and the cards that the player saw, with further members."""
        return {"receipt": self.receipt, "seen": [self.drawn["seen"]]} | members


def play(base: str, count: int, client_seed: str | None = SEED, **terms: Any) -> Shoe:
    """Open a shoe of these terms, draw so many from it with words of the player, and reveal it."""
    opened = post(base, "/v1/shoes", **terms)
    words: Json = {} if client_seed is None else {"client_seed": client_seed}
    drawn = post(base, "/v1/shoes/draw", shoe=opened["shoe"], count=count, **words)
    return Shoe(opened, drawn, reveal(base, drawn["shoe"]))


def reveal(base: str, shoe: str) -> Json:
    """Reveal a shoe, and return its receipt."""
    receipt: Json = post(base, "/v1/shoes/reveal", shoe=shoe)["receipt"]
    return receipt


def seal_list(base: str, names: list[str], count: int, **terms: Any) -> Shoe:
    """Seal a draw from a list of names, draw so many of its numbers, and reveal them."""
    shuffled = post(base, "/v1/items/shuffle", seed="1", items=names)
    digest = shuffled["items_sha256"]
    return play(base, count, max=len(names), items_sha256=digest, **terms)


def notes(opened: Json) -> Json:
    """Return the commitment that a player was shown, and the client seed that the player gave."""
    return {"commitment": opened["commitment"], "client_seed": SEED}


def play_two_decks(base: str) -> Shoe:
    """Return a shoe of two decks from which five cards were drawn."""
    return play(base, 5, deck="standard", decks=2, label="table 7")


def deal_holdem(base: str) -> Json:
    """Deal hold'em from a sealed shoe, draw two cards and reveal it. Return the receipt and what the player holds."""
    opened = post(base, "/v1/shoes", game="holdem", players=2)
    hole = post(base, "/v1/shoes/deal", shoe=opened["shoe"], client_seed=SEED)
    responses = [hole]
    for _ in ("flop", "turn", "river"):
        responses.append(post(base, "/v1/shoes/deal", shoe=responses[-1]["shoe"]))
    drawn = post(base, "/v1/shoes/draw", shoe=responses[-1]["shoe"], count=2)
    return {
        "receipt": reveal(base, drawn["shoe"]),
        "seen": [response["seen"] for response in [*responses, drawn]],
        "confirmed": notes(opened),
    }


def read_wrong_caption(tab: Page) -> str:
    """Return the caption of the card at the place that differs."""
    card = tab.locator("#cards .card.wrong")
    return str(card.locator(".caption").inner_text())


def check_own(tab: Page, subject: Json) -> str:
    """Paste a file, say that what is in it is right, and return the verdict."""
    assert check(tab, subject).startswith(RIGHT)  # whoever handed it out wrote it
    return confirm(tab)


def expect_invalid(tab: Page, subject: Any, sentence: str) -> None:
    """Paste a file, and expect that it is not valid and that this sentence says why."""
    assert check(tab, subject).startswith(f"Not valid. {sentence}")


def find_another(card: str) -> str:
    """Return a card that is not this one."""
    return "AS" if card != "AS" else "KH"


def alter_card(subject: Json, draw: int = 0, position: int = 3) -> None:
    cards = subject["seen"][draw]["cards"]
    cards[position] = find_another(cards[position])
