"""The wiring: the one room that may import every other, and that nobody imports."""
