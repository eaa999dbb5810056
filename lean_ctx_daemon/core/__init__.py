"""The pure part: numbers and text in, values out. No file, clock, socket, thread or randomness."""
