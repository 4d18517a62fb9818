"""A7.308: what an attack on the IFT does to vehicles and their crews."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from opfor.core.ask import Adjudicate, Field
from opfor.core.dice import DR, Rolled
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_37_incremental_ift import column_of
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import INDIRECT
from opfor.rules.a_infantry.a07_fire.a07_308_star_vehicle_line import (
    vehicle_kill_number,
)
from opfor.rules.a_infantry.a07_fire.a07_ift import (
    HIGHEST,
    LOWEST,
    NO_EFFECT,
    IftResult,
    read_ift,
)
from opfor.rules.a_infantry.a07_fire.attack import Attack, against
from opfor.rules.a_infantry.a07_fire.targets import attacked_units, flame_of
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.a_infantry.a22_ft_and_mol.a22_34_against_vehicles import flame_fate
from opfor.rules.c_ordnance.c03_to_hit.c03_9_hit_location import hits_turret
from opfor.rules.c_ordnance.c03_to_hit.to_hit_odds import ROLLS
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Fate, Kill, charge_kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import (
    KILLS,
    fate_of,
    said,
)
from opfor.rules.c_ordnance.c07_to_kill.c07_7_indirect_fire import armor_drm, shelled
from opfor.rules.c_ordnance.c07_to_kill.to_kill_resolution import TABLE_FATES
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import afv
from opfor.rules.d_vehicles.d03_fire.d03_2_target_facing import facing
from opfor.rules.d_vehicles.d03_fire.d03_44_armor_leaders import crew_drm
from opfor.rules.d_vehicles.d05_crews.d05_1_morale_of_the_crew import crew_morale
from opfor.rules.d_vehicles.d05_crews.d05_31_crew_exposed import exposed
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import crew_suffers, suffer
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

CREW_FATES = ("Stunned and Recalled", "Stunned", "pinned")
"""What becomes of a CE crew under fire, the worst first."""

UNHURT = "unhurt"


def strike_vehicle(
    play: Play, made: Attack, unit: Unit, rolled: Rolled, shifted: int
) -> None:
    """Do to one vehicle of the Location what the attack's DR means for it."""
    aim = against(play, made, unit)
    column = column_of(play, aim.fp, shifted=shifted)
    final = rolled.original + aim.drm
    # A7.308: the vehicle itself
    fate = fate_on_ift(play, made, unit, rolled.pair, shifted)
    play.emit(Note(fact("fate_of", unit=unit.id, fate=said(fate))))
    if fate != "none":
        lose_by(play, unit.id, "hit")
        suffer(play, unit.id, fate, by=made.side)
    # D5.34: its CE crew
    now = play.state.units.get(unit.id)
    if now is not None and exposed(play, now):
        crew_suffers(play, now, read_ift(play, column, final))


def report_vehicles(play: Play, made: Attack, vehicles: Sequence[Unit]) -> None:
    """Ask what became of vehicles, of an attack rolled on the player's table."""
    if not vehicles:
        return
    form = tuple(Field(u.id, f"{u.id}:", "option", TABLE_FATES) for u in vehicles)
    purpose = f"vehicles fired at in {made.target}"
    asked = Adjudicate(purpose=purpose, side="FRIENDLY", form=form)
    for id_, fate in play.ask(asked).items():
        if fate != "none":
            lose_by(play, id_, "hit")
            suffer(play, id_, fate, by=made.side)


def fate_on_ift(
    view: GameView, made: Attack, unit: Unit, dice: DR, shifted: int = 0
) -> Fate:
    """What an Original DR of an attack does to a vehicle itself."""
    aim = against(view, made, unit)
    column = column_of(view, aim.fp, shifted=shifted)
    # A7.308: unarmored: the Star Vehicle line
    if not afv(view, unit):
        return star_fate(vehicle_kill_number(view, column), dice.total + aim.drm)
    # A22.34: FT and MOL at an AFV
    if weapon := flame_of(made):
        return flame_fate(view, made, unit, weapon, dice)
    # A23.1: a DC at an AFV is a To Kill attempt
    if made.brought:
        return fate_of(view, charge_at(view, made, unit), dice.total)
    if made.source not in INDIRECT:
        return "none"
    # C7.7: Indirect Fire at armor
    final = dice.total + aim.drm + total(armor_drm(view, unit))
    fate = shelled(read_k(view, column), final)
    return "shock" if fate == "immobilized" and hits_turret(dice) else fate


def charge_at(view: GameView, made: Attack, unit: Unit) -> Kill:
    """The To Kill attempt of a DC that is placed at, or thrown at, an AFV (D-368)."""
    away = made.brought != made.target
    side = facing(view, unit, made.brought, turret=False) if away else "side"
    return charge_kill(view, unit, side, made.mods)


def vehicle_fates(
    view: GameView, made: Attack
) -> Mapping[str, Mapping[Fate, Fraction]]:
    """The exact chance of each fate of each vehicle that an attack reaches.

    Duds by A23.1 are counted; who is moved or killed by what comes before is not.
    """
    found: dict[str, dict[Fate, Fraction]] = {}
    for unit in attacked_units(view, made):
        if unit.vehicle is None:
            continue
        fates: dict[Fate, Fraction] = {}
        for dice in ROLLS:
            dud = made.dud and dice.total >= made.dud
            fate = "none" if dud else fate_on_ift(view, made, unit, dice)
            fates[fate] = fates.get(fate, Fraction(0)) + Fraction(1, len(ROLLS))
        found[unit.id] = fates
    return found


def crew_fates(view: GameView, made: Attack) -> Mapping[str, Mapping[str, Fraction]]:
    """The exact chances of what becomes of each CE crew that an attack reaches."""
    found: dict[str, dict[str, Fraction]] = {}
    for unit in attacked_units(view, made):
        if not exposed(view, unit):
            continue
        aim = against(view, made, unit)
        fates = dict.fromkeys((*CREW_FATES, UNHURT), Fraction(0))
        for dice in ROLLS:
            cowered = made.cowers if dice.coloured == dice.white else 0
            column = column_of(view, aim.fp, shifted=cowered)
            result = read_ift(view, column, dice.total + aim.drm)
            fate, chance = _crew_fate(view, unit, result)
            fates[fate] += chance / len(ROLLS)
            fates[UNHURT] += (1 - chance) / len(ROLLS)
        found[unit.id] = fates
    return found


def _crew_fate(view: GameView, unit: Unit, result: IftResult) -> tuple[str, Fraction]:
    """What a result does to a CE crew, and how likely it is to (D5.34)."""
    if result == NO_EFFECT or (result.kind == "PTC" and unit.pinned):
        return UNHURT, Fraction(0)
    if result.kind in ("K", "KIA"):
        return CREW_FATES[0], Fraction(1)
    level, drm = crew_morale(view, unit), total(crew_drm(view, unit)) + result.number
    failing = sum(dice.total + drm > level for dice in ROLLS)
    fate = CREW_FATES[1] if result.kind == "MC" else CREW_FATES[2]
    return fate, Fraction(failing, len(ROLLS))


def describe_fates(view: GameView, made: Attack) -> str:
    """Those chances for the label of an offer; empty if it reaches no vehicle."""
    parts = []
    for id_, fates in vehicle_fates(view, made).items():
        kill = sum((fates.get(fate, Fraction(0)) for fate in KILLS), Fraction(0)) * 36
        stop = fates.get("immobilized", Fraction(0)) * 36
        parts.append(f"{id_} {kill}/36 eliminate, {stop}/36 immobilize")
    return "; ".join(parts)


@rule("A7.308/dr", "Effects on unarmored vehicles", cites=("A7.308",))
def star_fate(number: int, final: int) -> Fate:
    """What a Final DR does to an unarmored vehicle, by the column's Kill Number.

    Up to half of it a burning wreck, below it a wreck; equal immobilizes.
    """
    if not number or final > number:
        return "none"
    if final == number:
        return "immobilized"
    return "burn" if 2 * final <= number else "eliminated"


def read_k(view: GameView, column: Fraction) -> int:
    """The highest Final DR that gives a K in a column; -1 for none."""
    lines = range(HIGHEST, LOWEST - 1, -1)
    kinds = ((line, read_ift(view, column, line).kind) for line in lines)
    return next((line for line, kind in kinds if kind == "K"), -1)
