"""C1: Offboard Artillery, from radio contact to the FFE."""
