"""Layer 4: what of a file is kept, and how it reads. Nothing here reads a disk."""
