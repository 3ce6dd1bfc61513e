"""Making the weights of the value model: labels by exact play, a correction from hands that bots played, the fit."""
