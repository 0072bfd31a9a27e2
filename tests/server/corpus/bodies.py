"""Bodies, and the headers that describe them."""

from tests.server.corpus import Entry, post

INTEGERS = "/v1/integers"
ITEMS = "/v1/items/shuffle"
RANK = "/v1/hands/rank"
JSON = {"Content-Type": "application/json"}

BODIES = (
    Entry("nothing", 400, INTEGERS, b""),
    Entry("a space", 400, INTEGERS, b" "),
    Entry("null", 422, INTEGERS, b"null"),
    Entry("a list", 422, INTEGERS, b"[]"),
    Entry("a text", 422, INTEGERS, b'"max=6"'),
    Entry("a number", 422, INTEGERS, b"6"),
    Entry("two values", 400, INTEGERS, b'{"max": 6} {}'),
    Entry("a comma too many", 400, INTEGERS, b'{"max": 6,}'),
    Entry("a comment", 400, INTEGERS, b'{"max": 6 /* six */}'),
    Entry("single quotes", 400, INTEGERS, b"{'max': 6}"),
    Entry("a mark of byte order", 400, INTEGERS, b'\xef\xbb\xbf{"max": 6}'),
    Entry("UTF-16", 400, INTEGERS, '{"max": 6}'.encode("utf-16")),
    Entry("bytes that are not UTF-8", 400, ITEMS, b'{"items": ["\xff"]}'),
    Entry("half of a surrogate pair", 400, ITEMS, b'{"items": ["\\ud800"]}'),
    Entry(
        "half of a surrogate pair in a key", 400, ITEMS, b'{"items": [{"\\ud800": 1}]}'
    ),
    Entry("a whole surrogate pair", 200, ITEMS, b'{"items": ["\\ud83c\\udccf"]}'),
    Entry("a null character", 200, ITEMS, b'{"items": ["\\u0000"]}'),
    Entry(
        "a null character in a seed", 422, ITEMS, b'{"items": [1], "seed": "\\u0000"}'
    ),
    Entry("a raw control character", 400, ITEMS, b'{"items": ["\x01"]}'),
    Entry("NaN", 400, ITEMS, b'{"items": [NaN]}'),
    Entry("an infinity", 400, ITEMS, b'{"items": [-Infinity]}'),
    Entry("a number that is an infinity to Python", 422, ITEMS, b'{"items": [1e999]}'),
    Entry(
        "an integer of 5,000 digits", 422, ITEMS, b'{"items": [%s]}' % (b"9" * 5_000)
    ),
    Entry(
        "an integer of 300 digits, which orjson cannot write",
        422,
        ITEMS,
        b'{"items": [%s]}' % (b"9" * 300),
    ),
    Entry(
        "a fraction of 100,000 digits",
        200,
        ITEMS,
        b'{"items": [0.%s]}' % (b"1" * 100_000),
    ),
    Entry(
        "lists 100,000 deep",
        400,
        ITEMS,
        b'{"items": %s%s}' % (b"[" * 100_000, b"]" * 100_000),
    ),
    Entry(
        "lists 100,000 deep that never end",
        400,
        ITEMS,
        b'{"items": %s' % (b"[" * 100_000),
    ),
    Entry(
        "objects 50,000 deep",
        400,
        ITEMS,
        b'{"items": [%s1%s]}' % (b'{"a":' * 50_000, b"}" * 50_000),
    ),
    Entry(
        "lists as deep as may be, and one",
        400,
        ITEMS,
        b'{"items": %s%s}' % (b"[" * 201, b"]" * 201),
    ),
    Entry("a key twice", 400, INTEGERS, b'{"max": 6, "max": 7}'),
    Entry("a key twice, deep down", 400, ITEMS, b'{"items": [{"a": 1, "a": 2}]}'),
    Entry("a key that is nothing", 422, INTEGERS, b'{"": 1, "max": 6}'),
    Entry(
        "a key that Python's objects have",
        422,
        INTEGERS,
        b'{"__proto__": 1, "__class__": 2, "max": 6}',
    ),
    Entry(
        "20,000 keys that nobody knows",
        422,
        INTEGERS,
        b"{%s}" % b",".join(b'"%d":1' % n for n in range(20_000)),
    ),
    Entry("a number as a text", 422, INTEGERS, b'{"max": "6"}'),
    Entry("an integer with a point", 200, INTEGERS, b'{"max": 6.0}'),
    Entry("a number with a fraction", 422, INTEGERS, b'{"max": 6.5}'),
    Entry(
        "an integer with a point beyond 2^53",
        422,
        INTEGERS,
        b'{"max": 9007199254740993.0}',
    ),
    Entry(
        "a point in a seed that is an integer",
        422,
        INTEGERS,
        b'{"max": 6, "seed": 4.0}',
    ),
    Entry("a truth for a number", 422, INTEGERS, b'{"max": true}'),
    Entry("null for a number", 422, INTEGERS, b'{"max": null}'),
    Entry("a number for a seed", 200, INTEGERS, b'{"max": 6, "seed": 42}'),
    Entry("a negative number for a seed", 200, INTEGERS, b'{"max": 6, "seed": -1}'),
    Entry(
        "a point in a seed that is a number", 422, INTEGERS, b'{"max": 6, "seed": 4.2}'
    ),
    Entry("a list for a seed", 422, INTEGERS, b'{"max": 6, "seed": [42]}'),
    Entry("no items", 200, ITEMS, b'{"items": []}'),
    Entry("an object for items", 422, ITEMS, b'{"items": {"0": 1}}'),
    Entry("100,000 empty items", 200, ITEMS, b'{"items": [%s{}]}' % (b"{}," * 99_999)),
    Entry("items that are all alike", 200, ITEMS, b'{"items": [null, null, null]}'),
    Entry("a body beyond the limit", 413, ITEMS, b'{"items": ["%s"]}' % (b"x" * 2**20)),
    Entry(
        "a form",
        415,
        INTEGERS,
        b"max=6",
        {"Content-Type": "application/x-www-form-urlencoded"},
    ),
    Entry(
        "files",
        415,
        INTEGERS,
        b"--x--",
        {"Content-Type": "multipart/form-data; boundary=x"},
    ),
    Entry("a body of no kind", 415, INTEGERS, b'{"max": 6}', {"Content-Type": ""}),
    Entry(
        "JSON of another kind",
        415,
        INTEGERS,
        b'{"max": 6}',
        {"Content-Type": "application/vnd.api+json"},
    ),
    Entry(
        "JSON in Latin-1",
        415,
        INTEGERS,
        b'{"max": 6}',
        {"Content-Type": "application/json; charset=latin-1"},
    ),
    Entry(
        "JSON said to be compressed",
        415,
        INTEGERS,
        b'{"max": 6}',
        {"Content-Encoding": "gzip"},
    ),
    Entry("a POST with a query", 400, f"{INTEGERS}?max=6", b'{"max": 6}'),
    Entry("a GET with a body", 400, f"{INTEGERS}?max=6", b'{"max": 6}', method="GET"),
    post("hands of no game", 422, RANK, game="snap", hands=[["AS"]]),
    post(
        "hands of a list of lists of lists", 422, RANK, game="poker", hands=[[["AS"]]]
    ),
    post("no hands", 422, RANK, game="poker", hands=[]),
    post("a hand of nothing", 422, RANK, game="poker", hands=[[]]),
    post(
        "a card in two hands",
        422,
        RANK,
        game="poker",
        hands=[["AS", "KS"], ["AS", "QS"]],
        board=["2D", "3D", "4D"],
    ),
    post(
        "a board for who has none",
        422,
        RANK,
        game="blackjack",
        hands=[["AS", "KS"]],
        board=["2D", "3D", "4D"],
    ),
)

METHODS = (
    Entry("a method that nobody knows", 405, INTEGERS, method="BREW"),
    Entry("a method in small letters", 400, INTEGERS, method="Get"),
    Entry("a PUT", 405, INTEGERS, b'{"max": 6}', method="PUT"),
    Entry("a DELETE", 405, "/v1/decks/standard", method="DELETE"),
    Entry("a TRACE", 405, "/", method="TRACE"),
    Entry("a GET where there are only POSTs", 405, ITEMS),
)
