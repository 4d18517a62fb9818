"""What the form of a Mission calls its keys, and in which order they stand."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opfor.web.designer.fields import Kind

SECTIONS: dict[str, tuple[str, ...]] = {
    "What it is": (
        "title", "note", "date", "friendly", "enemy", "turns", "first", "situation",
        "special", "id", "dates", "alternatives", "country",
    ),
    "Map": ("map", "fbe"),
    "Places": (
        "vpo", "vpo_buildings", "vpo_draw", "held_by", "area", "foxholes", "entry",
        "exits", "enemy_exits",
    ),
    "Victory": ("victory",),
    "Forces": ("unit",),
    "S? and the ENEMY": (
        "placement", "entering", "attitude", "ac", "ac_shift", "a1_drm", "a5_drm",
        "heavy_cap", "density", "ebe_boards", "posture", "fire_discipline", "reserve",
        "wave_chain", "enemy_by",
    ),
    "Weather and special rules": (
        "weather", "san", "elr", "elr_for_all", "command", "mol", "pto", "no_snow",
        "iift", "re", "re_rows",
    ),
    "Artillery and aircraft": ("oba", "air"),
}  # fmt: skip
"""The parts of the form."""

HIDDEN = frozenset({"Mission.wind", "Mission.source"})
"""Keys that the page fills in by itself."""

FOLDED = frozenset(
    {f"OB.{key}" for key in ("at", "turn", "concealed", "hidden", "bored", "group")}
    | {f"Mission.{key}" for key in ("id", "dates", "country", "ac_shift", "density")}
    | {f"Mission.{key}" for key in ("posture", "fire_discipline", "reserve")}
    | {f"Mission.{key}" for key in ("wave_chain", "enemy_by", "re_rows", "iift")}
    | {f"VictoryCondition.{key}" for key in ("control", "hexes", "buildings", "lead")}
    | {f"Mission.{key}" for key in ("vpo_buildings", "ebe_boards", "elr_for_all")}
    | {f"Mission.{key}" for key in ("situation", "special", "alternatives")}
    | {"Mission.mol", "Mission.no_snow", "Mission.pto", "VictoryCondition.rescue"}
    | {"VictoryCondition.until"}
)
"""Keys that are seldom wanted."""

SPECIAL: "dict[str, Kind]" = {
    "Mission.map": "map",
    "Mission.fbe": "edge",
    "Mission.exits": "edges",
    "Mission.enemy_exits": "edges",
    "Mission.friendly": "nation",
    "Mission.enemy": "nation",
    "Mission.note": "long",
    "Mission.situation": "paragraphs",
    "Mission.special": "paragraphs",
    "Mission.alternatives": "paragraphs",
    "OB.counter": "counter",
    "OB.weapons": "weapons",
}
"""Keys that are filled in otherwise than their type says."""

WORDS: dict[str, str] = {
    "title": "Title",
    "id": "Name of its file",
    "note": "In a sentence or two",
    "situation": "Situation",
    "special": "What is special",
    "alternatives": "VASL maps that do too",
    "date": "Month",
    "dates": "Other months that suit",
    "friendly": "Your nation",
    "enemy": "The ENEMY's nation",
    "country": "The ENEMY's country",
    "turns": "Game Turns",
    "first": "First Player Turn",
    "map": "Boards",
    "fbe": "FRIENDLY Board Edge",
    "Mission.vpo": "VPO Locations",
    "Mission.vpo_buildings": "VPO buildings",
    "vpo_draw": "VPO drawn on each board's card",
    "held_by": "Controlled at the start by",
    "area": "You set up in an area",
    "Area.board": "Board, from the FBE",
    "Area.vpo": "Within hexes of a VPO",
    "Area.clear": "Hexes clear of the next board",
    "Area.hexes": "These hexes alone",
    "entry": "Your entry hexes",
    "exits": "You may exit by",
    "enemy_exits": "The ENEMY may exit by",
    "victory": "Victory conditions",
    "VictoryCondition.side": "Who wins by it",
    "VictoryCondition.vpo": "VPO Locations to Control",
    "VictoryCondition.board": "Only those of board",
    "VictoryCondition.control": "Locations to Control",
    "VictoryCondition.hexes": "Hexes to Control",
    "VictoryCondition.buildings": "Buildings to Control",
    "cvp": "CVP",
    "exit_vp": "Exit VP",
    "lead": "VP ahead of the other side",
    "exits_below": "Other side's Exit VP below",
    "lost_below": "Own squads lost below",
    "rescue": "Units to bring to safety",
    "Rescue.group": "Of the group",
    "until": "Counts at the end of turn, and ends the game",
    "at_once": "Ends the game at once (sudden death)",
    "unit": "Order of battle",
    "placement": "S? placed by the cases of S4.1",
    "entering": "What enters for the ENEMY (S4.2, S4.3)",
    "Entering.groups": "Groups of S?",
    "Entering.suspects": "Single S?",
    "Entering.waves": "Human Waves",
    "Entering.armor": "Vehicles",
    "Entering.hexes": "Entry hexes of groups and S?",
    "attitude": "Prevailing Attitude",
    "ac": "AC#, or the table it is rolled on",
    "ac_shift": "Shift of the AC#",
    "a1_drm": "DRM on {A1}",
    "a5_drm": "DRM on {A5}",
    "heavy_cap": "Guns and vehicles out of S?, at most",
    "density": "Of six S? stay",
    "ebe_boards": "More boards may come along the EBE",
    "posture": "Boldness on the Action Tables",
    "fire_discipline": "First Fire of the ENEMY",
    "reserve": "The ENEMY holds some First Fire back",
    "wave_chain": "A Human Wave S? counts as",
    "enemy_by": "The ENEMY is played by",
    "san": "SAN",
    "elr": "ELR",
    "elr_for_all": "ELR is an SSR (A19.132) for",
    "command": "You need Command Control (S16)",
    "mol": "MOL (A22.6) for",
    "pto": "PTO Terrain",
    "no_snow": "No snow falls here",
    "iift": "Fire is resolved on the IIFT",
    "re": "Random Event on a Wind Change DR of",
    "re_rows": "Rows of the RE table that count",
    "oba": "Batteries (OBA)",
    "air": "Air support",
    "OB.group": "Group, for a rescue",
    "at": "Sets up in",
    "bored": "Bore Sighted",
    "post": "Observer looks from",
    "registered": "Pre-Registered hexes",
    "OB.turn": "Enters on turn",
    "night": "NVR at night, -1 by day",
    "direction": "Wind blows toward hexside",
}
"""What stands beside a field, by its key or by its table and key."""

HINTS: dict[str, str] = {
    "Mission.id": "empty: after its title",
    "Mission.situation": "a line for each paragraph",
    "Mission.special": "a line for each point; no rules",
    "Mission.alternatives": "a line for each map",
    "VictoryCondition.until": "0: when the turns are over",
    "Mission.date": "such as 1943-07",
    "Mission.vpo_draw": "such as 3 1: three on the board at the FBE, one on the next",
    "Mission.placement": "a buildings, b woods and brush, c VPO and cover beside them, "
    "d VPO and cover within two hexes, e Letter Chits",
    "Mission.ac": "a number from 1, or AC-start",
    "Mission.re": "0: none",
    "Area.hexes": "in place of board, VPO and distance",
    "Mission.san": "empty: the nation's own on that date",
    "Mission.elr": "empty: the nation's own on that date",
    "OB.turn": "0: as play begins",
    "OB.at": "empty: in the area, or along the edge",
    "VictoryCondition.vpo": "a number, or all",
}
"""What more there is to say of a field."""
