"""What reading a zip archive raises, where it is none, is cut or wants to do harm."""

import struct
import zipfile
import zlib

BAD_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,  # zipfile's own, for packings that it does not know
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,  # broken names in it, too
)
"""What zipfile and its decompressors raise on bad input, and nothing wider."""
