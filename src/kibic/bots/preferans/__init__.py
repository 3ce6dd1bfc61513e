"""Preferans by the customs: evaluation, bidding, following, leads, defence and declarer play (strategy.md)."""
