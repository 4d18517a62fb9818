"""The Mission's card, open at any time, and how a game ended."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from opfor.core.fact import Fact
from opfor.ports.session import Session
from opfor.rules.s_solitaire.s02_set_up.check_mission import stand_ins
from opfor.state.mission import OB, Mission, VictoryCondition
from opfor.state.state import State
from opfor.state.units import OFFBOARD, Side, Unit, Weapon
from opfor.state.world import World
from opfor.views.board.scene import Counter
from opfor.views.game_picture import objectives, unit_counter, weapon_counter
from opfor.views.reference import as_shown
from opfor.views.report.luck import DiceLuck, luck_of
from opfor.views.report.turning_points import turning_points
from opfor.views.report.whose import values_of
from opfor.views.text.called import names_of
from opfor.views.text.names import plain
from opfor.views.text.victory import asked
from opfor.views.text.victory import standing as standing_now
from opfor.views.text.words import say
from opfor.web.game import messages as m
from opfor.web.game.view import Looks, against

SIDES: tuple[Side, Side] = ("FRIENDLY", "ENEMY")

FLAGS = {
    "command": "Your units need Command Control to move or fire (S16).",
    "pto": "PTO Terrain is in effect.",
    "no_snow": "No snow falls here in winter.",
    "iift": "Fire is resolved on the IIFT (A7.37).",
    "ebe_boards": "More boards may be activated along the EBE (S4.1b).",
}
"""Special rules that are on or off."""


def briefing(session: Session, looks: Looks) -> dict[str, Any]:
    """The card of the Mission: what it is about, with whom, and how it stands."""
    world, state = session.world, session.game.state
    mission = state.mission
    return {
        "title": mission.title,
        "against": against(mission),
        "note": mission.note,
        "situation": list(mission.situation),
        "special": list(mission.special),
        "alternatives": list(mission.alternatives),
        "sides": [_side(world, state, looks, side) for side in SIDES],
        "victory": [_aim(session, aim) for aim in mission.victory],
        "rules": [*_rules(mission), *stand_ins(world, mission)],
        "turns": mission.turns,
        "turn": state.turn,
        "first": mission.first,
        "entering": _entering(mission),
        "odds": _odds(session),
    }


def _odds(session: Session) -> dict[str, Any] | None:
    """How often the reference player wins, and by whose values those games went."""
    found = as_shown(session.game.state.mission.id)
    if found is None:
        return None
    own = [*map(str, session.setup.modules)]
    own = own or [Path(pack).name for pack in session.setup.packs]
    played = f"with our values; you play with {', '.join(own)}" if own else ""
    return found | {"by": played or "with our values"}


def _side(world: World, state: State, looks: Looks, side: Side) -> dict[str, Any]:
    """A side: its nation, SAN and ELR, and its OB in counters."""
    mission = state.mission
    nation = mission.friendly if side == "FRIENDLY" else mission.enemy
    elr = mission.elr.get(side)
    elr = int(world.national(nation, "ELR")) if elr is None else elr
    suspects = len(state.suspects_onboard()) if side == "ENEMY" else 0
    return {
        "side": side,
        "nation": nation.replace("-", " ").title(),
        "san": state.toll(side).san,
        "elr": elr,
        "counters": list(_counters(world, looks, mission, side)),
        "suspects": suspects,
        "attitude": mission.attitude if side == "ENEMY" else "",
    }


def _counters(
    world: World, looks: Looks, mission: Mission, side: Side
) -> Iterator[dict[str, Any]]:
    """Each line of the OB, then its Weapons, with a face and how they come."""
    nation = mission.friendly if side == "FRIENDLY" else mission.enemy
    for line in (line for line in mission.unit if line.side == side):
        kind = world.counter_of(nation, line.counter)
        unit = Unit(id="", side=side, counter=kind.id, location=OFFBOARD)
        face = _face(looks, unit_counter(world, unit))
        yield {
            "face": face,
            "name": kind.name,
            "count": line.number,
            "how": _how(mission, line),
        }
        for name, alike in groupby(sorted(line.weapons)):
            piece = world.counter_of(nation, name)
            weapon = Weapon(id="", counter=piece.id, owner="")
            face = _face(looks, weapon_counter(world, weapon, OFFBOARD))
            yield {
                "face": face,
                "name": piece.name,
                "count": len(list(alike)),
                "how": "",
            }


def _face(looks: Looks, counter: Counter) -> str:
    return looks.faces[looks.name(msgspec.structs.replace(counter, mark=""))]


def _how(mission: Mission, line: OB) -> str:
    """When and where a line of the OB comes into play."""
    if line.at:
        return "set up"
    if line.side == "FRIENDLY" and mission.area and not line.turn:
        return "you set it up"
    edge = "FBE" if line.side == "FRIENDLY" else "EBE"
    turn = f" on turn {line.turn}" if line.turn else ""
    return f"enters{turn} along the {edge}"


def _entering(mission: Mission) -> list[dict[str, Any]]:
    """The turns in which somebody enters, and who."""
    found: dict[int, list[str]] = {}
    for line in mission.unit:
        if line.turn > 1:
            words = f"{line.side}: {line.number} × {line.counter}"
            found.setdefault(line.turn, []).append(words)
    for each in mission.entering:
        groups = "group of S?" if each.groups == 1 else "groups of S?"
        waves = "Human Wave" if each.waves == 1 else "Human Waves"
        parts = {groups: each.groups, "S?": each.suspects, waves: each.waves}
        parts.update({str(kind): count for kind, count in each.armor.items()})
        told = ", ".join(f"{count} {what}" for what, count in parts.items() if count)
        found.setdefault(each.turn, []).append(f"ENEMY: {told}")
    return [{"turn": turn, "who": who} for turn, who in sorted(found.items())]


def _aim(session: Session, aim: VictoryCondition) -> dict[str, Any]:
    """A victory condition in words, and how it stands now."""
    return {
        "side": aim.side,
        "text": asked(aim, session.game.state.mission),
        "now": standing_now(session.play, aim),
    }


def _rules(mission: Mission) -> Iterator[str]:
    """What is special about the Mission, a sentence each."""
    yield from (text for name, text in FLAGS.items() if getattr(mission, name))
    if mission.heavy_cap == 0:
        yield "No Guns or vehicles come out of S?."
    elif mission.heavy_cap != "none":
        yield f"S? bring {mission.heavy_cap} Guns and vehicles at the most."
    if mission.foxholes:
        yield f"You set up {mission.foxholes} foxholes."
    if mission.re:
        yield f"A Random Event comes on a Wind Change DR of {mission.re}."
    for oba in mission.oba:
        yield f"{oba.side}: {oba.calibre}mm OBA by {oba.device}."
    for air in mission.air:
        yield f"{air.side}: {air.number} {air.kind} from turn {air.turn}."


# -- at any time ---------------------------------------------------------------------


def standing(session: Session, looks: Looks) -> dict[str, Any]:
    """How the game stands: what is asked, what is held, VP and losses."""
    world, state = session.world, session.game.state
    left = max(0, state.mission.turns - state.turn)
    return {
        "aims": [_aim(session, aim) for aim in state.mission.victory],
        "held": [
            {"place": plain(world.map, at), "side": side}
            for at, side in _held(world, state)
        ],
        "losses": [_losses(world, state, looks, side) for side in SIDES],
        "exits": {side: state.toll(side).exit_vp for side in SIDES},
        "left": len(state.suspects_onboard()),
        "turns": left,
        "ac": state.ac_number,
    }


def _held(world: World, state: State) -> Iterator[tuple[str, str]]:
    """Each VPO Location and who Controls it."""
    for star in objectives(world, state):
        yield world.map.name(star.hex), star.side


# -- the end -----------------------------------------------------------------------


def ending(session: Session, looks: Looks) -> dict[str, Any]:
    """Who won and why, what each side lost, how the dice fell, whose values decided."""
    world, state = session.world, session.game.state
    over = state.over
    side = over.data.get("side", "") if isinstance(over, Fact) else ""
    return {
        "won": side,
        "text": say(over) if over else "",
        "title": state.mission.title,
        "against": against(state.mission),
        "aims": [_aim(session, aim) for aim in state.mission.victory],
        "losses": [_losses(world, state, looks, side) for side in SIDES],
        "left": len(state.suspects_onboard()),
        "luck": [_luck(each) for each in luck_of(session.game.journal)],
        "points": list(_points(session)),
        "values": values_of(world, session.game.events, session.setup.modules).told,
    }


def _points(session: Session) -> Iterator[dict[str, Any]]:
    """Where the game turned."""
    world, state = session.world, session.game.state
    names = names_of(world, state)
    for point in turning_points(world, session.game.events):
        yield {
            "moment": point.moment,
            "when": point.when,
            "text": names.told(point.text),
            "good": point.good,
        }


def _losses(world: World, state: State, looks: Looks, side: Side) -> dict[str, Any]:
    """The counters that a side lost, and the CVP that the other has of it."""
    other = SIDES[1 - SIDES.index(side)]
    faces = [_lost(world, looks, code, side) for code in state.toll(side).lost]
    alike = ((face, len(list(same))) for face, same in groupby(sorted(faces)))
    found = [{"face": face, "count": count} for face, count in alike]
    return {"side": side, "counters": found, "cvp": state.toll(other).cvp}


def _lost(world: World, looks: Looks, code: str, side: Side) -> str:
    unit = Unit(id="", side=side, counter=code, location=OFFBOARD)
    return _face(looks, unit_counter(world, unit))


def _luck(luck: DiceLuck) -> dict[str, Any]:
    return {
        "name": luck.name,
        "count": luck.count,
        "mean": round(luck.mean, 2),
        "verdict": luck.verdict,
        "columns": list(luck.columns),
    }


def card_of(
    session: Session, looks: Looks, request: m.Briefing | m.Standing | m.Ending
) -> Any:
    """What one of the cards shows."""
    match request:
        case m.Briefing():
            return briefing(session, looks)
        case m.Standing():
            return standing(session, looks)
    return ending(session, looks)
