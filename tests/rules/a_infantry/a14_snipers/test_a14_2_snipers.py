"""A14: Snipers, who act once the order that alerted them is done."""

from collections.abc import Mapping
from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.a_infantry.a14_snipers.a14_2_snipers import (
    check_drm,
    look_for_him,
    recover,
    sniper_attack,
)
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.sequence import enemy
from opfor.rules.sequence.s02_turn import act
from opfor.state.events import (
    LossesChanged,
    PhaseBegan,
    SniperActed,
    SniperAlerted,
    UnitAdded,
)
from opfor.state.in_progress import SideLosses
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Unit, VehicleState
from tests.rules.given.stack import Stack, left, stack, unit
from tests.rules.given.world import game

SQUAD: Stack = {"V": "german/4-6-7"}


def shot(
    units: Stack, *dice: str, others: Mapping[str, str] | None = None
) -> Game[State]:
    """An ENEMY Sniper attack on a stack in J6, others being elsewhere."""

    def run(play: Play) -> None:
        for at, id_ in (others or {}).items():
            piece = Unit(
                id=id_,
                side="FRIENDLY",
                counter="german/4-6-7",
                location=LocationName(at),
            )
            play.emit(UnitAdded(piece))
        sniper_attack(play, "ENEMY")

    return stack(run, units, *dice)


class TestA14_2SniperAttack:
    """A14.2."""

    def test_in_vain(self) -> None:
        """A dr of 3 or more does nothing."""
        assert not unit(shot(SQUAD, "A14.2 dr 3"), "V").pinned

    def test_nearest(self) -> None:
        """He goes from where he is, and hits who is nearest to where he comes to."""
        others = {"tJ9": "W"}
        up = shot(SQUAD, "A14.2 dr 2", "A14.2 DR 1,3", others=others)
        assert unit(up, "V").pinned
        down = shot(SQUAD, "A14.2 dr 2", "A14.2 DR 4,3", others=others)
        assert unit(down, "W").pinned
        assert down.state.toll("ENEMY").sniper == "tJ9"

    def test_least_cover(self) -> None:
        """At equal distance he prefers the one in less cover."""
        others = {"tO6": "W", "tN7": "X"}

        def run(play: Play) -> None:
            play.emit(
                LossesChanged(
                    "ENEMY", SideLosses(sniper=LocationName("tN5")), "as given"
                )
            )
            for at, id_ in others.items():
                piece = Unit(
                    id=id_,
                    side="FRIENDLY",
                    counter="german/4-6-7",
                    location=LocationName(at),
                )
                play.emit(UnitAdded(piece))
            sniper_attack(play, "ENEMY")

        played = stack(run, SQUAD, "A14.2 dr 2", "A14.2 DR 4,1")
        assert unit(played, "X").pinned

    def test_equals(self) -> None:
        """Among equals a Random dr decides; at the map's edge he stops."""
        others = {"tJ2": "W"}
        units: Stack = {"V": ("german/4-6-7", {"location": "tL2"})}
        dice = "A14.2 dr 2", "A14.2 DR 1,6", "A14.2 dr 6"
        played = shot(units, *dice, others=others)
        assert sum(u.pinned for u in played.state.units.values()) == 1

    @pytest.mark.parametrize("states", [{"hidden": True}, {"guard": "x"}])
    def test_exc1_no_targets(self, states: dict[str, Any]) -> None:
        """Hidden units and prisoners are no targets."""
        units: Stack = {"V": ("german/4-6-7", states)}
        assert not unit(shot(units, "A14.2 dr 1"), "V").broken

    @pytest.mark.parametrize(
        "states", [{}, {"ce": True, "abandoned": True}, {"abandoned": True}]
    )
    def test_exc2_closed(self, states: dict[str, bool]) -> None:
        """A BU AFV and an Abandoned one are no targets; nobody goes out."""
        tank = {"V": ("german/pzkpfw-ivh", {"vehicle": VehicleState(**states)})}
        assert not state_of(unit(shot(tank, "A14.2 dr 1"), "V")).stunned

    def test_a_tie(self) -> None:
        """Of those that tie, the first has the dr, each other one a new one."""
        units: Stack = {"V": "german/4-6-7", "W": "german/4-6-7"}
        dice = "A14.2 dr 2", "A14.2 DR 1,1", "A14.2 random 4 4", "A14.2 dr 1"
        played = shot(units, *dice)
        assert unit(played, "V").pinned
        assert unit(played, "W").broken


class TestA14_3Effects:
    """A14.3."""

    @staticmethod
    def hit(counter: str, dr: int, *dice: str, **states: Any) -> Game[State]:
        """A Sniper's dr on a lone unit."""
        units: Stack = {"V": (counter, states)}
        return shot(units, f"A14.2 dr {dr}", "A14.2 DR 1,1", *dice)

    def test_mmc(self) -> None:
        """At 1 it breaks, at 2 it is pinned; its concealment is gone."""
        assert unit(self.hit("german/4-6-7", 1), "V").broken
        assert unit(self.hit("german/4-6-7", 2), "V").pinned

    def test_broken(self) -> None:
        """A broken one is reduced at 1, and comes under DM in any case."""
        played = self.hit("german/4-6-7", 1, broken=True)
        assert left(played) == {"247A": "2-4-7"}
        assert unit(played, "247A").dm
        assert unit(self.hit("german/4-6-7", 2, broken=True), "V").dm

    def test_smc(self) -> None:
        """At 1 he dies, at 2 he is wounded."""
        assert left(self.hit("german/9-1", 1)) == {}
        assert unit(self.hit("german/9-1", 2, "A17.11 dr 1"), "V").wounded


LED: Stack = {"V": "german/4-6-7", "W": "german/2-4-7", "L": "german/9-2"}


def checked(units: Stack, *dice: str, choice: str = "all", san: int = 4) -> Game[State]:
    """A Sniper Check of units in J6 against an ENEMY Sniper."""

    def run(play: Play) -> None:
        look_for_him(play, LocationName("tJ6"), "ENEMY")

    return stack(run, units, *dice, san=san, choices=(choice,))


class TestA14_4SniperCheck:
    """A14.4."""

    def test_eliminated(self) -> None:
        """A squad gets him on a 4: the SAN falls; the squad is TI."""
        state = checked(SQUAD, "A14.4 DR 2,2").state
        assert state.toll("ENEMY").san == 3
        assert state.units["V"].ti

    def test_pinned(self) -> None:
        """A Final 3 pins him: he does nothing until the Player Turn ends."""

        def run(play: Play) -> None:
            look_for_him(play, LocationName("tJ6"), "ENEMY")
            assert play.state.toll("ENEMY").sniper_pinned
            sniper_attack(play, "ENEMY")
            recover(play)

        dice = ("A14.4 DR 2,3", "A14.2 dr 1")
        game = stack(run, SQUAD, *dice, san=4, choices=("all",))
        assert not unit(game, "V").broken
        assert not game.state.toll("ENEMY").sniper_pinned

    def test_in_vain(self) -> None:
        """A Final 4 is nothing."""
        toll = checked(SQUAD, "A14.4 DR 2,4").state.toll("ENEMY")
        assert (toll.san, toll.sniper_pinned) == (4, False)

    def test_the_last_of_the_san(self) -> None:
        """Below two there is no SAN."""
        assert checked(SQUAD, "A14.4 DR 1,1", san=2).state.toll("ENEMY").san == 0

    def test_one_alone(self) -> None:
        """One may look alone: the others are not TI."""
        game = checked(LED, "A14.4 DR 6,5", choice="W")
        assert [unit(game, id_).ti for id_ in LED] == [False, True, False]

    def test_nobody(self) -> None:
        """Nobody must."""
        assert not unit(checked(SQUAD, choice="nobody"), "V").ti

    @pytest.mark.parametrize(
        "state",
        [
            {"pinned": True},
            {"broken": True},
            {"ti": True},
            {"moved": True},
            {"fired": "prep"},
        ],
    )
    def test_who(self, state: dict[str, Any]) -> None:
        """Only unpinned Good Order units that have neither fired nor moved."""
        game = checked({"V": ("german/4-6-7", state)})
        assert game.state.toll("ENEMY").san == 4

    def test_after_the_attack(self) -> None:
        """It follows the attack; who is pinned by it does not look."""

        def run(play: Play) -> None:
            sniper_attack(play, "ENEMY")

        pair: Stack = {"V": "german/4-6-7", "W": "german/4-6-7"}
        dice = ("A14.2 dr 2", "A14.2 DR 1,3", "A14.2 random 6 5")
        game = stack(run, pair, *dice, "A14.4 DR 6,5", san=4, choices=("all",))
        assert (unit(game, "V").pinned, unit(game, "W").ti) == (True, True)


class TestA14_4_drmDrm:
    """A14.4, the DRM."""

    def test_all(self) -> None:
        """Leadership, and one for each HS; a squad counts as two."""

        def run(play: Play) -> None:
            mods = check_drm(play, list(play.state.units.values()))
            assert [mod.value for mod in mods] == [-2, -3]

        stack(run, LED)

    def test_heroes(self) -> None:
        """One for each hero."""

        def run(play: Play) -> None:
            mods = check_drm(play, list(play.state.units.values()))
            assert [mod.value for mod in mods] == [-1, -1]

        stack(run, {"L": ("german/8-1", {"heroic": True})})


class TestA14_2WhenHeActs:
    """D-093: a Sniper acts when that is done which alerted him."""

    def test_what_no_order_did(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The fire of who is Activated is no order; he acts before the next one."""

        def fires(play: Play) -> bool:
            play.emit(SniperAlerted("FRIENDLY"))
            return True

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            act(play)
            assert play.state.snipers == ()

        monkeypatch.setattr(enemy, "act", fires)
        units = {"V": ("german/4-6-7", "tJ6")}
        told = game("A14.2 dr 5", units=units, run=run).events
        assert any(isinstance(e.event, SniperActed) for e in told)
