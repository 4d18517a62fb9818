"""S6.212 and S6.213: what a unit in Panic must do, and suffers, at close quarters."""

import pytest

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.modes import mode, panic_fire
from opfor.rules.a_infantry.a08_first_fire.window import mandatory
from opfor.rules.a_infantry.a11_close_combat.ambush import ambush_drm
from opfor.rules.a_infantry.a11_close_combat.attack import drm
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Fire, HoldFire
from opfor.rules.orders.fire.a08_first_fire import check_hold_fire
from opfor.state.events import MoveChanged, WindowChanged
from opfor.state.in_progress import (
    CloseCombatAttack,
    Move,
    Window,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
)
from tests.rules.given.enemies import Thing, ask, enemy, friend, played

HERE = LocationName("tK6")
MOVER = friend("V", "K6")
PANIC = {"panic": True, "ti": True}


def window(play: Play, **shots: int) -> None:
    """V has just spent a MF in K6, and the ENEMY may fire."""
    play.emit(MoveChanged(Move(units=("V",), steps=1, spent=MF, here=MF)))
    play.emit(WindowChanged(Window(side="ENEMY", mf=MF, shots=shots)))


def bound(*things: Thing, **shots: int) -> list[str]:
    """The ENEMY units that must fire at V."""

    def find(play: Play) -> object:
        window(play, **shots)
        must = [unit.id for unit in panic_fire(play)]
        assert must == [unit.id for unit in mandatory(play, "ENEMY")]
        return must

    found = ask([MOVER, *things], find, phase="MPh", side="FRIENDLY")
    assert isinstance(found, list)
    return found


class TestS6_212MandatoryAttack:
    """S6.212."""

    def test_next_to_it(self) -> None:
        """A unit in Panic must fire at what moves ADJACENT to it, and only at that."""
        assert bound(enemy("e1", "J6", **PANIC)) == ["e1"]
        assert bound(enemy("e1", "M6", **PANIC)) == []
        assert bound(enemy("e1", "J6")) == []

    def test_in_its_location(self) -> None:
        """So it must in its own Location."""
        assert bound(enemy("e1", "K6", **PANIC)) == ["e1"]

    def test_who_cannot(self) -> None:
        """Not when broken, without FP, or after its shot there."""
        assert bound(enemy("e1", "J6", broken=True, **PANIC)) == []
        assert bound(enemy("e1", "J6", "8-0", **PANIC)) == []
        assert bound(enemy("e1", "J6", **PANIC), e1=1) == []

    def test_as_fpf(self) -> None:
        """It counts as under a Final Fire counter, whatever it has fired."""
        assert mode(enemy("e1", "J6", **PANIC)) == "FPF"
        assert mode(enemy("e1", "J6")) == "first"

    def test_the_price_of_fpf(self) -> None:
        """Its attack's DR is its own NMC; then nothing binds it any more."""

        def fire(play: Play) -> None:
            window(play)
            with pytest.raises(Illegal, match="in Panic and must fire"):
                check_hold_fire(play, "ENEMY", HoldFire())
            order(play, "ENEMY", Fire(("e1",), HERE))

        things = [MOVER, enemy("e1", "J6", **PANIC)]
        game = played(
            "A7.3 DR 6,5", things=things, run=fire, phase="MPh", side="FRIENDLY"
        )
        (left,) = [u for u in game.state.units.values() if u.side == "ENEMY"]
        assert left.broken

    def test_nowhere_else(self) -> None:
        """In its own PFPh a unit in Panic fires at nothing."""
        things = [MOVER, enemy("e1", "J6", **PANIC)]
        assert not ask(things, lambda p: allowed(p, "ENEMY", Fire(("e1",), HERE)))


def combat(*things: Thing) -> list[Mod]:
    """The DRM of V attacking e1 in CC."""
    clash = CloseCombatAttack(
        side="FRIENDLY", location=HERE, attackers=("V",), defenders=("e1",)
    )

    def find(play: Play) -> object:
        units = play.state.units
        return drm(play, [units["V"]], [units["e1"]], clash)

    found = ask(things, find, phase="CCPh")
    assert isinstance(found, list)
    return found


class TestS6_213AmbushAndCc:
    """S6.213."""

    def test_its_attacks(self) -> None:
        """+1 for its attack, and no second time for being TI."""
        found = combat(friend("V", "K6", **PANIC), enemy("e1", "K6"))
        assert found == [Mod("TI or Panic", 1, "A4.8")]

    def test_attacks_against_it(self) -> None:
        """-1 against it."""
        found = combat(MOVER, enemy("e1", "K6", **PANIC))
        assert found == [Mod("vs TI or Panic", -1, "A4.8")]

    def test_ambush(self) -> None:
        """+2 to its Ambush dr."""
        things = [enemy("e1", "K6", **PANIC)]
        found = ask(
            things, lambda p: ambush_drm(p, [p.state.units["e1"]]), phase="CCPh"
        )
        assert found == [Mod("Panic", 2, "A11.4")]
