"""Layer 6: the text that leaves the daemon, within its budget."""
