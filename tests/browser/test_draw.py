"""The page that draws: from lists and without, by link, sealed in public, checked on the page Verify, and printed."""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import (
    copied_text,
    copy_by,
    download,
    give_file,
    open_alone,
    press,
    problems_of_state,
    reopen,
    script,
    size,
    texts_of,
    violations_in_all_schemes,
)
from tests.browser.test_verify import PARTIAL, check, confirm, list_open, verdict
from tests.browser.workbooks import (
    write_excel,
    write_excel_rows,
    write_ods,
    write_ods_cells,
)

pytestmark = pytest.mark.browser

FIRST_NAMES = ["Ann", "Bo", "Cem", "Dee", "Eve", "Gül", "Iris", "José", "Mia", "Noor"]
NAMES = [f"{first} {number}" for first in FIRST_NAMES for number in range(20)]
WORDS = "banana tractor Zürich"


def choose(tab: Any, kind: str, lines: list[str] | None = None, **fields: str) -> None:
    """Choose a kind of draw, and fill in the list and the fields by their names."""
    tab.locator(f"[name=kind][value={kind}]").check()
    if lines is not None:
        tab.get_by_label("The list", exact=True).fill("\n".join(lines))
    for name, text in fields.items():
        field = tab.locator(f"#what [name={name}]")
        field.select_option(text) if name in {"lottery", "bingo"} else field.fill(text)


def draw(tab: Any) -> str:
    """Press the button that draws, wait for the result, and return its title."""
    tab.locator("#draw").click()
    tab.locator("#result:not([aria-busy])").wait_for()
    return str(tab.locator("#result-title").inner_text())


def open_more(tab: Any) -> None:
    """Open what the buttons "More" hide."""
    tab.locator("#result summary", has_text="More").evaluate_all(
        "all => all.forEach((s) => (s.parentNode.open = true))"
    )


def change_columns(tab: Any) -> None:
    """Open what was understood of the list, to choose its columns."""
    if tab.locator("#readings").get_attribute("open") is None:
        tab.locator("#readings > summary").click()


def lines_of(tab: Any, selector: str = "#shown .lines li") -> list[str]:
    return list(texts_of(tab, selector))


def seal(tab: Any) -> str:
    """Seal a draw, and return the link that its code has."""
    tab.get_by_label("In public: everybody").check()
    tab.get_by_label("What is it for?").fill("Spring raffle")
    tab.get_by_label("Who decides it?").select_option("words")
    press(tab, "Announce the draw")
    tab.get_by_role("img", name="QR code of the announcement").wait_for()
    return copied_text(
        tab, tab.locator("#sealed").get_by_role("button", name="Copy the link")
    )


def decide(tab: Any, words: str) -> str:
    """Enter the words of the audience, draw, and return the link to the proof."""
    tab.locator("#audience").fill(words)
    press(tab, "Draw now")
    tab.locator("#proof:not([hidden])").wait_for()
    links = tab.get_by_role("link", name="Check it")
    return links.get_attribute("href") if links.count() else ""


@pytest.mark.parametrize("visit", [size("desktop")], indirect=True)
@pytest.mark.smoke
def test_a_raffle_is_sealed_drawn_and_checked_in_a_fresh_profile(
    tab: Any, browser: Any, base: str
) -> None:
    requests: list[str] = []
    tab.on(
        "request",
        lambda request: requests.append(f"{request.url} {request.post_data or ''}"),
    )
    tab.goto("/draw")
    choose(tab, "winners", NAMES, winners="3")
    assert [request for request in requests if "/v1/" in request] == []
    announced = seal(tab)
    assert problems_of_state(tab, "phone") == []
    assert tab.locator("#draw").is_disabled()
    with open_alone(browser, base) as late, open_alone(browser, base) as early:
        early.tab.goto(announced)
        assert sign(early.tab).startswith(
            "Fixed in advance. This link has no result yet. This browser noted what was fixed."
        )
        assert problems_of_state(early.tab, "phone") == []
        tab.reload()  # the draw that was announced goes on
        tab.get_by_role("img", name="QR code of the announcement").wait_for()
        proof = decide(tab, WORDS)
        winners = lines_of(tab)
        assert (len(winners), set(winners) <= set(NAMES)) == (3, True)
        expect(tab.get_by_role("img", name="QR code of the proof")).to_be_visible()
        assert problems_of_state(tab, "desktop") == []
        assert "Gül" not in "".join(requests)  # no name is sent
        printed = tab.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
        tab.emulate_media(media="print")
        parts = ("#shown", "#proof svg", "#form", "#tools", "#check")
        assert [tab.locator(part).is_visible() for part in parts] == [
            True,
            True,
            False,
            False,
            False,
        ]
        for fresh in (late, early):
            other = fresh.tab
            has_seen_the_seal = fresh is early
            reopen(other, proof)
            assert sign(other).startswith("It matches. Computed again in this browser")
            drawn = ["Spring raffle", "3 winners from 200 names", *winners]
            assert [*lines_of(other, "#title, #kind"), *lines_of(other)] == drawn
            assert WORDS in other.locator("#more").inner_text()
            assert (
                "Whoever typed the words could try others first."
                in other.locator("#more").inner_text()
            )
            asked = [
                "I saw this check code",
                "I heard these words after the check code",
                "This is the result that I saw",
            ]
            boxes = texts_of(other, ".confirm label")
            pairs = zip(boxes, asked[has_seen_the_seal:], strict=True)
            assert all(text.strip().startswith(words) for text, words in pairs)
            assert (
                problems_of_state(other, "phone" if has_seen_the_seal else "desktop")
                == []
            )
            assert tick_all(other).startswith("Valid.")
            assert show_proof(other).startswith(PARTIAL)
            assert ("The check code" in list_open(other)) is not has_seen_the_seal
            expect(other.locator("#finding .numbers li")).to_have_text(
                winners, use_inner_text=True
            )
            assert "The last word decided." in other.locator("#finding").inner_text()
            confirm(other)
            other.wait_for_selector("[data-state=valid]")
            assert check(fresh, proof).startswith(
                PARTIAL
            )  # pasted, it is still what a link says
            assert check(fresh, proof[:-9]).startswith(
                "Cannot be checked. The link is damaged, or cut off."
            )


def sign(tab: Any) -> str:
    """Return the text of the sign on the page of a result."""
    tab.locator("#outcome:not([data-state=busy], [aria-busy])").wait_for()
    return " ".join(tab.locator("#sign").inner_text().split())


def tick_all(tab: Any) -> str:
    """Tick all that only the reader knows, and return the text of the sign."""
    for box in tab.locator(".confirm input").all():
        box.check()
        tab.locator(".confirm input:checked:focus").wait_for()
    return sign(tab)


def open_list(tab: Any, lines: list[str]) -> None:
    """Open a list on the page of a result."""
    give_file(
        tab, "\r\n".join(lines).encode("utf-8-sig"), "list.csv", "#more [type=file]"
    )


def show_proof(tab: Any) -> str:
    """Follow the link to the page Verify, and return its verdict."""
    tab.get_by_role("link", name="Show the proof").click()
    tab.wait_for_url("**/verify#packed=*")
    return verdict(tab)


def pack(file: Any) -> str:
    """Return a fragment with a file; anybody can make one."""
    deflate = zlib.compressobj(wbits=-15)
    packed = deflate.compress(json.dumps(file).encode()) + deflate.flush()
    return f"#packed={urlsafe_b64encode(packed).decode().rstrip('=')}"


def unpack(link: str) -> Any:
    packed = link.partition("#packed=")[2]
    return json.loads(
        zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15)
    )


def test_names_in_a_code_are_told_from_those_that_the_opened_list_proves(
    tab: Any,
) -> None:
    tab.goto("/draw")
    choose(tab, "groups", NAMES[:9], size="4")
    seal(tab)
    file = unpack(decide(tab, WORDS))
    shown = tab.locator("#shown").inner_text()
    items = file.pop("original_items")
    drawn = [
        items[number - 1] for entry in file["seen"] for number in entry["integers"]
    ]

    def open_link(names: list[str] | None, **more: Any) -> str:
        reopen(
            tab,
            f"/result{pack(file | {'screen': file['screen'] | {'names': names}} | more)}",
        )
        return sign(tab)

    assert open_link(None).startswith("The numbers match.")
    assert "Number" in tab.locator("#shown").inner_text()
    assert open_link(drawn).startswith("The numbers match.")
    numbers = [number for entry in file["seen"] for number in entry["integers"]]
    assert sorted(lines_of(tab)) == sorted(
        f"{items[number - 1]} (number {number})" for number in numbers
    )
    assert "Names: as the link says." in tab.inner_text("#warnings")
    open_list(tab, items[1:])
    tab.get_by_text("This is another list").wait_for()
    assert tick_all(tab).startswith(
        "The numbers match."
    )  # never green without the list
    open_list(tab, items)
    tab.get_by_text("The list is the one that was fixed, with 9 entries.").wait_for()
    assert sign(tab).startswith("Valid.")
    assert tab.locator("#shown").inner_text() == shown
    tab.get_by_text("Am I in the list? All 9 entries").click()
    expect(tab.locator(".entries li")).to_have_text(items)
    tab.get_by_label("Find a name in the list").fill(items[4].upper())
    expect(tab.locator(".entries li")).to_have_text([items[4]])
    assert problems_of_state(tab, "phone") == []
    open_link(["Mallory", *drawn[1:]])
    open_list(tab, items)
    tab.wait_for_selector("[data-state=invalid]")
    assert sign(tab) == "Not valid. The names in the link are not those of the list."
    assert tab.locator("#shown").inner_text() == ""
    entry = file["seen"][0]
    other = [*entry["integers"][1:], entry["integers"][0]]
    assert open_link(drawn, seen=[entry | {"integers": other}]).startswith(
        "Not valid. The draw gives"
    )
    times = file["screen"]
    for screen in ({"sealed": times["drawn"] + 1}, {"drawn": times["drawn"] + 10**8}):
        reopen(tab, f"/result{pack(file | {'screen': times | screen})}")
        sign(tab)
        assert tab.inner_text("#warnings").startswith("These times cannot be")
    assert problems_of_state(tab, "phone") == []
    assert open_link(drawn, receipt={}).startswith(
        "Cannot be checked. This is no result of a draw or a deal."
    )


def test_the_list_of_a_result_from_a_seed_that_its_link_has_no_room_for_is_opened(
    tab: Any,
) -> None:
    tab.goto("/draw")
    lines = [f"{name} {i}" for i in range(3) for name in NAMES]
    choose(tab, "winners", lines, winners="2")
    draw(tab)
    winners = lines_of(tab)
    reopen(tab, copy_by(tab, "Copy the link"))
    assert sign(tab).startswith(
        "The link gives exactly this result. This browser worked it out again. A link does not"
    )
    expect(tab.locator("main")).to_contain_text("Code of the draw")
    assert all(
        re.fullmatch(r"Number [\d,]+ of the list", line) for line in lines_of(tab)
    )
    for opened, shown in ((lines[1:], None), (lines, winners)):
        open_list(tab, opened)
        said = (
            "The list is the one that the link was made with"
            if shown
            else "This is another list"
        )
        tab.get_by_text(said).wait_for()
    assert lines_of(tab) == winners


def test_the_page_of_a_result_shows_what_the_screen_showed(tab: Any) -> None:
    for kind, lines, fields in (
        ("groups", NAMES[:7], {"groups": "3"}),
        ("pairs", NAMES[:5], {}),
        ("seats", NAMES[:7], {"seats": "4"}),
        ("winners", ["Ann; 1", "Bo; 8", "Cem 1"], {"winners": "2"}),
        ("numbers", None, {"max": "49", "count": "6"}),
        ("dice", None, {"dice": "3", "sides": "20"}),
        ("coins", None, {"coins": "3"}),
        ("lottery", None, {"lottery": "6-49"}),
        ("lottery", None, {"lottery": "powerball", "tips": "2"}),
        ("bingo", None, {"bingo": "75", "tickets": "2"}),
        ("bingo", None, {"bingo": "call75"}),
    ):
        reopen(tab, "/draw")
        choose(tab, kind, lines, **fields)
        if kind == "winners":
            press(tab, "as many as the numbers say")
        seal(tab)
        link = decide(tab, WORDS)
        shown = tab.locator("#shown").inner_text()
        reopen(tab, link)
        assert (kind, sign(tab)[:11]) == (kind, "It matches.")
        assert tab.locator("#shown").inner_text() == shown
        if "tips" in fields:
            show_proof(tab)
            parts = " ".join(texts_of(tab, "#finding .part-of"))
            assert parts.split() == [
                "Line",
                "1",
                *shown.split()[:6],
                "Line",
                "2",
                *shown.split()[6:],
            ]
            tab.go_back()
            sign(tab)
    assert tab.evaluate(script("loaded_late")) == []


def test_a_seal_that_was_shown_for_another_draw_or_was_drawn_from_twice_is_told(
    tab: Any, base: str
) -> None:

    def post(path: str, **body: Any) -> Any:
        return tab.request.post(f"/v1/shoes{path}", data=body).json()

    terms = {
        "max": 9,
        "reshuffle": "never",
        "label": "Raffle: 1 winner. Decided by: words of the audience",
    }
    opened = post("", **terms)
    seal = {name: opened[name] for name in ("commitment", "terms")}

    def draw(words: str, **more: Any) -> dict[str, Any]:
        drawn = post("/draw", shoe=opened["shoe"], count=1, client_seed=words, **more)
        receipt = post("/reveal", shoe=drawn["shoe"])["receipt"]
        confirmed = {"commitment": seal["commitment"], "client_seed": words}
        return {"receipt": receipt, "seen": [drawn["seen"]], "confirmed": confirmed}

    def open_ones(**file: Any) -> list[str]:
        reopen(tab, f"{base}/verify{pack(file)}")
        verdict(tab)
        return list_open(tab)

    def open_result(file: dict[str, Any]) -> str:
        reopen(tab, f"{base}/result{pack(file)}")
        return sign(tab)

    told = ["The words, or the public number", "The result"]
    assert open_ones(**seal) == []
    drawn = draw(WORDS)
    own, opened = (
        opened,
        post(
            "",
            **terms | {"label": "Raffle: 1 prize. Decided by: words of the audience"},
        ),
    )
    swapped = draw(WORDS)
    swapped["confirmed"]["commitment"] = opened["commitment"]
    assert "Another check code" in open_ones(**swapped)
    assert open_result(swapped).startswith(
        "Not what this browser noted. This is another check code"
    )
    assert tick_all(tab).startswith("Not what this browser noted.")  # never green
    opened = own
    assert open_ones(**drawn, screen={"drawn": 10**12}) == [
        "The check code",
        *told,
    ]  # it was noted after the draw
    assert "only after the draw" in tab.inner_text("#finding")
    assert open_result(seal) == "This browser saw a result of this draw already."
    assert open_ones(**drawn) == told
    assert open_ones(**draw("other words")) == [*told, "Another result"]
    assert open_ones(**draw(WORDS, **{"from": "bottom"})) == [
        *told,
        "Another result",
        "The way it was drawn",
    ]
    drawn = draw(WORDS)
    tab.goto("/verify")
    give_file(tab, json.dumps(drawn).encode())
    assert verdict(tab).startswith(PARTIAL)  # whoever drew wrote the file
    shown = seal | {"terms": seal["terms"] | {"max": 10}}
    assert (open_ones(**shown), verdict(tab)[:56]) == (
        [],
        "Not valid. This browser noted the same check code before",
    )
    tab.evaluate("localStorage.clear()")
    open_ones(**shown)
    assert (open_ones(**drawn), verdict(tab)[:34]) == (
        [],
        "Not valid. This browser noted the ",
    )


DRAWS: list[tuple[str, list[str] | None, dict[str, str], str, str, int]] = [
    ("shuffle", NAMES, {}, "Random order", ".lines li", 200),
    ("groups", NAMES[:23], {"groups": "4"}, "4 groups", ".part", 4),
    ("groups", NAMES[:21], {"size": "4"}, "6 groups", ".part", 6),
    ("pairs", NAMES[:7], {}, "3 pairs", ".part", 4),
    ("seats", NAMES[:20], {"seats": "8"}, "Seats at 3 tables", ".part", 3),
    (
        "numbers",
        None,
        {"max": "49", "count": "6"},
        "6 numbers from 1 to 49",
        ".balls li",
        6,
    ),
    ("dice", None, {"dice": "5"}, "5 dice", ".die", 5),
    ("coins", None, {"coins": "3"}, "3 coins", ".coins li", 3),
    (
        "lottery",
        None,
        {"lottery": "powerball", "tips": "2"},
        "5 of 69 and 1 of 26, 2 times",
        ".balls li",
        12,
    ),
    (
        "bingo",
        None,
        {"bingo": "90", "tickets": "2"},
        "Bingo: 2 sheets of 6 tickets",
        ".ticket",
        12,
    ),
    ("bingo", None, {"bingo": "75", "tickets": "8"}, "Bingo: 8 tickets", ".ticket", 8),
]


def test_every_kind_is_drawn_and_drawn_again_from_its_link(tab: Any) -> None:
    tab.goto("/draw")
    for kind, lines, fields, title, selector, count in DRAWS:
        choose(tab, kind, lines, **fields)
        assert draw(tab) == title
        shown = lines_of(tab, f"#shown {selector}")
        assert (len(shown), tab.locator("#result[data-outdated]").count()) == (
            count,
            0,
        ), kind
        if title in {"4 groups", "Bingo: 8 tickets"}:
            assert problems_of_state(tab, "phone") == [], kind
        link = copy_by(tab, "Copy the link")
        reopen(tab, link)
        assert sign(tab).startswith("The link gives exactly this result."), kind
        assert lines_of(tab, f"#shown {selector}") == shown, kind
        tab.get_by_role("link", name="Open it on the page Draw").click()
        tab.locator("#tools:not([hidden])").wait_for()
        tab.locator("#result:not([aria-busy])").wait_for()
        assert lines_of(tab, f"#shown {selector}") == shown, kind
    pages = re.findall(rb"/Type\s*/Page\b", tab.pdf(format="A4"))
    assert len(pages) == 2  # six cards on each


def test_the_table_leads_to_a_kind_of_draw_and_bingo_to_its_caller(tab: Any) -> None:
    tab.goto("/")
    tab.get_by_role("link", name="Groups, teams").click()
    expect(tab.get_by_role("radio", name="Groups, teams")).to_be_checked()
    choose(tab, "bingo", bingo="call75")
    assert problems_of_state(tab, "phone") == []
    tab.get_by_role("link", name="Open the caller").click()
    tab.get_by_role("button", name="First ball").wait_for()
    assert "#v1/games/bingo_call/deal?seed=" in tab.url


def test_what_is_missing_is_said_at_its_field_and_tickets_count(tab: Any) -> None:
    tab.goto("/draw")
    for kind, lines, fields, sentence in (
        (
            "winners",
            [],
            {},
            "The list is empty. Paste it, or type a name in each line.",
        ),
        (
            "winners",
            NAMES[:2],
            {"winners": "3"},
            "Winners: a whole number from 1 to 2, please. The list has 2 names.",
        ),
        (
            "tickets",
            ["Ann 2", "Bob 1,500"],
            {},
            "Line 2, “Bob 1,500”, needs a number at its end, such as 3.",
        ),
        (
            "numbers",
            None,
            {"min": "5", "max": "4"},
            "To: a whole number from 5 to 1,000,000,000,000, please.",
        ),
        ("dice", None, {"dice": "many"}, "Dice: a whole number from 1 to 100, please."),
    ):
        choose(tab, "winners" if kind == "tickets" else kind, lines, **fields)
        if kind == "tickets":
            tab.get_by_label("Each line ends in its number of tickets").check()
        tab.locator("#draw").click()
        expect(tab.locator("#problem")).to_have_text(sentence, use_inner_text=True)
        assert (
            tab.evaluate("document.activeElement.getAttribute('aria-invalid')")
            == "true"
        )
    choose(tab, "coins", None)
    expect(tab.locator("#problem")).to_be_hidden()
    reopen(tab, "/draw")
    choose(tab, "winners", ["Ann; 0", "Bob\t5", "Bob\t5", "Cem 2"], winners="2")
    press(tab, "Remove 1 repeated")
    tab.get_by_label("Each line ends in its number of tickets").check()
    draw(tab)
    assert sorted(lines_of(tab)) == ["Bob", "Cem"]
    tab.get_by_text("The requests, to copy").click()
    assert (
        '"weights": [0, 5, 2]'
        in tab.locator("#request [data-language=curl] pre").inner_text()
    )
    seal(tab)
    decide(tab, WORDS)
    assert sorted(lines_of(tab)) == ["Bob", "Cem"]
    tab.get_by_text("The requests, to copy").click()
    curls = tab.locator("#request [data-language=curl] pre")
    curls.nth(2).wait_for()
    codes = curls.all_inner_texts()
    assert [code.split("'")[1].split("/v1/")[1] for code in codes] == [
        "shoes",
        "shoes/draw",
        "shoes/reveal",
    ]


def test_dice_and_a_long_list_from_a_file_are_sealed(tab: Any) -> None:
    for kind, title in (
        ("dice", "2 dice"),
        ("shuffle", "Random order from 10,000 names"),
    ):
        tab.goto("/draw")
        choose(tab, kind)
        if kind == "shuffle":
            tickets = (f"Ticket {number}" for number in range(10_000))
            give_file(tab, "\r\n".join(tickets).encode("utf-8-sig"), "list.csv")
            tab.get_by_text("10,000 names.").wait_for()
        seal(tab)
        decide(tab, WORDS)
        expect(tab.locator("#result-title")).to_have_text(
            f"Spring raffle: {title}", use_inner_text=True
        )
        open_more(tab)
        proof = download(tab, "Save the proof").path().read_bytes()
        tab.goto("/verify")
        give_file(tab, proof)
        verdict(tab)
        assert confirm(tab).startswith("Valid.")


TABLE = ["Name;Tickets", '"Meier; Ann";3', "Bo;0", "Cem;12", "Dee;1"]


def test_a_heading_is_no_name_and_columns_are_chosen(tab: Any) -> None:
    tab.goto("/draw")
    choose(tab, "winners", TABLE, winners="3")
    count, lines = tab.locator("#lines-count"), tab.locator("#lines")
    expect(count).to_contain_text("4 names, 16 tickets.")
    read = tab.locator("#read")
    expect(read).to_contain_text("“Name; Tickets” is the heading and is not drawn.")
    expect(lines).to_have_value("Meier; Ann; 3\nBo; 0\nCem; 12\nDee; 1")
    assert problems_of_state(tab, "phone") == []
    draw(tab)
    winners = lines_of(tab)
    assert sorted(winners) == ["Cem", "Dee", "Meier; Ann"]
    expect(tab.locator("#carries")).to_contain_text("has the whole list: 4 names.")
    open_more(tab)
    link = copy_by(tab, "Copy a link without names")
    assert "Meier" not in link
    choose(tab, "groups", groups="2")  # tickets are of winners alone
    expect(lines).to_have_value("Meier; Ann\nBo\nCem\nDee")
    choose(tab, "winners")
    change_columns(tab)
    tab.get_by_label("Tickets", exact=True).select_option(label="The same for each")
    expect(count).to_contain_text("4 names. No name is sent")
    press(tab, "It is a name")
    press(tab, "Part of the name")
    tab.get_by_label("Names", exact=True).select_option(label="Column 2: Tickets")
    expect(lines).to_have_value("Tickets\n3\n0\n12\n1")
    reopen(tab, link)
    tab.get_by_text(
        "This link has no names: it draws from a list of 4 names."
    ).wait_for()
    tab.get_by_label("The list", exact=True).fill("\n".join(TABLE))
    draw(tab)
    assert lines_of(tab) == winners
    expect(tab.locator("#facts")).to_contain_text(
        "Whoever made the link could try others"
    )
    tab.get_by_label("Code of the draw").fill("mine")
    draw(tab)
    expect(tab.locator("#facts")).to_contain_text(
        "It is drawn again with the code that was typed: mine. Whoever typed it"
    )
    reopen(tab, "/draw")
    choose(tab, "winners", TABLE, winners="2")
    seal(tab)
    decide(tab, WORDS)
    winners = lines_of(tab)
    open_more(tab)
    bare = copied_text(
        tab,
        tab.locator("#proof").get_by_role("button", name="Copy a link without names"),
    )
    reopen(tab, bare)
    assert sign(tab).startswith("The numbers match.")
    open_list(tab, TABLE)
    tab.get_by_text("The list is the one that was fixed, with 16 entries.").wait_for()
    assert lines_of(tab) == winners
    for lines, title, expected in (
        (
            ["Nom\tPrénom\tVille", "Meier\tAnn\tBern", "Roy\tLéa\tGenf"],
            "2 names",
            "Ann Meier\nLéa Roy",
        ),
        (["Meier, Ann", "Roy, Léa"], "2 names", "Meier, Ann\nRoy, Léa"),
        (["Name", "Ann", "Bo", "Cem"], "3 names", "Ann\nBo\nCem"),
    ):
        reopen(tab, "/draw")
        tab.get_by_label("The list", exact=True).fill("\n".join(lines))
        expect(count).to_contain_text(title)
        expect(tab.locator("#lines")).to_have_value(expected)


def write_workbook(rows: list[list[str]]) -> bytes:
    """Return a workbook of Excel with one sheet."""
    return write_excel({"r1": write_excel_rows(rows)})


def write_sheet(rows: list[list[str]]) -> bytes:
    """Return a workbook of LibreOffice with one sheet; its rest is empty, as far as a sheet goes."""
    rest_of_row = '<table:table-cell table:number-columns-repeated="16382"/>'
    rest = '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>'
    sheet = "".join(
        f"<table:table-row>{write_ods_cells(row)}{rest_of_row}</table:table-row>"
        for row in rows
    )
    return write_ods(f"<table:table>{sheet}{rest}</table:table>")


def test_what_a_list_leaves_open_is_asked_and_a_file_that_is_no_text_is_never_drawn(
    tab: Any,
) -> None:
    tab.goto("/draw")
    lines, read = tab.locator("#lines"), tab.locator("#read")
    for text, question, answer, said in (
        (
            "Ann; 50\nBob; 100",
            "What are the numbers",
            "Part of the name",
            "Part of the name.",
        ),
        (
            "Ann; 5\nBob; 10\nCem; 2\nDee; 1",
            "What are the numbers",
            "18 tickets, as many",
            "18 tickets, as many as",
        ),
        (
            "ab;x\nAnn;red\nBob;red\nCem;red\nDee;red",
            "Is the first line a heading?",
            "Yes: 4 names",
            "not drawn",
        ),
    ):
        tab.get_by_label("The list", exact=True).fill(text)
        tab.locator("#draw").click()
        expect(tab.locator("#problem")).to_contain_text(question)
        assert tab.locator("#tools").is_hidden()
        assert problems_of_state(tab, "phone") == []
        press(tab, answer)
        expect(read).to_contain_text(said)
        expect(tab.locator("#problem")).to_be_hidden()
    give_file(
        tab,
        write_workbook([["Name", "Weight"], ["Ann", "0.6"], ["Bob", "2"]]),
        "list.xlsx",
    )
    expect(lines).to_have_value("Ann; 0.6\nBob; 2")
    expect(tab.locator("#lines-count")).to_contain_text("each counts 10 times")
    give_file(
        tab,
        write_sheet([["Name", "Weight"], ["Ann", "0.5"], ["Bob &amp; Co", "2"]]),
        "list.ods",
    )
    expect(lines).to_have_value("Ann; 0.5\nBob & Co; 2")
    give_file(
        tab,
        write_workbook([["Name", "Weight"], ["Ann", "0.6"], ["Bob", "2"]]),
        "list.xlsx",
    )
    expect(lines).to_have_value("Ann; 0.6\nBob; 2")
    for content, sentence in (
        (write_sheet([["Ann"]])[:200] + bytes(99), "CSV UTF-8"),
        (b"%PDF-1.7\nAnn\nBob", "This is no text"),
        (b"PK\x03\x04 no sheet" + bytes(99), "CSV UTF-8"),
        (
            write_workbook([["x" * 2**24]]),
            "This workbook is too large to be read here.",
        ),
    ):
        give_file(tab, content, "list")
        expect(tab.locator("#problem")).to_contain_text(sentence)
        expect(lines).to_have_value("Ann; 0.6\nBob; 2")
    give_file(
        tab,
        write_workbook([[f"Guest {number}", "x" * 99] for number in range(4_000)]),
        "list.xlsx",
    )
    expect(tab.locator("#lines-count")).to_contain_text(
        "4,000 names"
    )  # they take more than half a megabyte
    give_file(tab, "Zoé\nJosé".encode("cp1252"), "list.csv")
    expect(read).to_contain_text("was read as Windows-1252")
    press(tab, "It is a heading")
    expect(lines).to_have_value("José")
    tab.reload()
    expect(lines).to_have_value("José")
    expect(read).to_contain_text("“Zoé” is the heading")
    press(tab, "Forget the list")
    tab.reload()
    expect(lines).to_have_value("")


def read_kept(tab: Any) -> str:
    """Return all that a tab has: its page with the values of the fields, its storage, its address and its state."""
    return str(tab.evaluate(script("kept")))


def test_a_forgotten_list_is_nowhere_neither_by_back_nor_by_a_reload(tab: Any) -> None:
    names = ["Agnesia", "Bertilda", "Cosimanta", "Dagoberta"]
    forget = tab.get_by_role("button", name="Forget the list")
    tab.goto("/draw#winners?winners=2&seed=1&lines=" + "%0A".join(names))
    tab.locator("#tools:not([hidden])").wait_for()
    told = lines_of(tab)
    addresses = [tab.url]
    choose(
        tab,
        "groups",
        [f"{name},{place}" for name, place in zip(names, "AABB", strict=True)],
        groups="2",
    )
    tab.get_by_text("Who comes together").click()
    tab.get_by_label("Last time’s groups").fill(f"{names[0]}, {names[3]}")
    draw(tab)
    addresses.append(tab.url)
    choose(tab, "santa", names)
    draw(tab)
    addresses.append(tab.url)
    choose(tab, "winners", names, winners="2")
    draw(tab)
    copied = copied_text(tab, tab.locator("#copy-link"))
    assert ("Agnesia" in copied, "Agnesia" in tab.url) == (True, True)
    assert [
        address for address in addresses if any(name in address for name in names)
    ] == []
    tab.reload()
    expect(tab.locator("#shown .lines li")).to_have_count(2)
    for _ in range(2):
        tab.go_back()
    expect(tab.locator("#result-title")).to_contain_text("group")
    tab.go_back()
    expect(tab.locator("#shown .lines li")).to_have_text(
        told, use_inner_text=True
    )  # the browser has kept each
    for _ in range(3):
        tab.go_forward()
    forget.click()
    expect(forget).to_be_hidden()
    for go in (
        lambda: None,
        tab.reload,
        *[tab.go_back] * 3,
        tab.reload,
        *[tab.go_forward] * 3,
        tab.reload,
    ):
        go()
        expect(tab.locator("#shown")).to_contain_text("It appears here")
        kept = read_kept(tab)
        assert [name for name in names if name in kept] == []
    choose(tab, "winners", names, winners="1")
    draw(tab)
    assert names[0] in read_kept(tab)
    # The browser may keep an earlier page of the tab for its Back, while a later one forgets the list.
    tab.evaluate(
        "sessionStorage.setItem('forgotten draws', JSON.stringify({ visit: Date.now(), draw: 0 }))"
    )
    tab.evaluate(
        "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    )
    kept = read_kept(tab)
    where = [
        kept[max(0, kept.find(name) - 200) : kept.find(name) + 60]
        for name in names
        if name in kept
    ]
    assert where == []


def test_earlier_draws_stay_and_the_winners_are_left_out_of_the_next(tab: Any) -> None:
    tab.goto("/draw")
    names = ["Ava", "Bo", "Ava", "Cem", "Dee"]
    choose(tab, "winners", names, winners="2")
    draw(tab)
    first = lines_of(tab)
    tab.locator("#winners").fill("1")
    press(tab, "Again, without these")
    taken = sum(name in first for name in names)
    expect(tab.locator("#facts")).to_contain_text(
        f"of the same name: {taken} lines. It is drawn from {5 - taken} name"
    )
    second = lines_of(tab)
    assert (len(second), set(first).isdisjoint(second)) == (1, True)
    assert tab.locator("#earlier details").count() == 1
    assert (
        first[0]
        not in tab.locator("main").aria_snapshot().partition("Earlier draws")[2]
    )
    tab.locator("#earlier summary").click()
    expect(tab.locator("#earlier .lines li")).to_have_text(first, use_inner_text=True)
    assert problems_of_state(tab, "phone") == []
    tab.go_back()
    expect(tab.locator("#shown .lines li")).to_have_text(first, use_inner_text=True)
    expect(tab.locator("#lines")).to_have_value("\n".join(names))
    tab.go_forward()
    expect(tab.locator("#shown .lines li")).to_have_text(second, use_inner_text=True)
    tab.reload()
    expect(tab.locator("#shown .lines li")).to_have_text(second, use_inner_text=True)
    tab.go_back()
    expect(tab.locator("#shown .lines li")).to_have_text(first, use_inner_text=True)
    seal(tab)  # while the next draw is awaited, nobody hears the last winners
    waiting = tab.locator("#result").aria_snapshot()
    assert [
        name
        for name in (*first, *second)
        if f'"{name}"' in waiting or f": {name}" in waiting
    ] == []


@pytest.mark.parametrize(
    "visit", [size("desktop", reduced_motion="reduce")], indirect=True
)
def test_a_result_is_told_piece_by_piece(tab: Any) -> None:
    tab.goto("/draw")
    choose(tab, "winners", NAMES, winners="3")
    show = tab.get_by_role("dialog")
    on = tab.locator("dialog .primary")
    press(tab, "With suspense")
    show.wait_for()
    assert "Ann" not in show.aria_snapshot() + tab.locator("#result").aria_snapshot()
    assert violations_in_all_schemes(tab) == []
    on.press("Enter")
    told = [show.get_by_role("listitem").inner_text()]
    expect(show.get_by_role("status")).to_have_text(f"1 of 3: {told[0]}")
    tab.keyboard.press("Escape")
    tab.get_by_text("1 of 3 are shown.").wait_for()
    assert lines_of(tab) == []
    press(tab, "Go on")
    show.wait_for()
    tab.keyboard.press("PageDown")
    tab.keyboard.press("ArrowRight")
    told = show.get_by_role("listitem").all_inner_texts()
    press(show, "Done")
    expect(tab.locator("#shown .lines li")).to_have_text(told, use_inner_text=True)
    choose(tab, "bingo", bingo="call75")
    seal(tab)
    tab.locator("#audience").fill(WORDS)
    press(tab, "Draw with suspense")
    for _ in range(75):
        on.press("Enter")
    assert sorted(
        int(ball.split()[1]) for ball in show.get_by_role("listitem").all_inner_texts()
    ) == list(range(1, 76))
    on.press("Enter")
    tab.locator("#proof:not([hidden])").wait_for()


def test_a_wrong_number_of_tickets_is_named_and_nothing_is_drawn(tab: Any) -> None:
    tab.goto("/draw")
    rows = [f"{name};{i + 1}" for i, name in enumerate(NAMES[:10])]
    count, lines = tab.locator("#lines-count"), tab.locator("#lines")
    for wrong, sentence in (
        ("Anne Dupont;two", "Line 12: “two” is no number of tickets."),
        ("Anne Dupont;1.500", "Line 12: “1.500” is no number of tickets."),
        ("Anne Dupont; 2 Lose", "Line 12: “2 Lose” is no number of tickets."),
        ("Anne Dupont", "Line 12, “Anne Dupont”: the number of tickets is missing."),
        ("Anne Dupont;", "Line 12, “Anne Dupont”: the number of tickets is missing."),
    ):
        text = "\n".join(["Name;Tickets", *rows, wrong])
        lines.fill(text)
        expect(count).to_contain_text(
            f"{sentence} Mend it, or choose “The same for each” under “Tickets”."
        )
        expect(lines).to_have_value(text)
        tab.locator("#draw").click()
        expect(tab.locator("#problem")).to_contain_text(sentence)
        assert tab.locator("#tools").is_hidden()
    assert problems_of_state(tab, "phone") == []
    lines.fill(f"{text}7")
    lines.blur()
    expect(count).to_contain_text("11 names, 62 tickets.")
    lines.fill(text)
    lines.blur()
    tab.get_by_label("Tickets", exact=True).select_option(label="The same for each")
    expect(count).to_contain_text("11 names. No name")
    expect(tab.locator("#draw")).to_have_text("Draw 1 winner")
    draw(tab)
    expect(tab.locator("#trust")).to_contain_text(
        "can press again until a result suits"
    )
    choose(tab, "groups")
    expect(tab.get_by_label("Tickets", exact=True)).to_be_hidden()
    expect(tab.locator("#outdated")).to_contain_text("This is the earlier draw")
    assert problems_of_state(tab, "phone") == []
    draw(tab)
    expect(tab.locator("#outdated")).to_be_hidden()


@pytest.mark.parametrize(
    "visit", [size("phone", reduced_motion="reduce")], indirect=True
)
def test_what_was_drawn_in_public_stays_through_a_reload_and_the_show(tab: Any) -> None:
    tab.goto("/draw")
    choose(tab, "winners", NAMES, winners="3")
    seal(tab)
    press(tab, "Draw now")
    expect(
        tab.get_by_text("Type at least one word of the audience.")
    ).to_be_in_viewport()
    expect(tab.locator("#audience")).to_be_focused()
    link = decide(tab, WORDS)
    shown, facts = lines_of(tab), tab.locator("#facts").inner_text()
    tab.reload()
    expect(tab.get_by_role("link", name="Check it")).to_have_attribute("href", link)
    assert (lines_of(tab), tab.locator("#facts").inner_text()) == (shown, facts)
    expect(tab.locator("#lines")).to_have_value("\n".join(NAMES))
    assert tab.locator("#trust").is_hidden()
    open_more(tab)
    press(tab, "Show one by one")
    tab.get_by_role("dialog").wait_for()
    tab.keyboard.press("Escape")
    expect(tab.locator("#shown .lines li")).to_have_text(shown, use_inner_text=True)
