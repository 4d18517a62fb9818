"""S6.221 to S6.316: how the ENEMY moves, and what it does on the way."""

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.state.events import (
    Moved,
    SuspectPlaced,
    UnitAdded,
    UnitChanged,
    WaveBegan,
    WeaponAdded,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    Suspect,
    Wave,
    Weapon,
)
from tests.rules.given.moves import (
    at,
    enemy,
    entered,
    phase,
)
from tests.rules.given.world import events


class TestS6_221AssaultMovement:
    """S6.221."""

    def first(self, played: Game[State]) -> bool:
        """Whether the first step was Assault Movement."""
        found: bool = events(played, Moved)[0].move.assault
        return found

    def test_one_location(self) -> None:
        """A move that ends in its first Location is Assault Movement."""
        played = phase("S9.23 dr 2", enemies={"e1": "tM4"}, attitude="Hold", command=12)
        assert entered(played) == ["tM5"]
        assert self.first(played)

    def test_more_than_one(self) -> None:
        """A longer one is not."""
        played = phase("S9.23 dr 2", enemies={"e1": "tC2"}, command=9)
        assert not self.first(played)

    def test_exc1_minimum_move(self) -> None:
        """EXC: with no MF to spare it is plain movement."""

        def slow(play: Play) -> None:
            for n in range(3):
                load = Weapon(id=f"w{n}", counter="russian/mmg", owner="e1")
                play.emit(WeaponAdded(load))

        played = phase(
            "S9.23 dr 2",
            enemies={"e1": "tC2"},
            command=9,
            changed=slow,
        )
        assert not events(played, Moved) or not self.first(played)


class TestS6_222DoubleTime:
    """S6.222."""

    def test_used(self) -> None:
        """A4b 12: REH by Double Time, six MF."""
        played = phase(*["S9.24 dr 2"] * 6, enemies={"e1": "tC2"}, command=12)
        assert len(entered(played)) == 6
        assert played.state.units["e1"].cx

    def test_impossible(self) -> None:
        """A CX unit uses normal movement instead."""

        def tired(play: Play) -> None:
            unit = replace(play.state.units["e1"], cx=True)
            play.emit(UnitChanged(unit, "CX"))

        played = phase(
            *["S9.24 dr 2"] * 4, enemies={"e1": "tC2"}, command=12, changed=tired
        )
        assert len(entered(played)) == 4

    def test_not_necessary(self) -> None:
        """A4b 2: the VPO is reached without it."""
        played = phase(
            enemies={"e1": "tH7"}, command=2, vpo=("tH4",), held_by="FRIENDLY"
        )
        assert not played.state.units["e1"].cx
        assert entered(played)[-1] == "tH4"


class TestS6_315Recovery:
    """S6.315."""

    def test_on_the_way(self) -> None:
        """A squad tries to Recover what lies where it comes through."""

        def lying(play: Play) -> None:
            play.emit(
                WeaponAdded(Weapon(id="lmg", counter="russian/lmg", location=at("tC3")))
            )

        played = phase(
            "S9.23 dr 2",
            "A4.44 dr 1",
            enemies={"e1": "tC2"},
            command=9,
            changed=lying,
        )
        assert played.state.weapons["lmg"].owner == "e1"


class TestS6_316Smoke:
    """S6.316."""

    def test_before_open_ground(self) -> None:
        """A MMC with an exponent tries it before it enters what can be fired at."""
        played = phase(
            "S9.23 dr 2",
            "A24.11 dr 1",
            units={"f1": ("russian/4-4-7", "tC8")},
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=9,
        )
        smoke = [m.location for m in played.state.markers.values()]
        assert smoke == ["tC3"]

    def test_discretion(self) -> None:
        """Where it is placed is left to its policy."""
        played = phase(
            "S9.23 dr 2",
            "A24.11 dr 1",
            units={"f1": ("russian/4-4-7", "tC8")},
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=9,
            choices=("tD2",),
        )
        smoke = [m.location for m in played.state.markers.values()]
        assert smoke == ["tD2"]

    def test_not_without_a_friendly_unit(self) -> None:
        """Nobody in range, no SMOKE."""
        played = phase(
            "S9.23 dr 2",
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=9,
        )
        assert not played.state.markers
        assert len(entered(played)) == 4


class TestS6_3_moveErrands:
    """S6.3/move."""

    def test_to_the_broken(self) -> None:
        """A leader goes to a broken unit three hexes away; he arrives without CX."""

        def called(play: Play) -> None:
            leader = enemy("tC2", "e3", counter="russian/8-0")
            play.emit(UnitAdded(replace(leader, action="Move", automatic="S6.317")))
            broken = replace(play.state.units["e1"], broken=True)
            play.emit(UnitChanged(broken, "breaks"))

        played = phase(enemies={"e1": "tC5"}, changed=called)
        assert played.state.units["e3"].location == "tC5"
        assert not played.state.units["e3"].cx

    def test_what_is_adjacent_waits(self) -> None:
        """An ADJACENT destination is entered in the APh (S6.3171)."""

        def called(play: Play) -> None:
            leader = enemy("tC4", "e3", counter="russian/8-0")
            play.emit(UnitAdded(replace(leader, action="Move", automatic="S6.317")))
            broken = replace(play.state.units["e1"], broken=True)
            play.emit(UnitChanged(broken, "breaks"))

        played = phase(enemies={"e1": "tC5"}, changed=called)
        assert entered(played) == []

    def test_charge(self) -> None:
        """A berserk unit charges before anybody else moves (S9.1)."""

        def berserk(play: Play) -> None:
            unit = enemy("tT3", "e9", berserk=True, action="Move", automatic="S6.301")
            play.emit(UnitAdded(unit))

        played = phase(
            "S9.23 dr 2",
            enemies={"e1": "tC2"},
            units={"f1": ("german/4-6-7", "tT8")},
            changed=berserk,
            command=9,
        )
        moved = [event.move.units[0] for event in events(played, Moved)]
        assert moved[:5] == ["e9"] * 5
        assert "e1" in moved
        assert played.state.units["e9"].location == "tT8"


class TestS6_305_moveHumanWave:
    """S6.305/move."""

    def test_impulse_by_impulse(self) -> None:
        """A unit and a S? of a wave go on by turns, eight MF each."""

        def waves(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", at("tC1"))))
            for id_, where in (("e8", "tC2"), ("e9", "tE2")):
                play.emit(UnitAdded(enemy(where, id_, wave="wave1", action="Move")))
            suspect = Suspect("S1", at("tD2"), "Advance", human_wave=True, wave="wave1")
            play.emit(SuspectPlaced(suspect))

        played = phase(changed=waves)
        moved = [event.move.units[0] for event in events(played, Moved)]
        assert moved[:4] == ["e8", "e9", "e8", "e9"]
        assert len(moved) == 16
        assert played.state.units["e8"].location == "tC10"
        assert played.state.suspects["S1"].location == "tD10"
        assert played.state.suspects["S1"].moved
        assert played.state.move is None

    def test_into_the_enemy(self) -> None:
        """A wave enters the Location of a Known FRIENDLY unit and stays there."""

        def waves(play: Play) -> None:
            play.emit(WaveBegan(Wave("wave1", "red", at("tC1"))))
            play.emit(UnitAdded(enemy("tC2", "e8", wave="wave1", action="Move")))

        played = phase(changed=waves, units={"f1": ("german/4-6-7", "tC5")})
        assert played.state.units["e8"].location == "tC5"
        assert played.state.units["e8"].moved
