"""S6.212: a Panicked DEFENDER must still fire at close Targets."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import mandatory
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import mode
from opfor.rules.a_infantry.a08_first_fire.offers import check_first_fire
from opfor.rules.a_infantry.a08_first_fire.s06_212_panicked_defender import panic_fire
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Fire, HoldFire
from opfor.rules.orders.fire.a08_first_fire import check_hold_fire
from opfor.rules.s_solitaire.s08_fire.s08_p14_first_fire import first_fire
from opfor.state.events import MoveChanged, WindowChanged
from opfor.state.in_progress import Move, Window
from opfor.state.play import Play
from opfor.state.units import LocationName, VehicleState
from tests.rules.given.drivers import armed
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, weapon

TANK, TRUCK = "russian/t-34-m41", "russian/gaz-mm"
FACING = VehicleState(vca=2, tca=2)

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
        calm, afraid = enemy("e1", "J6"), enemy("e1", "J6", **PANIC)
        assert mode(calm, calm) == "first"
        assert mode(afraid, afraid) == "FPF"
        assert mode(weapon("m", "mmg", "e1"), afraid) == "FPF"

    def test_half_fp_and_no_rof(self) -> None:
        """So it fires at half FP, and its MG by Sustained Fire, without ROF."""
        things = [MOVER, enemy("e1", "J6", **PANIC), weapon("m", "mmg", "e1")]

        def attack(play: Play) -> object:
            window(play)
            return check_first_fire(play, "ENEMY", Fire(("e1", "m"), HERE))

        made = ask(things, attack, phase="MPh", side="FRIENDLY")
        assert isinstance(made, Attack)
        assert made.fp == 8  # (4 + 4 FP) × 2 (PBF) × ½ (FPF)
        assert [arm.rof for arm in made.arms] == [0, 0]
        assert [arm.mark for arm in made.arms] == ["final", "final"]
        assert made.arms[1].breakdown == 9  # B11 less 2

    def test_nothing_else_then(self) -> None:
        """Neither a MOL nor a DC, nor a Snap Shot, is Final Protective Fire."""
        afraid = enemy("e1", "J6", **PANIC)
        things = [MOVER, afraid, weapon("d", "dc", "e1")]

        def find(play: Play) -> object:
            window(play)
            orders = (Fire(("d",), HERE), Fire(("e1",), HERE, mol=True))
            return [allowed(play, "ENEMY", each) for each in orders]

        how = {"phase": "MPh", "side": "FRIENDLY", "mol": ("ENEMY",)}
        assert ask(things, find, **how) == [False, False]

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

    @pytest.mark.parametrize(("at", "must"), [("J6", ["e1"]), ("I6", [])])
    def test_vehicle(self, at: str, must: list[str]) -> None:
        """An armed vehicle must fire at what moves ADJACENT to it; a truck cannot."""
        tank = enemy("e1", at, TANK, vehicle=FACING, **PANIC)
        truck = enemy("e2", at, TRUCK, vehicle=FACING, **PANIC)
        assert bound(tank, *armed([tank]), truck) == must
        calm = replace(tank, panic=False, ti=False)
        assert bound(calm, *armed([calm])) == []

    def test_vehicle_by_intensive_and_sustained_fire(self) -> None:
        """Its ordnance uses Intensive Fire, its MG Sustained Fire without a NMC."""
        tank = enemy("e1", "J6", TANK, vehicle=FACING, **PANIC)
        fired: list[Fire] = []

        def fire(play: Play) -> None:
            window(play)
            shot = plan_shot(play, "ENEMY", Fire(("e1.ma",), HERE))
            assert (shot.intensive, shot.rof, shot.mark) == (True, 0, "final")
            while first_fire(play):
                fired.append(play.state.shots[-1])

        dice = ("C3.3 DR 6,5", "A7.3 DR 5,4", "A10.1 DR 2,3")
        things = [MOVER, tank, *armed([tank])]
        game = played(*dice, things=things, run=fire, phase="MPh", side="FRIENDLY")
        assert [shot.firers for shot in fired] == [("e1.ma",), ("e1.bmg", "e1.cmg")]
        assert not game.state.units["e1"].broken
        marks = {arm.id: arm.fired for arm in game.state.weapons_of("e1")}
        assert set(marks.values()) == {"final"}

    def test_nowhere_else(self) -> None:
        """In its own PFPh a unit in Panic fires at nothing."""
        things = [MOVER, enemy("e1", "J6", **PANIC)]
        assert not ask(things, lambda p: allowed(p, "ENEMY", Fire(("e1",), HERE)))
