"""Where answers come from: dice, player, policy, script."""
