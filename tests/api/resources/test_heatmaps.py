"""/v1/algorithms/{name}/bias.csv and bias.svg: the matrix of positions as a table and as a picture."""

import csv
import re
from fractions import Fraction
from gzip import decompress
from typing import Any
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.core.bias.heatmaps import (
    BLUE,
    MAX_ITEMS,
    STEPS,
    VERMILION,
    Caption,
    matrix_to_csv,
    render_heat_map,
    scale_range,
    step_colour,
)
from service.core.shuffles.catalogue import SHUFFLES
from service.settings import Settings
from tests.api.spec import get, holds, members

SVG = "{http://www.w3.org/2000/svg}"
EXACT = [["1/3", "1/3", "1/3"], ["10/27", "8/27", "1/3"], ["8/27", "10/27", "1/3"]]
"""Of naive_swap of three; counted by hand over its 27 sequences."""


def asked(client: FlaskClient, name: str, form: str, **query: Any) -> TestResponse:
    return client.get(f"/v1/algorithms/{name}/bias.{form}", query_string=query)


def matrix(text: str) -> list[list[float]]:
    head, *rows = csv.reader(text.splitlines())
    assert head == ["item", *map(str, range(len(rows)))]
    assert [row[0] for row in rows] == [str(item) for item in range(len(rows))]
    return [[float(cell) for cell in row[1:]] for row in rows]


def picture(client: FlaskClient, name: str, **query: Any) -> ElementTree.Element:
    answer = asked(client, name, "svg", **query)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/svg+xml"), answer.text
    return ElementTree.fromstring(answer.data)


def text_of(root: ElementTree.Element, name: str) -> str:
    found = root.find(f"{SVG}{name}")
    assert found is not None
    return found.text or ""


def cells(root: ElementTree.Element) -> dict[tuple[int, int], str]:
    """The colour of each cell by item and place; no cell has two."""
    found: dict[tuple[int, int], str] = {}
    for path in root.iter(f"{SVG}path"):
        runs = re.findall(r"M(\d+) (\d+)h(\d+)v1H(\d+)z", path.attrib["d"])
        assert "".join(f"M{x} {y}h{long}v1H{back}z" for x, y, long, back in runs) == path.attrib["d"]
        for x, y, long, back in runs:
            assert x == back
            for place in range(int(x), int(x) + int(long)):
                assert (int(y), place) not in found
                found[int(y), place] = path.attrib["fill"]
    return found


def test_the_table_of_naive_swap_is_the_exact_matrix(client: FlaskClient) -> None:
    answer = asked(client, "naive_swap", "csv", n=3)
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"] == 'inline; filename="naive_swap-3.csv"'
    assert matrix(answer.text) == [[float(Fraction(cell)) for cell in row] for row in EXACT]
    assert answer.text.split("\r\n")[0] == "item,0,1,2"


@pytest.mark.parametrize("form", ["csv", "svg"])
def test_both_are_compressed_for_those_who_take_it_and_kept(client: FlaskClient, form: str) -> None:
    plain = asked(client, "naive_swap", form, n=40, trials=1000, seed="x")
    told = {"Accept-Encoding": "gzip"}
    packed = client.get(plain.request.full_path, headers=told)
    assert decompress(packed.data) == plain.data
    told["If-None-Match"] = packed.headers["ETag"]
    assert client.get(plain.request.full_path, headers=told).status_code == 304
    fresh = asked(client, "naive_swap", form, n=40, trials=1000)
    assert (fresh.headers["Cache-Control"], fresh.headers.get("ETag")) == ("no-store", None)


@pytest.mark.parametrize("algorithm", SHUFFLES)
def test_rows_and_columns_add_up_to_one(client: FlaskClient, algorithm: str) -> None:
    rows = matrix(asked(client, algorithm, "csv", n=4).text)
    for line in (*rows, *zip(*rows, strict=True)):
        assert sum(line) == pytest.approx(1, abs=1e-12)


def test_the_table_of_trials_has_the_counts_of_the_json(client: FlaskClient) -> None:
    query: dict[str, Any] = {"n": 52, "trials": 1_000, "seed": "counts", "index": 3}
    counts = get(client, "/v1/algorithms/riffle/bias", passes=1, **query)["measured"]["counts"]["positions"]
    text = asked(client, "riffle", "csv", passes=1, **query).text
    assert matrix(text) == counts
    assert "." not in text


def test_a_post_is_answered_like_a_get(client: FlaskClient) -> None:
    for form in ("csv", "svg"):
        body = {"n": 4, "trials": 50, "seed": "twin"}
        answer = client.post(f"/v1/algorithms/sattolo/bias.{form}", json=body)
        assert answer.data == asked(client, "sattolo", form, **body).data
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
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
def test_a_picture_covers_every_cell_once_and_is_the_same_each_time(
    client: FlaskClient, name: str, query: dict[str, Any]
) -> None:
    root, n = picture(client, name, **query), query["n"]
    assert cells(root).keys() == {(item, place) for item in range(n) for place in range(n)}
    assert "viewBox" in root.attrib
    assert text_of(root, "title").startswith(name)
    assert "vermilion is more" in text_of(root, "desc")
    first, second = (asked(client, name, "svg", **query).data for _ in range(2))
    assert first == second
    assert len(first) < 400_000


def test_colours_say_more_or_less_than_uniform(client: FlaskClient) -> None:
    drawn = cells(picture(client, "naive_swap", n=3))
    white = step_colour(0)
    assert [drawn[0, place] for place in range(3)] == [white] * 3
    assert drawn[1, 0] == drawn[2, 1] != white
    assert drawn[1, 1] == drawn[2, 0] != white
    assert int(drawn[1, 0][1:3], 16) > int(drawn[1, 0][5:7], 16)  # red: more
    assert int(drawn[1, 1][1:3], 16) < int(drawn[1, 1][5:7], 16)  # blue: less


def test_colours_go_from_blue_by_white_to_vermilion_and_are_all_different() -> None:
    colours = [step_colour(step) for step in range(-STEPS, STEPS + 1)]
    assert (colours[0], colours[STEPS], colours[-1]) == ("#0072b2", "#ffffff", "#d55e00")
    assert len(set(colours)) == len(colours)
    assert (BLUE, VERMILION) == ((0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00))


def test_the_scale_goes_as_far_as_the_cells_do_and_never_below_zero(client: FlaskClient) -> None:
    assert scale_range([[1.0]]) == 0.001
    assert scale_range([[1.1, 0.9]]) == 0.1
    assert scale_range([[0.0, 2.0]]) == 1
    assert scale_range([[52.0, 0.0]]) == 1
    shown = [text.text for text in picture(client, "faro", n=6).iter(f"{SVG}text")]
    assert shown[-5:] == ["0", "0.5", "1", "1.5", "≥ 2"]
    shown = [text.text for text in picture(client, "naive_swap", n=3).iter(f"{SVG}text")]
    assert shown[-5:] == ["0.8", "0.9", "1", "1.1", "1.2"]
    assert {"place", "item", "times uniform"} <= set(shown)


def test_the_title_says_what_was_done(client: FlaskClient) -> None:
    assert text_of(picture(client, "naive_swap", n=3), "title") == "naive_swap, 3 items, worked out exactly"
    query: dict[str, Any] = {"n": 10, "trials": 2_000, "passes": 2}
    assert text_of(picture(client, "riffle", **query), "title") == "riffle, passes 2, 10 items, 2,000 trials"
    titled = text_of(picture(client, "riffle", **query, seed="s", index=7), "title")
    assert titled == "riffle, passes 2, 10 items, 2,000 trials, index 7, seed s"
    assert text_of(picture(client, "naive_swap", n=1, rand_bits=15), "title").startswith(
        "naive_swap, rand_bits 15, 1 item,"
    )


@pytest.mark.parametrize(
    "seed", ["</svg><script>alert(1)</script>", "]]>&amp;\"'<", "\x01\x1b\ufffe", "\u202egnp.exe", "é" * 256]
)
def test_a_seed_is_text_whatever_is_in_it(client: FlaskClient, seed: str) -> None:
    root = picture(client, "naive_swap", n=3, trials=10, seed=seed)
    shown = "".join(char if char.isprintable() else "\ufffd" for char in seed)
    assert text_of(root, "title") == f"naive_swap, 3 items, 10 trials, seed {shown}"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} == {
        "svg",
        "title",
        "desc",
        "rect",
        "text",
        "g",
        "path",
    }
    assert max(len(text.text or "") for text in root.iter(f"{SVG}text")) < 80


@pytest.mark.parametrize("form", ["csv", "svg"])
def test_what_has_a_seed_or_no_chance_in_it_may_be_kept(client: FlaskClient, form: str) -> None:
    exact, seeded = ({"n": 3}, {"n": 3, "trials": 10, "seed": "s"})
    for query in (exact, seeded):
        answer = asked(client, "naive_swap", form, **query)
        assert answer.headers["Cache-Control"] == "public, max-age=3600"
        path = f"/v1/algorithms/naive_swap/bias.{form}"
        again = client.get(path, query_string=query, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")
        head = client.head(path, query_string=query)
        for headers in (head.headers, answer.headers):
            assert headers.pop("X-Request-ID")
        assert (head.status_code, head.data, dict(head.headers)) == (200, b"", dict(answer.headers))
    unseeded = asked(client, "naive_swap", form, n=3, trials=10)
    assert unseeded.headers["Cache-Control"] == "no-store"
    assert "ETag" not in unseeded.headers


@pytest.mark.parametrize("form", ["csv", "svg"])
@pytest.mark.parametrize(
    ("name", "query", "field", "sentence"),
    [
        ("naive_swap", {}, "n", "This is required"),
        ("riffle", {"n": 52}, "n", "items, not for 52. For the matrix of more, give trials."),
        ("sattolo", {"n": 52}, "n", "give trials"),
        ("overhand", {"n": 7}, "passes", "give trials"),
        ("naive_swap", {"n": 52, "rand_bits": 15}, "n", "must be from 1 to 8."),
        ("naive_swap", {"n": 4, "trials": 200, "rand_bits": 15}, "rand_bits", "not for trials"),
        ("faro", {"n": 5}, "n", "even number"),
        ("riffle", {"n": 3, "below": 0.5}, "below", ""),
        ("naive_swap", {"n": 4, "seed": 1}, "seed", "A seed is for trials"),
        ("naive_swap", {"n": 52, "trials": 10**7}, "trials", "MAX_TRIALS"),
        ("naive_swap", {"n": 513, "trials": 9}, "n", "items"),
        ("naive_swap", {"n": 4, "passes": 2}, "passes", "it belongs to"),
    ],
)
def test_what_has_no_matrix_is_refused_in_json(
    client: FlaskClient, form: str, name: str, query: dict[str, Any], field: str, sentence: str
) -> None:
    answer = holds(asked(client, name, form, **query))
    assert (answer.status_code, answer.mimetype) == (422, "application/problem+json"), answer.text
    assert sentence in members(answer)["errors"][field][0]


def test_more_items_than_a_picture_has_are_still_in_the_table(client: FlaskClient) -> None:
    query = {"n": MAX_ITEMS + 1, "trials": 5, "seed": "s"}
    answer = holds(asked(client, "fisher_yates", "svg", **query))
    assert answer.status_code == 422
    assert "bias.csv has the matrix of more" in members(answer)["errors"]["n"][0]
    assert len(matrix(asked(client, "fisher_yates", "csv", **query).text)) == MAX_ITEMS + 1


@pytest.mark.parametrize("form", ["csv", "svg"])
def test_unknown_names_and_unwanted_seeds_are_refused(client: FlaskClient, form: str) -> None:
    assert holds(asked(client, "nave_swap", form, n=3)).status_code == 404
    seedless = create_app(Settings(allow_seeds=False)).test_client()
    assert holds(asked(seedless, "naive_swap", form, n=3, trials=9, seed=1)).status_code == 403


def test_table_and_picture_know_nothing_of_http() -> None:
    assert matrix_to_csv([[1]]) == "item,0\r\n0,1\r\n"
    drawn = render_heat_map([[0.25, 0.75], [0.75, 0.25]], Caption(title="a & b", subtitle="c", deviation=0.125))
    assert '<title id="title">a &amp; b, c</title>' in drawn
    assert "by chance alone ± 0.12 (standard deviation)" in drawn
