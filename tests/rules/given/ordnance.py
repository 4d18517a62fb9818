"""A board, a piece of ordnance and somebody to fire at, for tests of Chapter C."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance, ordnance
from opfor.rules.c_ordnance.c03_to_hit.to_hit import Aimed, ToHit
from opfor.rules.c_ordnance.c05_firer_drm import Firing
from opfor.state.events import PhaseBegan, UnitChanged, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import GunState, LocationName, Phase, Side, Unit, Weapon
from tests.rules.given.world import game

L = LocationName

BOARD = """
board: t
size: 40x10
woods: D3 X5
stone building: D7 H7
wooden building 1: L7
grain: F5
brush: Z5
wall: L5/5
level 1: P2 P3 Q2 Q3
marsh: T5
"""
"""Row 5 is open from D5 on but for the grain in F5; woods, houses, a wall, a hill."""

GERMAN, RUSSIAN, CREW = "german/4-6-7", "russian/4-4-7", "russian/2-2-8"

MTR, GUN = "russian/50-mtr", "russian/45l-at-ptp-obr-32"


def table(
    run: Callable[[Play], object],
    *dice: str,
    unit: str = RUSSIAN,
    at: str = "tD5",
    weapon: str = "",
    target: str = "tH5",
    enemy: str = GERMAN,
    phase: Phase = "DFPh",
    turn: Side = "FRIENDLY",
    state: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    weapon_state: dict[str, Any] | None = None,
    **more: Any,
) -> Game[State]:
    """A Russian unit R with a Weapon w, a German V; the phase is set, then `run`."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, turn, phase))
        for id_, changes in (("R", state), ("V", theirs)):
            if changes:
                new = replace(play.state.units[id_], **changes)
                play.emit(UnitChanged(new, "as the test says"))
        if weapon:
            made = Weapon(id="w", counter=weapon, owner="R", **(weapon_state or {}))
            play.emit(WeaponAdded(made))
        run(play)

    return game(
        *dice,
        board=more.pop("board", BOARD),
        units={"V": (enemy, target)} | more.pop("units", {}),
        enemies={"R": (unit, at)} | more.pop("enemies", {}),
        run=once,
        **more,
    )


def looked(query: Callable[[Play], Any], *args: Any, **given: Any) -> Any:
    """What a query says on such a table."""
    found: list[Any] = []
    table(lambda play: found.append(query(play)), *args, **given)
    return found[0]


def firing(play: Play, **fields: Any) -> Firing:
    """The unit R about to fire w at where V is."""
    unit, weapon = play.state.units["R"], play.state.weapons["w"]
    piece = ordnance(play, weapon)
    assert piece is not None
    given = {"target": play.state.units["V"].location} | fields
    return Firing(play, unit, piece, weapon, **given)


def plain(number: int = 8, *drm: int, **fields: Any) -> ToHit:
    """A shot at one target with a To Hit number and DRM, and nothing else to it."""
    given: dict[str, Any] = {
        "side": "ENEMY",
        "unit": "R",
        "piece": Ordnance(id="w", name="Gun", nation="russian", kind="AT"),
        "start": L("tD5"),
        "target": L("tH5"),
        "type": "infantry",
        "ammo": "HE",
        "numbers": (Mod("TH#", number),),
        "mods": tuple(Mod("DRM", value) for value in drm),
        "aims": (Aimed("V"),),
        "fp": Fraction(8),
    }
    return ToHit(**given | fields)


def crew_of(play: Play) -> Unit:
    """The unit R."""
    return play.state.units["R"]


PAK, INF, FLAK = (
    "german/75l-at-pak-40",
    "italian/70-inf-70-15",
    "german/20l-aa-flak-38",
)


def value(mod: Mod | None) -> int:
    """What it adds."""
    return mod.value if mod else 0


def gunned(query: Any, counter: str = PAK, **gun: Any) -> Any:
    """What a query says while V in H5 mans a Gun; CA 5 looks to the left."""

    def run(play: Play) -> Any:
        state = GunState(**{"ca": 5} | gun)
        play.emit(WeaponAdded(Weapon(id="g", counter=counter, owner="V", gun=state)))
        return query(play)

    return looked(run)
