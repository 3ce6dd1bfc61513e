"""The game of levels (``auc.ladder = levels``, section 21): contracts from 6 spades to 10 no trump, whist, summons.

It shares the deal, the discard, the tricks and the record with the game of numbers and brings its own contracts,
obligations of whist, scoring and match.
"""
