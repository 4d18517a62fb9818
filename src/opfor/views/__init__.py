"""What a person sees: text, reasons, pictures."""
