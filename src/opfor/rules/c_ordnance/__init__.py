"""Chapter C, ordnance and OBA: a file or a folder for each section."""
