"""Sheets: tables typed in cell by cell."""
