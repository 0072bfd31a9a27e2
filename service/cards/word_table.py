"""The words for cards, read once from verify/cards/word_table.mjs: of `french` suits, of `flowers` and of `tiles`."""

from ..verify_tables import parse_table, read_table

WORDS = parse_table("words", read_table("cards/word_table.mjs"))
