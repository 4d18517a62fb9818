"""A23: Demolition Charges, placed, thrown and set."""
