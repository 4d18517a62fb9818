"""S7.p5, S7.p6: the ENEMY's Weapons in its RPh: Recovery and repair."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a04_movement import a04_42_portage as a04
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import CLASSES
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Recover, Repair
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s01_terms.ranges import FAR
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends, known_at
from opfor.rules.s_solitaire.s01_terms.targets_from import (
    adjacent_target,
    in_range_from,
    weapon_has_target,
)
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import may_recover
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.rules.s_solitaire.s06_actions.s06_310_crews import sent, unmanned
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import (
    bearing_arms,
    seen_from,
)
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, Weapon

ANTI_TANK = ("ATR", "LATW", "RCL")
"""Kinds of SW that are for tanks before all."""

HELD = {"squad": 2}
"""SW that a MMC can use at once; any other unit but one (A7.35)."""


class Taking(Struct, frozen=True):
    """A Weapon for a unit: one that it Recovers, or that it is given."""

    unit: str
    weapon: str

    def __str__(self) -> str:
        return f"{self.weapon} for {self.unit}"


# -- what a unit can use -----------------------------------------------------------


def class_of(view: GameView, unit: Unit) -> int:
    """The class of a MMC, the better the greater; less than any for a SMC."""
    found = mmc(view, unit)
    return CLASSES.index(found.quality) if found else -1


def size_of(view: GameView, unit: Unit) -> int:
    """Two for a squad, one for another MMC, nothing for a SMC."""
    found = mmc(view, unit)
    return 0 if found is None else 1 + (found.size == "squad")


def crew(view: GameView, unit: Unit) -> bool:
    """Whether it is a crew."""
    found = mmc(view, unit)
    return found is not None and found.size == "crew"


def rank(view: GameView, weapon: Weapon) -> int:
    """The place of a Weapon in S7.p5: HW, MG, A-T, others."""
    kind = view.world.counter(weapon.counter)
    if heavy(view, weapon):
        return 0
    name = kind.kind if isinstance(kind, SupportWeapon) else ""
    return 1 if name == "MG" else 2 if name in ANTI_TANK else 3


def portage(view: GameView, weapon: Weapon) -> int:
    """Its PP; a Gun that nobody can carry has more than any SW."""
    found = a04.portage(view, weapon)
    return FAR if found is None else found


def has_room(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether a unit can use one Weapon more: by number, and by its IPC.

    A SMC only what he can carry (D-857).
    """
    held = view.state.weapons_of(unit.id)
    if not mmc(view, unit) and portage(view, weapon) > a04.SMC_MOST:
        return False
    if not held:
        return True
    found = mmc(view, unit)
    limit = HELD.get(found.size, 1) if found else 1
    carried = sum(portage(view, piece) for piece in (*held, weapon))
    return len(held) < limit and carried <= a04.ipc(view, unit)


def _gun(view: GameView, weapon: Weapon) -> bool:
    return isinstance(view.world.counter(weapon.counter), Gun)


# -- Recovery ----------------------------------------------------------------------


@rule(
    "S7.p5",
    "Who Recovers what",
    exc=(
        "a MMC that is no crew takes a Gun only if it has a Target",
        "a Human Wave's MMC light SW only, its SMC nothing",
    ),
    cites=("A4.44", "S4.37", "S6.223", "S6.310", "S7.3"),
)
def recovers(play: Play) -> bool:
    """A unit tries to Recover a Weapon that works and that it can use; if any does.

    Crews and Guns first; A-T Weapons if a vehicular Target is known; then HW, MG, A-T
    Weapons, others, the most PP first. A SMC only where no MMC can, and no more than he
    can carry (D-857). A crew takes what S6.310 sends it to, malfunctioned or not, and
    nothing else (D-820).

    EXC: a MMC that is no crew takes a Gun only if it has a Target. EXC: in a Human
    Wave MMC take SW of two PP at the most, and SMC nothing.
    """
    found = list(recoveries(play))
    if found:
        recovers_best(play, found)
    return bool(found)


def recovers_best(play: Play, found: Sequence[Taking]) -> None:
    """Try the Recovery that the list of S7.p5 puts first."""
    units, weapons = play.state.units, play.state.weapons
    priority: PriorityList[Taking] = PriorityList(
        (
            where("functioning", lambda t: not weapons[t.weapon].malfunctioned),
            where(
                "a crew and a Gun",
                lambda t: crew(play, units[t.unit]) and _gun(play, weapons[t.weapon]),
            ),
            where(
                "A-T Weapon, with a vehicular Target known",
                lambda t: _against_vehicles(play, units[t.unit], weapons[t.weapon]),
            ),
            least("HW, MG, A-T, others", lambda t: rank(play, weapons[t.weapon])),
            most("PP", lambda t: portage(play, weapons[t.weapon])),
            most("best class", lambda t: class_of(play, units[t.unit])),
            most("squad before HS", lambda t: size_of(play, units[t.unit])),
        ),
        tie=random_dr(play, fact("who_recovers")),
    )
    chosen = decide(play, priority, found, purpose=fact("recovery"))
    order(play, "ENEMY", Recover(chosen.unit, chosen.weapon))


def recoveries(
    view: GameView, among: Callable[[Unit], bool] = lambda _: True
) -> Iterator[Taking]:
    """Each Weapon that is to be Recovered, with each of some that could do it."""
    for weapon in view.state.weapons.values():
        if weapon.owner or not weapon.location:
            continue
        there = view.state.units_at(weapon.location, "ENEMY")
        able = [u for u in there if among(u) and wants(view, u, weapon)]
        squads = [unit for unit in able if mmc(view, unit)]
        for unit in squads or able:
            yield Taking(unit.id, weapon.id)


def wants(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    """Whether a unit is to Recover a Weapon, if no better one does."""
    # S7.p5: what works; S6.310: a crew what it goes for, broken or not (D-820)
    if sent(view, unit):
        if weapon not in unmanned(view, unit):
            return False
    elif weapon.malfunctioned:
        return False
    # S4.37: what a Human Wave Recovers
    if unit.wave and not may_recover(view, unit, weapon):
        return False
    if not has_room(view, unit, weapon):
        return False
    # S7.p5 EXC: a Gun without a crew needs a Target
    if _gun(view, weapon) and not (crew(view, unit) or _serves(view, unit)):
        return False
    return allowed(view, "ENEMY", Recover(unit.id, weapon.id))


def _serves(view: GameView, unit: Unit) -> bool:
    """Whether a unit that is no crew takes a Gun: only if it has a Target."""
    who = way(view, "S7.p5 Gun")
    return who == "any" or (who != "none" and _shows(view, unit.location))


def _shows(view: GameView, at: LocationName) -> bool:
    """Whether a Gun in a Location has a Target."""
    return any(
        view.world.range(at, friend.location) <= FAR and sees(view, at, friend.location)
        for friend in friends(view)
    )


def _against_vehicles(view: GameView, unit: Unit, weapon: Weapon) -> bool:
    kind = view.world.counter(weapon.counter)
    if not isinstance(kind, SupportWeapon) or kind.kind not in ANTI_TANK:
        return False
    seen = in_range_from(view, unit, unit.location)
    return any(known.vehicle for at in seen for known in known_at(view, at))


# -- repair ------------------------------------------------------------------------


@rule(
    "S7.p6",
    "Who repairs",
    exc=(
        "not in a Location with an ADJACENT Target",
        "not with another SW to man that works",
    ),
    cites=("A9.72", "S7.4"),
)
def repairs(play: Play) -> bool:
    """The next Good Order unit with a malfunctioned Weapon tries; if any does.

    EXC: not in a Location with an ADJACENT Target, which a closed AFV is only for who
    has something against armor. EXC: not a unit that has a Target for another SW, which
    works; its inherent FP does not count.
    Reading: D-180 for the range, sixteen hexes at the most; D-822 for a closed AFV;
    D-910: what a vehicle is armed with has a Target only where it bears.
    """
    for weapon in play.state.weapons.values():
        command = Repair(weapon.id)
        owner = play.state.units.get(weapon.owner)
        if owner is None or owner.side != "ENEMY" or not weapon.malfunctioned:
            continue
        if not allowed(play, "ENEMY", command) or _busy(play, owner):
            continue
        order(play, "ENEMY", command)
        return True
    return False


def _busy(view: GameView, unit: Unit) -> bool:
    """Whether a unit has better to do than to repair (EXC)."""
    if way(view, "S7.p6 repair") == "everybody":
        return False
    if adjacent_target(view, unit):
        return True
    if unit.vehicle:
        return _bears_on_any(view, unit)
    return any(
        weapon_has_target(view, weapon, unit.location)
        for weapon in view.state.weapons_of(unit.id)
    )


def _bears_on_any(view: GameView, unit: Unit) -> bool:
    """Whether armament of a vehicle bears on a Target; the MA too looks so far only.

    Reading: D-180, D-910.
    """
    return any(
        view.world.range(unit.location, at) <= FAR and bearing_arms(view, unit, at)
        for at in seen_from(view, unit, known=False)
    )
