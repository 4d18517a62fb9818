"""What a question is about, in words."""

from typing import Any

from opfor.core.ask import Request, Roll
from opfor.core.fact import fact
from opfor.core.modifier import total
from opfor.views.text.events import mods
from opfor.views.text.words import say


def purpose_of(request: Request[Any]) -> str:
    """What is asked for; of dice whom they mean and the DRM that are known, too."""
    told = say(request.purpose)
    if not isinstance(request, Roll):
        return told
    if request.meaning:
        told += f": {say(request.meaning)}"
    if request.mods:
        kind = "drm" if request.kind == "dr" else "DRM"
        drm = fact("drm", sum=total(request.mods), mods=mods(request.mods))
        told += f"; {kind} {say(drm)}"
    return told
