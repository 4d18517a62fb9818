"""The card of a rule: for programs, for people, for whatever is asked."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.core.rule import REGISTRY
from opfor.web.rules.card import rule_card
from tests.web.pages import served


class TestCard:
    """What is known of a rule."""

    def test_coded(self) -> None:
        """A coded rule has our words, and pages on its open points."""
        card = rule_card("S6.12")
        assert card.title
        assert card.section == "ENEMY Actions"
        assert card.words
        assert not any("Args:" in text or "Reading:" in text for text in card.words)
        assert card.decisions
        assert [part.id for part in card.parts] == ["S6.12/exc1", "S6.12/exc2"]

    def test_every(self) -> None:
        """Every coded rule has a card with words."""
        for rule in REGISTRY:
            assert rule_card(str(rule.id)).words, rule.id

    def test_without_s(self) -> None:
        """The S may be left out."""
        assert rule_card("6.12").id == "S6.12"

    @pytest.mark.parametrize("number", ["", "S99.99", "../etc", "A" * 500, "S6.1\0"])
    def test_none(self, number: str) -> None:
        """What is no rule is refused in a sentence."""
        with pytest.raises(OpforError):
            rule_card(number)


class TestPages:
    """It over HTTP."""

    def test_both(self, tmp_path: Path) -> None:
        """A page for people, JSON for the page of a game; what there is not is 400."""
        with served(tmp_path) as client:
            assert client.get("/api/rules/S6.12/exc1").json()["id"] == "S6.12/exc1"
            assert "Action DR" in client.get("/rules/S6.12").text
            assert client.get("/api/rules/S99.9").status_code == 400
            assert client.get("/api/rules/%3Cscript%3E").status_code == 400
