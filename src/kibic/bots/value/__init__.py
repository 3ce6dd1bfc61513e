"""What a hand is worth: a small learned model of tricks and answers, and the choice of words by expected score."""
