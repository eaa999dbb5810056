"""One watched repository kept true: roster, facts, graph, immutable Snapshot."""
