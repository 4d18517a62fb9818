"""D5: Inherent crews: what they check, suffer and leave."""
