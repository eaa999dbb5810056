"""Layer 3: which files and definitions matter for a task, and how many tokens each may use."""
