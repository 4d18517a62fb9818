"""The counters of the player's module: what they show, and what they are for opfor.

layers     what a counter shows: name, words of state, CA, turret, HIP, "?"
change     a counter in another state, as VASL's own keys make it
module     every counter of the player's module by gpid, prototypes expanded
names      the table of what VASL's names mean (data/vasl, and packs)
meanings   what a counter is for opfor: `Meaning`, from all of the above
palette    the way back: which counter of the module shows something of opfor's
face       the pictures of the module that make up a counter
"""
