"""Duels of vehicles and Guns, for tests of Chapters C and D."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.game import Game
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.choices.orders import Fire
from opfor.state.events import PhaseBegan, UnitAdded, UnitChanged, WeaponChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Phase, Side, Unit
from opfor.views.text.words import say
from tests.rules.given.world import game

OPEN = """
board: t
size: 30x10
woods: K8
"""

PZ4, T34, STUG = "german/pzkpfw-ivf2", "russian/t-34-m40", "german/stuh-42"

L = LocationName


def duel(
    run: Callable[[Play], object],
    *dice: str,
    tank: dict[str, Any] | None = None,
    enemy: dict[str, Any] | None = None,
    at: str = "K5",
    counter: str = PZ4,
    enemy_at: str = "E2",
    enemy_counter: str = T34,
    phase: Phase = "PFPh",
    turn: Side = "FRIENDLY",
    **more: Any,
) -> Game[State]:
    """A FRIENDLY vehicle `tank` in K5 toward an ENEMY one `etank` six hexes ahead."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, turn, phase))
        run(play)

    vehicles = {
        "tank": (counter, at, tank or {}),
        "etank": (enemy_counter, enemy_at, {"vca": 3, "tca": 3} | (enemy or {})),
    }
    return game(*dice, board=OPEN, vehicles=vehicles, run=once, **more)


def plan(play: Play, side: Side = "FRIENDLY", **order: Any) -> ToHit:
    """The shot of the tank's Main Armament at the other one."""
    fields = {"firers": ("tank.ma",), "target": L("E2"), "at": "etank"} | order
    return plan_shot(play, side, Fire(**fields))


def fire(play: Play, side: Side = "FRIENDLY", **order: Any) -> None:
    """Fire it."""
    shoot(play, plan(play, side, **order))


def drm(shot: ToHit) -> dict[str, int]:
    """The DRM of a shot by rule."""
    mods = [*shot.mods, *(mod for aim in shot.aims for mod in aim.mods)]
    return {mod.rule: mod.value for mod in mods}


def set_unit(play: Play, id_: str, **changes: Any) -> None:
    """Change a unit."""
    play.emit(UnitChanged(replace(play.state.units[id_], **changes), "so the test"))


def set_weapon(play: Play, id_: str, **changes: Any) -> None:
    """Change a Weapon."""
    play.emit(WeaponChanged(replace(play.state.weapons[id_], **changes), "so the test"))


def told(played: Game[State]) -> str:
    """All notes in one text."""
    return "\n".join(
        say(e.event.fact) for e in played.events if isinstance(e.event, Note)
    )


def seen(run: Callable[[Play], Any], **scene: Any) -> Any:
    """What `run` gives in a duel."""
    found: list[Any] = []
    duel(lambda play: found.append(run(play)), **scene)
    return found[0]


def cases(**scene: Any) -> dict[str, int]:
    """The DRM of the tank's shot, by rule."""
    found: dict[str, int] = seen(lambda play: drm(plan(play)), **scene)
    return found


def squad(play: Play, at: str = "E3", counter: str = "german/4-6-7") -> None:
    """A FRIENDLY squad beside the ENEMY's tank."""
    made = Unit(id="a", side="FRIENDLY", counter=counter, location=L(at))
    play.emit(UnitAdded(made))


def enemy(run: Any, **scene: Any) -> Any:
    """What `run` gives in the ENEMY's PFPh."""
    return seen(run, **({"turn": "ENEMY"} | scene))
