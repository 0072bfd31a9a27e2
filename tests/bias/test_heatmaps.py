"""A heat map of a shuffle, as CSV or SVG, shows every cell of its exact or measured matrix."""

import re
from fractions import Fraction
from gzip import decompress
from itertools import product
from typing import Any
from xml.etree import ElementTree

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.bias.heatmaps import MAX_ITEMS, STEPS, scale_range, step_colour
from service.settings import Settings
from tests.bias.matrices import parse_matrix
from tests.http.spec import check_refusal, check_response, get
from tests.tables import for_each, read_table

Json = dict[str, Any]

SCALE = [step_colour(step) for step in range(-STEPS, STEPS + 1)]
SVG = "{http://www.w3.org/2000/svg}"
EXACT = [["1/3", "1/3", "1/3"], ["10/27", "8/27", "1/3"], ["8/27", "10/27", "1/3"]]
"""The matrix of naive_swap of three items, counted by hand over its 27 sequences."""


def get_matrix(
    client: FlaskClient, name: str, extension: str, **query: Any
) -> TestResponse:
    """Return the response with the matrix of a shuffle, as a table or a picture."""
    return client.get(f"/v1/algorithms/{name}/bias.{extension}", query_string=query)


def get_picture(client: FlaskClient, name: str, **query: Any) -> ElementTree.Element:
    """Return the root of a heat map."""
    response = get_matrix(client, name, "svg", **query)
    assert response.status_code == 200, response.text
    assert response.headers["Content-Type"] == "image/svg+xml"
    return ElementTree.fromstring(response.data)


def list_texts(picture: ElementTree.Element) -> list[str]:
    """Return the texts of a picture in their order."""
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


def list_fills(picture: ElementTree.Element) -> list[str]:
    """Return the colours of the rectangles of a picture."""
    return [rectangle.attrib["fill"] for rectangle in picture.iter(f"{SVG}rect")]


def element_text(root: ElementTree.Element, name: str) -> str:
    """Return the text of an element below the root."""
    element = root.find(f"{SVG}{name}")
    assert element is not None
    return element.text or ""


def parse_cells(root: ElementTree.Element) -> dict[tuple[int, int], str]:
    """Return the colour of each cell by item and position; no cell has two."""
    colours: dict[tuple[int, int], str] = {}
    run = r"M(\d+) (\d+)h(\d+)v1H\1z"  # to the right, down, and back
    for path in root.iter(f"{SVG}path"):
        assert re.sub(run, "", path.attrib["d"]) == ""
        for numbers in re.findall(run, path.attrib["d"]):
            start, item, length = map(int, numbers)
            for position in range(start, start + length):
                assert (item, position) not in colours
                colours[item, position] = path.attrib["fill"]
    return colours


def test_the_csv_of_naive_swap_is_the_exact_matrix(client: FlaskClient) -> None:
    response = get_matrix(client, "naive_swap", "csv", n=3)
    assert response.headers["Content-Type"] == "text/csv; charset=utf-8"
    disposition = response.headers["Content-Disposition"]
    assert disposition == 'inline; filename="naive_swap-3.csv"'
    exact = [[float(Fraction(cell)) for cell in row] for row in EXACT]
    assert parse_matrix(response.text) == exact
    assert response.text.startswith("item,0,1,2\r\n")


@for_each("extension", ["csv", "svg"])
def test_both_are_compressed_if_the_client_accepts_it(
    client: FlaskClient, extension: str
) -> None:
    plain = get_matrix(client, "naive_swap", extension, n=40, trials=1000, seed="x")
    gzip = {"Accept-Encoding": "gzip"}
    compressed = client.get(plain.request.full_path, headers=gzip)
    assert decompress(compressed.data) == plain.data


@for_each("extension", ["csv", "svg"])
@for_each("query", [{"n": 3}, {"n": 3, "trials": 10, "seed": "s"}])
def test_both_may_be_cached_if_they_are_always_the_same(
    client: FlaskClient, extension: str, query: Json
) -> None:
    response = get_matrix(client, "naive_swap", extension, **query)
    assert response.headers["Cache-Control"] == "public, max-age=3600"


@for_each("extension", ["csv", "svg"])
def test_neither_may_be_cached_if_it_is_different_every_time(
    client: FlaskClient, extension: str
) -> None:
    fresh = get_matrix(client, "naive_swap", extension, n=40, trials=1000)
    assert fresh.headers["Cache-Control"] == "no-store"
    assert "ETag" not in fresh.headers


@for_each("extension", ["csv", "svg"])
def test_both_may_be_asked_for_by_a_post(client: FlaskClient, extension: str) -> None:
    body = {"n": 4, "trials": 50, "seed": "twin"}
    response = client.post(f"/v1/algorithms/sattolo/bias.{extension}", json=body)
    assert response.data == get_matrix(client, "sattolo", extension, **body).data


def test_the_csv_of_trials_has_the_counts_of_the_json(client: FlaskClient) -> None:
    query: Json = {"n": 52, "trials": 1_000, "seed": "counts", "index": 3}
    response = get(client, "/v1/algorithms/riffle/bias", passes=1, **query)
    text = get_matrix(client, "riffle", "csv", passes=1, **query).text
    assert parse_matrix(text) == response["measured"]["counts"]["positions"]
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
    client: FlaskClient, name: str, query: Json
) -> None:
    response = get_matrix(client, name, "svg", **query)
    assert get_matrix(client, name, "svg", **query).data == response.data
    assert len(response.data) < 400_000
    root = ElementTree.fromstring(response.data)
    numbers = range(query["n"])
    assert parse_cells(root).keys() == set(product(numbers, numbers))
    assert "viewBox" in root.attrib
    assert element_text(root, "title").startswith(name)
    assert "vermilion is more" in element_text(root, "desc")


def has_more_red(colour: str) -> bool:
    """Return whether a colour, such as #d55e00, has more red than blue."""
    return int(colour[1:3], 16) > int(colour[5:7], 16)


def test_red_is_more_and_blue_less_than_uniform(client: FlaskClient) -> None:
    colours = parse_cells(get_picture(client, "naive_swap", n=3))
    uniform = step_colour(0)
    for position in range(3):
        assert colours[0, position] == uniform
    more = colours[1, 0]
    assert colours[2, 1] == more
    assert has_more_red(more)
    less = colours[1, 1]
    assert colours[2, 0] == less
    assert less != uniform
    assert not has_more_red(less)


def test_the_scale_goes_from_blue_by_white_to_vermilion() -> None:
    assert SCALE[0] == "#0072b2"
    assert SCALE[STEPS] == "#ffffff"
    assert SCALE[-1] == "#d55e00"
    assert len(set(SCALE)) == len(SCALE)


@for_each(
    ("matrix", "deviation"),
    [([[1.0]], 0.001), ([[1.1, 0.9]], 0.1), ([[0.0, 2.0]], 1), ([[52.0, 0.0]], 1)],
)
def test_the_scale_covers_the_cells_and_never_goes_below_zero(
    matrix: list[list[float]], deviation: float
) -> None:
    assert scale_range(matrix) == deviation


def test_the_labels_of_the_scale_are_times_uniform(client: FlaskClient) -> None:
    faro = get_picture(client, "faro", n=6)
    assert list_texts(faro)[-5:] == ["0", "0.5", "1", "1.5", "≥ 2"]
    assert "times uniform" in list_texts(faro)
    _, _, *scale, _ = list_fills(faro)
    assert scale == SCALE
    naive_swap = get_picture(client, "naive_swap", n=3)
    assert list_texts(naive_swap)[-5:] == ["0.8", "0.9", "1", "1.1", "1.2"]


def test_the_names_of_the_axes_are_at_their_middle(client: FlaskClient) -> None:
    picture = get_picture(client, "faro", n=6)
    texts = {text.text: text.attrib for text in picture.iter(f"{SVG}text")}
    assert texts["place"]["x"] == "312"
    assert texts["item"]["y"] == "344"


@for_each(("name", "query", "shuffle", "experiment"), read_table("bias/captions.yaml"))
def test_the_caption_and_the_title_name_the_shuffle_and_the_experiment(
    client: FlaskClient, name: str, query: Json, shuffle: str, experiment: str
) -> None:
    """A caption ends after a line, and the title has all of it."""
    picture = get_picture(client, name, **query)
    assert list_texts(picture)[:2] == [f"{name}, {shuffle}", experiment]
    title = element_text(picture, "title")
    assert title.startswith(f"{name}, {shuffle}, {experiment.rstrip('…')}")
    assert title.endswith(query.get("seed", experiment))


def test_a_heat_map_of_trials_names_the_deviation_by_chance_alone(
    client: FlaskClient,
) -> None:
    trials = get_picture(client, "riffle", n=10, trials=900, seed="s")
    *_, last = list_texts(trials)
    assert last == "by chance alone ± 0.1 (standard deviation)"
    sentence = " Chance alone gives a cell a standard deviation of 0.1."
    assert element_text(trials, "desc").endswith(sentence)
    exact = get_picture(client, "naive_swap", n=3)
    assert "chance" not in " ".join(exact.itertext()).lower()
    sentence = "The cells go from 0.8889 to 1.111, the scale from 0.8 to 1.2."
    assert element_text(exact, "desc").endswith(sentence)


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
    title = element_text(root, "title")
    assert title == f"naive_swap, 3 items, 10 trials, seed {visible}"
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags == {"svg", "title", "desc", "rect", "text", "g", "path"}
    assert max(map(len, list_texts(root))) < 80


def test_more_items_than_a_heat_map_has_are_in_the_csv(client: FlaskClient) -> None:
    query = {"n": MAX_ITEMS + 1, "trials": 5, "seed": "s"}
    errors = check_refusal(get_matrix(client, "fisher_yates", "svg", **query))
    assert "bias.csv has larger matrices" in errors["n"]
    text = get_matrix(client, "fisher_yates", "csv", **query).text
    assert len(parse_matrix(text)) == MAX_ITEMS + 1


@for_each("extension", ["csv", "svg"])
def test_a_name_that_no_shuffle_has_is_not_found(
    client: FlaskClient, extension: str
) -> None:
    response = get_matrix(client, "nave_swap", extension, n=3)
    assert check_response(response).status_code == 404


@for_each("extension", ["csv", "svg"])
def test_a_seed_is_forbidden_where_seeds_are(extension: str) -> None:
    seedless = create_app(Settings(allow_seeds=False)).test_client()
    response = get_matrix(seedless, "naive_swap", extension, n=3, trials=9, seed=1)
    assert check_response(response).status_code == 403
