"""Players without a person: each sees one view and answers with an action and its reason."""

from kibic.bots.api import Bot, Decision
from kibic.bots.registry import BotKind, adviser, bot_kinds, bot_named, bot_names, ladder, usual_bot

__all__ = [
    "Bot",
    "BotKind",
    "Decision",
    "adviser",
    "bot_kinds",
    "bot_named",
    "bot_names",
    "ladder",
    "usual_bot",
]
