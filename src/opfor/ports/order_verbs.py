"""The words of orders, as their records have them, such as `fire` and `rally`."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from opfor.core.errors import OpforError
from opfor.rules.orders.order_kind import OrderKind
from opfor.rules.orders.verbs import Verb
from opfor.rules.sequence.find_orders import KINDS, tag_of


def verbs_of(kinds: Iterable[OrderKind]) -> Mapping[str, Verb]:
    """The words of some orders, in the order of the help.

    Errors:
        OpforError: two orders have one word.
    """
    found: dict[str, Verb] = {}
    for kind in sorted(kinds, key=lambda kind: kind.listed):
        for word, verb in kind.verbs.items():
            if word in found:
                raise OpforError(f"{word!r} is a word of two orders")
            found[word] = verb._replace(type=tag_of(kind))
    return MappingProxyType(found)


VERBS: Mapping[str, Verb] = verbs_of(KINDS)
"""What each word of the terminal orders."""
