"""S9.1, S9.2, S9.4: how ENEMY Infantry moves, and the Move Command."""
