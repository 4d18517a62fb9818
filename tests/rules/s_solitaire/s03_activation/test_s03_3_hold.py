"""S3.3 and S3.31: when S? are checked, and what Activates those in Hold Attitude."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.event import RollMade
from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import (
    attacked,
    check_and_generate,
    flame,
    searched,
    threats,
    threats_now,
)
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import ac_case
from opfor.rules.s_solitaire.s05_activation.s05_2_aph_or_rtph import threats_of_advance
from opfor.state.events import (
    MarkerAdded,
    MoveChanged,
    SuspectRemoved,
    UnitAdded,
    UnitChanged,
    WeaponAdded,
)
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, Unit, VehicleState, Weapon
from opfor.views.text.words import say
from tests.rules.given.activated import names
from tests.rules.given.checks import LIVE, after, attack_h5, on_table
from tests.rules.given.suspect_moves import BOARD
from tests.rules.given.world import events, game, notes

FLAT = "board: t\nsize: 24x10\n"
VEHICLE = "german/pzkpfw-iva"


class TestS3_31aAttacked:
    """S3.31 a."""

    def test_checked_at_once(self) -> None:
        """A S? attacked with a concealment-loss result has its AC."""
        play = after(*LIVE, do=attack_h5)
        assert names(play) == ["russian/4-4-7"]

    def test_each_of_the_location(self) -> None:
        """Each S? of the Location is checked, none elsewhere."""
        where = {"S1": "tH5", "S2": "tH5", "S3": "tH6"}
        play = after("S5.1 dr 6", "S5.1 dr 6", do=attack_h5, suspects=where)
        assert list(play.state.suspects) == ["S3"]

    def test_t18(self) -> None:
        """T18: the trigger, the AC and the generation in one go."""
        board = "board: t\nsize: 20x10\nwooden building 1: H5+H6\n"
        play = after(
            "S5.1 dr 2",
            "S5.6 DR 6,6",
            "S5.72 DR 3,3",
            "S5.74 dr 4",
            "S5.76 DR 2,3",
            board=board,
            suspects={"S1": "tH5/1"},
            do=lambda play: attacked(
                play, LocationName("tH5/1"), by=LocationName("tE5")
            ),
            a1_drm=2,
            a5_drm=-1,
        )
        assert names(play) == ["russian/4-4-7", "russian/2-2-8"]
        assert [f.location for f in play.state.fortifications.values()] == [
            "tH5/1",
            "tH5",
        ]
        (gun,) = play.state.weapons.values()
        assert gun.counter == "russian/45l-at-ptp-obr-32"


class TestS3_31a_exc1Sniper:
    """S3.31 a EXC."""

    def test_never(self) -> None:
        """A sniper checks no S?."""
        play = after(
            do=lambda play: attacked(
                play, LocationName("tH5"), by=LocationName("tE5"), sniper=True
            )
        )
        assert list(play.state.suspects) == ["S1"]


class TestS3_31cSearched:
    """S3.31 c."""

    def test_searched(self) -> None:
        """A S? in a Location successfully Searched is checked."""
        play = after(
            "S5.1 dr 6",
            do=lambda play: searched(play, LocationName("tH5"), by=LocationName("tG5")),
        )
        assert not play.state.suspects

    def test_fires_in_the_mph(self) -> None:
        """In the FRIENDLY MPh what is Activated fires at the searching stack."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V",), assault=True, steps=1)))
            searched(play, LocationName("tH5"), by=LocationName("tG5"))

        play = after(
            *LIVE,
            do=run,
            phase=("FRIENDLY", "MPh"),
            units={"V": ("german/4-6-7", "tG5")},
        )
        assert any("First Fires" in note for note in notes(play))


class TestS3_31dFlame:
    """S3.31 d."""

    def test_flame(self) -> None:
        """A Flame in its Location checks a S?."""
        play = after(*LIVE, do=lambda play: flame(play, LocationName("tH5")))
        assert names(play) == ["russian/4-4-7"]

    def test_blaze(self) -> None:
        """A Blaze eliminates it without an AC."""
        play = after(do=lambda play: flame(play, LocationName("tH5"), blaze=True))
        assert not play.state.suspects
        assert [say(e.why) for e in events(play, SuspectRemoved)] == [
            "eliminated by a Blaze"
        ]


class TestS3_31bVehicles:
    """S3.31 b: vehicles as movers."""

    @pytest.mark.parametrize(
        ("enemy", "hexes", "drm", "case"),
        [
            ("russian", 3, 1, "D"),
            ("russian", 4, 1, ""),
            ("russian", 4, -2, ""),
            ("russian", 2, 2, "E"),
            ("russian", 2, 3, ""),
            ("russian", 1, 9, "F"),
            ("german", 4, 1, "D"),
            ("german", 5, -2, ""),
        ],
    )
    def test_ranges(self, enemy: str, hexes: int, drm: int, case: str) -> None:
        """Only cases D, E and F Activate for a vehicle."""
        found: list[str] = []

        def run(play: Play) -> None:
            far = LocationName(f"t{'BCDEFG'[hexes]}5")
            here = LocationName("tB5")
            assert play.world.range(here, far) == hexes
            found.append(ac_case(play, far, here, drm, "vehicle"))

        on_table(board="board: t\nsize: 12x10\n", enemy=enemy, run=run)
        assert found == [case]

    def test_no_ffmo_and_no_long_range(self) -> None:
        """A vehicle has neither FFMO nor FFNAM, and no Long Range Activation."""
        found: list[int] = []

        def run(play: Play) -> None:
            for vehicle in (None, VehicleState()):
                unit = Unit(
                    id="v",
                    side="FRIENDLY",
                    counter="german/4-6-7",
                    location=LocationName("tE5"),
                    vehicle=vehicle,
                )
                play.emit(UnitAdded(unit))
                found.append(len(threats(play, unit.location, Move(units=("v",)))))

        suspects = {"S1": "tJ5", "S2": "tO5"}
        on_table(board="board: t\nsize: 24x10\n", suspects=suspects, run=run)
        assert found == [2, 0]


class TestS3_31bProximity:
    """S3.31 b: table x1."""

    @pytest.mark.parametrize(
        ("enemy", "hexes", "drm", "case"),
        [
            ("russian", 8, -2, "A"),
            ("russian", 9, -2, ""),
            ("russian", 6, -1, "B"),
            ("russian", 7, -1, ""),
            ("russian", 4, 0, "C"),
            ("russian", 5, 0, ""),
            ("russian", 5, -1, "B"),
            ("russian", 3, 1, "D"),
            ("russian", 4, 1, ""),
            ("russian", 2, 2, "E"),
            ("russian", 3, 2, ""),
            ("russian", 2, 3, ""),
            ("russian", 1, 9, "F"),
            ("german", 9, -1, ""),
            ("german", 9, -2, "A"),
            ("german", 6, 0, "C"),
            ("german", 4, 1, "D"),
            ("german", 2, 2, "E"),
            ("german", 2, 3, ""),
        ],
    )
    def test_t37(self, enemy: str, hexes: int, drm: int, case: str) -> None:
        """T37: the ranges of table x1, each at its boundary."""
        found: list[str] = []

        def view(play: Play) -> None:
            there = play.world.map.hex("B5")
            col, row = play.world.map.grid.coordinates(there)
            far = play.world.map.grid.index(col + hexes, row)
            while play.world.map.distance(there, far) < hexes:
                far += 1
            name = LocationName(play.world.map.name(far))
            found.append(ac_case(play, name, LocationName("tB5"), drm))

        on_table(board=FLAT, enemy=enemy, run=view)
        assert found == [case]

    FT = Weapon(id="f", counter="german/ft", owner="V")

    @pytest.mark.parametrize(
        ("held", "vehicle", "found"),
        [
            ((), False, ""),
            ((FT,), False, "A"),
            ((replace(FT, owner="W"),), False, "A"),
            ((FT,), True, ""),
        ],
    )
    def test_flamethrower(
        self, held: tuple[Weapon, ...], vehicle: bool, found: str
    ) -> None:
        """A22.4: -1 by a FT of those on foot: a DRM of -2 at seven hexes."""
        cases: list[str] = []

        def run(play: Play) -> None:
            for weapon in held:
                play.emit(WeaponAdded(weapon))
            if vehicle:
                unit = replace(play.state.unit("V"), vehicle=VehicleState())
                play.emit(UnitChanged(unit, fact("enters")))
            play.emit(MoveChanged(Move(units=("V", "W")[: 2 - vehicle], assault=True)))
            cases.extend(threat.case for threat in threats_now(play))

        squads = dict.fromkeys("VW", ("german/4-6-7", "tK4"))
        game(board=FLAT, suspects={"S1": "tD4"}, units=squads, run=run)
        assert "".join(cases) == found

    def test_flamethrower_broken(self) -> None:
        """Not that of one who has broken on the way, while the others go on."""
        cases: list[str] = []

        def run(play: Play) -> None:
            play.emit(WeaponAdded(self.FT))
            play.emit(MoveChanged(Move(units=("V", "W"), assault=True)))
            cases.extend(threat.case for threat in threats_now(play))
            unit = replace(play.state.unit("V"), broken=True)
            play.emit(UnitChanged(unit, fact("broken")))
            cases.extend(threat.case for threat in threats_now(play))

        squads = dict.fromkeys("VW", ("german/4-6-7", "tK4"))
        game(board=FLAT, suspects={"S1": "tD4"}, units=squads, run=run)
        assert cases == ["A"]

    def test_flamethrower_advances(self) -> None:
        """It counts for those who advance: 0 at five hexes is -1 for them."""

        def due(play: Play, id_: str) -> str:
            return "".join(one.case for one in threats_of_advance(play, [id_]))

        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(WeaponAdded(self.FT))
            found.extend(due(play, id_) for id_ in "VW")

        squads = dict.fromkeys("VW", ("german/4-6-7", "tI4"))
        game(board=FLAT, suspects={"S1": "tD4"}, units=squads, run=run)
        assert found == ["B", ""]


class TestS3_3Checked:
    """S3.3."""

    @staticmethod
    def checked(*dice: str, wave: bool = False) -> Game[State]:
        """A squad moves next to a S?, which is checked."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V",), assault=True)))
            (threat,) = threats_now(play)
            suspect = replace(threat.suspect, human_wave=wave)
            check_and_generate(play, replace(threat, suspect=suspect))

        return game(
            *dice,
            board=BOARD,
            suspects={"S1": "tD4"},
            units={"V": ("german/4-6-7", "tE4")},
            run=run,
        )

    def test_at_once(self) -> None:
        """An eligible S? has its AC at once, and brings what {A1} gives."""
        played = self.checked("S5.1 dr 1", "S5.6 DR 3,4")
        assert not played.state.suspects

    def test_without_ac(self) -> None:
        """That of a Human Wave has none."""
        played = self.checked("S4.34 dr 4", "S5.72 DR 4,4", "S5.72 DR 4,4", wave=True)
        rolls = [e for e in played.events if isinstance(e.event, RollMade)]
        assert "S5.1" not in {emitted.rule for emitted in rolls}


class TestS3_31Hold:
    """S3.31."""

    @staticmethod
    def cases(target: str, *, assault: bool = True, vehicle: bool = False) -> str:
        """The cases by which S? near and far are eligible for a moving stack."""
        found: list[str] = []

        def run(play: Play) -> None:
            if vehicle:
                unit = replace(play.state.unit("V"), vehicle=VehicleState())
                play.emit(UnitChanged(unit, "a vehicle"))
            play.emit(MoveChanged(Move(units=("V",), assault=assault)))
            found.extend(f"{t.suspect.id}{t.case}" for t in threats_now(play))

        game(
            board="board: t\nsize: 20x10\n",
            suspects={"S1": "tD4", "S2": "tO4"},
            units={"V": (VEHICLE if vehicle else "german/4-6-7", target)},
            run=run,
        )
        return " ".join(found)

    def test_by_proximity_and_from_afar(self) -> None:
        """S1 two hexes away is eligible by {x1}, S2 nine away by Long Range."""
        assert self.cases("tF4", assault=False) == "S1A S2L"

    def test_behind_too_much(self) -> None:
        """A6.7: five hexes of brush and a wreck among them bar the LOS."""
        found: list[Any] = []

        def run(play: Play) -> None:
            wreck = Marker(id="w", kind="wreck", location=LocationName("tF7"))
            play.emit(MarkerAdded(wreck))
            play.emit(MoveChanged(Move(units=("V",))))
            found.append(threats_now(play))

        game(
            board="board: t\nsize: 20x10\nbrush: F5-F9\n",
            suspects={"S1": "tF10"},
            units={"V": ("german/4-6-7", "tF4")},
            run=run,
        )
        assert found == [[]]

    def test_not_in_good_order(self) -> None:
        """Without a Good Order unit that moves nothing is eligible."""
        found: list[Any] = []

        def run(play: Play) -> None:
            found.append(threats_now(play))

        game(board=BOARD, suspects={"S1": "tD4"}, run=run)
        assert found == [[]]


class TestS3_31eLongRange:
    """S3.31e."""

    @pytest.mark.parametrize(
        ("target", "assault", "found"),
        [
            ("tF4", False, True),  # 9 hexes, -2
            ("tF4", True, False),  # -1 alone
            ("tG4", False, False),  # 8 hexes: within case A
        ],
    )
    def test_conditions(self, target: str, assault: bool, found: bool) -> None:
        """-2 or less, beyond the range of case A."""
        cases = TestS3_31Hold.cases(target, assault=assault)
        assert ("S2L" in cases) is found

    def test_not_a_vehicle(self) -> None:
        """A vehicle makes nothing eligible from afar."""
        cases = TestS3_31Hold.cases("tF4", assault=False, vehicle=True)
        assert "S2L" not in cases
