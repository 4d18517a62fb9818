"""Orders of Infantry but fire, in the order of the rulebook."""
