"""What an undo, or who mistyped his dice, took back, in words."""

from opfor.core.ask import Adjudicate, Order
from opfor.core.game import Undone
from opfor.core.journal import Entry
from opfor.views.text.words import say


def taken_back(undone: Undone) -> str:
    """The decisions that an undo took back, in words, and the dice that stay."""
    orders = [_told(entry) for entry in undone.answers if entry.decision]
    dice = sum(len(entry.luck) for entry in undone.answers)
    kept = f" ({dice} dice already rolled will come again)" if dice else ""
    return "; ".join(orders) + kept


def dice_back(undone: Undone) -> str:
    """The dice or the chit that are to be told anew, in words."""
    first, *rest = undone.answers
    stream = first.asked.stream
    kept = sum(len(entry.luck) for entry in rest if entry.asked.stream != stream)
    again = f" ({kept} dice that came after will come again)" if kept else ""
    return f"{say(first.asked.request.purpose)}: {luck_of(first)}{again}"


def luck_of(entry: Entry) -> str:
    """Dice as they fell, or a chit."""
    return ",".join(map(str, entry.luck))


def _told(entry: Entry) -> str:
    match entry.asked.request, entry.answer:
        case Order(), {"type": "move", "units": units, "to": to}:
            return f"move {','.join(units)} to {to}"
        case Order(), {"type": str(kind)}:
            return kind
        case Adjudicate(purpose=purpose), {"result": result}:
            return f"{say(purpose)}: {result}"
        case Adjudicate(purpose=purpose), dict() as said:
            results = (f"{name} {result}" for name, result in said.items())
            return f"{say(purpose)}: {', '.join(results)}"
        case request, answer:
            return f"{say(request.purpose)}: {answer}"
