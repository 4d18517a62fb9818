"""D2.3: LOS to and from the corner that a vehicle in Bypass has come to."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.rules.a_infantry.a06_los import BLOCKED
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import fp_attack
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import firers
from opfor.rules.a_infantry.a12_concealment.a12_121_concealment_table import cell, watch
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import follow
from opfor.rules.choices.offer import allows
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import (
    at_corner,
    corner_hindrance,
    mp_in_sight,
    shot_hindrance,
)
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import threats
from opfor.rules.s_solitaire.s03_activation.s03_32_advance import seen_by
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import (
    tracked,
    vehicle_targets,
)
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import sees_target
from opfor.rules.s_solitaire.s09_vehicles import s09_31_ce_or_bu
from opfor.rules.s_solitaire.s09_vehicles.s09_31_ce_or_bu import buttons_up
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import (
    moved_to,
    seen_from,
)
from opfor.rules.sequence.legal_orders import legal
from opfor.state.events import (
    MarkerAdded,
    MoveChanged,
    PhaseBegan,
    SuspectPlaced,
    UnitAdded,
    UnitChanged,
    WeaponAdded,
    WeaponChanged,
    WindowChanged,
)
from opfor.state.in_progress import Move, Window
from opfor.state.play import Play
from opfor.state.units import (
    Acquired,
    LocationName,
    Marker,
    MarkerKind,
    Suspect,
    Unit,
    Weapon,
)
from tests.rules.given.world import game

L = LocationName
SQUAD = "german/4-6-7"
PZ4, T34, TRUCK = "german/pzkpfw-ivf2", "russian/t-34-m40", "russian/gaz-mm"
T34_85 = "russian/t-34-85"

HOUSE = """
board: t
size: 20x10
wooden building 1: K4
woods: M5
"""
"""A house in K4; of its corners 0 is at the top left, and so on clockwise."""


def scene(
    what: Any,
    corner: int,
    *,
    at: str = "K7",
    own: int = -1,
    counter: str = T34,
    foe: str = "K4",
) -> Any:
    """What a query tells of a FRIENDLY tank and an ENEMY vehicle beside the house."""
    found: list[Any] = []

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
        found.append(what(play))

    def state(corner: int) -> dict[str, Any]:
        return {"bypass": (corner,), "corner": corner} if corner >= 0 else {}

    vehicles = {
        "tank": (PZ4, f"t{at}", {"vca": 0, "tca": 0} | state(own)),
        "etank": (counter, f"t{foe}", state(corner)),
    }
    units = {"e1": ("russian/4-4-7", f"t{foe}")}
    game(board=HOUSE, vehicles=vehicles, enemies=units, run=run)
    return found[0]


def aims(play: Play, at: str) -> None:
    """A squad comes to a Location, and is what the ENEMY tank has acquired."""
    squad = Unit(id="a", side="FRIENDLY", counter=SQUAD, location=L(f"t{at}"))
    play.emit(UnitAdded(squad))
    arm = replace(play.state.weapons["etank.ma"], acquired=Acquired(at=L(f"t{at}")))
    play.emit(WeaponChanged(arm, fact("has_acquired_its_target")))


def seen(play: Play) -> int:
    """The Hindrance of the shot from tank to tank."""
    units = play.state.units
    return shot_hindrance(play, units["tank"], L("tK4"), units["etank"])


def shot(play: Play) -> bool:
    """Whether the tank may fire at the other one."""
    order = Fire(("tank.ma",), L("tK4"), at="etank")
    return allows(play, "FRIENDLY", order, plan_shot)


class TestD2_3_losCorners:
    """D2.3/los."""

    @pytest.mark.parametrize(
        ("at", "hidden"), [("K7", {0, 1}), ("K1", {3, 4}), ("N4", {5}), ("H4", {2})]
    )
    def test_behind_the_house(self, at: str, hidden: set[int]) -> None:
        """The house hides what is at its far corners, though its own dot is seen."""
        blocked = {n for n in range(6) if scene(seen, n, at=at) == BLOCKED}
        assert blocked == hidden
        assert scene(seen, -1, at=at) == 0

    @pytest.mark.parametrize(("corner", "legal_"), [(0, False), (3, True), (-1, True)])
    def test_shot(self, corner: int, legal_: bool) -> None:
        """A shot at it needs LOS to its corner; one at the house does not."""
        assert scene(shot, corner) is legal_
        plain = Fire(("tank.ma",), L("tK4"))
        assert scene(lambda play: plan_shot(play, "FRIENDLY", plain), corner)

    def test_only_its_corner(self) -> None:
        """Woods hide the house from Q8, and not a tank at its lower right corner."""
        assert scene(shot, 3, at="Q8")
        assert not scene(shot, -1, at="Q8")
        assert scene(offered, 3, at="Q8") == {"etank"}
        assert scene(offered, -1, at="Q8") == set()

    @pytest.mark.parametrize(
        ("corner", "at", "seen_mp"), [(3, "Q8", 8), (-1, "Q8", 0), (0, "K7", 0)]
    )
    def test_mp_in_sight(self, corner: int, at: str, seen_mp: int) -> None:
        """C6.11: MP of VBM were spent in LOS if the corner come to is seen."""
        came: dict[str, Any] = {"corners": ((L("tK4"), corner),)} if corner >= 0 else {}

        def spent(play: Play) -> int:
            unit = play.state.units["etank"]
            changed(play, unit, fact("enters"), trail=((L("tK4"), 8),), **came)
            return mp_in_sight(play, play.state.units["etank"], L(f"t{at}"))

        assert scene(spent, corner, at=at) == seen_mp

    @pytest.mark.parametrize(("own", "foe"), [(3, "K1"), (0, "K7")])
    def test_from_its_corner(self, own: int, foe: str) -> None:
        """A tank at a corner does not see past the house, and sees the other way."""

        def view(play: Play) -> tuple[int, int]:
            tank, back = play.state.units["tank"], {"K1": "K7", "K7": "K1"}[foe]
            ahead = shot_hindrance(play, tank, L(f"t{foe}"))
            return ahead, shot_hindrance(play, tank, L(f"t{back}"))

        assert scene(view, -1, own=own, at="K4", foe=foe) == (BLOCKED, 0)

    def test_what_it_looks_for(self) -> None:
        """An ENEMY vehicle finds no Target past the house; elsewhere it would."""

        def targets(play: Play) -> tuple[list[LocationName], list[LocationName]]:
            unit = play.state.units["etank"]
            return seen_from(play, unit), seen_from(play, moved_to(unit, L("tK5")))

        assert scene(targets, 0) == ([], [L("tK7")])
        assert scene(targets, 3) == ([L("tK7")], [L("tK7")])

    @pytest.mark.parametrize(("corner", "codes"), [(0, "F"), (3, "H"), (-1, "ABCD")])
    def test_concealment(self, corner: int, codes: str) -> None:
        """Behind the house it is out of LOS for its "?" too, with those it carries."""

        def lost(play: Play) -> tuple[str, str]:
            tank = play.state.units["etank"]
            rider = replace(play.state.units["e1"], aboard=tank.id, rides=True)
            return cell(play, tank), cell(play, rider)

        own, aboard = scene(lost, corner)
        assert own == codes
        assert (aboard == "F") is (corner == 0)

    @pytest.mark.parametrize(("own", "seen"), [(0, False), (3, True), (-1, True)])
    def test_who_watches(self, own: int, seen: bool) -> None:
        """A tank at a corner watches what it sees from there."""

        def watched(play: Play) -> bool:
            return watch(play, "ENEMY", L("tK7")) is not None

        assert scene(watched, -1, at="K4", own=own, foe="K7") is seen

    @pytest.mark.parametrize(("own", "case"), [(0, ""), (3, "D"), (-1, "")])
    def test_activation(self, own: int, case: str) -> None:
        """A S? is checked by LOS to the corner; the house gives no TEM there.

        At its hex's dot the tank has the house's +2, which is too much for case D.
        """

        def found(play: Play) -> list[str]:
            play.emit(SuspectPlaced(Suspect("S1", L("tK7"))))
            move = Move(units=("tank",))
            return [one.case for one in threats(play, L("tK4"), move)]

        assert scene(found, -1, at="K4", own=own, foe="A1") == [case] * bool(case)

    @pytest.mark.parametrize("ce", [False, True])
    def test_activation_ce(self, *, ce: bool) -> None:
        """D-388: CE or BU, a tank in the open at three hexes is checked by case D."""

        def found(play: Play) -> list[str]:
            play.emit(SuspectPlaced(Suspect("S1", L("tK8"))))
            changed(play, play.state.units["tank"], "so", ce=ce)
            return [one.case for one in threats(play, L("tK5"), Move(units=("tank",)))]

        assert scene(found, -1, at="K5", foe="A1") == ["D"]

    def test_activation_ahead(self) -> None:
        """Of a Location that it might go to its corner tells nothing."""

        def found(play: Play) -> list[str]:
            play.emit(SuspectPlaced(Suspect("S1", L("tK7"))))
            move = Move(units=("tank",))
            return [one.case for one in threats(play, L("tK5"), move)]

        assert scene(found, -1, at="K4", own=0, foe="A1") == ["D"]

    def test_who_sees_a_suspect_move(self) -> None:
        """S3.32: a S? that moves is watched from the corner."""

        def eyes(play: Play) -> list[str]:
            return [unit.id for unit in seen_by(play, L("tK7"))]

        assert scene(eyes, -1, at="K4", own=0, foe="A1") == []
        assert scene(eyes, -1, at="K4", own=3, foe="A1") == ["tank"]

    @pytest.mark.parametrize(("own", "sees"), [(0, False), (3, True)])
    def test_mg_from_its_corner(self, own: int, sees: bool) -> None:
        """Nor does its MG fire past it."""
        order = Fire(("tank.cmg",), L("tK7"))

        def fires(play: Play) -> bool:
            return allows(play, "FRIENDLY", order, plan_attack)

        assert scene(fires, -1, at="K4", own=own, foe="K7") is sees

    @pytest.mark.parametrize(("own", "at"), [(3, "Q8"), (3, "K7"), (-1, "K7")])
    def test_in_the_open(self, own: int, at: str) -> None:
        """C6.14: what it fires at from its corner moves in the open by that LOS.

        In Q8 woods hide it from the house's dot, and not from the corner.
        """

        def cases(play: Play) -> set[str]:
            mover = Unit(id="a", side="FRIENDLY", counter=SQUAD, location=L(f"t{at}"))
            play.emit(UnitAdded(mover))
            play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
            play.emit(MoveChanged(Move(units=("a",))))
            play.emit(WindowChanged(Window(side="ENEMY", mf=4)))
            made = plan_shot(play, "ENEMY", Fire(("etank.ma",), mover.location))
            return {mod.name for aim in made.aims for mod in aim.mods}

        assert scene(cases, own, at="A1") == {"Case J3: FFNAM", "Case J4: FFMO"}

    @pytest.mark.parametrize(("own", "fires"), [(3, True), (-1, False)])
    def test_targets(self, own: int, fires: bool) -> None:
        """An ENEMY vehicle has its Targets by its corner's LOS, of First Fire too.

        Woods hide Q8 from the house's dot, and not from the corner.
        """

        def found(play: Play) -> tuple[bool, bool]:
            mover = Unit(id="a", side="FRIENDLY", counter=SQUAD, location=L("tQ8"))
            play.emit(UnitAdded(mover))
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            seen = sees_target(play, play.state.units["etank"])
            aims = [t.where for t in targets_of(play, ("etank.ma",))]
            assert aims == [mover.location] * seen
            play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
            play.emit(MoveChanged(Move(units=("a",))))
            play.emit(WindowChanged(Window(side="ENEMY", mf=4)))
            return seen, "etank.cmg" in {firer.id for firer in firers(play)}

        assert scene(found, own, at="Q8") == (fires, fires)

    @pytest.mark.parametrize("own", [3, -1])
    def test_acquired_target(self, own: int) -> None:
        """S6.3141, D-386: what a tank has acquired is its Target by its corner's LOS.

        Woods hide Q8 from the house's dot, and not from the corner.
        """

        def kept(play: Play) -> list[LocationName]:
            aims(play, "Q8")
            tank = play.state.units["etank"]
            return vehicle_targets(play, tank, [L("tK1"), L("tQ8")])

        assert scene(kept, own, at="K7") == [L("tQ8")] * (own == 3)

    @pytest.mark.parametrize("own", [3, -1])
    def test_tracking(self, own: int) -> None:
        """C6.51, S6.3143: it tracks what comes to where it looks from its corner."""

        def follows(play: Play) -> tuple[LocationName, bool]:
            aims(play, "Q9")
            mover = replace(play.state.units["a"], location=L("tQ8"))
            play.emit(UnitChanged(mover, fact("enters")))
            arm = play.state.weapons["etank.ma"]
            tracks = tracked(play, arm, [mover], mover) is not None
            follow(play, L("tQ9"), L("tQ8"), [mover.id])
            held = play.state.weapons["etank.ma"].acquired
            assert held
            return held.at, tracks

        found = scene(follows, own, at="K7")
        assert found == ((L("tQ8"), True) if own == 3 else (L("tQ9"), False))

    @pytest.mark.parametrize(("own", "at"), [(3, "Q8"), (-1, "Q8"), (0, "K7")])
    def test_hatches(self, own: int, at: str) -> None:
        """S9.31: its crew is BU by what its corner sees, and not by the house's dot."""

        def shut(play: Play) -> bool:
            unknown = replace(play.state.units["tank"], concealed=True)
            play.emit(UnitChanged(unknown, fact("enters")))
            known = Unit(id="a", side="FRIENDLY", counter=SQUAD, location=L(f"t{at}"))
            play.emit(UnitAdded(known))
            return bool(buttons_up(play, play.state.units["etank"]))

        assert scene(shut, own, at="A1", counter=T34_85) is (own == 3)

    @pytest.mark.parametrize("own", [3, -1])
    def test_hatches_and_mg(self, own: int, monkeypatch: pytest.MonkeyPatch) -> None:
        """S9.31: so with a HMG, which counts farther away than other Targets."""
        monkeypatch.setattr(s09_31_ce_or_bu, "NEAR", 5)

        def why(play: Play) -> tuple[str, str]:
            known = Unit(id="a", side="FRIENDLY", counter=SQUAD, location=L("tQ8"))
            play.emit(UnitAdded(known))
            unit = play.state.units["etank"]
            without = buttons_up(play, unit)
            play.emit(WeaponAdded(Weapon(id="h", counter="german/hmg", owner="a")))
            return without, buttons_up(play, unit)

        assert scene(why, own, at="A1", counter=T34_85) == (
            "",
            "the MG of a" if own == 3 else "",
        )

    def test_within_the_hex(self) -> None:
        """In one hex everybody sees it."""
        assert scene(seen, 0, at="K4") == 0

    def test_on_the_ift(self) -> None:
        """Fire at the house does not reach a truck that is hidden behind it."""

        def reached(play: Play) -> set[str]:
            made = fp_attack(
                play, "FRIENDLY", L("tK4"), 8, source="fire", froms=[L("tK7")]
            )
            return {unit.id for unit in attacked_units(play, made)}

        assert scene(reached, 0, counter=TRUCK) == {"e1"}
        assert scene(reached, 3, counter=TRUCK) == {"e1", "etank"}

    @pytest.mark.parametrize(
        ("at", "smoke", "drm"), [("K7", "K6", 2), ("Q8", "A1", BLOCKED)]
    )
    def test_smoke(self, at: str, smoke: str, drm: int) -> None:
        """SMOKE counts as in LOS to the house; past a blocked one nothing is seen."""

        def run(play: Play) -> int:
            lies = Marker(id="s", kind="smoke", location=L(f"t{smoke}"), hindrance=2)
            play.emit(MarkerAdded(lies))
            return seen(play)

        assert scene(run, 3, at=at) == drm

    @pytest.mark.parametrize(("kind", "drm"), [("residual", 0), ("WP", BLOCKED)])
    def test_markers_that_hinder(self, kind: MarkerKind, drm: int) -> None:
        """Where the centre is hidden SMOKE bars all; Residual FP hinders nothing."""

        def run(play: Play) -> int:
            lies = Marker(id="m", kind=kind, location=L("tA1"), fp=2, hindrance=2)
            play.emit(MarkerAdded(lies))
            return seen(play)

        assert scene(run, 3, at="Q8") == drm

    def test_not_in_bypass(self) -> None:
        """Infantry, and vehicles that are not in Bypass, are where their hex is."""

        def run(play: Play) -> list[bool]:
            return [at_corner(play.state.units[id_]) for id_ in ("e1", "tank", "etank")]

        assert scene(run, 2) == [False, False, True]
        centre = scene(
            lambda p: corner_hindrance(p, L("tK7"), p.state.units["etank"]), 3
        )
        assert centre == 0


def offered(play: Play) -> set[str]:
    """The vehicles at which fire is offered."""
    return {getattr(o.order, "at", "") for o in legal(play, "FRIENDLY", Fire)} - {""}
