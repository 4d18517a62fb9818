"""B28: minefields, A-T mines and panji."""
