"""Where the compiled solver is missing the plain one answers and says once how to get the other."""

import subprocess
import sys

from kibic.solver import COMPILED, reference
from kibic.solver.engine import engine

WITHOUT = """
import sys, warnings
sys.modules["kibic.solver.kernel"] = None
from kibic.solver import COMPILED, Mode, Position, SlowSolverWarning, solve, solve_many
position = Position((1, 2, 4), Mode.S, 0, 1)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(COMPILED, solve(position), solve(position), list(solve_many([position])))
print(len(caught), caught[0].category is SlowSolverWarning, "apt install gcc" in str(caught[0].message))
"""


def test_the_compiled_solver_answers_here() -> None:
    assert COMPILED
    assert engine() is not reference


def test_without_it_the_reference_answers_and_warns_once() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["False 0 0 [0]", "1 True True"]
