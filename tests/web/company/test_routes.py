"""Campaigns on the page: begun, prepared, played, given up, copied; hostile input."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient

from opfor.campaign.campaign import Battle
from opfor.campaign.file import toml_of, write_campaign
from opfor.campaign.game import begun as in_battle
from opfor.campaign.game import sent
from opfor.campaign.result import Order
from opfor.web.security import MOST_CAMPAIGN
from tests.campaign.companies import campaign
from tests.web.browser import needs_chromium, server
from tests.web.games import almost_over
from tests.web.pages import served

if TYPE_CHECKING:
    from playwright.sync_api import Page

playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")

NEW = {
    "name": "Iron Dogs", "nation": "german", "date": "1941-08", "enemy": "russian",
    "missions": 3, "seed": 4,
}  # fmt: skip


def made(client: TestClient, **changes: Any) -> str:
    """A new campaign; its address."""
    reply = client.post("/api/campaigns", json=NEW | changes)
    assert reply.status_code == 200, reply.text
    return f"/api/campaigns/{reply.json()['id']}"


class TestCampaigns:
    """What the server does for the page."""

    def test_foes(self, tmp_path: Path) -> None:
        """Whom a nation met in a month; nobody where it did not fight."""
        with served(tmp_path / "games") as client:
            when = {"nation": "finnish", "date": "1941-08"}
            found = client.get("/api/foes", params=when).json()
            assert found == [{"id": "russian", "name": "Russian"}]
            nobody = client.get("/api/foes", params=when | {"date": "nonsense"})
            assert nobody.json() == []

    def test_through(self, tmp_path: Path) -> None:
        """Somebody rests, the Mission begins once, is given up, and the next comes."""
        with served(tmp_path / "games") as client:
            api = made(client)
            rest = client.post(f"{api}/prepare", json={"rest": 4}).json()["campaign"]
            resting = {each["id"] for each in rest["people"] if each["resting"]}
            assert resting == {4}
            assert not next(each for each in rest["people"] if each["id"] == 4)["goes"]
            game = client.post(f"{api}/play", json={}).json()["id"]
            assert client.post(f"{api}/play", json={}).json()["id"] == game
            (line,) = client.get("/api/campaigns").json()
            assert line["game"] == game
            goes_on = client.post(f"{api}/next", json={})
            assert "goes on" in goes_on.json()["error"]
            late = client.post(f"{api}/prepare", json={"rest": 5})
            assert "has begun" in late.json()["error"]
            after = client.post(f"{api}/next", json={"give_up": True}).json()[
                "campaign"
            ]
        assert after["history"][0]["outcome"] == "lost"
        assert after["history"][0]["game"] == game
        assert after["standing"].startswith("Iron Dogs: Mission 2 of 3")

    def test_own_dice(self, tmp_path: Path) -> None:
        """One roll after another is asked for, until the step is done."""
        with served(tmp_path / "games") as client:
            api = made(client, dice="mine", without=["drift"])
            client.post(f"{api}/play", json={})
            rolls: list[list[int]] = []
            while True:
                wish = {"give_up": True, "rolls": rolls}
                step = client.post(f"{api}/next", json=wish).json()
                if step["campaign"]:
                    break
                assert step["wanted"].startswith(("a dr", "a DR"))
                rolls.append([2] * step["dice"])
            assert len(rolls) >= 3

    def test_file(self, tmp_path: Path) -> None:
        """What is exported can be imported, and is another campaign then."""
        with served(tmp_path / "games") as client:
            api = made(client)
            text = client.get(f"{api}/campaign.toml").text
            again = client.post("/api/campaigns/file", content=text.encode())
            assert again.json() == {"id": "iron-dogs-2"}
            assert len(client.get("/api/campaigns").json()) == 2

    @pytest.mark.parametrize(
        ("path", "body"),
        [
            ("", {**NEW, "nation": "tibet"}),
            ("", {**NEW, "date": "1935-01"}),
            ("", {**NEW, "missions": 99}),
            ("", {**NEW, "name": "\n"}),
            ("", {**NEW, "boards": ["x"] * 999}),
            ("/nobody/play", {}),
            ("/..%2Fx/play", {}),
            ("/nobody/prepare", {"buy": "tank"}),
        ],
    )
    def test_refused(self, path: str, body: dict[str, Any], tmp_path: Path) -> None:
        """Bad wishes are refused in a sentence, and nothing is written."""
        with served(tmp_path / "games") as client:
            reply = client.post(f"/api/campaigns{path}", json=body)
            assert reply.status_code in (400, 404)
            assert reply.json()["error"]
            assert client.get("/api/campaigns").json() == []

    def test_bad_file(self, tmp_path: Path) -> None:
        """A file that is none, or too long, is refused; the campaigns stay."""
        strange = in_battle(campaign(), "x", sent(campaign()))
        bad = toml_of(strange).replace("first-contact", "../../etc/passwd").encode()
        with served(tmp_path / "games") as client:
            for data in (b"version = 9", b"\xff", bad):
                reply = client.post("/api/campaigns/file", content=data)
                assert reply.status_code == 400
                assert reply.json()["error"].startswith("this file")
            long = client.post(
                "/api/campaigns/file", content=b"#" * (MOST_CAMPAIGN + 1)
            )
            assert long.status_code == 413
            assert client.get("/api/campaigns").json() == []


@needs_chromium
class TestPage:
    """The page itself, by keyboard."""

    def test_keyboard(self, tmp_path: Path, page: "Page") -> None:
        """A company is begun, and somebody rests and is sent again."""
        expect = playwright.expect
        with server(tmp_path) as running:
            page.goto(running.url)
            page.get_by_role("link", name="All, or a new one").press("Enter")
            expect(page.locator("#begin")).to_be_enabled()
            page.get_by_label("First ENEMY").select_option("russian")
            page.get_by_label("Its name").fill("Iron Dogs")
            page.get_by_label("Its name").press("Enter")
            expect(page.locator("#title")).to_have_text("Iron Dogs, German")
            expect(page.locator("#next-what")).to_contain_text("against Russian")
            page.locator("#people tr.goes button").first.press("Enter")
            expect(page.locator("#people")).to_contain_text("rests")
            page.get_by_role("button", name="send").press("Enter")
            expect(page.locator("#people")).not_to_contain_text("rests")

    def test_ended(self, tmp_path: Path, page: "Page") -> None:
        """From the end of the game to the company, and what became of it there."""
        expect = playwright.expect
        save = almost_over(tmp_path / "opfor" / "games")
        battle = Battle(game=save.stem, sent=Order((1, 4, 5)))
        file = tmp_path / "opfor" / "campaigns" / "iron-dogs.toml"
        write_campaign(file, campaign(battle=battle))
        with server(tmp_path, "--resume") as running:
            page.goto(running.url)
            page.wait_for_selector("body[data-ready]")
            page.locator("#do-end").click()
            page.get_by_role("link", name="To the company").click()
            page.locator("#settle").click()
            expect(page.locator("#history .outcome.won")).to_be_visible()
            expect(page.locator("#standing")).to_contain_text("Mission 2 of 6, 1 won")
            expect(page.locator("#points")).to_have_text("4 points in hand")
            page.get_by_role("button", name="buy a tank").press("Enter")
            expect(page.locator("#shop")).to_contain_text("a tank × 1")
            expect(page.get_by_role("link", name="Report")).to_be_visible()
