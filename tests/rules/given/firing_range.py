"""A firing range for the tests of S8: open ground, one building, and who is there."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from opfor.core.explain import Decided
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import open_window
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup
from opfor.rules.s_solitaire.s06_actions.s06_23_command_to_fire import fire_command
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import Aiming, Target
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import groups_of
from opfor.state.events import (
    MoveChanged,
    PhaseBegan,
    ShotFired,
    UnitChanged,
    WeaponAdded,
)
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Phase, Side, Weapon
from tests.rules.given.world import events, game

OPEN = """
board: t
size: 20x10
wooden building: J3
"""
SQUAD, LEADER, FOE = "russian/4-4-7", "russian/9-1", "german/4-6-7"


def at(name: str) -> LocationName:
    """A Location of the board."""
    return LocationName(f"t{name}")


def shoot(
    *dice: str,
    run: Callable[[Play], object],
    enemies: Mapping[str, tuple[str, str]],
    units: Mapping[str, tuple[str, str]],
    phase: Phase = "PFPh",
    turn: Side = "ENEMY",
    weapons: Mapping[str, tuple[str, str]] | None = None,
    changes: Mapping[str, Mapping[str, Any]] | None = None,
    **more: Any,
) -> Game[State]:
    """A game of one step; `changes` sets fields of units, `weapons` are (type, who).

    Unless said otherwise the ENEMY units have Fire as their Action.
    """

    def begin(play: Play) -> None:
        play.emit(PhaseBegan(1, turn, phase))
        for id_, (counter, owner) in (weapons or {}).items():
            play.emit(WeaponAdded(Weapon(id=id_, counter=counter, owner=owner)))
        for id_, unit in list(play.state.units.items()):
            default = {"action": "Fire"} if unit.side == "ENEMY" else {}
            fields = {**default, **(changes or {}).get(id_, {})}
            if fields:
                play.emit(UnitChanged(replace(unit, **fields), "for the test"))
        run(play)

    placed = {id_: (what, f"t{where}") for id_, (what, where) in enemies.items()}
    foes = {id_: (what, f"t{where}") for id_, (what, where) in units.items()}
    more.setdefault("board", OPEN)
    return game(*dice, units=foes, enemies=placed, run=begin, **more)


def group_of(play: Play, *ids: str) -> ActionGroup:
    """Some units of one Location as a group."""
    return groups_of(play, [play.state.units[id_] for id_ in ids])[0]


def aim(play: Play, here: str, where: str, *things: str) -> tuple[Aiming, Target]:
    """A Target as some things in a Location see it."""
    shot = best_attack(play, things, at(where))
    assert shot is not None
    return Aiming(play, at(here)), Target(at(where), shot)


def shot_of(play: Play, where: str, *things: str) -> RatedAttack:
    """The attack of some things on a Location."""
    shot = best_attack(play, things, at(where))
    assert shot is not None
    return shot


def moving(play: Play, *ids: str, mf: int = 1, **fields: Any) -> None:
    """FRIENDLY units have just entered their Location, and may be fired at."""
    fields.setdefault("allotment", 4 * MF)
    play.emit(MoveChanged(Move(units=ids, here=mf * MF, spent=mf * MF, **fields)))
    open_window(play)


def chosen(played: Game[State]) -> list[str]:
    """What priority lists chose, in order."""
    return [note.chosen for note in events(played, Decided)]


E1 = {"e1": (SQUAD, "M6")}
V = {"V": (FOE, "J6")}


def part_played(part: Any, *dice: str, times: int = 1, **more: Any) -> Game[State]:
    """A part of a phase, so often; each time but the last it does something."""

    def run(play: Play) -> None:
        for _ in range(times):
            assert part(play)
        assert not part(play)

    more.setdefault("enemies", E1)
    more.setdefault("units", V)
    return shoot(*dice, run=run, **more)


def shots(game: Game[State]) -> list[tuple[str, ...]]:
    """Who fired, attack by attack."""
    return [event.shot.firers for event in events(game, ShotFired)]


TWO = {"V": (FOE, "J6"), "W": (FOE, "H6")}


def fires(*dice: str, **more: Any) -> Game[State]:
    """The group of e1, and who is with it, is commanded to fire once."""

    def run(play: Play) -> None:
        here = play.state.units["e1"].location
        ids = [u.id for u in play.state.units_at(here, "ENEMY")]
        assert fire_command(play, group_of(play, *ids))

    more.setdefault("enemies", E1)
    more.setdefault("units", TWO)
    return shoot(*dice, run=run, **more)
