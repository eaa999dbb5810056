"""Which files of a tree are known, and when to look at them again."""
