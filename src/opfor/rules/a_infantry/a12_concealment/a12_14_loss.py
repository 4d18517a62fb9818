"""A12.14: how concealment is lost.

The Concealment Table is data here: what costs a "?" is an act, each act is among the
causes of some codes, and each cell of the table names the codes that count there.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    dummy,
    known_to_other_side,
)
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a10_morale.a10_531_open_ground import in_the_open
from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import (
    act_fact,
    conceal,
    vanish,
)
from opfor.rules.a_infantry.a12_concealment.a12_34_concealed_guns import gun_seen
from opfor.rules.a_infantry.a12_concealment.a12_121_concealment_table import (
    CODES,
    NEAR,
    Act,
    cell,
    eyes_of,
    kind_of,
    watch,
)
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import (
    spots,
)
from opfor.state.events import UnitChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    Unit,
)


@rule("A12.14", "Loss of concealment", cites=("A12.3", "A12.11"))
def lose_concealment(play: Play, id_: str, why: Fact) -> None:
    """Take a unit's "?" away, or its HIP; nothing if it has neither."""
    unit = play.state.units.get(id_)
    if unit is None or known_to_other_side(unit):
        return
    if dummy(unit):
        vanish(play, unit, why)
        return
    new = replace(unit, concealed=False, hidden=False)
    play.emit(UnitChanged(new, fact("loses_its_concealment", why=why)))


def lost_by(view: GameView, unit: Unit, act: Act) -> bool:
    """Whether an act costs a unit its "?", or HIP, where it is now.

    Of a Gun's crew that fires it `gun_seen` tells.
    """
    if known_to_other_side(unit) or not unit.location:
        return False
    codes = cell(view, unit)
    return "H" in codes or any(code in codes for code in CODES[act])


@rule("A12.14/b1", "Concealment lost by an act", cites=("A12.121",))
def lose_by(play: Play, id_: str, act: Act) -> bool:
    """Take the "?" if the act costs it; whether it did.

    A concealed unit that alone sees it shows itself for a moment to force the loss.
    """
    unit = play.state.units.get(id_)
    if unit is None or not lost_by(play, unit, act):
        return False
    seen = watch(play, unit.side, unit.location, seen=unit)
    # A12.14: a concealed observer must show itself
    if seen and not seen.revealed:
        play.emit(Note(fact("shows_itself_for_a_moment", unit=seen.by)))
    lose_concealment(play, id_, act_fact(act))
    return True


@rule("A12.14/b2", "Concealment and movement", cites=("A12.121", "A4.61"))
def loses_by_move(view: GameView, move: Move, unit: Unit) -> bool:
    """Whether a unit that has just entered its Location in the MPh loses its "?".

    Any movement but Assault Movement costs it, and so does Open Ground.
    """
    quiet = move.assault and not unit.vehicle
    if not quiet and lost_by(view, unit, "moves"):
        return True
    return loses_by_advance(view, unit)


@rule("A12.14/b3", "Concealment in Open Ground", cites=("A12.121", "A10.531"))
def loses_by_advance(view: GameView, unit: Unit) -> bool:
    """Whether a unit that advanced or withdrew into its Location loses its "?".

    It does if somebody who watches within 16 hexes has it in Open Ground.
    """
    if not lost_by(view, unit, "Open Ground"):
        return False
    return any(
        view.world.range(unit.location, at) <= NEAR
        and spots(view, at, unit.location, eye=view.state.units.get(id_), seen=unit)
        and in_the_open(view, at, unit.location, unit.side)
        for id_, at, _ in eyes_of(view, other(unit.side), gain=False)
    )


@rule("A12.14/b4", "Concealment and fire", cites=("A12.121", "A12.34"))
def after_fire(
    play: Play,
    ids: Sequence[str],
    *,
    coloured: int = 0,
    hexes: int = 1,
    seen: Collection[str] = (),
) -> None:
    """Take the "?" of those who fired or directed fire; Weapons name their owners.

    Args:
        play: the game.
        ids: units and Weapons.
        coloured: the Original coloured die of a Gun's TH DR.
        hexes: the range of the shot.
        seen: who was seen as he fired, whatever became of who saw him
            (`seen_firing`).

    A Gun's crew may stay concealed by its dice (A12.34); a hidden one is then on the
    map, under a "?".
    """
    for id_ in _users(play, ids):
        unit = play.state.units.get(id_)
        if unit is None:
            continue
        # A12.121: Infantry by its fire
        if kind_of(play, unit) != "Gun":
            if not lose_by(play, id_, "fires") and id_ in seen:
                lose_concealment(play, id_, act_fact("fires"))
        # A12.34: an emplaced Gun by its dice
        elif gun_seen(play, unit, coloured=coloured, hexes=hexes):
            lose_concealment(play, id_, fact("its_gun_fires"))
        elif unit.hidden:
            conceal(play, replace(unit, hidden=False), fact("its_gun_fires_unseen"))


def seen_firing(view: GameView, ids: Sequence[str]) -> frozenset[str]:
    """Who of those that fire or direct it is about to lose his "?" by it.

    Reading: D-814 it counts who sees him as he fires, not who is left to see him.
    """
    state = view.state
    users = [state.units[id_] for id_ in _users(view, ids) if id_ in state.units]
    seen = (unit for unit in users if kind_of(view, unit) != "Gun")
    return frozenset(unit.id for unit in seen if lost_by(view, unit, "fires"))


def _users(view: GameView, ids: Iterable[str]) -> list[str]:
    """Units, and the owners of Weapons, each once."""
    weapons = view.state.weapons
    names = (weapons[id_].owner if id_ in weapons else id_ for id_ in ids)
    return list(dict.fromkeys(names))


@rule("A12.14/b5", "Concealment and attacks", cites=("S3.31a",))
def result_costs(kind: str, source: str = "fire") -> bool:
    """Whether an IFT result costs a "?": a PTC or more, by any attack but A-P mines."""
    return source != "mines" and kind in ("KIA", "K", "MC", "PTC")
