"""Board games that hide something, and bots that play them from what one seat may know."""
