"""Tests of rules/a_infantry/a09_machine_guns."""
