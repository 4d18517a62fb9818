"""A15: Heat of Battle, from its DR to the berserk charge and its end."""
