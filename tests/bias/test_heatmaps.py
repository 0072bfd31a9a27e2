import csv
import re
from fractions import Fraction
from gzip import decompress
from typing import Any
from xml.etree import ElementTree

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.bias.heatmaps import MAX_ITEMS, STEPS, scale_range, step_colour
from service.settings import Settings
from tests.http.spec import check_refusal, check_response, get
from tests.tables import for_each

SVG = "{http://www.w3.org/2000/svg}"
EXACT = [["1/3", "1/3", "1/3"], ["10/27", "8/27", "1/3"], ["8/27", "10/27", "1/3"]]
"""The matrix of naive_swap of three items, counted by hand over its 27 sequences."""


def get_matrix(
    client: FlaskClient, name: str, extension: str, **query: Any
) -> TestResponse:
    return client.get(f"/v1/algorithms/{name}/bias.{extension}", query_string=query)


def parse_matrix(text: str) -> list[list[float]]:
    head, *rows = csv.reader(text.splitlines())
    assert head == ["item", *map(str, range(len(rows)))]
    assert [row[0] for row in rows] == [str(item) for item in range(len(rows))]
    return [[float(cell) for cell in row[1:]] for row in rows]


def get_picture(client: FlaskClient, name: str, **query: Any) -> ElementTree.Element:
    response = get_matrix(client, name, "svg", **query)
    assert (response.status_code, response.headers["Content-Type"]) == (
        200,
        "image/svg+xml",
    ), response.text
    return ElementTree.fromstring(response.data)


def element_text(root: ElementTree.Element, name: str) -> str:
    element = root.find(f"{SVG}{name}")
    assert element is not None
    return element.text or ""


def parse_cells(root: ElementTree.Element) -> dict[tuple[int, int], str]:
    """Return the colour of each cell by item and position; no cell has two."""
    colours: dict[tuple[int, int], str] = {}
    for path in root.iter(f"{SVG}path"):
        runs = re.findall(r"M(\d+) (\d+)h(\d+)v1H(\d+)z", path.attrib["d"])
        assert (
            "".join(f"M{x} {y}h{length}v1H{back}z" for x, y, length, back in runs)
            == path.attrib["d"]
        )
        for x, y, length, back in runs:
            assert x == back
            for position in range(int(x), int(x) + int(length)):
                assert (int(y), position) not in colours
                colours[int(y), position] = path.attrib["fill"]
    return colours


def test_the_csv_of_naive_swap_is_the_exact_matrix(client: FlaskClient) -> None:
    response = get_matrix(client, "naive_swap", "csv", n=3)
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert (
        response.headers["Content-Disposition"] == 'inline; filename="naive_swap-3.csv"'
    )
    assert parse_matrix(response.text) == [
        [float(Fraction(cell)) for cell in row] for row in EXACT
    ]
    assert response.text.split("\r\n")[0] == "item,0,1,2"


@for_each("extension", ["csv", "svg"])
def test_both_are_compressed_if_the_client_accepts_it_and_may_be_cached(
    client: FlaskClient, extension: str
) -> None:
    plain = get_matrix(client, "naive_swap", extension, n=40, trials=1000, seed="x")
    compressed = client.get(
        plain.request.full_path, headers={"Accept-Encoding": "gzip"}
    )
    assert decompress(compressed.data) == plain.data
    for query in ({"n": 3}, {"n": 3, "trials": 10, "seed": "s"}):
        assert (
            get_matrix(client, "naive_swap", extension, **query).headers[
                "Cache-Control"
            ]
            == "public, max-age=3600"
        )
    fresh = get_matrix(client, "naive_swap", extension, n=40, trials=1000)
    assert (fresh.headers["Cache-Control"], fresh.headers.get("ETag")) == (
        "no-store",
        None,
    )
    body = {"n": 4, "trials": 50, "seed": "twin"}
    response = client.post(f"/v1/algorithms/sattolo/bias.{extension}", json=body)
    assert response.data == get_matrix(client, "sattolo", extension, **body).data


def test_the_csv_of_trials_has_the_counts_of_the_json(client: FlaskClient) -> None:
    query: dict[str, Any] = {"n": 52, "trials": 1_000, "seed": "counts", "index": 3}
    counts = get(client, "/v1/algorithms/riffle/bias", passes=1, **query)["measured"][
        "counts"
    ]["positions"]
    text = get_matrix(client, "riffle", "csv", passes=1, **query).text
    assert parse_matrix(text) == counts
    assert "." not in text


@for_each(
    ("name", "query"),
    [
        ("naive_swap", {"n": 1}),
        ("naive_swap", {"n": 3}),
        ("faro", {"n": 6}),
        ("sort_keys", {"n": 5, "key_bits": 16}),
        ("fisher_yates", {"n": 5, "rand_bits": 15}),
        ("riffle", {"n": 52, "trials": 300, "passes": 3, "seed": "x"}),
        ("fisher_yates", {"n": MAX_ITEMS, "trials": 20, "seed": "x"}),
    ],
)
def test_a_heat_map_covers_every_cell_once(
    client: FlaskClient, name: str, query: dict[str, Any]
) -> None:
    root = get_picture(client, name, **query)
    n = query["n"]
    assert parse_cells(root).keys() == {
        (item, position) for item in range(n) for position in range(n)
    }
    assert "viewBox" in root.attrib
    assert element_text(root, "title").startswith(name)
    assert "vermilion is more" in element_text(root, "desc")
    first, second = (get_matrix(client, name, "svg", **query).data for _ in range(2))
    assert first == second
    assert len(first) < 400_000


def test_red_is_more_and_blue_less_than_uniform(client: FlaskClient) -> None:
    colours = parse_cells(get_picture(client, "naive_swap", n=3))
    assert {colours[0, position] for position in range(3)} == {step_colour(0)}
    assert colours[1, 0] == colours[2, 1] != step_colour(0)
    assert colours[1, 1] == colours[2, 0] != step_colour(0)
    assert int(colours[1, 0][1:3], 16) > int(colours[1, 0][5:7], 16)  # red: more
    assert int(colours[1, 1][1:3], 16) < int(colours[1, 1][5:7], 16)  # blue: less
    scale = [step_colour(step) for step in range(-STEPS, STEPS + 1)]
    assert (scale[0], scale[STEPS], scale[-1]) == ("#0072b2", "#ffffff", "#d55e00")
    assert len(set(scale)) == len(scale)


def test_the_scale_covers_the_cells_and_never_goes_below_zero(
    client: FlaskClient,
) -> None:
    for matrix, deviation in (
        ([[1.0]], 0.001),
        ([[1.1, 0.9]], 0.1),
        ([[0.0, 2.0]], 1),
        ([[52.0, 0.0]], 1),
    ):
        assert scale_range(matrix) == deviation
    faro = get_picture(client, "faro", n=6)
    labels = [text.text for text in faro.iter(f"{SVG}text")]
    assert labels[-5:] == ["0", "0.5", "1", "1.5", "≥ 2"]
    labels = [
        text.text for text in get_picture(client, "naive_swap", n=3).iter(f"{SVG}text")
    ]
    assert labels[-5:] == ["0.8", "0.9", "1", "1.1", "1.2"]
    scale = [rect.attrib["fill"] for rect in faro.iter(f"{SVG}rect")][2:-1]
    assert scale == [step_colour(step) for step in range(-STEPS, STEPS + 1)]
    places = {
        text.text: (text.attrib["x"], text.attrib["y"])
        for text in faro.iter(f"{SVG}text")
    }
    assert (places["place"][0], places["item"][1], "times uniform" in places) == (
        "312",
        "344",
        True,
    )  # of the middle


def test_the_caption_and_the_title_name_the_shuffle_and_the_experiment(
    client: FlaskClient,
) -> None:
    riffle: dict[str, Any] = {"n": 2, "trials": 1}
    long = {"n": 10, "trials": 1_000, "index": 1_234, "seed": "s"}
    short = {"n": 2, "trials": 10}
    cases: Any = (
        ("naive_swap", {"n": 3}, ["naive_swap, 3 items", "worked out exactly"]),
        (
            "naive_swap",
            {"n": 1, "rand_bits": 15},
            ["naive_swap, rand_bits 15, 1 item", "worked out exactly"],
        ),
        ("riffle", riffle | {"passes": 3}, ["riffle, passes 3, 2 items", "1 trial"]),
        (
            "riffle",
            riffle | {"seed": "s"},
            ["riffle, passes 7, 2 items", "1 trial, seed s"],
        ),
        (
            "riffle",
            long,
            ["riffle, passes 7, 10 items", "1,000 trials, index 1,234, seed s"],
        ),
        (
            "riffle",
            short | {"seed": "x" * 56},
            ["riffle, passes 7, 2 items", f"10 trials, seed {'x' * 56}"],
        ),
        (
            "riffle",
            short | {"seed": "x" * 57},
            ["riffle, passes 7, 2 items", f"10 trials, seed {'x' * 55}…"],
        ),
    )
    for name, query, lines in cases:
        picture = get_picture(client, name, **query)
        assert [text.text for text in picture.iter(f"{SVG}text")][:2] == lines
        title = element_text(
            picture, "title"
        )  # a caption ends after a line, and the title has all of it
        assert title.startswith(", ".join(lines).rstrip("…"))
        assert title.endswith(query.get("seed", lines[1]))


def test_a_heat_map_of_trials_names_the_deviation_by_chance_alone(
    client: FlaskClient,
) -> None:
    root = get_picture(client, "riffle", n=10, trials=900, seed="s")
    assert [text.text for text in root.iter(f"{SVG}text")][
        -1
    ] == "by chance alone ± 0.1 (standard deviation)"
    assert element_text(root, "desc").endswith(
        " Chance alone gives a cell a standard deviation of 0.1."
    )
    exact = get_picture(client, "naive_swap", n=3)
    assert not any("chance" in text.lower() for text in exact.itertext())
    assert element_text(exact, "desc").endswith(
        "The cells go from 0.8889 to 1.111, the scale from 0.8 to 1.2."
    )


@for_each(
    "seed",
    [
        "</svg><script>alert(1)</script>",
        "]]>&amp;\"'<",
        "\x01\x1b\ufffe",
        "\u202egnp.exe",
        "é" * 256,
    ],
)
def test_a_seed_is_escaped(client: FlaskClient, seed: str) -> None:
    root = get_picture(client, "naive_swap", n=3, trials=10, seed=seed)
    visible = "".join(char if char.isprintable() else "\ufffd" for char in seed)
    assert (
        element_text(root, "title") == f"naive_swap, 3 items, 10 trials, seed {visible}"
    )
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags == {"svg", "title", "desc", "rect", "text", "g", "path"}
    assert max(len(text.text or "") for text in root.iter(f"{SVG}text")) < 80


def test_more_items_than_a_heat_map_has_are_in_the_csv(client: FlaskClient) -> None:
    query = {"n": MAX_ITEMS + 1, "trials": 5, "seed": "s"}
    assert (
        "bias.csv has larger matrices"
        in check_refusal(get_matrix(client, "fisher_yates", "svg", **query))["n"]
    )
    assert (
        len(parse_matrix(get_matrix(client, "fisher_yates", "csv", **query).text))
        == MAX_ITEMS + 1
    )
    seedless = create_app(Settings(allow_seeds=False)).test_client()
    for extension in ("csv", "svg"):
        assert (
            check_response(get_matrix(client, "nave_swap", extension, n=3)).status_code
            == 404
        )
        assert (
            check_response(
                get_matrix(seedless, "naive_swap", extension, n=3, trials=9, seed=1)
            ).status_code
            == 403
        )
