"""D3: Target Facing, MG, turret and Malfunction."""
