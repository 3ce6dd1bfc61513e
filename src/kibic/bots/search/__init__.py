"""Cards by exact play in deals that fit what was seen."""
