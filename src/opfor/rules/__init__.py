"""The rules of Chapter S, one module a section."""
