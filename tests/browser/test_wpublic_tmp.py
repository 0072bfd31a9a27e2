import pytest
from tests.browser.test_draw_public import *
from tests.browser.conftest import size
@pytest.mark.parametrize("visit", [{"viewport":{"width":360,"height":740},"reduced_motion":"reduce"},{"viewport":{"width":1280,"height":900},"reduced_motion":"reduce","locale":"de-DE"}], indirect=True)
def test_shots(visit, relays):
    tab=visit.tab
    w=tab.viewport_size["width"]
    lang = "en" if w==360 else "de"
    tab.goto(f"/draw?lang={lang}")
    tab.screenshot(path=f"/tmp/w/wpublic_{w}_0.png")
    tab.locator("[name=kind][value=groups]").check()
    tab.locator("#lines").fill("\n".join(["Team;Pot;Country", *TEAMS])); tab.locator("#lines").blur()
    tab.locator("#apart-columns input").first.check()
    tab.locator("[value=sealed]").check()
    tab.locator("#occasion").fill("Spring cup")
    tab.screenshot(path=f"/tmp/w/wpublic_{w}_1.png", full_page=True)
    tab.locator("#draw").click()
    tab.locator("#sealed svg").wait_for()
    tab.screenshot(path=f"/tmp/w/wpublic_{w}_2.png", full_page=True)
    tab.clock.fast_forward(125_000)
    tab.locator("#proof:not([hidden])").wait_for()
    tab.screenshot(path=f"/tmp/w/wpublic_{w}_3.png", full_page=True)
    link=tab.locator("#check").get_attribute("href")
    tab.clock.set_system_time(datetime.fromtimestamp(DUE + 60, UTC))
    reopen(tab, link)
    sign(tab)
    tab.screenshot(path=f"/tmp/w/wpublic_{w}_4.png", full_page=True)
