"""Presets as data: the keys that differ from the defaults, which are those of ``srpski`` (section 22.2).

A preset may derive from another one by naming it under ``extends``; the names under which people know them follow
below.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kibic.game.parameters import Value

_VOJVODINA: Final[Mapping[str, Value]] = {
    "seat.players": (3, 4),
    "seat.first_dealer": "lowest_card_reseat",
    "auc.hold": "seniority",
    "igra.naming": "only_if_stronger",
    "igra.second_pik": "forbidden",
    "call.refusable": False,
    "pik.no_kontra": "refa_else_pass",
    "betl.kontra_supe": "kontras_all",
    "refa.use_blocked_by_hat": False,
    "writeoff.extra_to": "worst",
}
_GULIN: Final[Mapping[str, Value]] = {
    "seat.players": (3, 4),
    "auc.hold": "seniority",
    "auc.hold_word": "to bi ja",
    "igra.naming": "only_if_stronger",
    "call.refusable": False,
    "pik.no_kontra": "refa_else_pass",
    "refa.use_blocked_by_hat": False,
    "last.supe": "reduced",
    "writeoff.extra_to": "worst",
    "result.sign": "high_good",
}

#: The default ruleset comes first.
PRESETS: Final[Mapping[str, Mapping[str, Value]]] = {
    "srpski": {},
    "vojvodina": _VOJVODINA,
    "balkan": {
        "auc.max": 8,
        "auc.hold_word": "moje",
        "igra.naming": "only_if_stronger",
        "igra.tie": "second",
        "igra.second_pik": "allowed",
        "igra.repeat_betl": "allowed",
        "call.refusable": False,
        "kontra.supe_owner": "own_unless_called",
        "pik.no_kontra": "refa_or_gift_in_hat",
        "end.stop_at_5": True,
        "refa.max": "auto_30",
        "refa.use_blocked_by_hat": False,
        "writeoff.extra_to": "worst",
        "result.sign": "high_good",
        "ui.refa_mark": "triangle",
    },
    "turnir": {
        **_GULIN,
        "igra.second_pik": "forbidden",
        "igra.repeat_betl": "forbidden",
        "dec.two_restriction": "no_betl",
        "kontra.max": 8,
        "kontra.sub_by": "any_defender",
        "kontra.sub_responsibility": "sub_giver",
        "kontra.reactivate": True,
        "kontra.betl_rekontra": "not_if_uver",
        "pik.no_kontra": "pass",
        "pik.nobody_follows": "made",
        "refa.trigger": ("all_pass",),
        "pen.bluff": True,
        "conv.bid_min": "turnir",
        "conv.follow_min": "turnir",
    },
    "hrvatski": {
        "allpass.show_talon": "by_consent",
        "auc.hold": "seniority",
        "auc.hold_word": "to bi i ja",
        "igra.naming": "only_if_stronger",
        "igra.second_pik": "forbidden",
        "igra.repeat_betl": "forbidden",
        "call.refusable": False,
        "kontra.max": 4,
        "pik.needs_kontra": False,
        "pik.no_kontra": "played",
        "pik.nobody_follows": "made",
        "end.stop_at_5": True,
        "betl.kontra_supe": "kontras_all",
        "refa.trigger": ("all_pass",),
        "refa.max": "hr_table",
        "refa.use_blocked_by_hat": False,
        "hat.at_zero": True,
        "last.supe": "reduced",
        "writeoff.extra_to": "worst",
        "result.sign": "high_good",
        "ui.words": "hrvatski",
        "ui.refa_mark": "strokes",
    },
    "hrvatski-gulin": _GULIN,
    "polski": {
        "seat.direction": "cw",
        "seat.first_dealer": "random",
        "auc.ladder": "levels",
        "igra.enabled": False,
        "call.refusable": False,
        "kontra.enabled": False,
        "pik.needs_kontra": False,
        "pik.no_kontra": "played",
        "pik.nobody_follows": "made",
        "lead.suit": "declarer",
        "lead.sans": "declarer",
        "refa.trigger": (),
        "result.sign": "high_good",
    },
    "iklub": {
        **_VOJVODINA,
        "kontra.max": 4,
        "last.fall_double": "unit_gt_total",
    },
}
