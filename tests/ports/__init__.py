"""Tests of where answers come from."""
