"""The player's own VASL: his saved games and logs, his module, his boards.

Nothing of VASL comes with opfor; all is read from the player's own files, and nothing
in them is trusted: each reader is bounded, and says in one sentence what is wrong.
Whoever owns a counter is in its traits (`hide`, `conceal`, `PROP;Owner`) and in moves,
and his id may hold his password: `position` leaves it out, so must all else.

From the file to what it means and back, each folder by itself, imports from below:

    saves      files, commands, counters as traits, the table; exact both ways
    boards     where they are and lie, and what of them is not known
    counters   his module: what a counter shows and is; which one shows something
    position   each counter of a saved game with hex, level, state and meaning
    things     units, weapons, S?, markers of a game as counters, and back
    games      a moment written, a Player Turn as a log, a game begun
    live       opfor at the player's own table, in a room of a private server

To build on it: a game begins from `position.saved_game.Position` (`map_text` is what
`geo.map.parse_map` takes; `Standing` has hex, states and counter type). To write one,
take `counters.palette.Palette.find` and `Module.piece` (or a counter of the player's
own save), change it with `counters.change`, put it `at` `boards.laid.Layout.pixel`, and
join AddPiece commands (`piece_type`, `piece_state`), stacks after their members, in
`saves.commands.saved_game`; steps of a log are `Log` nodes, those of one step below its
first. A live game feeds `saves.table.Table` each message (`read_commands`, `in_order`),
and `position_of` says what it has come to.
"""
