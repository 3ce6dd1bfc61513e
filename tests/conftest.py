"""What all tests share: tools of the system that some of them need."""

import gc
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.needs import need

pytest_plugins = ("tests.services",)

# A busy machine is no failure: wall time decides nothing here.
settings.register_profile("kibic", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kibic")

TESTS = Path(__file__).parent
#: What the coverage gate asks for (pyproject.toml) is covered by the tests of these layers alone.
COVERING = ("cards", "game", "record", "rules")
#: Here browsers, servers and other processes are started. A machine may starve one of them, so such a test has a second
#: chance; the summary names whoever needed it ("RERUN"), and that is a fault to mend.
WITH_PROCESSES = ("arena", "bots", "browser", "cli", "server")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Measure coverage only where the gate needs it: tracing doubles the time of long searches."""
    for item in items:
        part = item.path.relative_to(TESTS).parts[0]
        if part not in COVERING:
            item.add_marker(pytest.mark.no_cover)
        if part in WITH_PROCESSES:
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why a test needed its second chance."""
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.section(f"first try of {report.nodeid} ({report.when})", sep="-")
        terminalreporter.line(report.longreprtext[-4000:])


@pytest.fixture(scope="module", autouse=True)
def collected(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a module leaves open is told at its end, not in whatever test is running when the garbage is collected."""
    yield
    if request.path.relative_to(TESTS).parts[0] in WITH_PROCESSES:
        gc.collect()


CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the system's Chromium (or Chrome). Start it with ``--no-sandbox``: tests may run as root."""
    found = next((path for path in map(shutil.which, CHROMIUM_NAMES) if path), None)
    return need("Chromium", found, "apt install chromium, or install Chrome")
