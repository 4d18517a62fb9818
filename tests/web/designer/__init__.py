"""The designer's page: its form, its check, its desk."""
