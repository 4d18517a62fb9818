"""Benchmarks: each module here with a `run() -> dict` gives figures by name."""
