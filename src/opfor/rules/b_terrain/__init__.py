"""Chapter B, terrain and fortifications: what they do in play."""
