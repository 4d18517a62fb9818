"""Each event in words, and how its line looks."""

from collections.abc import Callable, Sequence
from typing import Any

from opfor.core.event import Event, Note, RollMade
from opfor.core.explain import Considered, Decided, RowRead
from opfor.core.modifier import Mod
from opfor.core.table import Row
from opfor.geo.terrain_chart import mf
from opfor.rules.c_ordnance.c03_to_hit.c03_2_covered_arc import spine_name
from opfor.state import events as ev
from opfor.state.in_progress import Move
from opfor.state.judgement import JudgedHex, JudgedLos, JudgedSide
from opfor.state.units import Fortification, Unit, VehicleState
from opfor.state.world import World
from opfor.views.table_text import result_text
from opfor.views.text.names import TAGS, place
from opfor.views.text.words import kind_of, say

FEW = 4
"""The most rivals of a choice that are named."""

TURNS = {"turns": "VCA", "turns_its_turret": "TCA"}
"""Which CA a vehicle changes, by the kind of what it does."""

GOING = {
    "advances": "to",
    "withdraws": "from",
    "routs": "from",
}
"""Kinds of what units do that takes them somewhere."""


ACTIVATED = "activated"
"""The kind of what becomes of a S? that is no dummy."""


def told(world: World, event: Event) -> tuple[str, str]:
    """An event in words, and its style."""
    tell = _TOLD.get(type(event))
    return tell(world, event) if tell else (str(event), "")


def _note(_world: World, event: Note) -> tuple[str, str]:
    return say(event.fact), ""


def _roll(_world: World, event: RollMade) -> tuple[str, str]:
    if event.each:
        return f"{say(event.fact)}: {selection(event)}", "roll"
    dice = "+".join(map(str, event.dice))
    original = f"Original {dice}" + (f" = {sum(event.dice)}" if "+" in dice else "")
    if not event.mods:
        return f"{say(event.fact)}: {original}", "roll"
    return (
        f"{say(event.fact)}: {original}, Final {event.final} ({mods(event.mods)})",
        "roll",
    )


def selection(event: RollMade) -> str:
    """The dice of Random Selection, each with its candidate."""
    pairs = zip(event.each, event.dice, strict=True)
    return ", ".join(f"{who} {die}" for who, die in pairs)


def mods(found: Sequence[Mod]) -> str:
    """Modifiers in one line, short, without their rules."""
    return ", ".join(f"{mod.value:+d} {mod.abbr or mod.name}" for mod in found) or "0"


def row_of(world: World, event: RowRead) -> Row | None:
    """The row that was read, if the table still has it."""
    table = world.enemy.tables.get(event.table)
    return table.rows[event.row] if table and event.row < len(table.rows) else None


def _row(world: World, event: RowRead) -> tuple[str, str]:
    row = row_of(world, event)
    if row is None:
        return f"{say(event.fact)}, {event.number}", "row"
    source = TAGS[row.source] + (f" {row.pack}" if row.layer else "")
    keyed = world.enemy.tables[event.table].key != "none"
    number = f", {event.number}" if keyed else ""
    text = f"{say(event.fact)}{number}: {result_text(row.result)}"
    return f"{text} [{source}]", "row ours" if row.source == "project" else "row"


def _plan(world: World, event: ev.MovePlanSet) -> tuple[str, str]:
    """The clause of its Move Command that a mover carries out (S9.22)."""
    plan = event.course
    if plan is None:
        return "", ""
    table = world.enemy.tables.get(plan.table)
    clauses = table.look_up(plan.row, date=world.date).result if table else ()
    # A pack that has been edited since may have fewer.
    clause = clauses[plan.clause] if plan.clause < len(clauses) else "its way"
    return f"{', '.join(plan.movers)}: {clause}, here {', '.join(plan.goal)}", ""


def _decided(_world: World, event: Decided) -> tuple[str, str]:
    rivals = [name for name in event.candidates if name != event.chosen]
    if not rivals:
        return f"{say(event.fact)}: {event.chosen}", ""
    line = event.reasons[-1].line if event.reasons else "the only one"
    many = len(rivals) > FEW  # `why` names them all
    before = f"{len(rivals)} others" if many else ", ".join(rivals)
    return f"{say(event.fact)}: {event.chosen}, before {before} ({say(line)})", ""


def _suspect_changed(world: World, event: ev.SuspectChanged) -> tuple[str, str]:
    where = place(world, event.suspect.location)
    return f"{event.suspect.id} in {where}: {say(event.what)}", ""


def _wave(world: World, event: ev.WaveBegan) -> tuple[str, str]:
    wave = event.wave
    return (
        f"{wave.id}: a Human Wave by {place(world, wave.marker)}, {wave.colour}",
        "alarm",
    )


def _suspect_removed(_world: World, event: ev.SuspectRemoved) -> tuple[str, str]:
    alarm = "alarm" if kind_of(event.why) == ACTIVATED else ""
    return f"{event.id}: {say(event.why)}", alarm


def _ac_number(_world: World, event: ev.AcNumberSet) -> tuple[str, str]:
    return f"the AC# is {event.number} ({say(event.why)})", ""


def _vpo_drawn(world: World, event: ev.VpoDrawn) -> tuple[str, str]:
    names = ", ".join(place(world, at) for at in event.locations)
    return f"the VPO Locations are {names}", ""


def _unit_added(world: World, event: ev.UnitAdded) -> tuple[str, str]:
    unit = event.unit
    style = "enemy" if unit.side == "ENEMY" else "friendly"
    return f"{unit.id}: {introduced(world, unit)}", style


def introduced(world: World, unit: Unit) -> str:
    """What a unit is that comes into play, and where."""
    concealed = ", concealed" if unit.concealed else ""
    where = f"in {place(world, unit.location)}" if unit.location else "offboard"
    return f"{_a(_named(world, unit))} {where}{concealed}"


def _named(world: World, unit: Unit) -> str:
    nation, _, _ = unit.counter.partition("/")
    words = nation.upper() if nation == "usmc" else nation.replace("-", " ").title()
    return f"{words} {world.counter(unit.counter).name}"


def _a(name: str) -> str:
    """A name with its article."""
    return f"{'an' if name[0] in 'AEIO8' else 'a'} {name}"


def _unit_changed(world: World, event: ev.UnitChanged) -> tuple[str, str]:
    style = "" if event.unit.good_order else "alarm"
    where = place(world, event.unit.location)
    kind, what = kind_of(event.what), say(event.what)
    if kind in TURNS:
        return f"{event.unit.id}: {_turned(world, event.unit, TURNS[kind])}", style
    if kind == "routs" and event.unit.did("low crawl"):
        what += " by Low Crawl"
    if kind in GOING:
        return f"{event.unit.id} {what} {GOING[kind]} {where}", style
    return f"{event.unit.id}: {what}", style


def _turned(world: World, unit: Unit, arc: str) -> str:
    """Where a vehicle's VCA or TCA points now, by the two hexes before it."""
    state = unit.vehicle or VehicleState()
    spine = state.vca if arc == "VCA" else state.tca
    ahead = spine_name(world, unit.location, spine) if unit.location else "inward"
    return f"turns its {arc} to {ahead}"


def _unit_removed(_world: World, event: ev.UnitRemoved) -> tuple[str, str]:
    return f"{event.id}: {say(event.why)}", "alarm"


def _weapon_added(world: World, event: ev.WeaponAdded) -> tuple[str, str]:
    weapon = event.weapon
    dm = ", dm" if weapon.dm else ""
    owner = f"possessed by {weapon.owner}" if weapon.owner else "possessed by nobody"
    return f"{weapon.id}: {_a(world.counter(weapon.counter).name)}, {owner}{dm}", ""


def _fortification(world: World, event: ev.FortificationAdded) -> tuple[str, str]:
    new = event.fortification
    style = "friendly" if new.side == "FRIENDLY" else "enemy"
    return f"{new.id}: {dug_in(world, new)}", style


def dug_in(world: World, new: Fortification) -> str:
    """What a new fortification is, and where, without its id."""
    room = f" for {new.capacity}" if new.capacity else ""
    strength = "+".join(map(str, new.defence))
    size = f" {strength}" if strength else ""
    return f"a {new.kind}{size}{room} in {place(world, new.location)}"


def _suspect_placed(world: World, event: ev.SuspectPlaced) -> tuple[str, str]:
    suspect = event.suspect
    if suspect.enters:
        return f"{suspect.id} beside {suspect.enters}, {suspect.attitude}", ""
    return f"{suspect.id} in {place(world, suspect.location)}, {suspect.attitude}", ""


def _marker(world: World, event: ev.MarkerAdded) -> tuple[str, str]:
    new = event.marker
    number = new.fp or new.hindrance
    kind = f"{new.kind} {number}" if number else new.kind
    return f"{new.id}: {kind} in {place(world, new.location)}", "enemy"


def _unit_replaced(_world: World, event: ev.UnitReplaced) -> tuple[str, str]:
    new = ", ".join(unit.id for unit in event.units)
    return f"{event.id}: {say(event.what)}, now {new}", "alarm"


def _clash(_world: World, event: ev.CloseCombatDeclared) -> tuple[str, str]:
    clash = event.clash
    who = " + ".join(clash.attackers)
    if clash.to:
        return f"{who} will withdraw to {clash.to}", ""
    s, whom = "s" * (len(clash.attackers) == 1), " + ".join(clash.defenders)
    if clash.escape:
        return f"{who} {'tries' if s else 'try'} to escape from {whom}", ""
    if clash.capture:
        return f"{who} {'tries' if s else 'try'} to capture {whom} in CC", ""
    return f"{who} attack{s} {whom} in CC", ""


def _weapon_changed(_world: World, event: ev.WeaponChanged) -> tuple[str, str]:
    return f"{event.weapon.id}: {say(event.what)}", ""


def _gone(_world: World, event: Any) -> tuple[str, str]:
    return f"{event.id}: {say(event.why)}", ""


def _fortified(_world: World, event: ev.FortificationChanged) -> tuple[str, str]:
    return f"{event.fortification.id}: {say(event.what)}", ""


def _marked(_world: World, event: ev.MarkerChanged) -> tuple[str, str]:
    return f"{event.marker.id}: {say(event.what)}", ""


def _battery(_world: World, event: ev.BatteryChanged) -> tuple[str, str]:
    return f"{event.battery.id}: {say(event.what)}", ""


def _aircraft(_world: World, event: ev.AircraftChanged) -> tuple[str, str]:
    return f"{event.aircraft.id}: {say(event.what)}", ""


def _control(world: World, event: ev.ControlTaken) -> tuple[str, str]:
    return f"{place(world, event.location)} is {event.side} Controlled", "phase"


def _judged(world: World, event: ev.Judged) -> tuple[str, str]:
    told, by = event.judgement, "as drawn again" if event.gone else "by your word"
    match told:
        case JudgedLos(a=a, b=b, hindrance=drm):
            is_ = {0: "clear", -1: "blocked"}.get(drm, f"hindered +{drm}")
            what = f"LOS {place(world, a)} to {place(world, b)}"
        case JudgedHex(hex=hex_, terrain=terrain, level=level):
            told_level = "" if level is None else f"level {level}"
            what, is_ = (
                place(world, hex_),
                ", ".join(filter(None, (terrain, told_level))),
            )
        case JudgedSide(a=a, b=b, terrain=is_):
            what = f"hexside {place(world, a)} {place(world, b)}"
    return (f"{what}: {by}" if event.gone else f"{what}: {is_}, {by}"), ""


def _area(_world: World, event: ev.AreaTaken) -> tuple[str, str]:
    return f"the {event.area} is {event.side} Controlled", "phase"


def _toll(_world: World, event: ev.LossesChanged) -> tuple[str, str]:
    return f"{event.side}: {say(event.what)}", ""


def _sniper(_world: World, event: ev.SniperAlerted) -> tuple[str, str]:
    return f"the {event.side} Sniper is alerted", "alarm"


def _random_event(_world: World, event: ev.RandomEvent) -> tuple[str, str]:
    return f"Random Event: {event.words}", ""


def _effects(_world: World, event: ev.EffectsChanged) -> tuple[str, str]:
    return say(event.what), ""


def _weather(_world: World, event: ev.WeatherChanged) -> tuple[str, str]:
    return f"weather: {say(event.what)}", ""


def _moved(world: World, event: ev.Moved) -> tuple[str, str]:
    style = "enemy" if event.move.units[0][:1] == "e" else "friendly"
    return entered(world, event), style


def entered(world: World, event: ev.Moved, by: str = "") -> str:
    """Who has entered a Location, how if that is told, and what it cost."""
    move = event.move
    cost = f"{mf(move.here)} {move.spends}, {left(move)} left{how_moved(move)}"
    return f"{', '.join(move.units)} to {place(world, event.to)}{by} ({cost})"


def left(move: Move) -> str:
    """The MF or MP that a move has left."""
    return mf(max(0, move.allotment - move.spent))


def how_moved(move: Move) -> str:
    """Assault Movement and Double Time, as they are told behind what is left."""
    how = ", Assault Movement" if move.assault else ""
    return how + ", Double Time" * move.double_time


def _phase(_world: World, event: ev.PhaseBegan) -> tuple[str, str]:
    return f"turn {event.turn}, {event.side} {event.phase}", "phase"


def _table(_world: World, event: ev.TableSet) -> tuple[str, str]:
    done = ", ".join(event.on_table)
    return (f"you resolve {done} yourself" if done else "opfor resolves all", "phase")


def _stops(_world: World, event: ev.StopsSet) -> tuple[str, str]:
    always = "wherever there is anything to order"
    return f"you are asked {always if event.stops == 'all' else 'where it matters'}", ""


def _ended(_world: World, event: ev.GameEnded) -> tuple[str, str]:
    return f"the game is over: {say(event.why)}", "phase"


_TOLD: dict[type[Event], Callable[[World, Any], tuple[str, str]]] = {
    Note: _note,
    Considered: _note,
    RollMade: _roll,
    RowRead: _row,
    Decided: _decided,
    ev.MovePlanSet: _plan,
    ev.SuspectPlaced: _suspect_placed,
    ev.SuspectChanged: _suspect_changed,
    ev.SuspectRemoved: _suspect_removed,
    ev.WaveBegan: _wave,
    ev.AcNumberSet: _ac_number,
    ev.VpoDrawn: _vpo_drawn,
    ev.UnitAdded: _unit_added,
    ev.UnitChanged: _unit_changed,
    ev.UnitRemoved: _unit_removed,
    ev.WeaponAdded: _weapon_added,
    ev.FortificationAdded: _fortification,
    ev.MarkerAdded: _marker,
    ev.UnitReplaced: _unit_replaced,
    ev.CloseCombatDeclared: _clash,
    ev.WeaponChanged: _weapon_changed,
    ev.WeaponRemoved: _gone,
    ev.FortificationChanged: _fortified,
    ev.FortificationRemoved: _gone,
    ev.MarkerChanged: _marked,
    ev.MarkerRemoved: _gone,
    ev.BatteryChanged: _battery,
    ev.AircraftChanged: _aircraft,
    ev.ControlTaken: _control,
    ev.Judged: _judged,
    ev.AreaTaken: _area,
    ev.LossesChanged: _toll,
    ev.SniperAlerted: _sniper,
    ev.WeatherChanged: _weather,
    ev.RandomEvent: _random_event,
    ev.EffectsChanged: _effects,
    ev.Moved: _moved,
    ev.PhaseBegan: _phase,
    ev.TableSet: _table,
    ev.StopsSet: _stops,
    ev.GameEnded: _ended,
}
