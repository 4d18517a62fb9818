"""Tests of rules/d_vehicles/d05_crews."""
