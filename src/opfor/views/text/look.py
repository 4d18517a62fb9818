"""What may be asked about places: a hex, a LOS, a range, the units, the threats."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from opfor.core.modifier import Mod, total
from opfor.geo.ground import Location
from opfor.geo.hexes import SIDES
from opfor.geo.los.sight import Sight
from opfor.geo.terrain_chart import TerrainKind, mf
from opfor.rules.choices.offer import Offer
from opfor.rules.choices.orders import Command, MoveTo
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    ActivationThreat,
)
from opfor.state.judgement import BY_WORD
from opfor.state.state import State
from opfor.state.units import LocationName, Unit
from opfor.state.world import World
from opfor.views.friendly_view import seen
from opfor.views.text.events import mods
from opfor.views.text.names import described, in_hand, place, plain

FACES = 6

FEW = 3
"""Orders of one kind that are shown if there are many."""


def hex_lines(world: World, state: State, at: Location) -> list[str]:
    """A hex: its ground, each Location with what stands there, hexsides, roads."""
    ground, hex_ = world.ground, at.hex
    base = int(ground.facts.base[hex_])
    label = world.map.label(hex_)
    name = world.name(Location(hex_))
    terrain, far = ground.terrain(Location(hex_)).name, world.fbe_distance(name)
    hexes = "1 hex" if far == 1 else f"{far} hexes"
    said = BY_WORD if hex_ in world.judged_hexes else ""
    lines = [f"{label}: {terrain}, level {base}{said}, {hexes} from the FBE"]
    if building := world.building(name):
        others = [world.map.label(other) for other in building.hexes if other != hex_]
        lines += [f"  one building with {', '.join(others)}"] if others else []
    if stairs := stairs_line(world, hex_):
        lines += [f"  {stairs}"]
    for level in ground.levels(hex_):
        lines += _location(world, state, Location(hex_, level))
    sides = "; ".join(_sides(world, hex_))
    return [*lines, f"  hexsides: {sides}"] if sides else lines


def _location(world: World, state: State, at: Location) -> Iterator[str]:
    ground, name = world.ground, world.name(at)
    floor = f"level {at.level}" if at.level else "ground"
    facts = [f"TEM {ground.tem(at):+d}"]
    facts += ["Open Ground"] if ground.open_ground(at) else []
    facts += ["Concealment Terrain"] if ground.concealment_terrain(at) else []
    facts += ["VPO"] if name in state.vpo else []
    yield f"  {floor}: {', '.join(facts)}"
    yield from (f"    S? {s.id}, {s.attitude}" for s in state.suspects_at(name))
    for unit in filter(seen, state.units_at(name)):
        yield f"    {unit.side} {described(world, state, unit)}"
    forts = [f for f in state.fortifications.values() if f.location == name and seen(f)]
    yield from (f"    {fort.id}: {fort.kind}" for fort in forts)


def stairs_line(world: World, hex_: int) -> str:
    """Where one goes up and down, if not in each hex of a building (B23.22)."""
    building = world.building(world.name(Location(hex_)))
    if not building or building.inherent_stairs:
        return ""
    if len(world.ground.levels(hex_)) == 1:
        return ""
    if hex_ in building.stairwells:
        return "a stairwell"
    stairs = ", ".join(world.map.label(other) for other in building.stairwells)
    return f"no stairwell: up and down in {stairs}"


def _sides(world: World, hex_: int) -> Iterator[str]:
    """What each hexside holds, by the hex across."""
    joins = world.joins
    for side in range(SIDES):
        other = int(joins.other[hex_, side])
        if other < 0:
            continue
        found = []
        kind: TerrainKind | None = world.ground.side(hex_, side)
        if kind is not None:
            found.append(kind.name)
        if (hex_, side) in world.judged_sides:
            found = [f"{found[0] if found else 'nothing'}{BY_WORD}"]
        if joins.road[hex_, side]:
            found.append("road")
        if step := int(joins.step[hex_, side]):
            found.append(f"{step:+d} level{'s' if abs(step) > 1 else ''}")
        if found:
            yield f"{world.map.label(other)} {', '.join(found)}"


def sight_lines(world: World, one: LocationName, two: LocationName) -> list[str]:
    """The LOS between two Locations: clear, or what hinders or blocks it, and where."""
    sight = world.explain(one, two)
    if world.by_word(one, two):
        return [f"{_ends(world, one, two, sight.range)}: {said_of(sight)}{BY_WORD}"]
    hindrances = ", ".join(
        f"+{each.drm} {each.terrain} in {world.map.label(each.hex)}"
        for each in sight.hindrances
    )
    ends = _ends(world, one, two, sight.range)
    if sight.clear:
        word = f"hindered +{sight.hindrance}: {hindrances}" if hindrances else "clear"
        return [f"{ends}: {word}"]
    where = world.map.label(sight.blocked_at) if sight.blocked_at is not None else ""
    lines = [
        f"{ends}: blocked by {sight.blocked_by}" + (f" in {where}" if where else "")
    ]
    return [*lines, f"  hindrances: {hindrances}"] if hindrances else lines


def _ends(world: World, one: LocationName, two: LocationName, reach: int) -> str:
    return f"{place(world, one)} to {place(world, two)}, range {reach}"


def said_of(sight: Sight) -> str:
    """What a LOS is, without its reasons."""
    if not sight.clear:
        return "blocked"
    return f"hindered +{sight.hindrance}" if sight.hindrance else "clear"


def unit_lines(world: World, state: State) -> list[str]:
    """Everybody in play, by side and Location; then how many S? there are."""
    lines = []
    for side in ("FRIENDLY", "ENEMY"):
        there: dict[LocationName, list[Unit]] = defaultdict(list)
        for unit in state.units.values():
            if unit.side == side and seen(unit):
                there[unit.location].append(unit)
        for where in sorted(there):
            units = "; ".join(described(world, state, u) for u in there[where])
            lines.append(f"{side} {place(world, where)}: {units}")
    loose = [w for w in state.weapons.values() if not w.owner and w.location]
    lines += [f"{w.id} lies in {place(world, w.location)}" for w in loose]
    for entry in sorted({s.enters for s in state.suspects.values() if s.enters}):
        names = ", ".join(suspect.id for suspect in state.waiting(entry))
        lines.append(f"S? that wait next to {place(world, entry)}: {names}")
    attitudes = [suspect.attitude for suspect in state.suspects.values()]
    counts = ", ".join(
        f"{attitudes.count(kind)} {kind}" for kind in sorted(set(attitudes))
    )
    return [
        *lines,
        *support_lines(world, state),
        f"S? in play: {len(attitudes)}" + (f" ({counts})" if counts else ""),
    ]


def support_lines(world: World, state: State) -> list[str]:
    """The OBA and the aircraft of both sides; of the ENEMY's what lies on the map."""
    lines = []
    for battery in state.batteries.values():
        words = [f"{battery.calibre}mm, {battery.device}"]
        if battery.side == "FRIENDLY":
            words += [f"{battery.black} black and {battery.red} red chits"]
            words += ["Battery Access"] if battery.access else []
        marks = (m for m in state.markers.values() if m.of == battery.id)
        words += [f"{m.kind} in {place(world, m.location)}" for m in marks]
        words += ["spent"] if battery.over else []
        lines.append(f"{battery.side} OBA {battery.id}: {', '.join(words)}")
    for plane in state.planes.values():
        where = "gone" if plane.gone else "overhead" if plane.overhead else "expected"
        bombs = ", with bombs" if plane.bombs and not plane.gone else ""
        lines.append(f"{plane.side} {plane.kind} {plane.id}: {where}{bombs}")
    return lines


def threat_lines(
    world: World,
    threats: Sequence[ActivationThreat],
    ac_number: int,
    where: LocationName,
) -> list[str]:
    """The S? that entering a Location may Activate, the likeliest first."""
    if not threats:
        return [f"entering {place(world, where)} makes no S? eligible"]
    head = f"entering {place(world, where)}, AC# {ac_number}:"
    in_order = sorted(threats, key=lambda t: (-t.chance, t.range, t.suspect.id))
    near = [threat for threat in in_order if threat.case != "L"]
    far = [threat for threat in in_order if threat.case == "L"]
    lines = [head, *(_threat(world, threat) for threat in near)]
    if far:
        names = ", ".join(
            f"{t.suspect.id} {place(world, t.suspect.location)}, range {t.range}"
            for t in far
        )
        lines.append(f"  Long Range, on a DR of 2, once a stack: {names}")
    if near:
        none = 1.0
        for threat in near:
            none *= 1 - threat.chance / FACES
        chance = 100 * (1 - none)
        told = "over 99" if 99 < chance < 100 else f"{chance:.0f}"
        lines.append(f"  at least one Activated: {told} %")
    return lines


def watcher_lines(
    world: World, units: Sequence[Unit], where: LocationName
) -> Iterator[str]:
    """The ENEMY units that are known and could fire there, the nearest first."""
    known = [(world.range(u.location, where), u) for u in units if seen(u)]
    in_order = sorted(known, key=lambda pair: (pair[0], pair[1].id))
    names = (f"{u.id} {place(world, u.location)}, range {far}" for far, u in in_order)
    if known:
        yield f"in LOS and range of {'; '.join(names)}"


def residual_line(fp: int, drm: Sequence[Mod]) -> str:
    """The Residual FP of a Location, for who enters it."""
    return f"{fp} Residual FP attack who enters, DRM {total(drm):+d} ({mods(drm)})"


def _threat(world: World, threat: ActivationThreat) -> str:
    """A S? in two lines: where and how likely; then what makes it so."""
    suspect = threat.suspect
    where = f"{suspect.id} {place(world, suspect.location)}"
    return (
        f"  {where:<10} {threat.chance} of {FACES}, case {threat.case}, "
        f"range {threat.range}, {suspect.attitude}\n"
        f"     IFT {total(threat.drm):+d} ({mods(threat.drm)}), "
        f"AC {total(threat.ac):+d} ({mods(threat.ac)})"
    )


def offer_lines(
    world: World,
    offers: Iterable[Offer],
    *,
    word: Callable[[Command], str],
    every: bool = False,
) -> list[str]:
    """The legal orders: who can enter what for how many MF; equal ones together.

    Ways of moving into what can be entered plainly too make one line. Of other orders
    a few of each kind are shown, unless `every` one is wanted.

    Args:
        world: the world.
        offers: the orders.
        word: what an order is typed with.
        every: show all.
    """
    ways: dict[str, dict[str, list[str]]] = {}
    plain_moves: set[tuple[tuple[str, ...], str]] = set()
    other: dict[str, None] = {}
    others: dict[str, list[str]] = {}
    for offer in offers:
        match offer.order:
            case MoveTo(units=units, to=to) as order:
                how = _how(order)
                if how and (units, to) in plain_moves:
                    other[_how(order, past=False)] = None
                    continue
                plain_moves |= set() if how else {(units, to)}
                costs = ways.setdefault(",".join(units) + how, {})
                cost = f"{mf(offer.cost)} MF"
                costs.setdefault(cost, []).append(place(world, to))
            case _:
                label = plain(world.map, offer.label)
                others.setdefault(word(offer.order), []).append(label)
    together: dict[str, list[str]] = {}
    for units_, costs in ways.items():
        told = "; ".join(f"{cost}: {' '.join(hexes)}" for cost, hexes in costs.items())
        together.setdefault(told, []).append(units_)
    moves = [f"move {_either(units)} to {told}" for told, units in together.items()]
    also = [f"also, to some of these:{','.join(other)}"] if other else []
    lines = [
        line
        for name, labels in others.items()
        for line in _of_kind(name, labels, every)
    ]
    return [*moves, *also, *lines]


def _of_kind(word: str, labels: Sequence[str], every: bool) -> list[str]:
    shown = labels if every or len(labels) <= FEW + 1 else labels[:FEW]
    lines = [f"{word}: {label}" for label in shown]
    left = len(labels) - len(shown)
    return [*lines, f"  and {left} more: `? {word}` lists them"] if left else lines


def _how(order: MoveTo, *, past: bool = True) -> str:
    """How a move is made, where it is not plain; Bypass with what it goes past."""
    sides = f" past {' '.join(map(str, order.bypass))}" if past else ""
    how = {
        "assault": order.assault,
        "double time": order.double_time,
        "dash": order.dash,
        "Minimum Move": order.minimum,
        f"bypass{sides}": bool(order.bypass),
        "Infantry OVR": order.overrun,
    }
    return "".join(f" {name}" for name, used in how.items() if used)


def _either(units: list[str]) -> str:
    return " or ".join(", ".join(units).rsplit(", ", 1))


def status(world: World, state: State) -> str:
    """Where the game stands, in a few words for the prompt."""
    whose = "" if state.side == "FRIENDLY" else "ENEMY "
    turn = f"T{state.turn}/{state.mission.turns}"
    parts = [f"{turn} {whose}{state.phase} AC#{state.ac_number}"]
    if state.move and (movers := in_hand(state)):
        left = mf(max(0, state.move.allotment - state.move.spent))
        where = place(world, movers[0].location)
        who = ",".join(unit.id for unit in movers)
        parts.append(f"{who}@{where} {left}{state.move.spends}")
    return " ".join(parts)
