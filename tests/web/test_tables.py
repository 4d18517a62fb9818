"""What the pages of tables and of rules fetch."""

from pathlib import Path

import pytest

from opfor.state.nations import load_all, nations
from opfor.views.coverage import coverage
from opfor.web.rules.routes import all_rules
from tests.web.pages import served


class TestTables:
    """Every table can be had, with sources and exact chances."""

    def test_all(self, tmp_path: Path) -> None:
        """Every table has as many rows as it ships with, and chances that add up."""
        with served(tmp_path) as client:
            names = client.get("/api/tables").json()
            assert {each["id"] for each in names} == load_all().tables.keys()
            for each in names:
                table = client.get("/api/table", params={"id": each["id"]}).json()
                assert (
                    len(table["rows"]) == each["rows"] == sum(each["sources"].values())
                )
                for odds in table["odds"]:
                    total = sum(share for _, _, share in odds["chances"])
                    assert total == pytest.approx(1)

    def test_search(self, tmp_path: Path) -> None:
        """A word is found in titles and in results."""
        with served(tmp_path) as client:

            def found(word: str) -> set[str]:
                return {t["id"] for t in client.get(f"/api/tables?find={word}").json()}

            assert "A5" in found("pillbox")
            assert "russian/x2" in found("4-5-8")
            assert found("no such word") == set()

    def test_drm(self, tmp_path: Path) -> None:
        """A DRM shifts the chances."""
        with served(tmp_path) as client:
            plain, shifted = (
                client.get(f"/api/table?id=A1&drm={drm}").json()["odds"]
                for drm in (0, 2)
            )
            assert plain != shifted
            assert shifted[0]["drm"] == 2

    def test_counters(self, tmp_path: Path) -> None:
        """Every nation's counters say how sure they are."""
        with served(tmp_path) as client:
            for nation in nations(load_all().tables):
                rows = client.get(f"/api/counters?nation={nation}").json()
                assert all(
                    row["confidence"] in ("high", "medium", "low") for row in rows
                )

    @pytest.mark.parametrize(
        "path",
        [
            "/api/table?id=none", "/api/table?id=A1&pack=x",
            "/api/counters?nation=martian", "/api/decision?id=D-000",
        ],
    )  # fmt: skip
    def test_refused(self, tmp_path: Path, path: str) -> None:
        """What is not there is refused in one sentence."""
        with served(tmp_path) as client:
            reply = client.get(path)
            assert reply.status_code == 400
            assert len(reply.json()["error"].splitlines()) == 1


class TestRules:
    """The page of the rules."""

    def test_all(self) -> None:
        """Rules stand under their sections; each decision belongs to a known page."""
        found = all_rules()
        rules = [rule for section in found.sections for rule in section.rules]
        assert [rule.id for rule in rules] == [str(id_) for id_ in coverage().rules]
        assert {rule.status for rule in rules} <= set(found.states)
        routs = next(rule for rule in rules if rule.id == "S10")
        assert routs.decisions
        assert set(routs.decisions) <= found.decisions.keys()

    def test_decision(self, tmp_path: Path) -> None:
        """A page of decisions can be read."""
        with served(tmp_path) as client:
            found = client.get("/api/decision?id=D-001").json()
            assert found["text"].startswith("# D-001")
