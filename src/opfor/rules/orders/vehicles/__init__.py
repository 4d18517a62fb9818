"""Orders of vehicles, and of Guns in tow."""
