"""Queries."""

from tests.server.corpus import Entry

SHUFFLE = "/v1/decks/standard/shuffle"
INTEGERS = "/v1/integers"

QUERIES = (
    Entry("bytes that are not UTF-8", 400, f"{INTEGERS}?max=6&seed=%FF"),
    Entry(
        "half of a surrogate pair, as some write UTF-8",
        400,
        f"{INTEGERS}?max=6&seed=%ED%A0%80",
    ),
    Entry("an escape that is none", 200, f"{INTEGERS}?max=6&seed=%zz"),
    Entry("an escape that is cut off", 200, f"{INTEGERS}?max=6&seed=%"),
    Entry("a null character in a seed", 422, f"{INTEGERS}?max=6&seed=%00"),
    Entry("a line break in a seed", 200, f"{INTEGERS}?max=6&seed=a%0D%0Ab"),
    Entry(
        "a seed of 256 characters of four bytes",
        200,
        f"{INTEGERS}?max=6&seed={'%F0%9F%83%8F' * 256}",
    ),
    Entry(
        "a seed of one character more",
        422,
        f"{INTEGERS}?max=6&seed={'%F0%9F%83%8F' * 257}",
    ),
    Entry("an empty seed", 422, f"{INTEGERS}?max=6&seed="),
    Entry("a name that is escaped", 200, f"{INTEGERS}?%6dax=6"),
    Entry("a name twice, once escaped", 422, f"{INTEGERS}?max=6&%6dax=6"),
    Entry("a name in another case", 422, f"{INTEGERS}?MAX=6"),
    Entry("a name without a value", 422, f"{INTEGERS}?max"),
    Entry("a value without a name", 422, f"{INTEGERS}?max=6&=6"),
    Entry("two signs of equality", 422, f"{INTEGERS}?max==6"),
    Entry("nothing between ampersands", 200, f"{INTEGERS}?&&max=6&&"),
    Entry("semicolons, as ampersands once were", 422, f"{INTEGERS}?max=6;count=2"),
    Entry("a question mark too many", 422, f"{INTEGERS}??max=6"),
    Entry("a number with a sign", 422, f"{INTEGERS}?max=%2B6"),
    Entry("a number after a space", 422, f"{INTEGERS}?max=+6"),
    Entry(
        "a number with an underscore, which Python reads", 422, f"{INTEGERS}?max=1_0"
    ),
    Entry(
        "digits of another script, which Python reads", 422, f"{INTEGERS}?max=%D9%A3"
    ),
    Entry("a number in exponents", 422, f"{INTEGERS}?max=1e1"),
    Entry("a number with zeros before it", 422, f"{INTEGERS}?max=006"),
    Entry("a number of 4,000 digits", 422, f"{INTEGERS}?max={'9' * 4_000}"),
    Entry(
        "a number just over what JavaScript holds",
        422,
        f"{INTEGERS}?min=0&max=9007199254740992",
    ),
    Entry("the least before the most", 422, f"{INTEGERS}?min=7&max=6"),
    Entry(
        "a range whose size overflows 64 bits",
        422,
        f"{INTEGERS}?min=-9007199254740993&max=9007199254740993",
    ),
    Entry("nothing to draw", 422, f"{INTEGERS}?max=6&count=0"),
    Entry("more than there are", 422, f"{INTEGERS}?max=6&count=7"),
    Entry(
        "all that may be, too often", 422, f"{INTEGERS}/batch?max=100000&repeats=100000"
    ),
    Entry(
        "the last index there is, and then more",
        422,
        f"{INTEGERS}/batch?max=6&seed=1&index=9007199254740991&repeats=2",
    ),
    Entry("an index without a seed", 422, f"{INTEGERS}?max=6&index=1"),
    Entry(
        "a seed that asks for a signature, without keys",
        422,
        f"{INTEGERS}?max=6&sign=true&seed=1",
    ),
    Entry(
        "an infinite probability", 422, "/v1/algorithms/riffle/bias?n=52&below=Infinity"
    ),
    Entry("no probability at all", 422, "/v1/algorithms/riffle/bias?n=52&below=nan"),
    Entry(
        "more trials than anybody would wait for",
        422,
        "/v1/algorithms/fisher_yates/bias?n=52&trials=999999999999",
    ),
    Entry("a bias of nothing", 422, "/v1/algorithms/fisher_yates/bias?n=0"),
    Entry(
        "every card taken out",
        422,
        f"{SHUFFLE}?exclude={','.join(r + s for s in 'SHDC' for r in '23456789TJQKA')}",
    ),
    Entry("a card taken out twice", 422, f"{SHUFFLE}?exclude=AS,1S"),
    Entry("commas alone", 422, f"{SHUFFLE}?exclude=,,,"),
    Entry("a suit order with a suit twice", 422, f"{SHUFFLE}?suit_order=SSHD"),
    Entry("a faro of an odd number", 422, f"{SHUFFLE}?algorithm=faro&exclude=AS"),
    Entry("an option of another shuffle", 422, f"{SHUFFLE}?passes=3"),
    Entry("passes without end", 422, f"{SHUFFLE}?algorithm=riffle&passes=999999999"),
    Entry(
        "a hundred packs, rejection, many times",
        422,
        f"{SHUFFLE}/batch?decks=100&algorithm=rejection&repeats=99999",
    ),
    Entry(
        "packets that give nobody a card",
        422,
        "/v1/decks/standard/deal?hands=4&cards=5&packets=0",
    ),
    Entry(
        "packets that do not add up",
        422,
        "/v1/decks/standard/deal?hands=4&cards=5&packets=3,3",
    ),
    Entry("a table with nobody at it", 422, "/v1/games/holdem/deal?players=0"),
    Entry("a table with everybody at it", 422, "/v1/games/holdem/deal?players=1000"),
    Entry(
        "a number of Microsoft's beyond the last",
        422,
        "/v1/games/klondike/deal?deal_number=1000001",
    ),
    Entry("a bridge file of another game", 422, "/v1/games/holdem/deal?format=pbn"),
    Entry("a query to who takes none", 422, "/livez?x=1"),
)

PATHS = (
    Entry("dots that lead up", 404, "/v1/../../etc/passwd"),
    Entry("dots that lead up, escaped", 404, "/v1/%2e%2e/%2e%2e/etc/passwd"),
    Entry("dots in a guide's name", 404, "/docs/guide/..%2f..%2fREADME"),
    Entry("a null character in a name", 404, "/v1/decks/standard%00/shuffle"),
    Entry("bytes in a name that are not UTF-8", 404, "/v1/decks/%FF/shuffle"),
    Entry("a slash in a name", 404, "/v1/decks/a%2Fb/shuffle"),
    Entry("a name of 3,000 characters", 404, f"/v1/decks/{'x' * 3_000}/shuffle"),
    Entry("a name that Python's objects have", 404, "/v1/decks/__class__/shuffle"),
    Entry("a name that JavaScript's objects have", 404, "/v1/games/constructor/deal"),
    Entry("a name in capitals", 200, "/v1/decks/STANDARD/shuffle"),
    Entry("a line break in a path", 404, "/v1/decks/a%0D%0ASet-Cookie:%20x/shuffle"),
    Entry("two slashes", 200, "//v1/decks"),
    Entry("a picture beyond the last", 404, "/v1/decks/standard/pictures/999.svg"),
    Entry("a picture before the first", 404, "/v1/decks/standard/pictures/-1.svg"),
    Entry(
        "a picture whose number Python cannot read",
        404,
        f"/v1/decks/standard/pictures/{'9' * 3_900}.svg",
    ),
    Entry("a template in a name", 404, "/v1/problems/%7B%7B7*7%7D%7D"),
)
