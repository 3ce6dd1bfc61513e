"""Bots that are programs: the protocol, the example of the documents, and everything a program can do wrong."""

from __future__ import annotations

import json
import random
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kibic.bots.entrants import bot_from, close
from kibic.bots.faults import BotFault, Seated
from kibic.bots.program import MAX_LINE, ProgramBot, question
from kibic.bots.random_bot import RandomBot
from kibic.game import KIBITZER, KibicError
from kibic.games.preferans import GAME, Match
from tests.bots.bot_tables import seen
from tests.processes import survivors

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "bot.py"
PATIENCE = 60.0
HELLO = 'import sys, json, os, time\nprint(\'{"type": "hello", "protocol": 1}\', flush=True)\nsys.stdin.readline()\n'


def first_hand() -> Match:
    match = Match.start(GAME.rules("srpski"), 3, 2)
    match, _ = match.apply(match.legal().sample(random.Random(7)))
    return match


VIEW = seen(first_hand())


def program(code: str, limit: float = PATIENCE) -> ProgramBot:
    """A bot whose program is the given Python."""
    return ProgramBot(f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}", "preferans", limit)


def test_the_example_plays_a_hand() -> None:
    assert len(EXAMPLE.read_text().splitlines()) <= 34
    bot = bot_from(f"cmd: {shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}")
    match: Any = first_hand()
    rng = random.Random(1)
    cards = 0
    while not match.outcomes:
        view = seen(match)
        decision = bot.choose(view, rng)
        cards += view.phase == "play"
        assert decision.text.en == "the lowest card there is"
        match, _ = match.apply(decision.action if view.phase == "play" else rng.choice(view.legal))
    close(bot)
    assert bot.name.startswith("cmd: ")


def test_a_question_has_the_view_the_words_and_the_rules() -> None:
    asked = question(3, "preferans", VIEW, 5, 2.0)
    assert {**asked, "view": None} == {
        "type": "choose",
        "id": 3,
        "limit_ms": 2000,
        "seed": 5,
        "legal": [action.word for action in VIEW.legal],
        "view": None,
        "rules": {"preset": "srpski", "options": {}},
    }
    assert asked["view"] == GAME.view_json(VIEW, ["0", "1", "2"])
    assert len(json.dumps(asked)) < MAX_LINE


ANSWER = "m = json.loads(sys.stdin.readline())\n"
WRONG: dict[str, tuple[str, str, str]] = {
    "ends at once": ("", "crashed", "it ended with status 0"),
    "fails": (HELLO + "sys.exit(3)", "crashed", "it ended with status 3"),
    "another protocol": ('print(\'{"type": "hello", "protocol": 2}\')', "crashed", "does not speak protocol 1"),
    "no JSON": (HELLO + "print('dalje', flush=True); sys.stdin.read()", "crashed", "no JSON object: 'dalje'"),
    "a list": (HELLO + "print('[]', flush=True); sys.stdin.read()", "crashed", "no JSON object"),
    "nested": (HELLO + "print('[' * 60000, flush=True); sys.stdin.read()", "crashed", "no JSON object"),
    "no UTF-8": (HELLO + "os.write(1, b'\\xff\\xfe\\n'); sys.stdin.read()", "crashed", "no JSON object"),
    "another question": (
        HELLO + ANSWER + "print(json.dumps({'id': 99, 'word': 'dalje'}), flush=True); sys.stdin.read()",
        "crashed",
        "answered question 99, asked was 1",
    ),
    "a long line": (HELLO + "sys.stdout.write('x' * 10**6); sys.stdin.read()", "crashed", "more than 65536 bytes"),
    "an illegal word": (
        HELLO + ANSWER + "print(json.dumps({'id': 1, 'word': 'ja bih'}), flush=True); sys.stdin.read()",
        "illegal",
        "said 'ja bih'; allowed: dalje",
    ),
    "no word": (HELLO + ANSWER + "print('{\"id\": 1}', flush=True); sys.stdin.read()", "illegal", "said None"),
}


@pytest.mark.parametrize("what", list(WRONG))
def test_what_a_program_does_wrong_is_told(what: str) -> None:
    code, kind, words = WRONG[what]
    bot = program(code)
    with pytest.raises(BotFault) as caught:
        bot.choose(VIEW, random.Random(1))
    assert caught.value.kind == kind
    assert words in str(caught.value)


def test_a_program_that_is_late_is_ended_with_all_it_started(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    code = (
        "import subprocess\nchild = subprocess.Popen(['cat'], stdin=subprocess.PIPE)\n"
        f"open({str(told)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')\n"
    )
    for limit in (1.0, 10.0, PATIENCE):  # long enough to have started the child, which a busy machine may take long for
        bot = program(HELLO + code + "while True: pass", limit)
        with pytest.raises(BotFault, match="no answer in time") as caught:
            bot.choose(VIEW, random.Random(1))
        assert caught.value.kind == "late"
        if told.exists() and " " in told.read_text():
            break
    assert survivors(map(int, told.read_text().split())) == []


def test_a_program_is_started_again_after_it_has_failed(tmp_path: Path) -> None:
    count = tmp_path / "count"
    code = HELLO + (
        f"open({str(count)!r}, 'a').write('x')\n"
        "for line in sys.stdin:\n    m = json.loads(line)\n"
        "    if m['id'] == 2: sys.exit(1)\n"
        "    print(json.dumps({'id': m['id'], 'word': m['legal'][-1]}), flush=True)\n"
    )
    bot = program(code)
    rng = random.Random(1)
    assert bot.choose(VIEW, rng).action == VIEW.legal[-1]
    with pytest.raises(BotFault, match="it ended with status 1"):
        bot.choose(VIEW, rng)
    assert bot.choose(VIEW, rng).action == VIEW.legal[-1]
    bot.close()
    assert count.read_text() == "xx"


def test_there_must_be_a_program_and_something_to_choose() -> None:
    with pytest.raises(BotFault, match="cannot be started"):
        bot_from("cmd: /no/such/program").choose(VIEW, random.Random(1))
    with pytest.raises(KibicError, match="not to act"):
        program("").choose(first_hand().view(KIBITZER), random.Random(1))


def test_a_seat_is_lost_to_the_substitute_for_the_rest_of_the_hand() -> None:
    seat = Seated(program(""), RandomBot(), PATIENCE)
    assert [fault.kind for fault in seat.faults] == ["crashed"]
    assert seat.name.startswith("cmd: ")
    assert seat.choose(VIEW, random.Random(1)).rule == "ETI-01"
    good = Seated(RandomBot(), program(""), PATIENCE)
    assert good.choose(VIEW, random.Random(1)).rule == "ETI-01"
    assert good.faults == []


def test_programs_end_with_the_arena(tmp_path: Path) -> None:
    told = tmp_path / "pids"
    script = tmp_path / "bot.py"
    note = f"import os\nopen({str(told)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
    script.write_text(note + EXAMPLE.read_text())
    command: list[Any] = [sys.executable, "-m", "kibic.cli", "arena", f"cmd: {sys.executable} {script}", "random"]
    done = subprocess.run(
        [*command, "--deals", "1", "--option", "match.start_bule=10", "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["seats_lost"] == {}
    pids = [int(line) for line in told.read_text().split()]
    assert pids
    assert survivors(pids) == []
