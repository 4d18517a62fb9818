"""S9.342: Bounding Fire in the AFPh."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import ready_units
from opfor.rules.s_solitaire.s09_vehicles.s09_342_fire_in_the_afph import fires_in_afph
from opfor.rules.sequence.enemy import act
from opfor.state.play import Play
from opfor.state.units import OFFBOARD
from tests.rules.given import enemies
from tests.rules.given.drivers import WORLD, armed, scene, squad, tank

STUG = "german/stug-iiib"


class _With:
    """A world in which one counter is another."""

    def __init__(self, world: Any, piece: Any) -> None:
        self._world, self._piece = world, piece

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world, name)

    def counter(self, code: str) -> Any:
        """That counter instead of the one of its id."""
        return self._piece if code == self._piece.id else self._world.counter(code)


class TestS9_342BoundingFire:
    """S9.342."""

    def test_with_a_target(self) -> None:
        """With a Target that its armament can bear on, even a concealed one."""
        one = tank("G5")
        assert fires_in_afph(scene(one, squad("G8", concealed=True)), one)
        assert not fires_in_afph(scene(one), one)

    def test_served(self) -> None:
        """D1.321: not with the turret alone, while the crew that serves it is CE."""
        for counter, fires in (
            ("russian/t-26-m33", False),
            ("russian/t-34-m41", True),  # its BMG
            ("russian/t-34-85", True),
        ):
            one = tank("G5", counter=counter, ce=True)
            assert fires_in_afph(scene(one, squad("G8")), one) is fires
            shut = tank("G5", counter=counter)
            assert fires_in_afph(scene(shut, squad("G8")), shut)

    def test_offboard(self) -> None:
        """One that has found no way onto the map yet fires at nobody."""
        one = replace(tank("G5"), location=OFFBOARD)
        assert ready_units(scene(one, squad("G8")), fires_in_afph) == []

    def test_fired(self) -> None:
        """Nor does one that has fired."""
        one = tank("G5")
        fired = replace(one, fired="first")
        assert not fires_in_afph(scene(fired, squad("G8")), fired)

    def test_after_bounding_first_fire(self) -> None:
        """With the gun that kept its ROF, not with MG that were silent (D3.32)."""
        one = tank("G5")
        view = scene(one, squad("G8"))
        for ma, fires in (("", True), ("prep", False)):
            marks = {"e1.ma": ma}
            weapons = {
                id_: replace(weapon, fired=marks.get(id_, "prep"))
                for id_, weapon in view.state.weapons.items()
            }
            spent = view._replace(state=replace(view.state, weapons=weapons))
            assert fires_in_afph(spent, one) == fires

    def test_out_of_arc(self) -> None:
        """D-874: a gun without a turret turns the vehicle, if that is Mobile."""
        one, bogged = tank("G5", counter=STUG), tank("G5", counter=STUG, bogged=True)
        for where, fires in (("G8", True), ("G2", False)):
            assert fires_in_afph(scene(one, squad(where)), one)
            assert fires_in_afph(scene(bogged, squad(where)), bogged) is fires

    @pytest.mark.parametrize(("number", "fires"), [(10, False), (11, True)])
    def test_exc1_breakdown(self, number: int, *, fires: bool) -> None:
        """EXC: not with a B# of 10 or less."""
        one, friend = tank("G5"), squad("G8")
        found = WORLD.counter(one.counter)
        view = scene(one, friend)
        worn = _With(view.world, replace(found, breakdown=number))  # type: ignore[call-arg] # a vehicle's
        assert fires_in_afph(view._replace(world=worn), one) == fires  # type: ignore[arg-type] # a world

    @pytest.mark.parametrize(
        ("counter", "fires"),
        [("russian/ot-34", True), ("finnish/ot-133-r", False)],
    )
    def test_exc1_of_its_ma(self, counter: str, *, fires: bool) -> None:
        """EXC: the X# of a flamethrower that it carries beside its gun is not its MA's.

        That of a flamethrower for MA counts.
        """
        one, friend = tank("G5", counter=counter), squad("G6")
        found = replace(WORLD.counter(counter), removal=10)  # type: ignore[call-arg] # a vehicle's
        worn = _With(WORLD, found)
        view = scene(one, friend)._replace(world=worn)  # type: ignore[arg-type] # a world
        assert fires_in_afph(view, one) == fires

    @pytest.mark.parametrize(
        ("counter", "fires"), [("russian/t-34-m41", True), ("american/m4-mc", False)]
    )
    def test_in_play(self, counter: str, *, fires: bool) -> None:
        """In the AFPh a tank that moved fires; one with a B# of 10 does not."""
        one = tank("J6", counter=counter, moved=True)
        shots: list[object] = []

        def run(play: Play) -> None:
            while act(play):
                shots[:] = play.state.shots

        dice = ("C3.3 DR 6,5", "A7.3 DR 6,5") if fires else ()
        things = [one, *armed((one,)), squad("M6", "V")]
        enemies.played(*dice, things=things, run=run, phase="AFPh")
        assert bool(shots) is fires

    @pytest.mark.parametrize("motion", [False, True])
    def test_turns(self, *, motion: bool) -> None:
        """D-874: an assault gun that moved turns to its Target and fires, once."""
        one = tank("J6", counter=STUG, moved=True, motion=motion)
        shots: list[object] = []

        def run(play: Play) -> None:
            while act(play):
                shots[:] = play.state.shots

        things = [one, *armed((one,)), squad("M6", "V")]
        enemies.played("C3.3 DR 6,5", things=things, run=run, phase="AFPh")
        assert len(shots) == 1
