"""Looking back at finished hands: which conventions were broken, by whom, and who answers for it."""

from kibic.review.check import broken, broken_in_match
from kibic.review.costs import Cost, card_values, costs, costs_json, possible
from kibic.review.finding import Finding, findings_json

__all__ = [
    "Cost",
    "Finding",
    "broken",
    "broken_in_match",
    "card_values",
    "costs",
    "costs_json",
    "findings_json",
    "possible",
]
