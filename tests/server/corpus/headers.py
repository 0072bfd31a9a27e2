"""Headers."""

from tests.server.corpus import Nasty

SEEDED = "/v1/integers?max=6&seed=42"
BATCH = "/v1/integers/batch?max=6&repeats=2"

HEADERS = (
    Nasty("an Accept that takes nothing", 200, SEEDED, headers={"Accept": "application/x-nothing"}),
    Nasty("an Accept whose weight is none", 200, SEEDED, headers={"Accept": "application/json;q=much"}),
    Nasty("an Accept of 7,000 characters", 200, BATCH, headers={"Accept": ",".join(["a/b;q=0.1"] * 700)}),
    Nasty("an Accept of nothing but commas", 200, BATCH, headers={"Accept": ",,,;;;"}),
    Nasty("an Accept-Encoding that is none", 200, "/openapi.json", headers={"Accept-Encoding": "*;q=x,,gzip;q=-1"}),
    Nasty("an ETag that is cut off", 200, SEEDED, headers={"If-None-Match": '"abc'}),
    Nasty("an ETag that is weak, and some", 200, SEEDED, headers={"If-None-Match": 'W/"a", W/"b", "c"'}),
    Nasty("any ETag at all", 304, SEEDED, headers={"If-None-Match": "*"}),
    Nasty("an ETag of Latin-1", 200, SEEDED, headers={"If-None-Match": '"é"'}),
    Nasty("a date that is none", 200, SEEDED, headers={"If-Modified-Since": "yesterday"}),
    Nasty("a range", 200, SEEDED, headers={"Range": "bytes=0-1,5-,-7,9-1"}),
    Nasty("an Origin that is none", 200, SEEDED, headers={"Origin": "null"}),
    Nasty("an Origin with a path", 200, SEEDED, headers={"Origin": "https://x.example/a?b"}),
    Nasty(
        "a preflight for no method", 200, SEEDED, headers={"Access-Control-Request-Method": "BREW"}, method="OPTIONS"
    ),
    Nasty("a Host that is none", 200, SEEDED, headers={"Host": "[::1"}),
    Nasty("a Host with a port that is none", 200, SEEDED, headers={"Host": "x:port"}),
    Nasty("a Host with other things in it", 200, "/", headers={"Host": '"><script>'}),
    Nasty("a path that a proxy is said to be below", 200, "/", headers={"X-Forwarded-Prefix": "//evil.example"}),
    Nasty("cookies", 200, SEEDED, headers={"Cookie": "a=b; =; ;;; $Version=1"}),
    Nasty("credentials that nobody asked for", 200, SEEDED, headers={"Authorization": "Basic !!!"}),
    Nasty("a method in a header", 200, SEEDED, headers={"X-HTTP-Method-Override": "DELETE"}),
    Nasty("an address of the client's that is none", 200, SEEDED, headers={"X-Forwarded-For": "' OR 1=1 --"}),
    Nasty("an upgrade", 200, SEEDED, headers={"Connection": "Upgrade, close", "Upgrade": "h2c"}),
)
