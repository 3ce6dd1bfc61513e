"""Looking back at finished hands: which conventions were broken, by whom, and who answers for it."""

from kibic.review.check import broken, broken_in_match
from kibic.review.finding import Finding, findings_json

__all__ = ["Finding", "broken", "broken_in_match", "findings_json"]
