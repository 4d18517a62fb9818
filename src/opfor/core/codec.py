"""One canonical JSON form, so that equal things have equal bytes everywhere.

Keys of objects and fields of structs are sorted, sets too. A digest is the
first 16 bytes of BLAKE2b over that form, as 32 hexadecimal digits.
"""

from hashlib import blake2b
from typing import Any

import msgspec

from opfor.core.errors import OpforError

_ENCODER = msgspec.json.Encoder(order="sorted")
_DECODER = msgspec.json.Decoder()

# What the JSON reader and writer raise on bad input, and nothing wider.
BAD_JSON = (
    msgspec.MsgspecError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
)


def encode(thing: object) -> bytes:
    """The canonical JSON bytes of a struct or a builtin."""
    return _ENCODER.encode(thing)


def decode(data: bytes | str) -> Any:
    """The builtins that JSON text stands for.

    Raises:
        OpforError: the text is not JSON.
    """
    try:
        return _DECODER.decode(data)
    except BAD_JSON as error:
        raise OpforError(f"this is not JSON ({error})") from error


def normal(thing: object) -> Any:
    """A builtin as it would come back from a save: tuples are lists, and so on.

    Raises:
        OpforError: the value has no JSON form.
    """
    try:
        return _DECODER.decode(_ENCODER.encode(thing))
    except BAD_JSON as error:
        raise OpforError(f"this value cannot be saved as JSON ({error})") from error


def digest(*things: object) -> str:
    """A short name for the contents: equal contents, equal digest."""
    hashed = blake2b(digest_size=16)
    for thing in things:
        hashed.update(encode(thing))
        hashed.update(b"\n")
    return hashed.hexdigest()
