"""S5.75: generation of SW, and who possesses them."""

from types import SimpleNamespace

import pytest

from opfor.core.event import RollMade
from opfor.state.world import World
from tests.rules.given.generated import generated
from tests.rules.given.world import events


class TestS5_75SwGeneration:
    """S5.75."""

    def test_no_drm(self) -> None:
        """The DR on x4 has no modifier, whatever the date."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 3,4")
        assert events(play, RollMade)[-1].mods == ()
        assert [w.counter for w in play.state.weapons.values()] == ["russian/lmg"]


class TestS5_751Possession:
    """S5.751."""

    def test_a_tie_is_a_random_dr(self) -> None:
        """Of two MMC with equal BPV a Random dr says who has the SW."""
        play = generated(
            "S5.6 DR 2,2",
            "S5.72 DR 3,3",
            "S5.72 DR 3,3",
            "S5.75 DR 3,4",
            "S5.751 dr 4",
        )
        (weapon,) = play.state.weapons.values()
        assert weapon.owner == list(play.state.units)[1]


class TestS5_752AdvanceAttitude:
    """S5.752."""

    def test_dm_if_possible(self) -> None:
        """A SW that can be dm is; a Russian LMG cannot be."""
        made = [
            generated(
                "S5.6 DR 5,5", "S5.72 DR 3,3", f"S5.75 DR {dr}", attitude="Advance"
            )
            for dr in ("1,2", "3,4")
        ]
        assert [[w.dm for w in p.state.weapons.values()] for p in made] == [
            [True],
            [False],
        ]

    def test_not_in_hold(self) -> None:
        """In Hold Attitude a SW is assembled."""
        play = generated("S5.6 DR 5,5", "S5.72 DR 3,3", "S5.75 DR 1,2")
        assert [w.dm for w in play.state.weapons.values()] == [False]


class TestS5_752_exc1LongRange:
    """S5.752 EXC."""

    def test_never_dm(self) -> None:
        """A HMG from Long Range Activation is not dm, even in Advance."""
        play = generated(
            "S5.72 DR 4,4",
            "S5.32/generation DR 2,3",
            attitude="Advance",
            enemy="german",
            date="1943-08",
            long=True,
        )
        (weapon,) = play.state.weapons.values()
        assert (weapon.counter, weapon.dm) == ("german/hmg", False)


class TestS5_754Backblast:
    """S5.754."""

    DICE = ("S5.6 DR 5,5", "S5.72 DR 4,4", "S5.75 DR 2,2")

    def test_rerolled_inside(self) -> None:
        """A PSK in a building is rerolled until something else comes."""
        play = generated(
            *self.DICE,
            "S5.75 DR 5,5",
            "S5.75 DR 3,4",
            at="tH4",
            enemy="german",
            date="1944-01",
        )
        assert [w.counter for w in play.state.weapons.values()] == ["german/lmg"]

    def test_exc1_factory(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """EXC: in a Factory it stands too."""
        factory = SimpleNamespace(factory=True)
        monkeypatch.setattr(World, "building", lambda _world, _at: factory)
        play = generated(*self.DICE, at="tH4", enemy="german", date="1944-01")
        assert [w.counter for w in play.state.weapons.values()] == ["german/psk"]

    def test_not_outside(self) -> None:
        """Outside a PSK stands."""
        play = generated(*self.DICE, enemy="german", date="1944-01")
        assert [w.counter for w in play.state.weapons.values()] == ["german/psk"]
