"""The exact solver: corpora of positions, answers, measurements, tuning and proofs at full size."""
