"""D6: Passengers, Riders and what becomes of them."""
