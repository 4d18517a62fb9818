"""What a DR of a shot does to its target."""

from opfor.core.dice import DR
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c03_to_hit.to_hit_dr import verdicts


def piece(**fields: object) -> Ordnance:
    """A German 75mm Gun, or something else."""
    given = {
        "id": "w",
        "name": "Gun",
        "nation": "german",
        "kind": "AT",
        "calibre": 75,
        "gun": True,
        "turret": "NT",
    }
    return Ordnance(**given | fields)  # type: ignore[arg-type] # a test's fields


def result(shot: ToHit, coloured: int, white: int, extra: int = 0) -> str:
    """What a DR does to V."""
    return verdicts(shot, DR(coloured, white), extra)["V"]
