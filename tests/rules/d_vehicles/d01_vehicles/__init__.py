"""Tests of rules/d_vehicles/d01_vehicles."""
