"""The games, one package each. A game knows cards, tricks and the contract of a game, and nothing above them."""
