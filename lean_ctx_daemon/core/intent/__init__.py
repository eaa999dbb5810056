"""Layer 2 of the pipeline: a task's text → StructuredIntent."""
