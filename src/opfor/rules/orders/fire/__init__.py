"""Orders of fire: of Infantry, Guns, vehicles, OBA and aircraft."""
