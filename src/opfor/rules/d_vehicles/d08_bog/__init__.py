"""D8: Bog and Immobilization."""
