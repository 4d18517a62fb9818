"""Campaigns: a company of one's own."""
