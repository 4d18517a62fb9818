"""The game in the browser: one local server, one page, nothing from elsewhere."""
