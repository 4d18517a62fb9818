"""C2.24: Gun Duels."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.core.modifier import total
from opfor.rules.c_ordnance.c02_ordnance.c02_24_gun_duels import (
    able_still,
    duel_drm,
    goes_first,
    reply_to,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire.a07_fire import do_first_fire
from opfor.state.events import MoveChanged, WindowChanged
from opfor.state.in_progress import Move, Window
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Acquired
from tests.rules.given.armor import L, duel, set_unit, set_weapon, told

Ready = Callable[[Play], object]

ORDER = Fire(("etank.ma",), L("K5"), at="tank")


def shown(ready: Ready | None = None, **scene: Any) -> tuple[ToHit | None, ToHit]:
    """The answer that the tank in K5 has, and the shot of the ENEMY tank at it."""
    found: list[tuple[ToHit | None, ToHit]] = []

    def run(play: Play) -> None:
        moved(play, ready)
        shot = plan_shot(play, "ENEMY", ORDER)
        found.append((reply_to(play, shot), shot))

    fight(run, **scene)
    return found[0]


def moved(play: Play, ready: Ready | None) -> None:
    """The tank has just spent four MP in K5, where it stands."""
    play.emit(MoveChanged(Move(units=("tank",), allotment=56, spent=16, here=16)))
    play.emit(WindowChanged(Window(side="ENEMY", mf=16)))
    if ready:
        ready(play)


def fight(run: Ready, *dice: str, **scene: Any) -> Game[State]:
    """The tank in its own MPh, the ENEMY one with its gun upon it."""
    tank = {"entered": True, "trail": ((L("K5"), 16),), "ce": True}
    tank |= scene.pop("tank", {})
    return duel(run, *dice, phase="MPh", turn="FRIENDLY", tank=tank, **scene)


def fought(*dice: str, ready: Ready | None = None, **scene: Any) -> Game[State]:
    """The whole duel."""

    def run(play: Play) -> None:
        moved(play, ready)
        do_first_fire(play, "ENEMY", ORDER)

    return fight(run, *dice, **scene)


def even(play: Play) -> None:
    """The ENEMY tank must turn its turret by so much that both have the same DRM."""
    unit = play.state.units["etank"]
    assert unit.vehicle is not None
    set_unit(play, "etank", vehicle=replace(unit.vehicle, tca=0))


def worse(play: Play) -> None:
    """And the other one has acquired it."""
    even(play)
    set_weapon(play, "tank.ma", acquired=Acquired(at=L("E2"), drm=-1))


class TestC2_24GunDuels:
    """C2.24."""

    def test_higher_drm(self) -> None:
        """Bounding fire has more DRM than a gun that need not turn: no answer."""
        reply, shot = shown()
        assert reply is None
        assert duel_drm(shot) == 1  # BU

    def test_lower_drm(self) -> None:
        """If the DEFENDER must turn, the vehicle fires first."""
        reply, shot = shown(worse)
        assert reply is not None
        assert goes_first(reply, shot)

    def test_case_c4_is_left_out(self) -> None:
        """The +1 of a stabilized gun in Motion does not count."""
        still, _ = shown(worse, tank={"equipment": ("G",)})
        motion, _ = shown(worse, tank={"equipment": ("G",), "motion": True})
        assert still is not None
        assert motion is not None
        assert duel_drm(still) == duel_drm(motion)
        assert total(motion.mods) == total(still.mods) + 1

    def test_concealed(self) -> None:
        """Nobody answers a concealed firer."""

        def hidden(play: Play) -> None:
            worse(play)
            set_unit(play, "etank", concealed=True)

        assert shown(hidden)[0] is None

    def test_change_of_ca(self) -> None:
        """Nor if the vehicle had to change its CA."""
        assert shown(worse, tank={"tca": 3})[0] is None

    def test_fired(self) -> None:
        """Nor if its gun has fired and kept no ROF."""

        def done(play: Play) -> None:
            worse(play)
            set_weapon(play, "tank.ma", fired="prep")

        assert shown(done)[0] is None

    def test_first_and_last(self) -> None:
        """A vehicle that kills undoes the shot at it."""
        played = fought("C3.3 DR 2,1", "C3.4 DR 1,1", ready=worse)
        assert "etank" not in played.state.units
        assert "does not fire any more" in told(played)
        assert played.state.weapons["tank.ma"].fired == "prep"

    def test_a_miss(self) -> None:
        """If it misses, the DEFENDER fires."""
        played = fought("C3.3 DR 5,6", "C3.3 DR 6,6", ready=worse)
        assert "etank" in played.state.units
        assert played.state.weapons["etank.ma"].malfunctioned

    def test_forgone(self) -> None:
        """Its player may forgo it."""
        played = fought("C3.3 DR 6,6", ready=worse, choices=("no",))
        assert played.state.weapons["tank.ma"].fired == ""


class TestC2_24_tieEqualDrm:
    """C2.24/tie."""

    def test_lower_final_first(self) -> None:
        """The lower Final DR takes effect first, and undoes the other shot."""
        dice = ("C3.3 DR 1,2", "C3.3 DR 3,5", "C3.4 DR 1,1")
        played = fought(*dice, ready=even)
        assert "etank" not in played.state.units
        assert "etank does not fire any more" in told(played)

    def test_final_in_motion(self) -> None:
        """C5.34: the lower dr that counts double tells, too, who is first."""
        dice = ("C3.3 DR 1,2", "C3.3 DR 1,2", "C3.4 DR 1,1")
        played = fought(*dice, ready=even, tank={"motion": True})
        assert "tank" not in played.state.units
        assert "tank does not fire any more" in told(played)

    def test_both_miss(self) -> None:
        """Who cannot be undone fires too."""
        played = fought("C3.3 DR 5,6", "C3.3 DR 6,5", ready=even)
        assert played.state.weapons["tank.ma"].fired
        assert played.state.weapons["etank.ma"].fired

    @pytest.mark.parametrize(("state", "able"), [({}, True), ({"broken": True}, False)])
    def test_who_still_fires(self, state: dict[str, Any], able: bool) -> None:
        """Not who is broken."""
        found: list[bool] = []

        def run(play: Play) -> None:
            moved(play, None)
            shot = plan_shot(play, "ENEMY", ORDER)
            set_unit(play, "etank", **state)
            found.append(able_still(play, shot))

        fight(run)
        assert found == [able]
