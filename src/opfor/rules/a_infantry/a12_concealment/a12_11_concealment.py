"""A12.1: concealment: what costs a "?", and how one is gained.

The Concealment Table is data here: what costs a "?" is an act, each act is among the
causes of some codes, and each cell of the table names the codes that count there.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.event import Note
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    dummy,
    known_to_other_side,
    leader,
    us_number,
)
from opfor.rules.a_infantry.a03_phases import other
from opfor.rules.a_infantry.a10_morale.a10_531_open_ground import in_the_open
from opfor.rules.a_infantry.a11_close_combat.a11_17_stealth import lax, stealthy
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
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass_los import (
    spots,
)
from opfor.state.events import UnitChanged, UnitRemoved
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import GameView, Play
from opfor.state.units import (
    Unit,
)

GAIN = 5
"""The highest Final concealment dr that gains a "?"."""

HINDERING = ("brush", "grain", "marsh", "orchard", "vineyard", "olive grove")
"""Terrain of TEM 0 whose Location is a Hindrance all the same."""


# -- loss --------------------------------------------------------------------------


def act_fact(act: Act) -> Fact:
    """An act as the cause of what follows from it."""
    return fact(act.lower().replace(" ", "_"))


@rule("A12.11", "Dummies", cites=("A12.14",))
def vanish(play: Play, unit: Unit, why: Fact) -> None:
    """Take a dummy off the map, where any other unit would lose its "?".

    Reading: D-305. It moves as a MMC, and does nothing else.
    """
    play.emit(UnitRemoved(unit.id, fact("was_a_dummy", why=why)))


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
    play: Play, ids: Sequence[str], *, coloured: int = 0, hexes: int = 1
) -> None:
    """Take the "?" of those who fired or directed fire; Weapons name their owners.

    Args:
        play: the game.
        ids: units and Weapons.
        coloured: the Original coloured die of a Gun's TH DR.
        hexes: the range of the shot.

    A Gun's crew may stay concealed by its dice (A12.34); a hidden one is then on the
    map, under a "?".
    """
    state = play.state
    names = [state.weapons[i].owner if i in state.weapons else i for i in ids]
    for id_ in dict.fromkeys(names):
        unit = play.state.units.get(id_)
        if unit is None:
            continue
        # A12.121: Infantry by its fire
        if kind_of(play, unit) != "Gun":
            lose_by(play, id_, "fires")
        # A12.34: an emplaced Gun by its dice
        elif gun_seen(play, unit, coloured=coloured, hexes=hexes):
            lose_concealment(play, id_, fact("its_gun_fires"))
        elif unit.hidden:
            conceal(play, replace(unit, hidden=False), fact("its_gun_fires_unseen"))


@rule("A12.14/b5", "Concealment and attacks", cites=("S3.31a",))
def result_costs(kind: str, source: str = "fire") -> bool:
    """Whether an IFT result costs a "?": a PTC or more, by any attack but A-P mines."""
    return source != "mines" and kind in ("KIA", "K", "MC", "PTC")


# -- gain --------------------------------------------------------------------------


@rule(
    "A12.122",
    "Gain of concealment",
    exc=("no dr with no unbroken enemy within 16 hexes",),
    cites=("A12.121",),
)
def gain_concealment(play: Play) -> None:
    """At the end of its CCPh each Good Order unit of the ATTACKER may gain.

    Out of LOS in Concealment Terrain it does; elsewhere a dr decides, of 5 or less.
    EXC: no dr out of LOS with no unbroken enemy within 16 hexes.
    Reading: D-356 a vehicle gains only where no dr is made, Stopped and with its crew.
    """
    for unit in list(play.state.units.values()):
        if unit.side == play.state.side and _may_gain(unit):
            how = cell(play, unit, gain=True)
            # A12.122: out of LOS without a dr
            if how == "J" or (how == "K" and not _close_enemy(play, unit)):
                conceal(play, unit, fact("out_of_los"))
            # A12.122: else by a dr
            elif how in ("I", "K") and unit.vehicle is None:
                roll = die_roll(
                    play, fact("concealment_of", unit=unit.id), drm(play, unit)
                )
                if roll.final <= GAIN:
                    conceal(play, unit, fact("gains_concealment"))


def _may_gain(unit: Unit) -> bool:
    state = unit.vehicle
    shown = state is not None and (state.motion or state.abandoned or bool(state.shock))
    known = known_to_other_side(unit) and not unit.aboard
    return bool(unit.location) and unit.good_order and known and not shown


def _close_enemy(view: GameView, unit: Unit) -> bool:
    """Whether an unbroken enemy is within 16 hexes, in LOS or not."""
    eyes = eyes_of(view, other(unit.side), gain=True)
    return any(view.world.range(unit.location, at) <= NEAR for _, at, _ in eyes)


def conceal(play: Play, unit: Unit, why: Fact) -> None:
    """Put a unit under a "?"."""
    play.emit(UnitChanged(replace(unit, concealed=True), fact("is_concealed", why=why)))


@rule("A12.122/b1", "Concealment drm", cites=("A1.24", "A11.17", "A11.18"))
def drm(view: GameView, unit: Unit) -> list[Mod]:
    """US# and Lax add; TEM, Hindrance, Stealth and Japanese subtract; leadership.

    Of the leaders of the Location the best one other than itself; hexsides and Height
    Advantage do not count.
    """
    world, at = view.world, view.world.locate(unit.location)
    tem = world.ground.tem(at)
    mods = [
        Mod("US#", us_number(view, [unit]), "A1.24"),
        Mod("leadership", _leadership(view, unit), "A12.122"),
        Mod("Lax", int(lax(view, unit)), "A11.18"),
        Mod("TEM", -max(0, tem), "A12.122"),
        Mod("Hindrance", -int(world.ground.cover(at).name in HINDERING), "A12.122"),
        Mod("Stealthy", -int(stealthy(view, unit)), "A11.17"),
        Mod("Japanese", -2 * unit.counter.startswith("japanese/"), "G1.631"),
    ]
    return [mod for mod in mods if mod.value]


def _leadership(view: GameView, unit: Unit) -> int:
    """The best leadership of another Good Order leader there; 0 without any."""
    found = [
        smc.modifier
        for one in view.state.units_at(unit.location, unit.side)
        if one.id != unit.id and one.good_order and (smc := leader(view, one))
    ]
    return min(found, default=0)


@rule("A12.12", "Concealment at set-up")
def setup_concealment(play: Play) -> None:
    """Once all are set up, units that no enemy sees within 16 hexes get a "?"."""
    for unit in list(play.state.units.values()):
        if _may_gain(unit):
            seen = watch(play, unit.side, unit.location, gain=True, seen=unit)
            if seen is None or seen.range > NEAR:
                conceal(play, unit, fact("out_of_los_at_set_up"))
