"""The short form of ``python -m stress cluster``."""

from __future__ import annotations

from stress.cluster import Story, played
from tests.services import Postgres, Redis


def test_servers_killed_at_random_end_with_logs_equal_to_what_everybody_saw(postgres: Postgres, redis: Redis) -> None:
    counted = played(Story(), postgres, redis)
    assert counted["tables"] == 30
    assert int(str(counted["words"])) >= 30 * 24
    assert int(str(counted["acknowledged"])) > 0
