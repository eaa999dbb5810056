"""One module per language: its grammar, what its nodes mean, how its imports resolve."""
