"""Files of VASL as they are written: text, commands, counters, the table.

Each reader is bounded, and each step is exact both ways.

    archive    a .vsav or .vlog as a file: its text and its two pages; written whole
      packed     members of a zip within limits
      scramble   the disguise of the text, !VCSK and VOBS
    commands   the text as a tree of commands, exact both ways; `saved_game` makes one
      escape     VASSAL's sequences of texts
    traits     a counter's type and state as traits; a stack; both exact both ways
    table      what lies where after some commands; does moves as VASSAL does them
"""
