"""The rules as a person reads them at the table: hand-written sentences chosen and counted by the rules object."""

from kibic.handbook.catalogue import LANGUAGES, Catalogue, catalogue, languages_of
from kibic.handbook.page import rules_page

__all__ = ["LANGUAGES", "Catalogue", "catalogue", "languages_of", "rules_page"]
