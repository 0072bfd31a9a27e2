"""Headers."""

from tests.server.corpus import Entry

SEEDED = "/v1/integers?max=6&seed=42"
BATCH = "/v1/integers/batch?max=6&repeats=2"

HEADERS = (
    Entry(
        "an Accept that takes nothing",
        200,
        SEEDED,
        headers={"Accept": "application/x-nothing"},
    ),
    Entry(
        "an Accept whose weight is none",
        200,
        SEEDED,
        headers={"Accept": "application/json;q=much"},
    ),
    Entry(
        "an Accept of 7,000 characters",
        200,
        BATCH,
        headers={"Accept": ",".join(["a/b;q=0.1"] * 700)},
    ),
    Entry("an Accept of nothing but commas", 200, BATCH, headers={"Accept": ",,,;;;"}),
    Entry(
        "an Accept-Encoding that is none",
        200,
        "/openapi.json",
        headers={"Accept-Encoding": "*;q=x,,gzip;q=-1"},
    ),
    Entry("an ETag that is cut off", 200, SEEDED, headers={"If-None-Match": '"abc'}),
    Entry(
        "an ETag that is weak, and some",
        200,
        SEEDED,
        headers={"If-None-Match": 'W/"a", W/"b", "c"'},
    ),
    Entry("any ETag at all", 304, SEEDED, headers={"If-None-Match": "*"}),
    Entry("an ETag of Latin-1", 200, SEEDED, headers={"If-None-Match": '"é"'}),
    Entry(
        "a date that is none", 200, SEEDED, headers={"If-Modified-Since": "yesterday"}
    ),
    Entry("a range", 200, SEEDED, headers={"Range": "bytes=0-1,5-,-7,9-1"}),
    Entry("an Origin that is none", 200, SEEDED, headers={"Origin": "null"}),
    Entry(
        "an Origin with a path",
        200,
        SEEDED,
        headers={"Origin": "https://x.example/a?b"},
    ),
    Entry(
        "a preflight for no method",
        204,
        SEEDED,
        headers={"Access-Control-Request-Method": "BREW"},
        method="OPTIONS",
    ),
    Entry("a Host that is none", 400, SEEDED, headers={"Host": "[::1"}),
    Entry("a Host with a port that is none", 400, SEEDED, headers={"Host": "x:port"}),
    Entry("a Host with other things in it", 400, "/", headers={"Host": '"><script>'}),
    Entry(
        "a path that a proxy is said to be below",
        200,
        "/",
        headers={"X-Forwarded-Prefix": "//evil.example"},
    ),
    Entry("cookies", 200, SEEDED, headers={"Cookie": "a=b; =; ;;; $Version=1"}),
    Entry(
        "credentials that nobody asked for",
        200,
        SEEDED,
        headers={"Authorization": "Basic !!!"},
    ),
    Entry(
        "a method in a header",
        200,
        SEEDED,
        headers={"X-HTTP-Method-Override": "DELETE"},
    ),
    Entry(
        "an address of the client's that is none",
        200,
        SEEDED,
        headers={"X-Forwarded-For": "' OR 1=1 --"},
    ),
    Entry(
        "an upgrade",
        200,
        SEEDED,
        headers={"Connection": "Upgrade, close", "Upgrade": "h2c"},
    ),
)
