"""Chapter A, the Infantry rules: a file or a folder for each section."""
