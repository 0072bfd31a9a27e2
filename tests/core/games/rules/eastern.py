"""The rules of trick-taking games of Asia."""

from tests.core.games.rules.rule import Rule, packets, singly, turn

RULES = [
    Rule("mendikot", 4, "catsatcards.com: five, four and four", packets(4, (5, 4, 4)), {}),
    Rule("court_piece", 4, "Wikipedia, Court piece: five, four and four", packets(4, (5, 4, 4)), {}),
    Rule("twenty_eight", 4, "catsatcards.com: four each, and four more", singly(4, 8), {}),
    Rule("fifty_six", 6, "Rajagopal Nair, Fifty-Six: four at a time", packets(6, (4, 4)), {}),
    Rule("tarneeb", 4, "pagat.com, Tarneeb: one at a time", singly(4, 13), {}),
    Rule("four_hundred", 4, "pagat.com, 400: one at a time", singly(4, 13), {}),
    Rule("baloot", 4, "pagat.com, Baloot: three, two, one turned up", packets(4, (3, 2)), turn("upcard", 20, 32)),
    Rule("trix", 4, "pagat.com, Trix: one at a time", singly(4, 13), {}),
    Rule("batak", 4, "gamer.com.tr, Batak: thirteen each, as commonly one at a time", singly(4, 13), {}),
    Rule("king", 4, "wikarta.com, King: all dealt, one at a time", singly(4, 13), {}),
    Rule("rifki", 4, "gamerules.com, Rıfkı: thirteen each, one at a time", singly(4, 13), {}),
    Rule("shelem", 4, "Wikipedia, Shelem: four at a time, and four", packets(4, (4, 4, 4)), {"widow": range(48, 52)}),
    Rule("estimation", 4, "pagat.com, Estimation: one at a time", singly(4, 13), {}),
    Rule("gong_zhu", 4, "pagat.com, Gong Zhu: one at a time", singly(4, 13), {}),
]
