"""A26: Control and Victory Points."""
