"""Speed, start-up and weight beside their targets. ``make bench`` runs all; nothing fails by time."""
