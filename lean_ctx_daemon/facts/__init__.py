"""Bytes and a language to FileFacts: definitions, imports, outline, chunks. Path-free, total."""
