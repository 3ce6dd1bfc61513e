"""Records: the text of a match (record.md), read, replayed through the rules, written and summed up."""

from kibic.record.deals import deal_from_deck, deal_from_holdings, deal_from_seed
from kibic.record.errors import Place, RecordContentError, RecordError, RecordSyntaxError
from kibic.record.fair import Seal, Told, Verdict, cut, seals_told, table_name, verify
from kibic.record.model import Deal, HandRecord, Record, Word
from kibic.record.read import read, read_bytes, read_file
from kibic.record.replay import Replay, Step, record_of, replay, words_allowed
from kibic.record.rulesfile import Problem, RulesFile, RulesFileError, read_rules, read_rules_file, write_rules
from kibic.record.summary import summary
from kibic.record.write import write, write_replay

__all__ = [
    "Deal",
    "HandRecord",
    "Place",
    "Problem",
    "Record",
    "RecordContentError",
    "RecordError",
    "RecordSyntaxError",
    "Replay",
    "RulesFile",
    "RulesFileError",
    "Seal",
    "Step",
    "Told",
    "Verdict",
    "Word",
    "cut",
    "deal_from_deck",
    "deal_from_holdings",
    "deal_from_seed",
    "read",
    "read_bytes",
    "read_file",
    "read_rules",
    "read_rules_file",
    "record_of",
    "replay",
    "seals_told",
    "summary",
    "table_name",
    "verify",
    "words_allowed",
    "write",
    "write_replay",
    "write_rules",
]
