"""S5.6 to S5.762: what a S? turns out to be.

Table {a1} names the items; each is generated in the order in which the row has them,
on the ENEMY nation's tables, and put where the S? stood.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct

from opfor.core.dice import Rolled, dice_roll, die_roll
from opfor.core.errors import OpforError
from opfor.core.event import Note
from opfor.core.explain import RowRead, consult, decide
from opfor.core.modifier import Mod
from opfor.core.priority import PriorityList, most, random_dr
from opfor.core.rule import because, rule
from opfor.core.table import Row
from opfor.geo.ground import Location
from opfor.state.counters import MMC, SMC, Counter, SupportWeapon, counter
from opfor.state.events import FortificationAdded, UnitAdded, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import fresh_id, stem
from opfor.state.units import Fortification, FortificationKind, Suspect, Unit, Weapon

SMALL_MORTAR = 60
"""Calibre in mm up to which a mortar inside becomes a MMG instead of a HMG."""

TRENCH = 2
"""The Original dr on {A5} that makes an entrenchment a trench."""


class Party(Struct, frozen=True):
    """What one S? has brought so far: where, and the ids of its units."""

    suspect: Suspect
    units: tuple[str, ...] = ()


Generator = Callable[[Play, Party], Sequence[str]]


@rule("S5.6", "Activation Procedure", cites=("S5.7",))
def activate(play: Play, suspect: Suspect) -> list[str]:
    """Roll on {a1} and generate what the row names; returns the new units' ids."""
    mods = mission_drm(play, "A1-drm", "S5.6")
    row = look_up(play, "A1", dice_roll(play, f"what {suspect.id} is", mods))
    units: list[str] = []
    for item in row.result:
        units += GENERATORS[item](play, Party(suspect, tuple(units)))
    return units


@rule("S5.72", "MMC Generation", exc=("a HS is a squad if the nation may not Deploy",))
def mmc(play: Play, party: Party, *, half: bool = False) -> list[str]:
    """A squad of the type that {x2} gives, or its HS.

    EXC: a squad for a HS, where the nation (by class: D-033) may not Deploy.
    """
    squad = play.world.enemy.counter(_squad_type(play))
    if not (half and isinstance(squad, MMC)):
        return [_add_unit(play, party, squad.name)]
    if play.world.may_deploy(squad):
        return [_add_unit(play, party, squad.half_squad)]
    play.emit(Note("this nation may not Deploy: a squad instead of a HS"))
    return [_add_unit(play, party, squad.name)]


def half_squad(play: Play, party: Party) -> list[str]:
    """A HS, for the item of that name on {A1}."""
    return mmc(play, party, half=True)


def _squad_type(play: Play) -> str:
    mods = _date_mods(play, "x2-drm", "S5.72")
    return str(look_up(play, "x2", dice_roll(play, "squad type", mods)).result)


@rule("S5.73", "Leader Generation", cites=("S5.32",))
def leader(play: Play, party: Party) -> list[str]:
    """A leader by {x3}, or none; before 10/42 a Russian one may be a Commissar."""
    name = _leader_type(play, party, ())
    return [_add_unit(play, party, name)] if name else []


def _leader_type(play: Play, party: Party, more: Sequence[Mod]) -> str:
    mods = [*_date_mods(play, "x3-drm", "S5.73"), *_company(play, party), *more]
    row = look_up(play, "x3", dice_roll(play, "leader", mods), column="leader")
    name = "" if row.result == "none" else str(row.result)
    return _commissar(play, name) if name else ""


def _company(play: Play, party: Party) -> list[Mod]:
    """The DRM of {x3} for the MMC that come with the leader."""
    types = [type_of(play, unit) for unit in party.units]
    qualities = [mmc.quality for mmc in types if isinstance(mmc, MMC)]
    mods = []
    if "elite" in qualities:
        mods.append(drm(play, "x3-cumulative", "S5.73", "elite MMC"))
    if qualities and set(qualities) <= {"green", "conscript"}:
        mods.append(drm(play, "x3-cumulative", "S5.73", "no better than conscript"))
    return mods


def _commissar(play: Play, name: str) -> str:
    """The leader, or the Commissar whom a subsequent dr puts in his place."""
    if not play.world.fact("commissars"):
        return name
    grade = play.world.enemy.counter(name)
    better = isinstance(grade, SMC) and grade.morale >= 8 and grade.modifier < 0
    column = "8-1 or better" if better else "8-0 or worse"
    roll = die_roll(play, "Commissar?")
    row = look_up(play, "commissar", roll, leader=column)
    return name if row.result == "none" else str(row.result)


@rule("S5.75", "SW Generation", cites=("S5.751", "S5.752", "S5.753", "S5.754"))
def support_weapon(play: Play, party: Party) -> list[str]:
    """A SW by {x4}, possessed by the MMC with the greatest BPV."""
    sw = _sw_type(play)
    while _backblast(play, party, sw):
        sw = _sw_type(play)
    sw = _not_inside(play, party, sw)
    owner = possessor(play, party)
    dm = party.suspect.attitude == "Advance" and dismantled(play, sw)
    _add_weapon(play, sw, owner, dm=dm)
    return []


def _sw_type(play: Play) -> SupportWeapon:
    """A DR on {x4}; a SW not in service yet gives way to the next row."""
    nation, number = play.world.enemy, dice_roll(play, "SW").final
    row = nation.in_use("x4", number, date=play.world.date)
    table = nation.table("x4")
    told = RowRead(f"{table.id} {table.title}", {}, table.id.name, number, row.index)
    play.emit(told)
    return _sw(play, str(row.result))


@rule("S5.751", "Possession of a generated SW")
def possessor(play: Play, party: Party) -> str:
    """The MMC with the greatest BPV, else by Random dr, possesses the SW."""
    order = PriorityList(
        (most("greatest BPV", lambda unit: _bpv(play, unit)),),
        tie=random_dr(play, "who possesses the SW"),
    )
    mmc = [unit for unit in party.units if isinstance(type_of(play, unit), MMC)]
    return decide(play, order, mmc, purpose="possessor of the SW") if mmc else ""


@rule("S5.752", "SW in Advance Attitude", exc=("Long Range Activation",))
def dismantled(play: Play, sw: SupportWeapon) -> bool:
    """A SW from an Advance S? is dm, if it can be.

    EXC: not by Long Range Activation.
    """
    if sw.dm_pp:
        play.emit(Note(f"the {sw.name} is dm: the S? was in Advance Attitude"))
    return bool(sw.dm_pp)


@rule("S5.753", "Mortar inside")
def inside_instead(play: Play, sw: SupportWeapon) -> SupportWeapon:
    """A mortar in a building or pillbox is a MMG instead, a large one a HMG."""
    name = "MMG" if sw.calibre <= SMALL_MORTAR else "HMG"
    play.emit(Note(f"a {name} instead of the {sw.name}, which cannot be inside"))
    return _sw(play, name)


def _not_inside(play: Play, party: Party, sw: SupportWeapon) -> SupportWeapon:
    return inside_instead(play, sw) if sw.kind == "MTR" and _inside(play, party) else sw


@rule("S5.754", "BAZ/PSK backblast", exc=("Factory",))
def backblast(play: Play, sw: SupportWeapon) -> bool:
    """A BAZ or PSK in a building or pillbox is rerolled.

    EXC: not in a Factory.
    """
    play.emit(Note(f"{sw.name} rerolled: its backblast cannot be inside"))
    return True


def _backblast(play: Play, party: Party, sw: SupportWeapon) -> bool:
    if not sw.name.startswith(("BAZ", "PSK")) or not _inside(play, party):
        return False
    building = play.world.building(party.suspect.location)
    factory = building is not None and building.factory
    return not factory and backblast(play, sw)


@rule("S5.74", "Fortification Generation/SMOKE", cites=("S5.741", "S5.742"))
def fortification(play: Play, party: Party) -> list[str]:
    """In Hold a dr on {a5}; in Advance nothing (SMOKE comes with the ENEMY's MPh)."""
    if party.suspect.attitude == "Advance":
        play.emit(Note("F is SMOKE in Advance Attitude, which is not covered yet"))
        return []
    mods = mission_drm(play, "A5-drm", "S5.74")
    place = (
        "building" if play.world.in_building(party.suspect.location) else "elsewhere"
    )
    roll = die_roll(play, "fortification", mods)
    found = look_up(play, "A5", roll, place=place).result
    match found["kind"]:
        case "fortified building":
            fortified_building(play, party)
        case "entrenchment":
            _fortify(play, party, "trench" if roll.original == TRENCH else "foxhole")
        case "pillbox":
            _fortify(play, party, "pillbox", tuple(found["defence"]))
    return []


def _fortify(
    play: Play, party: Party, kind: FortificationKind, defence: tuple[int, ...] = ()
) -> None:
    """Add a fortification for as many squads as MMC came with it (S5.74)."""
    mmc = [unit for unit in party.units if isinstance(type_of(play, unit), MMC)]
    new = Fortification(
        id=fresh_id(play.state, kind),
        kind=kind,
        location=party.suspect.location,
        capacity=len(mmc),
        defence=defence,
    )
    play.emit(FortificationAdded(new))


@rule("S5.742", "Fortified Building Location", cites=("B23.9",))
def fortified_building(play: Play, party: Party) -> None:
    """The building Location and each one beneath it is Fortified from now on."""
    hex_, level = play.world.locate(party.suspect.location)
    for below in range(level, -1, -1):
        where = play.world.name(Location(hex_, below))
        known = [f for f in play.state.fortifications.values() if f.location == where]
        if not any(f.kind == "fortified building" for f in known):
            id_ = fresh_id(play.state, "fortified")
            new = Fortification(id=id_, kind="fortified building", location=where)
            play.emit(FortificationAdded(new))


@rule("S5.32/generation", "What Long Range Activation generates", cites=("S5.32",))
def activate_long_range(play: Play, suspect: Suspect) -> list[str]:
    """One squad with a HMG, a leader, and in Hold a dr on {A5}.

    The leader has a DRM of -1 and is rolled until one comes. The HMG is never dm; a
    subsequent dr of 1 makes it a .50 cal, where the nation has it.
    """
    made = tuple(mmc(play, Party(suspect)))
    party = Party(suspect, made)
    name = ""
    while not name:
        name = _leader_type(
            play, party, [drm(play, "x3-cumulative", "S5.32", "Long Range")]
        )
    party = Party(suspect, (*made, _add_unit(play, party, name)))
    _add_weapon(play, _long_range_hmg(play), made[0], dm=False)
    if suspect.attitude == "Hold":
        fortification(play, party)
    return list(party.units)


def _long_range_hmg(play: Play) -> SupportWeapon:
    if play.world.fact(".50 HMG") and die_roll(play, "a .50 HMG?").final == 1:
        return _sw(play, ".50 HMG")
    return _sw(play, "HMG")


def vehicle(play: Play, _party: Party) -> list[str]:
    """Vehicles are not covered yet: told, and left out."""
    with because("S5.71"):
        play.emit(Note("AFV and SPG are not covered yet: this one is left out"))
    return []


def gun(play: Play, _party: Party) -> list[str]:
    """Guns are not covered yet: told, and left out."""
    with because("S5.76"):
        play.emit(Note("Guns are not covered yet: this one is left out"))
    return []


GENERATORS: dict[str, Generator] = {
    "S": mmc,
    "HS": half_squad,
    "L": leader,
    "SW": support_weapon,
    "F": fortification,
    "Gun": gun,
    "AFV": vehicle,
    "SPG": vehicle,
}


# -- tables ------------------------------------------------------------------------


def look_up(play: Play, table: str, roll: Rolled, **when: str) -> Row:
    """The row of a table for a Final result today, told with the row lit."""
    found = play.world.enemy.table(table)
    return consult(play, found, roll.final, date=play.world.date, **when)


def drm(play: Play, table: str, number: str, cause: str) -> Mod:
    """One modifier of a table of modifiers."""
    row = play.world.enemy.table(table).look_up(date=play.world.date, cause=cause)
    return Mod(cause, int(row.result), number)


def mission_drm(play: Play, table: str, number: str) -> list[Mod]:
    """The Mission's modifier on a table, if it has one."""
    mission = play.state.mission
    value = {"A1-drm": mission.a1_drm, "A5-drm": mission.a5_drm}[table]
    return [Mod(mission.title, value, number)] if value else []


def _date_mods(play: Play, table: str, number: str) -> list[Mod]:
    value = play.world.enemy.table(table).look_up(date=play.world.date).result
    return [Mod(f"date {play.world.date}", int(value), number)] if value else []


# -- counters ----------------------------------------------------------------------


def type_of(play: Play, unit: str) -> Counter:
    """The counter type of a unit in play."""
    return counter(play.state.units[unit].counter)


def _bpv(play: Play, unit: str) -> int:
    found = type_of(play, unit)
    return found.bpv if isinstance(found, MMC) else 0


def _sw(play: Play, name: str) -> SupportWeapon:
    found = play.world.enemy.counter(name)
    if not isinstance(found, SupportWeapon):
        raise OpforError(f"{found.id} is no SW", "table x4")
    return found


def _add_unit(play: Play, party: Party, name: str) -> str:
    """Put a unit of the ENEMY where the S? stood, concealed; returns its id."""
    id_ = fresh_id(play.state, "e" + stem(name))
    unit = Unit(
        id=id_,
        side="ENEMY",
        counter=play.world.enemy.counter(name).id,
        location=party.suspect.location,
        concealed=True,
    )
    play.emit(UnitAdded(unit))
    return id_


def _add_weapon(play: Play, sw: SupportWeapon, owner: str, *, dm: bool) -> None:
    id_ = fresh_id(play.state, "e" + stem(sw.name))
    play.emit(WeaponAdded(Weapon(id=id_, counter=sw.id, owner=owner, dm=dm)))


def _inside(play: Play, party: Party) -> bool:
    """Whether the S? stood in a building or pillbox Location."""
    where = party.suspect.location
    forts = play.state.fortifications.values()
    pillbox = any(f.kind == "pillbox" and f.location == where for f in forts)
    return pillbox or play.world.in_building(where)
