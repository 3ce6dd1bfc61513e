"""What a player can believe about the cards he does not see, from his view alone."""

from kibic.bots.belief.hidden import AWAY, AnyView, Hidden, hidden_of
from kibic.bots.belief.inference import believed
from kibic.bots.belief.worlds import ENUMERATE, Worlds, count_worlds, worlds_of

__all__ = ["AWAY", "ENUMERATE", "AnyView", "Hidden", "Worlds", "believed", "count_worlds", "hidden_of", "worlds_of"]
