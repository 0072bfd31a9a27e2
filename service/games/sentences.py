"""The sentences that describe the steps of a deal, such as `Each hand gets 2 more cards, one at a time.`"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

EACH_HAND = "each hand"


class Receivers(Enum):
    """Whether a step gives cards to several hands, to one hand, or to a pile."""

    HANDS = auto()
    HAND = auto()
    PILE = auto()


@dataclass(frozen=True)
class DealSentence:
    """A sentence on the cards that a hand, each hand or a pile gets.

    `DealSentence(Receivers.HANDS, "each hand", [3, 2], words="face down")` is
    `Each hand gets 3 cards at once, then 2, face down.`
    """

    receivers: Receivers
    receiver: str
    """Who gets the cards: `each hand`, `the dealer`, or the name of a pile."""
    packets: Sequence[int]
    """The numbers of cards that come at once: [1, 1] is two cards, one at a time. A pile gets one packet."""
    later_packet: int | None = None
    """The cards that each hand gets in the next step, if this sentence describes the next step as well."""
    part: str = ""
    """The part of the hand or the pile that gets the cards, such as `far_row`."""
    words: str = ""
    """The end of the sentence, such as `face down`."""
    sentence: str = ""
    """The whole sentence, if an entry has its own sentence. If it is about `more` cards, it says so itself."""

    def write(self, *, has_cards: bool) -> str:
        """Return the sentence. With `has_cards`, the receiver already has cards, so that these are `more`."""
        if self.sentence:
            return self.sentence
        # A part of a pile has no cards before this step.
        is_new = self.receivers is Receivers.PILE and self.part
        more = " more" if has_cards and not is_new else ""
        ending = end_sentence(self.part, self.words)
        if self.receivers is Receivers.PILE:
            [size] = self.packets
            return f"{write_count(size, more)} to the {self.receiver}{ending}"
        receiver = self.receiver[0].upper() + self.receiver[1:]
        return f"{receiver} gets {self._describe_packets(more)}{ending}"

    def _describe_packets(self, more: str) -> str:
        """Return words for the packets: [1, 1] is `2 cards, one at a time`, [4, 4] `8 cards, 4 at a time`.

        For several hands, [3, 2] is `3 cards at once, then 2`, and with `more` = " more" `3 more cards at once, then
        2`.
        """
        sizes = self.packets
        if self._is_one_at_a_time:
            cards = write_count(len(sizes), more)
            return f"{cards}, one at a time" if len(sizes) > 1 else cards
        if len(sizes) > 1 and self._are_alike:
            cards = f"{write_count(sum(sizes), more)}, {sizes[0]} at a time"
            later_sizes = []
        else:
            at_once = " at once" if self.receivers is Receivers.HANDS else ""
            cards = f"{write_count(sizes[0], more)}{at_once}"
            later_sizes = list(sizes[1:])
        if self.later_packet is not None:
            later_sizes.append(self.later_packet)
        return cards + "".join(f", then {size}" for size in later_sizes)

    @property
    def _is_one_at_a_time(self) -> bool:
        return all(size == 1 for size in self.packets)

    @property
    def _are_alike(self) -> bool:
        return len(set(self.packets)) == 1

    def can_have_later(self, following: "DealSentence") -> bool:
        """Return whether one sentence describes both: packets of one size for each hand, and then one more packet."""
        return (
            self.receiver == following.receiver == EACH_HAND
            and self._are_alike
            and not self._is_one_at_a_time
            and self.later_packet is None
            and len(following.packets) == 1
            and not (self.part or self.words or self.sentence)
            and not (following.part or following.words or following.sentence)
        )


Description = str | DealSentence
"""A fixed sentence, or one that depends on the sentences before it; "" if the sentence before describes both."""


def write_sentences(descriptions: Iterable[Description]) -> list[str]:
    """Return the sentences of steps in their order. Packets in a row are one sentence; who has cards gets `more`.

    3 cards for each hand, 2 for each hand and 1 for the dealer give
    `Each hand gets 3 cards at once, then 2.` and
    `The dealer gets 1 more card.`
    """
    sentences: list[str] = []
    receivers: set[str] = set()
    for description in _join_packets(descriptions):
        if isinstance(description, str):
            sentences.append(description)
            continue
        receiver = description.receiver
        has_cards = receiver in receivers or (
            EACH_HAND in receivers and description.receivers is not Receivers.PILE
        )
        sentences.append(description.write(has_cards=has_cards))
        receivers.add(receiver)
    return sentences


def _join_packets(descriptions: Iterable[Description]) -> list[Description]:
    """Return the descriptions that are not empty. A description may stand for a packet of the next step as well."""
    joined: list[Description] = []
    for description in descriptions:
        before = joined[-1] if joined else ""
        if not description:
            continue
        if (
            isinstance(before, DealSentence)
            and isinstance(description, DealSentence)
            and before.can_have_later(description)
        ):
            [later_packet] = description.packets
            joined[-1] = replace(before, later_packet=later_packet)
        else:
            joined.append(description)
    return joined


def end_sentence(part: str, words: str) -> str:
    """Return the end of a sentence on a part of a hand or a pile: `: the far row, face down.`"""
    named_part = f": the {part.replace('_', ' ')}" if part else ""
    named_words = f", {words}" if words else ""
    return f"{named_part}{named_words}."


def write_count(cards: int, more: str = "") -> str:
    """Return a number of cards in words, such as `1 card` or `3 more cards`, where `more` is ` more`."""
    return f"1{more} card" if cards == 1 else f"{cards}{more} cards"
