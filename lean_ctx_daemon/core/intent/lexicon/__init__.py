"""What words say about a task: data tables by concern, and how they are looked up."""
