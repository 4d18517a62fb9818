"""A4: movement, Bypass, OVR, advance, and what Infantry does with its MF."""
