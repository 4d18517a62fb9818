"""C11: Emplacement, Gunshields and hits on Guns."""
