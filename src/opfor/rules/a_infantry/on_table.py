"""What the player resolves on his own table: he rolls there and tells what came of it.

Each resolution of `RESOLUTIONS` can be his; the engine then says what is to be rolled,
with FP, column and DRM, asks what became of each unit, and goes on from there.
"""

from collections.abc import Collection, Sequence
from typing import get_args

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Field, Option
from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, out_of_panic
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import eliminate
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import lose_weapon
from opfor.state.events import (
    UnitChanged,
    UnitReplaced,
    WeaponChanged,
)
from opfor.state.id_stems import stem
from opfor.state.in_progress import (
    Resolution,
)
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import (
    Unit,
    Weapon,
)

RESOLUTIONS: tuple[Resolution, ...] = get_args(Resolution)

FATES = (
    Option("none", "no effect"),
    Option("pinned", "pinned"),
    Option("broken", "broken"),
    Option("reduced", "reduced"),
    Option("broken and reduced", "broken and reduced"),
    Option("eliminated", "eliminated"),
)
"""What may become of a unit that is attacked; `fates_of` has the words for it."""

BOWED = ("pinned", "broken", "broken and reduced")
"""What does not become of a berserk unit."""

CAPTURED = Option("captured", "captured")
"""What may become of a unit that an attack in CC tries to capture."""

RALLY_FATES = (
    Option("none", "broken as before"),
    Option("rallied", "rallied"),
    Option("reduced", "reduced"),
    Option("eliminated", "eliminated"),
)
"""What may become of a unit that tries to rally."""

WEAPON_FATES = (
    Option("works", "it works"),
    Option("ROF", "it keeps its ROF"),
    Option("malfunctioned", "it malfunctions"),
    Option("eliminated", "it is eliminated"),
)
"""What may become of a Weapon that fires."""


def on_table(view: GameView, name: Resolution) -> bool:
    """Whether the player resolves that on his table."""
    return name in view.state.on_table


def report_units(
    play: Play,
    units: Sequence[str],
    purpose: str,
    weapons: Sequence[str] = (),
    *,
    fates: Sequence[Option] = FATES,
    taken: Collection[str] = (),
) -> dict[str, str]:
    """Ask what became of units, and of the Weapons that fired, and do it.

    Args:
        play: the game.
        units: who.
        purpose: what of, as the player is asked.
        weapons: the Weapons that fired.
        fates: what may become of the units.
        taken: those who may be captured, which whoever asks sees to.

    Returns:
        By id what the player said.
    """
    there = [id_ for id_ in units if id_ in play.state.units]
    form = []
    for id_ in there:
        options = fates_of(play, play.state.units[id_], fates)
        options += (CAPTURED,) * (id_ in taken)
        form.append(Field(id_, _named(play, id_), "option", options))
    form += [Field(id_, f"{id_}:", "option", WEAPON_FATES) for id_ in weapons]
    if not form:
        return {}
    asked = Adjudicate(purpose=purpose, side="FRIENDLY", form=tuple(form))
    said: dict[str, str] = play.ask(asked)
    for id_ in there:
        suffer(play, play.state.units[id_], said[id_])
    for id_ in weapons:
        _use(play, play.state.weapons[id_], said[id_])
    return said


def fates_of(
    view: GameView, unit: Unit, fates: Sequence[Option] = FATES
) -> tuple[Option, ...]:
    """What may become of one unit: a squad is reduced, a SMC wounded, a HS neither.

    A berserk unit is neither pinned nor broken (A15.42).
    """
    if unit.berserk:
        fates = tuple(one for one in fates if one.key not in BOWED)
    squad = mmc(view, unit)
    if squad is None:
        word = "wounded"
    elif squad.size == "squad" and squad.half_squad:
        word = "reduced to a HS"
    else:
        return tuple(fate for fate in fates if "reduced" not in fate.key)
    return tuple(
        Option(fate.key, f"broken and {word}" if "broken" in fate.key else word)
        if "reduced" in fate.key
        else fate
        for fate in fates
    )


def _named(view: GameView, id_: str) -> str:
    return f"{id_} ({view.world.counter(view.state.units[id_].counter).name}) is"


def suffer(play: Play, unit: Unit, fate: str) -> None:
    """Make a unit what the player says that it is.

    Errors:
        OpforError: there is no such fate.
    """
    match fate:
        case "none" | "captured":
            return
        case "pinned":
            play.emit(UnitChanged(replace(unit, pinned=True), fact("pinned")))
        case "broken":
            shaken = replace(out_of_panic(unit), broken=True, dm=True, labor=0)
            play.emit(UnitChanged(shaken, fact("broken")))
        case "reduced":
            _reduce(play, unit, broken=unit.broken)
        case "broken and reduced":
            _reduce(play, unit, broken=True)
        case "eliminated":
            eliminate(play, unit.id, losses=[])
        case "rallied":
            calm = replace(unit, broken=False, dm=False, disrupted=False)
            play.emit(UnitChanged(calm, fact("rallied")))
        case _:
            raise OpforError(f"{fate!r} is nothing that becomes of a unit")


def _reduce(play: Play, unit: Unit, *, broken: bool) -> None:
    """A squad becomes its HS, a SMC is wounded; anything smaller is eliminated."""
    squad = mmc(play, unit)
    unit = replace(out_of_panic(unit), labor=0) if broken else unit
    if squad is None and not unit.wounded and not unit.vehicle:
        hurt = replace(unit, wounded=True, broken=broken, dm=broken)
        play.emit(UnitChanged(hurt, fact("wounded")))
    elif squad and squad.size == "squad" and squad.half_squad:
        half = play.world.counter_of(squad.nation, squad.half_squad)
        prefix = "e" if unit.side == "ENEMY" else ""
        new = fresh_id(play.state, prefix + stem(half))
        less = replace(unit, id=new, counter=half.id, broken=broken, dm=broken)
        play.emit(UnitReplaced(unit.id, (less,), fact("reduced")))
    else:
        eliminate(play, unit.id, losses=[])


def _use(play: Play, weapon: Weapon, fate: str) -> None:
    match fate:
        case "ROF":
            play.emit(WeaponChanged(replace(weapon, rof=True), fact("keeps_its_rof")))
        case "malfunctioned":
            broken = replace(weapon, malfunctioned=True)
            play.emit(WeaponChanged(broken, fact("malfunctions")))
        case "eliminated":
            lose_weapon(play, weapon.id, fact("eliminated"))
