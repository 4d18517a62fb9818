"""Counters as the picture of a game has them: kinds, states, tones."""

from opfor.state.events import MarkerAdded, UnitAdded, WeaponAdded
from opfor.state.play import Play
from opfor.state.units import (
    OFFBOARD,
    Acquired,
    LocationName,
    Marker,
    Unit,
    VehicleState,
    Weapon,
)
from opfor.views.board.counters import STATE_WORDS, TONES
from opfor.views.game_picture import game_counters, unit_counter, weapon_counter
from tests.rules.given.armor import seen
from tests.rules.given.world import game


def drawn_of(unit: Unit) -> tuple[str, tuple[str, ...], int | None]:
    """How a unit is drawn: kind, states, facing."""
    found: list[tuple[str, tuple[str, ...], int | None]] = []
    game(
        run=lambda play: found.append(
            (
                (shown := unit_counter(play.world, unit)).kind,
                shown.states,
                shown.facing,
            )
        )
    )
    return found[0]


def vehicle(counter: str, **state: object) -> Unit:
    """A vehicle offboard."""
    made = VehicleState(**state)  # type: ignore[arg-type]
    return Unit(id="t", counter=counter, side="ENEMY", location=OFFBOARD, vehicle=made)


class TestVehicles:
    """Vehicles have silhouettes and states of their own."""

    def test_kinds(self) -> None:
        """Tank and assault gun differ by the turret."""
        assert drawn_of(vehicle("russian/t-34-m41"))[0] == "tank"
        assert drawn_of(vehicle("german/stug-iiib"))[0] == "assault_gun"

    def test_states(self) -> None:
        """Motion, BU and its CA are shown."""
        _, states, facing = drawn_of(vehicle("russian/t-34-m41", motion=True, vca=2))
        assert {"motion", "buttoned_up"} <= set(states)
        assert facing == 2

    def test_what_ails_it(self) -> None:
        """Shock and immobilization come before what is usual."""
        _, states, _ = drawn_of(
            vehicle("russian/t-34-m41", immobile=True, shock="UK", motion=True)
        )
        assert states[:2] == ("unconfirmed", "immobile")
        hidden = vehicle("russian/t-34-m41", hull_down=(1,), abandoned=True)
        assert drawn_of(hidden)[1] == ("abandoned", "hull_down")

    def test_turret(self) -> None:
        """A turret that is not turned ahead has a bar of its own."""
        found: list[int | None] = []
        for tca in (2, 4):
            turned = vehicle("russian/t-34-m41", vca=2, tca=tca)
            game(
                run=lambda play, unit=turned: found.append(  # type: ignore[misc]
                    unit_counter(play.world, unit).barrel
                )
            )
        assert found == [None, 4]

    def test_armament(self) -> None:
        """What a vehicle is armed with has no counter beside it."""
        drawn = seen(
            lambda play: [c.key for c in game_counters(play.world, play.state)]
        )
        assert {"tank", "etank"} <= set(drawn)
        assert not any("." in key for key in drawn)


class TestWeapons:
    """Weapons show what they have acquired."""

    def test_acquired(self) -> None:
        """The tag says -1 or -2."""
        found: list[tuple[str, ...]] = []
        weapon = Weapon(
            id="w",
            counter="german/50-mtr",
            acquired=Acquired(at=LocationName("tA1"), drm=-2),
        )
        game(
            run=lambda play: found.append(
                weapon_counter(play.world, weapon, OFFBOARD).states
            )
        )
        assert "acquired2" in found[0]


class TestLying:
    """What nobody has lies under the men: it hides nobody."""

    def test_under(self) -> None:
        """A Weapon that was left comes before the units of its Location."""
        keys: list[str] = []

        def run(play: Play) -> None:
            here = play.world.map.name(3)
            unit = Unit(id="81A", counter="german/8-1", side="FRIENDLY", location=here)
            left = Weapon(id="hmgA", counter="german/hmg", location=here)
            play.emit(UnitAdded(unit))
            play.emit(WeaponAdded(left))
            drawn = game_counters(play.world, play.state)
            keys.extend(counter.key for counter in drawn)

        game(run=run)
        assert keys.index("hmgA") < keys.index("81A")


class TestTones:
    """States in groups."""

    def test_words(self) -> None:
        """Each state of a tone has a word, and no state has two tones."""
        named = [state for states in TONES.values() for state in states]
        assert set(named) <= STATE_WORDS.keys()
        assert len(named) == len(set(named))


class TestWords:
    """What stands on a counter, and what it is called."""

    def test_commissar(self) -> None:
        """A Commissar's factors are whole, with a letter behind them."""
        unit = Unit(
            id="c", counter="russian/9-0-commissar", side="ENEMY", location=OFFBOARD
        )
        texts: list[str] = []
        game(run=lambda play: texts.append(unit_counter(play.world, unit).text))
        assert texts == ["9-0 C"]

    def test_residual(self) -> None:
        """Residual FP is called by its FP."""
        names: list[str] = []

        def run(play: Play) -> None:
            here = play.world.map.name(3)
            play.emit(MarkerAdded(Marker(id="m", kind="residual", location=here, fp=4)))
            counters = game_counters(play.world, play.state)
            names.extend(counter.name for counter in counters)

        game(run=run)
        assert "4 FP residual" in names
