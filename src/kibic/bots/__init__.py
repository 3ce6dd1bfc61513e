"""Players without a person: each sees one view and answers with an action and its reason."""

from kibic.bots.api import Bot, Decision, bot_named, bot_names

__all__ = ["Bot", "Decision", "bot_named", "bot_names"]
