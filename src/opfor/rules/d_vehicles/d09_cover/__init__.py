"""D9: vehicles and wrecks as cover, and as Hindrance."""
