"""The fairness page shows the figures of the API, adds chunks up to those of one request, and is accessible."""

import json
import re
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from service.bias.heatmaps import STEPS, step_colour
from service.core.shuffles.registry import SHUFFLES
from tests.browser.conftest import (
    Visit,
    attribute_of,
    copy_by,
    download,
    expect_clean,
    expect_number,
    expect_text,
    expect_words,
    press,
    record_texts,
    reopen,
    set_width,
    texts_of,
)
from tests.server.client import JSON, fetch
from tests.tables import for_each

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


def load(visit: Visit, fragment: str = "") -> Page:
    """Open the page, whose race does not start by itself, with all that it folds."""
    tab = visit.tab
    tab.emulate_media(reduced_motion="reduce")
    tab.goto(f"/fairness{fragment}")
    unfold(tab)
    tab.locator("#gallery").scroll_into_view_if_needed()
    expect_text(tab, "#maps-status", re.compile("Heat maps"))
    expect_number(tab, "#riffle-table tbody tr", 12)
    tab.evaluate("scrollTo(0, 0)")
    return tab


def unfold(tab: Page) -> None:
    """Open all that is folded."""
    folded = tab.locator("main details")
    folded.evaluate_all("all => all.forEach(details => (details.open = true))")


USUAL = {"items": "12", "trials": "5000", "seed": "browser"}


def start(visit: Visit, **fields: str) -> Page:
    """Start the usual experiment, with other texts in these fields."""
    tab = visit.tab
    for name, value in (USUAL | fields).items():
        control = tab.locator(f"#{name}")
        if name == "algorithm":
            control.select_option(value)
        else:
            control.fill(value)
    press(tab, "Start")
    return tab


def wait_for_end(tab: Page) -> Page:
    """Wait until the experiment ends."""
    expect_text(tab, "#start", "Again")
    return tab


def download_counts(tab: Page) -> str:
    """Return the counts of the experiment as the page saves them."""
    return str(download(tab, "Counts as CSV").path().read_bytes().decode())


def expect_problem(tab: Page, sentence: str) -> None:
    """Wait until the page says this of the experiment."""
    expect_text(tab, "#experiment-problem", sentence)


def read_hash(tab: Page) -> str:
    """Return the fragment of the page's address."""
    return str(tab.evaluate("location.hash"))


def hold_requests(tab: Page, shuffle: str, passing: int) -> Callable[[], None]:
    """Hold all chunks but the first ones, so that no experiment ends too early; return a function that lets them go."""
    held: list[Any] = []

    def handle(route: Route) -> None:
        nonlocal passing
        passing -= 1
        if passing >= 0:
            route.continue_()
        else:
            held.append(route)

    def release() -> None:
        nonlocal passing
        passing = 1_000_000
        for route in held:
            route.continue_()

    tab.route(f"**/v1/algorithms/{shuffle}/bias", handle)
    return release


_POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def parse_number(text: str) -> float:
    """Parse a number as the page formats it."""
    plain = text.replace("−", "-").replace(",", "").replace(" %", "e-2")
    mantissa, _, power = plain.partition(" × 10")
    return float(f"{mantissa}e{power.translate(_POWERS)}" if power else plain)


def read_numbers(tab: Page, selector: str) -> list[float]:
    """Return the numbers that elements of the page show."""
    return [parse_number(text) for text in texts_of(tab, selector)]


def record_chunks(tab: Page) -> list[dict[str, Any]]:
    """Return a list to which the body of every POST is added from now on."""
    chunks: list[dict[str, Any]] = []

    def record(request: Any) -> None:
        if request.method == "POST":
            chunks.append(request.post_data_json)

    tab.on("request", record)
    return chunks


def read_progress(tab: Page) -> float:
    """Return which part of the experiment is done."""
    return float(tab.get_by_role("progressbar").evaluate("bar => bar.value"))


@pytest.mark.parametrize(
    ("shuffle", "items", "trials", "said"),
    [
        ("fisher_yates", 20, 30_001, "30,001 shuffles show no sign"),
        ("naive_swap", 12, 5_000, "5,000 shuffles "),
        ("random_comparator", 9, 1_000, "1,000 shuffles "),
    ],
)
def test_chunks_add_up_to_one_request_and_the_tests_say_what_the_service_says(
    visit: Visit, api: Api, shuffle: str, items: int, trials: int, said: str
) -> None:
    chunks = record_chunks(visit.tab)
    tab = load(visit)
    assert read_progress(tab) == 0
    wait_for_end(start(visit, algorithm=shuffle, items=str(items), trials=str(trials)))
    assert read_progress(tab) == 1
    done = f"{trials:,} of {trials:,} shuffles"
    expect_text(tab, "#done", done, use_inner_text=True)
    assert tab.inner_text("#experiment-status").startswith(said)
    live = tab.locator("#live")
    assert live.evaluate("({ width, height }) => [width, height]") == [items, items]
    experiment = {"n": items, "trials": trials, "seed": "browser"}
    assert download_counts(tab) == api(shuffle, "bias.csv", **experiment)

    trials_of_chunks = [chunk["trials"] for chunk in chunks]
    assert len(chunks) > trials // 10_000
    assert sum(trials_of_chunks) == trials
    starts = accumulate(trials_of_chunks[:-1], initial=0)
    assert [chunk["index"] for chunk in chunks] == list(starts)

    measured = api(shuffle, **experiment)["measured"]
    assert len(measured["measures"]) == 7
    for measure in measured["measures"]:
        cells = read_numbers(tab, f'[data-test="{measure["name"]}"] td')
        counts = [measure[name] for name in ("observed", "expected", "z")]
        chances = [measure[name] for name in ("p", "corrected")]
        assert cells[:3] == pytest.approx(counts, abs=0.005)
        assert cells[3:] == pytest.approx(chances, rel=0.06)
    verdict = measured["verdict"].split(":")[0].replace("trials", "shuffles")
    assert tab.inner_text("#verdict").startswith(verdict)


def test_parameters_belong_to_the_shuffle_and_without_a_seed_it_is_fresh(
    visit: Visit, api: Api
) -> None:
    tab = load(visit)
    tab.locator("#algorithm").select_option("riffle")
    tab.get_by_role("spinbutton", name="Passes").fill("2")
    wait_for_end(start(visit))
    counts = api("riffle", "bias.csv", n=12, trials=5000, seed="browser", passes=2)
    assert download_counts(tab) == counts
    fresh = set()
    for _ in range(2):
        tab.locator("#items").fill("12")  # another experiment
        wait_for_end(start(visit, seed=""))
        fresh.add(download_counts(tab))
    assert len(fresh) == 2


def test_an_experiment_can_be_stopped_and_continued(visit: Visit, api: Api) -> None:
    tab = load(visit)
    release = hold_requests(tab, "fisher_yates", 2)
    start(visit, items="52", trials="300000", algorithm="fisher_yates")
    expect_text(tab, "#done", re.compile("of 300,000"))
    press(tab, "Stop")
    expect(tab.get_by_role("button", name="Continue")).to_be_focused()
    status = tab.locator("#experiment-status")
    expect(status).to_contain_text("Stopped after", use_inner_text=True)
    done = tab.inner_text("#done")
    release()
    assert tab.inner_text("#done") == done
    press(tab, "Continue")
    wait_for_end(tab)
    counts = api("fisher_yates", "bias.csv", n=52, trials=300000, seed="browser")
    assert download_counts(tab) == counts


def test_a_busy_service_is_waited_for(visit: Visit, api: Api) -> None:
    tab = load(visit)
    visit.expected = {503, 429}
    statuses = [503, 429]

    def reject_twice(route: Route) -> None:
        if not statuses:
            route.continue_()
            return
        problem = {"title": "Too much is asked at once", "detail": "Ask again."}
        headers = {"Retry-After": "1"}
        route.fulfill(status=statuses.pop(0), headers=headers, json=problem)

    tab.route("**/v1/algorithms/naive_swap/bias", reject_twice)
    waiting_texts = record_texts(tab, "#waiting")
    wait_for_end(start(visit))
    assert "The service is busy. Waiting 1 s." in waiting_texts()
    assert statuses == []
    counts = api("naive_swap", "bias.csv", n=12, trials=5000, seed="browser")
    assert download_counts(tab) == counts


def test_a_refusal_is_said_and_a_wrong_number_is_shown_at_its_field(
    visit: Visit,
) -> None:
    tab = load(visit)
    visit.expected = {403}
    problem = {
        "title": "Seeds are turned off",
        "status": 403,
        "detail": "This operator takes no seeds.",
    }
    tab.route(
        "**/v1/algorithms/naive_swap/bias",
        lambda route: route.fulfill(status=403, body=json.dumps(problem)),
        times=1,
    )
    start(visit)
    expect_problem(tab, "This operator takes no seeds.")
    press(tab, "Continue")
    wait_for_end(tab)
    expect(tab.locator("#experiment-problem")).to_be_hidden()

    start(visit, items="1")
    expect_problem(tab, "Items: a whole number from 2 to 128.")
    start(visit, algorithm="random_comparator", items="64")
    expect_problem(tab, "Items: a whole number from 2 to 63.")
    items = tab.locator("#items")
    expect(items).to_be_focused()
    expect(items).to_have_attribute("aria-invalid", "true")


def test_the_keyboard_slides_the_items_and_a_pasted_link_is_followed(
    visit: Visit, api: Api
) -> None:
    visit.expected = {422}
    tab = load(visit)
    tab.locator("#n").focus()
    tab.keyboard.press("ArrowRight")
    status = tab.locator("#maps-status")
    expect(status).to_have_text("Heat maps of 7 items.")
    expect_text(tab, "#n-orders", "5,040 possible orders", use_inner_text=True)
    expect_distances(tab, api, 7, ("fisher_yates", "naive_swap", "sattolo", "riffle"))
    assert read_hash(tab) == "#n=7"
    tab.evaluate("location.hash = 'n=3&cards=24&algorithm=riffle&riffle-passes=3'")
    expect(status).to_have_text("Heat maps of 3 items.")
    expect_words(tab, "#after", "24 cards")
    expect(tab.get_by_role("spinbutton", name="Passes")).to_have_value("3")


def test_what_is_not_worked_out_is_said_in_the_words_of_the_service(
    visit: Visit,
) -> None:
    visit.expected = {422}
    tab = load(visit, "#n=7")
    expect_text(tab, "#maps-status", "Heat maps of 7 items.")
    faro = tab.locator('[data-shuffle="faro"] .instead')
    expect(faro).to_contain_text("even number of items", use_inner_text=True)
    # Of overhand the positions are worked out for seven items, and not the distance.
    overhand = tab.locator('[data-shuffle="overhand"]')
    expect_text(overhand, ".percent", "–", use_inner_text=True)
    expect(overhand.locator("canvas")).to_have_attribute("width", "7")
    expect(overhand.locator(".instead")).to_be_hidden()


def expect_distances(tab: Page, api: Api, n: int, shuffles: Sequence[str]) -> None:
    """Wait until the cards of shuffles say how far from fair they are, as the service says it."""
    for shuffle in shuffles:
        distance = api(shuffle, n=n)["exact"]["distance"]["value"]
        card = tab.locator(f'#gallery [data-shuffle="{shuffle}"]')
        shown = parse_number(card.locator(".percent").inner_text())
        assert shown == pytest.approx(distance, rel=0.005), shuffle


def read_pixels(tab: Page, name: str, size: int, kind: str = "shuffle") -> list[str]:
    """Return the colours in the map of a shuffle or a racer, row by row: `#rrggbb`."""
    canvas = tab.locator(f'[data-{kind}="{name}"] canvas')
    data = f"getContext('2d').getImageData(0, 0, {size}, {size}).data"
    channels = bytes(canvas.evaluate(f"canvas => [...canvas.{data}]"))
    pixels = [channels[start : start + 4] for start in range(0, len(channels), 4)]
    return [f"#{pixel[:3].hex()}" for pixel in pixels]


def expected_colour(chance: float, size: int, deepest: float) -> str:
    """Return the colour of a cell, if cells that deviate by so much from uniform have the deepest colour."""
    deviation = size * chance - 1
    step = int(STEPS * deviation / deepest + 100.5) - 100
    return step_colour(max(-STEPS, min(STEPS, step)))


def test_the_maps_have_the_colours_of_the_service(visit: Visit, api: Api) -> None:
    tab = load(visit, "#n=4&colours=0.2")
    for shuffle in BIASED:
        positions = api(shuffle, n=4)["exact"]["positions"]
        cells = [cell["value"] for row in positions for cell in row]
        colours = [expected_colour(cell, 4, 0.2) for cell in cells]
        assert read_pixels(tab, shuffle, 4) == colours, shuffle


def test_the_first_pictures_need_no_request_and_later_maps_say_that_they_are_computed(
    tab: Page, api: Api
) -> None:
    tab.route("**/v1/algorithms/**", lambda _: None)
    tab.emulate_media(reduced_motion="reduce")
    tab.goto("/fairness")
    unfold(tab)
    assert len(set(read_pixels(tab, "naive_swap", 6))) > 1
    assert len(set(read_pixels(tab, "naive_swap", 13, "racer"))) > 1
    expect_distances(tab, api, 6, ("fisher_yates", "naive_swap", "sattolo", "riffle"))
    expect_words(tab, "#after", "33.4 %")
    expect(tab.locator("#chart circle")).to_have_count(12)
    naive = tab.locator('#gallery [data-shuffle="naive_swap"]')
    tab.locator("#n").fill("7")
    expect(naive).to_have_attribute("aria-busy", "true")


def test_numbers_are_a_table(visit: Visit, api: Api) -> None:
    tab = load(visit)
    press(tab, "Numbers of Sattolo")
    positions = api("sattolo", n=6)["exact"]["positions"]
    chances = [cell["value"] for row in positions for cell in row]
    cells = [float(text) for text in texts_of(tab, ".matrix td:not(:empty)")]
    assert cells == [round(100 * chance, 1) for chance in chances]
    facts = tab.locator("#numbers-facts")
    expect(facts).to_contain_text("120 of 720", use_inner_text=True)
    assert read_hash(tab) == "#numbers=sattolo"


def test_the_curve_is_read(visit: Visit) -> None:
    tab = load(visit)

    def expect_after(passes: int, distance: str) -> None:
        sentence = f"After {passes} riffles, 52 cards are {distance} from uniform."
        expect_text(tab, "#after", sentence, use_inner_text=True)

    expect_after(7, "33.4 %")
    tab.locator("#passes").focus()
    tab.keyboard.press("ArrowRight")
    expect_after(8, "16.7 %")
    tab.locator("#chart circle").nth(4).hover()
    expect_after(5, "92.4 %")
    tab.locator("#below").focus()
    tab.keyboard.press("Home")
    expect_words(tab, "#enough", "to come below 1 %")


@for_each(
    ("order", "times"),
    [("ABC", 4), ("ACB", 5), ("BAC", 5), ("BCA", 5), ("CAB", 4), ("CBA", 4)],
)
def test_the_sequences_that_lead_to_an_order_are_counted(
    tab: Page, order: str, times: int
) -> None:
    if "/fairness" not in tab.url:
        tab.emulate_media(reduced_motion="reduce")
        tab.goto("/fairness")
        unfold(tab)
    tab.locator(f'#orders input[value="{order}"]').check()
    chosen = tab.locator("#sequences .chosen")
    expect(chosen).to_have_text([order] * times, use_inner_text=True)


@pytest.mark.parametrize(("cards", "below"), [("52", 50), ("104", 20)])
def test_the_riffles_are_the_services(
    visit: Visit, api: Api, cards: str, below: int
) -> None:
    tab = load(visit, f"#cards={cards}&below={below}")
    riffles = api("riffle", n=int(cards), passes=12, below=below / 100)["riffles"]
    distances = [row["distance"]["value"] for row in riffles["rows"]]
    shown = read_numbers(tab, "#riffle-table td:nth-child(2)")
    assert shown == pytest.approx(distances, rel=0.005)
    enough = f"It takes {riffles['enough']['passes']} riffles to come below {below} %"
    assert tab.inner_text("#enough").startswith(enough)


def test_a_phone_has_the_answers_first_and_folds_the_rest_and_paper_has_no_sliders(
    visit: Visit,
) -> None:
    set_width(visit.tab, 390, 844)
    visit.tab.goto("/fairness")
    assert visit.tab.evaluate("document.body.scrollHeight") <= 3000
    tab = load(visit)
    answers = tab.get_by_role("list", name="In short").get_by_role("listitem")
    for answer, share in zip(answers.all(), ("25 %", "33 %", "0 %"), strict=True):
        expect(answer).to_contain_text(share)
        expect(answer).to_be_in_viewport(ratio=1)
    titles = texts_of(tab, "main :is(h3, h4, option)")
    assert SHUFFLES.keys().isdisjoint(titles)
    sliders = tab.locator("input[type=range]:visible")
    expect(sliders).to_have_count(3)
    tab.emulate_media(media="print")
    expect(sliders).to_have_count(0)
    expect(tab.locator("#racers")).to_be_visible()
    expect(tab.get_by_text("Press Start, and this fills in.")).to_be_hidden()


def test_the_page_as_it_stands_is_in_a_link(visit: Visit) -> None:
    tab = load(visit, "#n=4")
    tab.locator("#sequences [data-order=CAB]").first.click()
    assert read_hash(tab) == "#order=CAB&n=4"
    reopen(tab, copy_by(tab, "Copy the link"))
    chosen = tab.locator("#sequences .chosen")
    expect(chosen).to_have_text(["CAB"] * 4, use_inner_text=True)
    expect(tab.locator("#n")).to_have_value("4")


def test_everything_set_is_in_a_link_and_no_seed_in_a_request(visit: Visit) -> None:
    tab = visit.tab
    requested: list[str] = []
    tab.on("request", lambda request: requested.append(request.url))
    load(visit)
    wait_for_end(start(visit, seed="of mine & only", algorithm="naive_swap"))
    link = copy_by(tab, "Copy a link to this experiment")
    counts = download_counts(tab)
    reopen(tab, link)
    expect(tab.locator("#seed")).to_have_value("of mine & only")
    expect(tab.locator("#items")).to_have_value("12")
    expect(tab.locator("#simulation")).to_be_in_viewport()
    wait_for_end(tab)
    assert download_counts(tab) == counts
    for url in requested:
        assert "mine" not in url.partition("#")[0]


def test_a_biased_shuffle_runs_away_from_a_fair_one_until_it_is_stopped(
    tab: Page,
) -> None:
    for shuffle in ("naive_swap", "fisher_yates"):
        hold_requests(tab, shuffle, 3)
    tab.emulate_media(reduced_motion="reduce")
    tab.goto("/fairness")
    press(tab, "Shuffle both")
    expect_text(tab, "#race-done", "15,000 shuffles each")
    press(tab, "Stop")
    expect_text(tab, "#go", "Continue")
    tab.unroute_all()
    press(tab, "Continue")
    expect_words(tab, "#race-verdict", "After 20,000 shuffles each")
    biased, *by_luck = map(float, texts_of(tab, ".deviation strong"))
    assert biased > 100
    assert all(deviation < 10 for deviation in by_luck)
    assert len(attribute_of(tab.locator("#racers .line").first, "points").split()) == 5
    press(tab, "Again", exact=True)
    expect_words(tab, "#race-verdict", "Even a fair shuffle")


def test_a_press_begins_a_race_anew_that_began_by_itself(tab: Page) -> None:
    release = hold_requests(tab, "naive_swap", 0)
    tab.goto("/fairness")
    racer = tab.locator('[data-racer="naive_swap"]')
    expect(racer).to_have_attribute("aria-busy", "true")
    press(tab, "Shuffle both")
    expect_text(tab, "#go", "Stop")
    release()
    expect_words(tab, "#race-verdict", "After 20,000 shuffles each")
    expect_text(tab, "#go", "Again")


def test_the_page_makes_few_requests_until_somebody_scrolls(tab: Page) -> None:
    requested: list[str] = []
    tab.on("request", lambda request: requested.append(request.url))
    tab.goto("/fairness")
    expect_words(tab, "#race-verdict", "After 20,000 shuffles each")
    assert len(requested) <= 15, requested


def test_an_experiment_is_accessible_and_fits(visit: Visit) -> None:
    tab = load(visit)
    release = hold_requests(tab, "naive_swap", 2)
    start(visit, items="52", trials="1000000", algorithm="naive_swap")
    expect_text(tab, "#done", re.compile("of 1,000,000"))
    expect_clean(tab, "phone")
    press(tab, "Stop")
    release()
    wait_for_end(start(visit, trials="2000"))
    expect_clean(tab, "desktop")
