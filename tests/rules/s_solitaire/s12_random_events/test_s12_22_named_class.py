"""S12.22: reinforcements of one named class."""

import pytest

from opfor.rules.s_solitaire.s12_random_events.s12_22_named_class import (
    fresh_troops,
    of_the_class,
)
from opfor.state.events import EffectsChanged
from opfor.state.in_progress import Effect
from opfor.state.nations import load, load_nation, nations
from opfor.state.play import Play
from tests.rules.given.random_events import happens


class TestS12_22Class:
    """S12.22."""

    @pytest.mark.parametrize(("name", "fits"), [("4-5-8", True), ("4-4-7", False)])
    def test_elite(self, name: str, fits: bool) -> None:
        """While fresh troops come, only elite squads will do."""
        found: list[bool] = []

        def view(play: Play) -> None:
            found.append(of_the_class(play, "4-4-7"))
            fresh = Effect(kind="fresh troops", turn=play.state.turn)
            play.emit(EffectsChanged((fresh,), "as given"))
            found.append(of_the_class(play, name))

        happens(run=view, date="1944-06")
        assert found == [True, fits]

    @pytest.mark.parametrize(
        ("enemy", "date", "squads"),
        [
            ("partisan", "1943-07", {"3-3-7"}),
            ("red-chinese", "1940-08", {"3-3-7"}),
            ("finnish", "1941-07", {"8-3-8", "6-4-8"}),
            ("american", "1942-11", {"6-6-7", "6-6-6"}),
        ],
    )
    def test_hardly_any_elite(self, enemy: str, date: str, squads: set[str]) -> None:
        """A nation with hardly any elite has its best: no storm of rerolls."""
        found: list[frozenset[str]] = []
        happens(
            run=lambda play: found.append(fresh_troops(play)), enemy=enemy, date=date
        )
        assert found == [squads]

    @pytest.mark.parametrize("nation", nations(load()))
    def test_no_storm(self, nation: str) -> None:
        """Of every nation fresh troops come by one DR in six or more."""
        pack = load_nation(nation)
        date = pack.fact("last month")
        drm = pack.look_up("x2-drm", date=date).result
        found: list[frozenset[str]] = []
        happens(
            run=lambda play: found.append(fresh_troops(play)), enemy=nation, date=date
        )
        ways = sum(
            6 - abs(7 - n)
            for n in range(2, 13)
            if pack.look_up("x2", n + drm, date=date).result in found[0]
        )
        assert ways >= 6
