"""D7: Overrun, and Reaction Fire against it."""
