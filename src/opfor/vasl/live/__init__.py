"""opfor at the player's own table: a private VASSAL server with one room.

The player's client connects as to any server, and joins the room in which opfor sits.
What he does comes as the commands that saved games are made of; opfor answers with
such. Nothing that a client says names a file, and his id, which bears his password,
is kept nowhere but with his connection.

    wire       lines of the network: words, properties, long texts packed
    people     who is connected, and what others may know of him
    server     rooms and lists; what comes for opfor goes to its host
    discreet   a player's commands without his password
    private    what is said to one person alone
    keeper     who owns the game: a thread of its own, or the room of opfor's page
    host       one message after another, and what comes of it
    outbox     what goes to the tables, in order, with the pauses between steps
    seat       what the player does and says becomes orders, and is answered
    drags      counters that he drags, as moves, advances, routs
    levels     on which level of a hex counters are meant
    hands      whatever else he does by hand, as it then is on his table
    chat       what is said and rolled in the chat window
    telling    what has happened, as steps for his table
    showing    what brings his table to where the game is
    steps      the ENEMY's steps, which he takes one by one
    serve      a session from its beginning to Ctrl-C
"""
