"""E7: aircraft: whether they fly, what they see, hit and suffer.

Reading: D-373. The course is that of E7 in outline, every number the project's own.
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Field, Option
from opfor.core.dice import dice_roll, die_roll
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
    onboard,
)
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import Unveil, resolve
from opfor.rules.a_infantry.a07_fire.attack import Attack, fp_attack
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.a_infantry.on_table import on_table
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import DICE
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import along, named
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import indirect, strike
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import locations
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import working
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import state_of
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.artillery import Aircraft
from opfor.state.counters import Gun
from opfor.state.events import AircraftChanged, LossesChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit, Weapon

MISTAKE = 12
"""The Original Sighting DR with which it takes its own side for the enemy."""

STRAY = 3
"""Hexes within which it does."""

CVP = 2
"""CVP of an airplane (A26.22)."""

DOWN = "shot down"

COVERED, CONCEALED = 1, 2
"""Sighting DRM: for terrain with TEM, and where no enemy is Known."""


def number(view: GameView, what: str) -> int:
    """A number of table {E7}."""
    table = view.world.enemy.table("E7")
    found: int = table.look_up(date=view.world.date, what=what).result
    return found


def change_plane(play: Play, plane: Aircraft, what: Fact, **fields: object) -> Aircraft:
    """Change an airplane; returns it as it is then."""
    new = replace(plane, **fields)
    play.emit(AircraftChanged(new, what))
    return new


@rule("E7.1", "When aircraft fly")
def flies(view: GameView) -> bool:
    """By day and under a clear sky."""
    weather = view.state.weather
    return weather.sky == "clear" and weather.night < 0


@rule("E7.2", "Arrival", cites=("E7.1",))
def arrives(play: Play, plane: Aircraft) -> None:
    """A dr of 3 or less in its side's RPh, from its turn on, brings it overhead."""
    least = number(play, "arrival")
    purpose = fact("airplane_arrives", plane=plane.id, least=least)
    if die_roll(play, purpose, side=plane.side).final <= least:
        change_plane(play, plane, fact("arrives"), overhead=True)


# -- what it sees ------------------------------------------------------------------


@rule("E7.3", "Sighting TC", exc=("an Original 12 never sights",))
def sighting_drm(view: GameView, plane: Aircraft, where: LocationName) -> list[Mod]:
    """+1 for terrain with TEM, +2 where no enemy is Known.

    EXC: an Original 12 never sights.
    """
    world = view.world
    there = [u for at in locations(view, where) for u in _foes(view, plane.side, at)]
    tem = world.ground.tem(world.locate(where))
    mods = [
        Mod("TEM", COVERED * (tem > 0), "E7.3"),
        Mod("no Known enemy", CONCEALED * (not any(map(_known, there))), "E7.3"),
    ]
    return [mod for mod in mods if mod.value]


def _foes(view: GameView, side: Side, at: LocationName) -> list[Unit]:
    return view.state.units_at(at, other(side))


def _known(unit: Unit) -> bool:
    return known_to_other_side(unit) and not unit.guard


@rule("E7.3/odds", "The odds of sighting", cites=("E7.3",))
def sighting_odds(view: GameView, plane: Aircraft, where: LocationName) -> Fraction:
    """The exact chance that it sights its target."""
    most, drm = number(view, "sighting"), total(sighting_drm(view, plane, where))
    good = sum(dr < MISTAKE and dr + drm <= most for dr in DICE)
    return Fraction(good, len(DICE))


@rule("E7.3/dr", "The Sighting DR", cites=("E7.3", "E7.31", "E7.24"))
def sights(play: Play, plane: Aircraft, where: LocationName) -> LocationName:
    """Where it attacks: the hex ordered, one of its own side, or OFFBOARD nowhere."""
    # E7.3: the Sighting TC
    most = number(play, "sighting")
    purpose = fact("sighting_tc", plane=plane.id, at=where, most=most)
    if on_table(play, "artillery"):
        words = ("sighted", "not sighted", "not sighted, Recall", "mistaken")
        said = ask_result(play, purpose, words)
    else:
        mods = sighting_drm(play, plane, where)
        rolled = dice_roll(play, purpose, mods, side=plane.side)
        said = "sighted" if rolled.final <= most else "not sighted"
        if rolled.original >= number(play, "recall"):
            said = "not sighted, Recall"
        if rolled.original >= MISTAKE:
            said = "mistaken"
    # E7.24: an Original 11 or 12 sends it home, and what a DB has not sighted
    if said != "sighted":
        recall(play, plane, sure=said != "not sighted")
    # E7.31: an Original 12 takes it to its own side
    if said == "mistaken":
        return mistaken(play, plane, where)
    return where if said == "sighted" else OFFBOARD


@rule("E7.31", "Mistaken attack", cites=("E7.3",))
def mistaken(view: GameView, plane: Aircraft, where: LocationName) -> LocationName:
    """The hex of its own side nearest to where it was sent, if within three hexes."""
    own = [u.location for u in onboard(view, plane.side)]
    near = [at for at in own if view.world.range(at, where) <= STRAY]
    if not near:
        return OFFBOARD
    nearest = min(near, key=lambda at: (view.world.range(at, where), at))
    return LocationName(view.world.map.name(view.world.locate(nearest).hex))


@rule("E7.24", "Recall of aircraft")
def recall(play: Play, plane: Aircraft, *, sure: bool) -> None:
    """It leaves for good by an Original 11 or 12, and a DB without bombs does."""
    now = play.state.planes[plane.id]
    if sure or (now.kind == "DB" and not now.bombs):
        change_plane(play, now, fact("is_recalled"), gone=True)


def ask_result(play: Play, purpose: Fact, words: Sequence[str]) -> str:
    """What the player says that came of a DR on his table."""
    options = tuple(Option(word, word) for word in words)
    form = (Field("result", "result:", "option", options),)
    said = play.ask(Adjudicate(purpose=purpose, side="FRIENDLY", form=form))
    return str(said["result"])


# -- what fires at it --------------------------------------------------------------


@rule("E7.5", "Light AA fire")
def anti_aircraft(
    view: GameView, plane: Aircraft, where: LocationName
) -> list[tuple[Weapon, str]]:
    """The AA Guns and AAMG that fire at it, and what they are in table {E7}.

    Each that works, with a crew that could fire it, near enough to the hex; an AAMG
    needs a CE crew.
    """
    found = []
    for weapon in view.state.weapons.values():
        owner = view.state.units.get(weapon.owner)
        kind = _aa(view, weapon, owner)
        if owner is None or not kind or owner.side == plane.side or not owner.location:
            continue
        if view.world.range(owner.location, where) <= number(view, f"{kind} range"):
            found.append((weapon, kind))
    return found


def _aa(view: GameView, weapon: Weapon, owner: Unit | None) -> str:
    """What of the AA table a Weapon is now; empty if nothing."""
    if owner is None or not working(weapon):
        return ""
    if weapon.mount == "AAMG":
        return "AAMG" if crewed(owner) and state_of(owner).ce else ""
    kind = view.world.counter(weapon.counter)
    manned = owner.good_order and not owner.hidden
    return "AA Gun" if isinstance(kind, Gun) and kind.kind == "AA" and manned else ""


@rule("E7.51", "What Light AA fire does", cites=("E7.5", "A26.22"))
def survives(play: Play, plane: Aircraft, where: LocationName) -> bool:
    """A DR for each: up to its number drives the airplane off, up to half downs it.

    Either way it does not attack, and is gone; one shot down counts 2 CVP (A26.22).
    """
    for weapon, kind in anti_aircraft(play, plane, where):
        most = number(play, kind)
        purpose = fact("aa_fire", weapon=weapon.id, plane=plane.id, most=most)
        if on_table(play, "artillery"):
            said = ask_result(play, purpose, ("missed", "driven off", DOWN))
        else:
            final = dice_roll(play, purpose, side=other(plane.side)).final
            hit = DOWN if 2 * final <= most else "driven off"
            said = hit if final <= most else "missed"
        if said != "missed":
            fate = fact("is_shot_down" if said == DOWN else "is_driven_off")
            change_plane(play, plane, fate, gone=True)
            # A26.22: an airplane that is shot down counts CVP
            if said == DOWN:
                _counts(play, other(plane.side))
            return False
    return True


def _counts(play: Play, side: Side) -> None:
    toll = play.state.toll(side)
    more = replace(toll, cvp=toll.cvp + CVP)
    play.emit(LossesChanged(side, more, fact("cvp_for_an_airplane", cvp=CVP)))


# -- what it does ------------------------------------------------------------------


@rule("E7.41", "Strafing", cites=("A7.307",))
def strafing(view: GameView, plane: Aircraft, where: LocationName) -> list[Attack]:
    """What strafing does in each Location of a hex: FP by kind and date, with TEM.

    Like any fire it does nothing to an AFV but to its CE crew, and is halved for
    concealment.
    """
    fp = number(view, f"strafes {plane.kind}")
    made = [
        fp_attack(view, plane.side, at, fp, source="fire")
        for at in locations(view, where)
    ]
    return [part for part in made if attacks_anybody(view, plane, part)]


def attacks_anybody(view: GameView, plane: Aircraft, made: Attack) -> bool:
    """Whether an attack of an airplane meets anybody; S? only of the other side."""
    if plane.side == "FRIENDLY" and view.state.suspects_at(made.target):
        return True
    return bool(attacked_units(view, made))


def strafe(
    play: Play, plane: Aircraft, where: LocationName, unveil: Unveil | None = None
) -> None:
    """One DR at all Locations of a hex."""
    made: Attack | None = None
    for part in reversed(strafing(play, plane, where)):
        made = replace(part, also=made)
    if made is not None:
        resolve(play, made, unveil=unveil)


@rule("E7.42", "Bombs", cites=("C1.5", "C1.54"))
def bomb(
    play: Play, plane: Aircraft, where: LocationName, unveil: Unveil | None = None
) -> None:
    """They attack as OBA does: everybody in the hex, with TEM against Indirect Fire."""
    # E7.42/dr: where they come down
    to = lands(play, plane, where)
    if to == OFFBOARD:
        return
    # C1.5: they attack as OBA does
    fp = number(play, f"bombs {plane.kind}")
    parts = [
        indirect(play, fp_attack(play, plane.side, at, fp, source="OBA", halved=False))
        for at in locations(play, to)
    ]
    strike(play, [part for part in parts if attacks_anybody(play, plane, part)], unveil)


@rule("E7.42/dr", "Where bombs come down", cites=("E7.42",))
def lands(play: Play, plane: Aircraft, where: LocationName) -> LocationName:
    """A DR of 7 or less by a FB, 9 by a DB, hits the hex; else one next to it by a dr.

    OFFBOARD if that is off the map. On his table the player says where.
    """
    most = number(play, f"hits {plane.kind}")
    purpose = fact("bombs", plane=plane.id, at=where, most=most)
    if on_table(play, "artillery"):
        return _ask_where(play, purpose, where)
    if dice_roll(play, purpose, side=plane.side).final <= most:
        return where
    # E7.42/dr: they miss by one hex, over the hexside of a dr
    missed = die_roll(play, fact("which_hexside_they_miss_by"), side=plane.side)
    return along(play, where, missed.final - 1, 1)


def _ask_where(play: Play, purpose: Fact, where: LocationName) -> LocationName:
    form = (
        Field("hit", f"they hit {where}:", "yes"),
        Field("hex", "where they came down, if not there and on the map:"),
    )

    def read(answer: dict[str, object]) -> LocationName:
        said = str(answer["hex"]).strip()
        if answer["hit"]:
            return where
        return named(play, said) if said else OFFBOARD

    return play.ask(Adjudicate(purpose=purpose, side="FRIENDLY", form=form), read)


@rule("E7.42/odds", "The odds of bombs", cites=("E7.42",))
def bomb_odds(view: GameView, plane: Aircraft) -> Fraction:
    """The exact chance that its bombs hit the hex."""
    most = number(view, f"hits {plane.kind}")
    return Fraction(sum(dr <= most for dr in DICE), len(DICE))
