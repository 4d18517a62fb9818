"""The light disguise of a saved game's text, taken off and put on.

VASSAL hides the text from a casual look: each byte is combined with one key byte.
`!VCSK` goes before the key and the bytes in hexadecimal digits; newer engines write
`VOBS` before both as they are. Undisguised text is read too. The text is UTF-8; bytes
that are none are kept as they are.
"""

from typing import Literal

from opfor.core.errors import OpforError

Form = Literal["VCSK", "VOBS", "plain"]

_DIGITS, _RAW = b"!VCSK", b"VOBS"
_COPY = "save the game anew in VASL, or copy the file from where it came from"
DEFAULT_KEY = 0x5A


def unscramble(data: bytes) -> tuple[str, Form, int]:
    """The text of a savedGame, the form it had, and the key byte.

    Errors:
        OpforError: digits are damaged, or it is no saved game.
    """
    if data.startswith(_DIGITS):
        return _text(_from_digits(data[len(_DIGITS) :])), "VCSK", int(data[5:7], 16)
    if data.startswith(_RAW) and len(data) > len(_RAW):
        key = data[len(_RAW)]
        return _text(data[len(_RAW) + 1 :].translate(_table(key))), "VOBS", key
    if data.startswith(b"begin_save"):
        return _text(data), "plain", 0
    raise OpforError("its saved game is in no known form", do=_COPY)


def scramble(text: str, form: Form = "VCSK", key: int = DEFAULT_KEY) -> bytes:
    """The bytes of a savedGame: the inverse of `unscramble`."""
    data = text.encode("utf-8", "surrogateescape")
    if form == "plain":
        return data
    hidden = data.translate(_table(key))
    if form == "VOBS":
        return _RAW + bytes((key,)) + hidden
    return _DIGITS + bytes((key,)).hex().encode() + hidden.hex().encode()


def _from_digits(digits: bytes) -> bytes:
    try:
        plain = bytes.fromhex(digits.decode("ascii"))
    except ValueError:
        plain = b""
    # fromhex passes over spaces, which VASSAL never writes.
    if not plain or 2 * len(plain) != len(digits):
        raise OpforError("its saved game is damaged: odd digits", do=_COPY)
    return plain[1:].translate(_table(plain[0]))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))
