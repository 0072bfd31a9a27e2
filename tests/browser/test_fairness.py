"""The fairness page shows the figures of the API, adds chunks up to those of one request, and is accessible."""

import json
import re
from collections.abc import Callable
from itertools import accumulate
from typing import Any

import pytest
from playwright.sync_api import expect

from service.bias.heatmaps import STEPS, step_colour
from service.core.shuffles.registry import SHUFFLES
from tests.browser.conftest import (
    Visit,
    copy_by,
    download,
    press,
    problems_of_state,
    record_texts,
    reopen,
    texts_of,
)
from tests.server.client import JSON, fetch

pytestmark = pytest.mark.browser

Api = Callable[..., Any]

BIASED = [
    name
    for name, shuffle in SHUFFLES.items()
    if shuffle.uniformity in {"biased", "deterministic"}
]


@pytest.fixture
def api(base: str) -> Api:
    """Return a function that requests the bias of a shuffle; with `file`, it returns the text of that file."""

    def request_bias(shuffle: str, file: str = "bias", **body: Any) -> Any:
        response = fetch(
            base,
            f"/v1/algorithms/{shuffle}/{file}",
            "POST",
            json.dumps(body).encode(),
            JSON,
        )
        return response.json if file == "bias" else response.body.decode()

    return request_bias


def load(visit: Visit, fragment: str = "") -> Any:
    visit.tab.emulate_media(
        reduced_motion="reduce"
    )  # the race does not start by itself
    visit.tab.goto(f"/fairness{fragment}")
    expect(visit.tab.locator("#maps-status")).to_have_text(re.compile("Heat maps"))
    expect(visit.tab.locator("#riffle-table tbody tr")).to_have_count(12)
    return visit.tab


def start(visit: Visit, **fields: str) -> Any:
    for name, value in {
        "items": "12",
        "trials": "5000",
        "seed": "browser",
        **fields,
    }.items():
        control = visit.tab.locator(f"#{name}")
        control.select_option(value) if name == "algorithm" else control.fill(value)
    press(visit.tab, "Start")
    return visit.tab


def wait_for_end(tab: Any) -> Any:
    expect(tab.locator("#start")).to_have_text("Again")
    return tab


def download_counts(tab: Any) -> str:
    return str(download(tab, "Counts as CSV").path().read_bytes().decode())


def hold_requests(tab: Any, shuffle: str, passing: int) -> Callable[[], None]:
    """Hold all chunks but the first ones, so that no experiment ends too early; return a function that lets them go."""
    held: list[Any] = []

    def handle(route: Any) -> None:
        nonlocal passing
        passing -= 1
        route.continue_() if passing >= 0 else held.append(route)

    def release() -> None:
        nonlocal passing
        passing = 1_000_000
        for route in held:
            route.continue_()

    tab.route(f"**/v1/algorithms/{shuffle}/bias", handle)
    return release


def parse_number(text: str) -> float:
    """Parse a number as the page formats it."""
    text = text.replace("−", "-").replace(",", "").replace(" %", "e-2")
    mantissa, _, power = text.partition(" × 10")
    return float(
        f"{mantissa}e{power.translate(str.maketrans('⁰¹²³⁴⁵⁶⁷⁸⁹⁻', '0123456789-'))}"
        if power
        else text
    )


@pytest.mark.parametrize(
    ("shuffle", "items", "trials"),
    [("fisher_yates", 20, 30_001), ("naive_swap", 12, 5_000)],
)
def test_chunks_add_up_to_one_request_and_the_tests_say_what_the_service_says(
    visit: Visit, api: Api, shuffle: str, items: int, trials: int
) -> None:
    chunks: list[dict[str, Any]] = []
    visit.tab.on(
        "request",
        lambda request: (
            chunks.append(request.post_data_json) if request.method == "POST" else None
        ),
    )
    tab = load(visit)
    assert tab.get_by_role("progressbar").evaluate("bar => bar.value") == 0
    wait_for_end(start(visit, algorithm=shuffle, items=str(items), trials=str(trials)))
    assert tab.get_by_role("progressbar").evaluate("bar => bar.value") == 1
    expect(tab.locator("#done")).to_have_text(
        f"{trials:,} of {trials:,} shuffles", use_inner_text=True
    )
    verdict = "show no sign" if shuffle == "fisher_yates" else ""
    assert (
        tab.locator("#experiment-status")
        .inner_text()
        .startswith(f"{trials:,} shuffles {verdict}")
    )
    assert tab.locator("#live").evaluate("({ width, height }) => [width, height]") == [
        items,
        items,
    ]
    assert download_counts(tab) == api(
        shuffle, "bias.csv", n=items, trials=trials, seed="browser"
    )
    assert len(chunks) > trials // 10_000
    assert sum(chunk["trials"] for chunk in chunks) == trials
    starts = accumulate((chunk["trials"] for chunk in chunks[:-1]), initial=0)
    assert [chunk["index"] for chunk in chunks] == list(starts)
    measured = api(shuffle, n=items, trials=trials, seed="browser")["measured"]
    assert len(measured["measures"]) == 7
    for measure in measured["measures"]:
        cells = [
            parse_number(text)
            for text in tab.locator(
                f'[data-test="{measure["name"]}"] td'
            ).all_inner_texts()
        ]
        expected = [
            measure[name] for name in ("observed", "expected", "z", "p", "corrected")
        ]
        assert cells[:3] == pytest.approx(expected[:3], abs=0.005)
        assert cells[3:] == pytest.approx(expected[3:], rel=0.06)
    said = measured["verdict"].split(":")[0].replace("trials", "shuffles")
    assert tab.locator("#verdict").inner_text().startswith(said)


def test_parameters_belong_to_the_shuffle_and_without_a_seed_it_is_fresh(
    visit: Visit, api: Api
) -> None:
    tab = load(visit)
    tab.locator("#algorithm").select_option("riffle")
    tab.get_by_role("spinbutton", name="Passes").fill("2")
    counts = api("riffle", "bias.csv", n=12, trials=5000, seed="browser", passes=2)
    assert download_counts(wait_for_end(start(visit))) == counts
    seen = []
    for _ in range(2):
        tab.locator("#items").fill("12")  # another experiment
        wait_for_end(start(visit, seed=""))
        seen.append(download_counts(tab))
    assert seen[0] != seen[1]


def test_an_experiment_can_be_stopped_and_continued(visit: Visit, api: Api) -> None:
    tab = load(visit)
    release = hold_requests(tab, "fisher_yates", 2)
    start(visit, items="52", trials="300000", algorithm="fisher_yates")
    expect(tab.locator("#done")).to_have_text(re.compile("of 300,000"))
    press(tab, "Stop")
    expect(tab.get_by_role("button", name="Continue")).to_be_focused()
    expect(tab.locator("#experiment-status")).to_contain_text(
        "Stopped after", use_inner_text=True
    )
    seen = tab.locator("#done").inner_text()
    release()
    assert tab.locator("#done").inner_text() == seen
    press(tab, "Continue")
    assert download_counts(wait_for_end(tab)) == api(
        "fisher_yates", "bias.csv", n=52, trials=300000, seed="browser"
    )


def test_a_busy_service_is_waited_for_and_a_refusal_is_said(
    visit: Visit, api: Api
) -> None:
    tab = load(visit)
    visit.expected = {503, 429}
    rejected: list[Any] = []

    def reject_twice(route: Any) -> None:
        if len(rejected) == 2:
            route.continue_()
        else:
            rejected.append(route.request.post_data_json)
            status = (503, 429)[len(rejected) - 1]
            problem = {"title": "Too much is asked at once", "detail": "Ask again."}
            route.fulfill(status=status, headers={"Retry-After": "1"}, json=problem)

    tab.route("**/v1/algorithms/naive_swap/bias", reject_twice)
    waiting_texts = record_texts(tab, "#waiting")
    start(visit)
    wait_for_end(tab)
    assert "The service is busy. Waiting 1 s." in waiting_texts()
    assert len(rejected) == 2
    assert download_counts(tab) == api(
        "naive_swap", "bias.csv", n=12, trials=5000, seed="browser"
    )
    tab.unroute_all()
    tab.reload()
    load(visit)
    visit.expected.add(403)
    problem = json.dumps(
        {
            "title": "Seeds are turned off",
            "status": 403,
            "detail": "This operator takes no seeds.",
        }
    )
    tab.route(
        "**/v1/algorithms/naive_swap/bias",
        lambda route: route.fulfill(status=403, body=problem),
        times=1,
    )
    start(visit)
    expect(tab.locator("#experiment-problem")).to_have_text(
        "This operator takes no seeds."
    )
    press(tab, "Continue")
    wait_for_end(tab)
    expect(tab.locator("#experiment-problem")).to_be_hidden()
    start(visit, items="1")
    expect(tab.locator("#experiment-problem")).to_have_text(
        "Items: a whole number from 2 to 128."
    )
    expect(tab.locator("#items")).to_be_focused()
    expect(tab.locator("#items")).to_have_attribute("aria-invalid", "true")


def test_the_keyboard_slides_the_items_and_a_pasted_link_is_followed(
    visit: Visit, api: Api
) -> None:
    visit.expected = {422}
    tab = load(visit)
    tab.locator("#n").focus()
    tab.keyboard.press("ArrowRight")
    tab.locator(".fair > summary").click()
    expect(tab.locator("#maps-status")).to_have_text("Heat maps of 7 items.")
    expect(tab.locator("#n-orders")).to_have_text("5,040 orders", use_inner_text=True)
    for shuffle in ("fisher_yates", "naive_swap", "sattolo", "riffle"):
        distance = api(shuffle, n=7)["exact"]["distance"]
        card = tab.locator(f'#gallery [data-shuffle="{shuffle}"]')
        assert parse_number(card.locator(".percent").inner_text()) == pytest.approx(
            distance["value"], rel=0.005
        )
        if shuffle != "riffle":
            expect(card.locator(".fraction")).to_have_text(
                distance["fraction"], use_inner_text=True
            )
    # What is not worked out says so, in the service's own words.
    expect(tab.locator('[data-shuffle="faro"] .instead')).to_contain_text(
        "even number of items", use_inner_text=True
    )
    # Of overhand the positions are worked out for seven items, and not the distance.
    overhand = tab.locator('[data-shuffle="overhand"]')
    expect(overhand.locator(".percent")).to_have_text("–", use_inner_text=True)
    expect(overhand.locator("canvas")).to_have_attribute("width", "7")
    expect(overhand.locator(".instead")).to_be_hidden()
    assert tab.evaluate("location.hash") == "#n=7"
    tab.evaluate("location.hash = 'n=3&cards=24&algorithm=riffle&riffle-passes=3'")
    expect(tab.locator("#maps-status")).to_have_text("Heat maps of 3 items.")
    expect(tab.locator("#after")).to_contain_text("24 cards")
    expect(tab.get_by_role("spinbutton", name="Passes")).to_have_value("3")


def test_the_maps_have_the_colours_of_the_service(visit: Visit, api: Api) -> None:
    tab = load(visit, "#n=4&colours=0.2")
    for shuffle in BIASED:
        seen = tab.locator(f'[data-shuffle="{shuffle}"] canvas').evaluate(
            "canvas => [...canvas.getContext('2d').getImageData(0, 0, 4, 4).data]"
        )
        cells = [
            cell["value"]
            for row in api(shuffle, n=4)["exact"]["positions"]
            for cell in row
        ]
        steps = [
            max(-STEPS, min(STEPS, int(STEPS * (4 * cell - 1) / 0.2 + 100.5) - 100))
            for cell in cells
        ]
        pixels = [
            f"#{seen[at]:02x}{seen[at + 1]:02x}{seen[at + 2]:02x}"
            for at in range(0, len(seen), 4)
        ]
        assert pixels == [step_colour(step) for step in steps], shuffle


def test_numbers_are_a_table_the_curve_is_read_and_sequences_are_counted(
    visit: Visit, api: Api
) -> None:
    tab = load(visit)
    press(tab, "Numbers of Sattolo")
    exact = api("sattolo", n=6)["exact"]
    cells = [float(text) for text in texts_of(tab, ".matrix td:not(:empty)")]
    assert cells == [
        round(100 * cell["value"], 1) for row in exact["positions"] for cell in row
    ]
    expect(tab.locator("#numbers-facts")).to_contain_text(
        "120 of 720", use_inner_text=True
    )
    assert tab.evaluate("location.hash") == "#numbers=sattolo"
    expect(tab.locator("#after")).to_have_text(
        "After 7 passes, 52 cards are 33.4 % from uniform.", use_inner_text=True
    )
    tab.locator("#passes").focus()
    tab.keyboard.press("ArrowRight")
    expect(tab.locator("#after")).to_have_text(
        "After 8 passes, 52 cards are 16.7 % from uniform.", use_inner_text=True
    )
    tab.locator("#chart circle").nth(4).hover()
    expect(tab.locator("#after")).to_have_text(
        "After 5 passes, 52 cards are 92.4 % from uniform.", use_inner_text=True
    )
    tab.locator("#below").focus()
    tab.keyboard.press("Home")
    expect(tab.locator("#enough")).to_contain_text("to come below 1 %")
    for order, times in {
        "ABC": 4,
        "ACB": 5,
        "BAC": 5,
        "BCA": 5,
        "CAB": 4,
        "CBA": 4,
    }.items():
        tab.locator(f'#orders input[value="{order}"]').check()
        expect(tab.locator("#sequences .chosen")).to_have_text(
            [order] * times, use_inner_text=True
        )


@pytest.mark.parametrize(("cards", "below"), [("52", 50), ("104", 20)])
def test_the_riffles_are_the_services(
    visit: Visit, api: Api, cards: str, below: int
) -> None:
    tab = load(visit, f"#cards={cards}&below={below}")
    riffles = api("riffle", n=int(cards), passes=12, below=below / 100)["riffles"]
    tab.get_by_text("The same as a table").click()
    seen = [
        parse_number(text) for text in texts_of(tab, "#riffle-table td:nth-child(2)")
    ]
    assert seen == pytest.approx(
        [row["distance"]["value"] for row in riffles["rows"]], rel=0.005
    )
    enough = f"It takes {riffles['enough']['passes']} passes to come below {below} %"
    assert tab.locator("#enough").inner_text().startswith(enough)


def test_the_reason_is_on_the_first_screen_of_a_phone_and_paper_has_no_sliders(
    visit: Visit,
) -> None:
    tab = load(visit)
    tab.set_viewport_size({"width": 390, "height": 844})
    for part in (
        tab.get_by_role("region", name="The code of both shuffles"),
        tab.locator("#sequences"),
    ):
        expect(part).to_be_in_viewport(ratio=1)
    assert not set(SHUFFLES) & {*texts_of(tab, "main :is(h3, h4, option)")}
    expect(tab.locator("input[type=range]:visible")).to_have_count(3)
    tab.emulate_media(media="print")
    expect(tab.locator("input[type=range]:visible")).to_have_count(0)
    expect(tab.locator("#orders label", has_text="CAB 4")).to_be_visible()
    expect(tab.get_by_text("Press Start, and this fills in.")).to_be_hidden()


def test_the_page_as_it_stands_is_in_a_link(visit: Visit) -> None:
    tab = load(visit, "#n=4")
    tab.locator("#sequences [data-order=CAB]").first.click()
    assert tab.evaluate("location.hash") == "#order=CAB&n=4"
    link = copy_by(tab, "Copy the link to this page as it stands")
    reopen(tab, link)
    expect(tab.locator("#sequences .chosen")).to_have_text(
        ["CAB"] * 4, use_inner_text=True
    )
    expect(tab.locator("#n")).to_have_value("4")


def test_everything_set_is_in_a_link_and_no_seed_in_a_request(visit: Visit) -> None:
    requested: list[str] = []
    visit.tab.on("request", lambda request: requested.append(request.url))
    load(visit)
    wait_for_end(start(visit, seed="of mine & only", algorithm="naive_swap"))
    link = copy_by(visit.tab, "Copy link", exact=True)
    first = download_counts(visit.tab)
    reopen(visit.tab, link)
    expect(visit.tab.locator("#seed")).to_have_value("of mine & only")
    expect(visit.tab.locator("#items")).to_have_value("12")
    expect(visit.tab.locator("#simulation")).to_be_in_viewport()
    assert download_counts(wait_for_end(visit.tab)) == first
    assert not [url for url in requested if "mine" in url.split("#")[0]]


def test_a_biased_shuffle_runs_away_from_a_fair_one_until_it_is_stopped(
    tab: Any,
) -> None:
    for shuffle in ("naive_swap", "fisher_yates"):
        hold_requests(tab, shuffle, 3)
    tab.goto("/fairness")
    expect(tab.locator("#race-done")).to_have_text("7,500 shuffles each")
    press(tab, "Stop")
    expect(tab.locator("#go")).to_have_text("Continue")
    tab.unroute_all()
    press(tab, "Continue")
    expect(tab.locator("#race-verdict")).to_contain_text("After 20,000 shuffles each")
    biased, fair = map(float, texts_of(tab, ".deviation strong"))
    assert biased > 100
    assert fair < 10
    assert len(tab.locator("#racers .line").first.get_attribute("points").split()) == 9
    press(tab, "Again", exact=True)
    expect(tab.locator("#race-verdict")).to_contain_text(
        "Chance alone rarely passes 3 standard"
    )


def test_an_experiment_is_accessible_and_fits(visit: Visit) -> None:
    tab = load(visit)
    release = hold_requests(tab, "naive_swap", 2)
    start(visit, items="52", trials="1000000", algorithm="naive_swap")
    expect(tab.locator("#done")).to_have_text(re.compile("of 1,000,000"))
    assert problems_of_state(tab, "phone") == []
    press(tab, "Stop")
    release()
    wait_for_end(start(visit, trials="2000"))
    assert problems_of_state(tab, "desktop") == []
