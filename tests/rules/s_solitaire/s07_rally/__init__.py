"""Tests of rules/s_solitaire/s07_rally."""
