"""S9.26, S9.36, S9.37: the ways open to a vehicle, and what a route of it counts."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_vehicles.armament import tk_number
from opfor.rules.s_solitaire.s09_vehicles.routes import by_bog, route_to, routes
from opfor.rules.s_solitaire.s09_vehicles.steps import MP, steps
from opfor.state.units import GunState, Weapon
from tests.rules.given.drivers import at, scene, squad, tank

T34, KV = "russian/t-34-m41", "russian/kv-1-m41"


class TestRoutes:
    """Routes of vehicles."""

    def test_least_bog(self) -> None:
        """The way with fewest Bog hexes, though it is longer."""
        one = tank("L2")
        found = route_to(scene(one), one, [at("L4")])
        assert not any(step.bog for step in found)
        assert found[-1].to == at("L4")

    def test_nowhere(self) -> None:
        """No way, no steps; where it is, none either."""
        one = tank("G5")
        assert route_to(scene(one), one, [at("G5")]) == ()
        assert route_to(scene(one), one, []) == ()

    def test_counts(self) -> None:
        """Each route counts what its steps count together."""
        one = tank("G5")
        found = routes(scene(one), one, at("G5"), count=by_bog)
        way = found[at("G8")]
        assert way.count == (0, 3 * MP)

    def test_hill_and_wall(self) -> None:
        """A wall costs a MP more, and halftracks and wheels do not cross it."""
        one, car = tank("O5"), tank("O5", counter="german/psw-222")
        up = {step.to: step.quarters for step in steps(scene(one), one, at("O5"))}
        assert up[at("O6")] == 2 * MP
        assert at("O6") not in {s.to for s in steps(scene(car), car, at("O5"))}
        assert at("N5") not in {s.to for s in steps(scene(car), car, at("O5"))}

    def test_gun_that_is_possessed(self) -> None:
        """The TK# of a Gun is that of who possesses it; none if it malfunctions."""
        gun = Weapon(id="g", counter="german/50l-at-pak-38", owner="a", gun=GunState())
        crew, one = squad("G8"), tank("G5")
        assert tk_number(scene(crew, one, weapons=(gun,)), crew, one) > 0
        out = replace(gun, malfunctioned=True)
        assert tk_number(scene(crew, one, weapons=(out,)), crew, one) == 0
