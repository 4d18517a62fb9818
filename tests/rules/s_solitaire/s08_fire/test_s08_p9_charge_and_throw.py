"""S8.p9: what the ENEMY does with a DC."""

from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.charge_placement import places_charge
from opfor.rules.s_solitaire.s08_fire.s08_p9_charge_and_throw import (
    charge_targets,
    worth_throwing,
)
from opfor.state.events import PhaseBegan, UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import set_unit
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, weapon

BOARD = "board: t\nsize: 20x10\nstone building: J6\n"
SAPPER = enemy("e1", "J5", "german/8-3-8")
DC = weapon("dc", "german/dc", "e1")
IN = friend("V", "J6", "russian/4-4-7")
NATIONS = {"enemy": "german", "friendly": "russian"}


def targets(*things: Thing, board: str = BOARD) -> list[str]:
    """Where e1 would place its DC."""
    found: list[str] = ask(
        things,
        lambda play: charge_targets(play, play.state.units["e1"]),
        board=board,
        **NATIONS,
    )
    return found


class TestS8_p9_charge:
    """S8.p9/charge."""

    def test_into_cover(self) -> None:
        """At an ADJACENT Target with a TEM of 2 or more."""
        assert targets(SAPPER, DC, IN) == ["tJ6"]
        assert targets(SAPPER, DC, friend("V", "K6", "russian/4-4-7")) == []

    def test_who(self) -> None:
        """By whom has a DC, has not fired and is unpinned."""
        assert targets(SAPPER, IN) == []
        for state in ({"fired": "prep"}, {"pinned": True}, {"broken": True}):
            assert targets(enemy("e1", "J5", "german/8-3-8", **state), DC, IN) == []

    def test_under_heavy_fire(self) -> None:
        """Not where so much may fire at it that it would hardly live."""
        more = [friend(f"W{n}", "J6", "russian/6-2-8") for n in range(2)]
        assert targets(SAPPER, DC, IN, *more) == []

    def test_saved_in_the_pfph(self) -> None:
        """Its Automatic Fire waits: it has Move as its Action, and does not fire."""
        run = played("S6.11 DR 2,4", things=[SAPPER, DC, IN], board=BOARD, **NATIONS)
        unit = run.state.units["e1"]
        assert (unit.action, unit.automatic, unit.fired) == ("Move", "S8.p9/charge", "")

    def test_placed_in_the_mph(self) -> None:
        """In the MPh it spends its MF, and the DC lies there."""
        saved = enemy(
            "e1", "J5", "german/8-3-8", action="Move", automatic="S8.p9/charge"
        )
        run = played(things=[saved, DC, IN], board=BOARD, phase="MPh", **NATIONS)
        (marker,) = run.state.markers.values()
        assert (marker.kind, marker.location, marker.of) == ("DC", "tJ6", "dc")
        assert run.state.units["e1"].location == "tJ5"

    def test_target_gone(self) -> None:
        """If there is nothing to place it at any more, it waits for the AFPh."""
        saved = enemy(
            "e1", "J5", "german/8-3-8", action="Move", automatic="S8.p9/charge"
        )
        run = played(things=[saved, DC], board=BOARD, phase="MPh", **NATIONS)
        assert run.state.units["e1"].fired == "opportunity"

    def test_says_if_it_could(self) -> None:
        """The order is given where it is legal."""

        def run(play: Play) -> bool:
            set_unit(play, "e1", automatic="S8.p9/charge")
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            return places_charge(play, play.state.units["e1"])

        assert ask((SAPPER, DC, IN), run, board=BOARD, **NATIONS)


class TestS8_p9_throw:
    """S8.p9/throw."""

    @staticmethod
    def thrown(*things: Thing) -> bool:
        """Whether e1 throws its DC at K6, and volleys say the same."""

        def run(play: Play) -> bool:
            unit = play.state.units["e1"]
            play.emit(UnitChanged(unit, "as it is"))
            at = LocationName("tJ6")
            found = worth_throwing(play, Fire(("dc",), at)) is not None
            shot = best_attack(play, ("dc",), at)
            assert (shot is not None) == found
            return found

        bare = "board: t\nsize: 20x10\nbrush: A9\n"
        return bool(ask(things, run, board=bare, **NATIONS))

    def test_many_for_few(self) -> None:
        """A HS throws it at three squads."""
        crowd = [friend(f"V{n}", "J6", "russian/4-4-7") for n in range(3)]
        assert self.thrown(enemy("e1", "J5", "german/2-3-8"), DC, *crowd)

    def test_not_one_for_one(self) -> None:
        """A squad does not throw it at a squad: its own Location suffers as much."""
        assert not self.thrown(SAPPER, DC, IN)
