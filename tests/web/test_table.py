"""The player's own table: who rolls what, the check-list, a director turn."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opfor.ports.router import REST, STEPS, step_of
from tests.web.browser import needs_chromium, server
from tests.web.pages import Page as Looker
from tests.web.pages import begun, page, served

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")


class TestSteps:
    """The steps of play by the rules that roll."""

    def test_step_of(self) -> None:
        """Rally is a step of its own; what has none is the rest."""
        assert step_of("A10.1") == "morale"
        assert step_of("A10.62") == "rally"
        assert step_of("S5.1") == "activation"
        assert step_of("S6.23/command") == "actions"
        assert step_of("C3.3") == "to hit"
        assert step_of("B25.65") == step_of("") == REST

    def test_dice_by_step(self, tmp_path: Path) -> None:
        """The seed rolls for the steps that the player leaves to it, no others."""
        with (
            served(tmp_path) as client,
            page(client, begun(client, dice="mine")) as one,
        ):
            assert one.news["asked"]["request"]["type"] == "Roll"
            one.ask("dice", mine=True, auto=[*STEPS])
            assert one.news["view"]["auto"] == sorted(STEPS)
            assert step_of(one.news["asked"]["rule"]) == REST
            one.ask("dice", mine=True, auto=[*STEPS, REST])
            assert one.news["asked"]["request"]["type"] == "Order"
            reply = one.ask("dice", mine=True, auto=["everything"])
            assert reply["is"] == "refused"


class TestRetyped:
    """Who mistyped his dice takes them back and types them anew."""

    def test_in_set_up(self, tmp_path: Path) -> None:
        """From the first roll of a game on, where there is nothing to undo yet."""
        with (
            served(tmp_path) as client,
            page(client, begun(client, dice="mine")) as one,
        ):
            first = one.news["asked"]
            assert one.news["view"]["typed"] == ""
            one.ask(
                "answer", number=first["number"], value=[6], token=one.news["token"]
            )
            assert one.news["view"]["typed"] == "6"
            assert not one.news["view"]["undo"]
            one.ask("retype", token=one.news["token"])
            assert one.news["asked"] == first
            assert one.news["anew"]
            assert one.news["view"]["typed"] == ""
            again = one.ask("retype", token=one.news["token"])
            assert again["is"] == "refused"
            assert "no dice of yours came last" in again["error"]
            one.ask(
                "answer", number=first["number"], value=[2], token=one.news["token"]
            )
            assert one.news["view"]["typed"] == "2"

    def test_late(self, tmp_path: Path) -> None:
        """A click from before another answer takes nothing back."""
        with (
            served(tmp_path) as client,
            page(client, begun(client, dice="mine")) as one,
        ):
            token, number = one.news["token"], one.news["asked"]["number"]
            one.ask("answer", number=number, value=[6], token=token)
            assert one.ask("retype", token=token)["is"] == "refused"
            assert one.news["view"]["typed"] == "6"

    def test_seeded(self, tmp_path: Path) -> None:
        """The seed's dice are nobody's to take back."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            assert one.news["view"]["typed"] == ""
            assert one.ask("retype", token=one.news["token"])["is"] == "refused"


class TestTakenBack:
    """After an undo the player's own table has to follow."""

    def test_chores(self, tmp_path: Path) -> None:
        """What an answer did on the map, the list after its undo takes back."""
        with served(tmp_path) as client:
            game = begun(client, on_table=["fire", "to hit", "morale"])
            with page(client, game) as one:
                one.move(["467A"], "o1P10")
                gone = [c for c in one.news["chores"] if c.startswith("remove the S?")]
                assert gone
                one.ask("undo", token=one.news["token"])
                back = one.news["chores"]
                names = [chore.split()[3] for chore in gone]  # remove the S? S4 from
                for name in names:
                    assert any(c.startswith("put a S?") and name in c for c in back)
                assert any("467A" in chore for chore in back)


class TestSuggested:
    """What opfor would do is shown, and the player takes it or does otherwise."""

    def test_dice(self, tmp_path: Path) -> None:
        """Dice that are suggested and taken are those that the seed gives by itself."""
        with served(tmp_path) as client:
            steps = [*STEPS, REST]
            with page(client, begun(client, dice="mine")) as one:
                assert one.news["suggested"] is None
                one.ask("dice", mine=True, suggest=steps)
                assert one.news["view"]["suggest"] == sorted(steps)
                taken = []
                while one.news["suggested"] is not None:
                    taken.append(one.news["suggested"])
                    one.answer(one.news["suggested"])
                suspects = _suspects(one)
                reply = one.ask("dice", mine=True, suggest=["everything"])
                assert reply["is"] == "refused"
            with page(client, begun(client)) as two:
                assert _suspects(two) == suspects
            assert taken

    def test_order(self, tmp_path: Path) -> None:
        """A steady player's order is told in words, and can be given as it is."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            found = one.ask("suggest")["ok"]
            assert found["number"] == one.news["asked"]["number"]
            assert found["text"]
            assert one.answer(found["value"])["is"] == "done"

    def test_none(self, tmp_path: Path) -> None:
        """Where dice are asked for, a steady player has nothing to say."""
        with (
            served(tmp_path) as client,
            page(client, begun(client, dice="mine")) as one,
        ):
            assert one.ask("suggest")["is"] == "refused"


def _suspects(one: Looker) -> list[tuple[str, str]]:
    shown = one.news["view"]["pieces"]
    return [(p["key"], p["at"]) for p in shown if p.get("kind") == "suspect"]


class TestCounters:
    """What lies on the map, for a table."""

    def test_list(self, tmp_path: Path) -> None:
        """Every S? is in the list, and what can be adjusted of it is told."""
        with served(tmp_path) as client, page(client, begun(client)) as one:
            lines = one.ask("counters")["ok"]["lines"]
            shown = one.news["view"]["pieces"]
            suspects = [piece for piece in shown if piece.get("kind") == "suspect"]
            put = [line for line in lines if line.startswith("put a S?")]
            assert len(put) == len(suspects)
            thing = one.ask("thing", key=suspects[0]["key"])["ok"]
            assert thing["what"] == "suspect"
            assert thing["fields"]["attitude"] in ("Hold", "Advance")
            assert one.ask("thing", key="nobody")["is"] == "refused"


@needs_chromium
class TestDirector:
    """A turn beside a table, in a real browser."""

    def test_turn(self, page: "Page", tmp_path: Path) -> None:
        """Begun for a table: the list of counters, dice typed, results told."""
        with server(tmp_path) as one:
            page.goto(one.url)
            page.locator("input[value=table]").check()
            page.get_by_text("More: seed").click()
            page.locator("#new [name=seed]").fill("7")
            page.locator("#begin").click()
            page.wait_for_selector("body[data-ready]")
            page.keyboard.press("Escape")  # the Mission's card
            chores = page.locator("#chores li")
            playwright.expect(chores.first).to_contain_text("put a S?")
            page.locator("#chores input").first.check()
            playwright.expect(page.locator("#chores-title")).to_contain_text("to do")
            page.locator("#chores-done").click()
            playwright.expect(chores).to_have_count(0)
            page.locator("#table summary").click()
            page.locator("[data-step=activation]").select_option("ask")
            self._walk(page)
            page.locator("#question .face").first.wait_for()
            waited = False
            for _ in range(60):
                self._answer(page)
                if page.locator("#question").is_hidden():
                    break
                page.wait_for_timeout(150)
                waited |= "is checked" in page.locator("#log").inner_text()
            playwright.expect(chores).not_to_have_count(0)
            assert waited  # what a S? is was not told before its dice were
            log = page.locator("#log")
            known = re.compile("is Activated|was nobody")
            playwright.expect(log).to_contain_text(known)
            playwright.expect(log).not_to_contain_text("is checked")

    def test_mistyped(self, page: "Page", tmp_path: Path) -> None:
        """Enter is no die; the last ones are taken back by Backspace, or by U."""
        with server(tmp_path) as one:
            page.goto(one.url)
            page.locator("input[value=dice]").check()
            page.locator("#begin").click()
            page.wait_for_selector("body[data-ready]")
            self._mistyped(page)
            self._listed(page)

    @staticmethod
    def _listed(page: "Page") -> None:
        """Who only rolls has no list of counters, until he says that they lie there."""
        card = page.locator("#chores-card")
        for _ in range(60):
            if page.locator("#question .chits").count():
                break
            page.keyboard.press("5")
            page.wait_for_timeout(150)
        playwright.expect(card).to_be_hidden()
        page.locator("#table summary").click()
        lie = page.locator("#counters-lie")
        lie.check()
        playwright.expect(card).to_be_visible()
        playwright.expect(page.locator("#chores li").first).to_be_visible()
        page.reload()
        page.wait_for_selector("body[data-ready]")
        playwright.expect(card).to_be_visible()
        page.locator("#table summary").click()
        lie.uncheck()
        playwright.expect(card).to_be_hidden()

    @staticmethod
    def _mistyped(page: "Page") -> None:
        faces, back = page.locator("#question .face"), page.locator("[data-back]")
        asked = page.locator("#question h2")
        playwright.expect(faces).to_have_count(6)
        first = asked.inner_text()
        playwright.expect(back).to_be_disabled()
        playwright.expect(page.locator("#retype")).to_be_hidden()
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
        playwright.expect(back).to_be_disabled()
        for key in ("7", "0"):
            page.keyboard.press(key)
            told = page.locator("#said")
            playwright.expect(told).to_contain_text("a die shows 1 to 6")
            page.keyboard.press("Escape")
        for key in ("Backspace", "U"):
            page.keyboard.press("6")
            playwright.expect(back).to_have_text("take 6 back")
            playwright.expect(page.locator("#log")).to_contain_text("Original 6")
            page.keyboard.press(key)
            playwright.expect(back).to_be_disabled()
            playwright.expect(asked).to_have_text(first)
            playwright.expect(page.locator("#log")).not_to_contain_text("Original 6")

    @staticmethod
    def _walk(page: "Page") -> None:
        """Bring a unit on, next to the village."""
        page.keyboard.press("Escape")
        page.locator("#reserve-list button").first.click()
        page.locator(".shade.near").first.wait_for()
        page.locator("#board").focus()
        page.keyboard.press("f")
        for _ in range(15):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")

    @staticmethod
    def _answer(page: "Page") -> None:
        """Type a die of 2, or tell that nothing came of it."""
        open_ = "#question:not([hidden])"
        if page.locator(f"{open_} .face").count():
            page.keyboard.press("2")
            return
        told = page.locator(f"{open_} form button.main, {open_} .options button")
        told.evaluate_all("found => found[0]?.click()")
