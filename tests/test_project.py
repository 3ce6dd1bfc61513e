"""What holds for the project as a whole: its files, its versions, and that its README tells the truth."""

import ast
import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import kibic

ROOT = Path(__file__).parents[1]
MADE_AGAIN = {"node_modules", "__pycache__", "build", "dist", "site", "htmlcov", "var"}
HIDDEN_BUT_OURS = {".ci", ".editorconfig", ".gitignore", ".npmrc"}
BINARY = {".png", ".ico", ".woff2", ".npz"}

# Spelled with gaps so that this file does not find itself.
UNFINISHED = re.compile(r"\b(?:TO[D]O|FIX[M]E|XX[X]|HAC[K]|NotImplemented[E]rror)\b|pytest\.mark\.(?:ski[p]|xfai[l])")
SLEEP = re.compile(r"\b(?:time|asyncio)\.slee[p]\(|waitForTimeou[t]|wait_for_timeou[t]")
MACHINE_PATH = re.compile(r"(?:^|[\s\"'`(=:])/(?:roo[t]|hom[e]|User[s]|wor[k]|mn[t])/\w")
REGISTRY = re.compile(
    r"\"resolve[d]\": *\"http|inde[x]-url|find-link[s]|registr[y] *=|pypi\.or[g]|registry\.npmj[s]|pythonhoste[d]"
)


def project_files() -> Iterator[Path]:
    """Every file that belongs to the project, without what can be made again."""
    waiting = [ROOT]
    while waiting:
        for path in sorted(waiting.pop().iterdir()):
            name = path.name
            if (
                name in MADE_AGAIN
                or name.endswith(".egg-info")
                or (name.startswith(".") and name not in HIDDEN_BUT_OURS)
            ):
                continue
            if path.is_dir():
                waiting.append(path)
            elif path.suffix not in {".so", ".sqlite3"}:
                yield path


FILES = list(project_files())
TEXTS = {path: path.read_text(encoding="utf-8") for path in FILES if path.suffix not in BINARY}


def lines_with(pattern: re.Pattern[str], *, under: tuple[str, ...] = ("",)) -> list[str]:
    """``file:line: text`` of every line that matches, in files whose path begins with one of ``under``."""
    return [
        f"{name}:{number}: {line.strip()}"
        for path, text in TEXTS.items()
        if (name := path.relative_to(ROOT).as_posix()).startswith(under)
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_the_files_are_found() -> None:
    names = {path.relative_to(ROOT).as_posix() for path in FILES}
    assert {".ci/run", "Makefile", "README.md", "src/kibic/__init__.py", "tests/test_project.py"} <= names


@pytest.mark.parametrize("name", ["unfinished", "machine path", "registry", "sleep"])
def test_a_breach_is_found(name: str) -> None:
    pattern, line = {
        "unfinished": (UNFINISHED, "x = 1  # TO" + "DO: finish"),
        "machine path": (MACHINE_PATH, 'open("/ho' + 'me/ana/kibic")'),
        "registry": (REGISTRY, '"resol' + 'ved": "https://mirror.example/typescript.tgz"'),
        "sleep": (SLEEP, "time.sle" + "ep(1)"),
    }[name]
    assert pattern.search(line)


def test_nothing_is_unfinished_or_switched_off() -> None:
    assert lines_with(UNFINISHED, under=("src/", "tests/", "scripts/", "benchmarks/")) == []


def test_tests_wait_for_events_and_never_sleep() -> None:
    assert lines_with(SLEEP, under=("tests/",)) == []


def test_no_path_of_one_machine_stands_in_a_file() -> None:
    assert lines_with(MACHINE_PATH) == []


def test_no_package_registry_stands_in_a_file() -> None:
    assert lines_with(REGISTRY) == []


def test_modules_are_short() -> None:
    counted = {path: text.count("\n") for path, text in TEXTS.items() if path.suffix in {".py", ".js", ".css"}}
    assert counted
    assert {path.name: lines for path, lines in counted.items() if lines > 600} == {}


def test_files_are_small() -> None:
    assert [path.name for path in FILES if path.stat().st_size > 300_000] == []


def test_text_files_end_with_one_newline_and_no_line_with_space() -> None:
    wrong = [path.name for path, text in TEXTS.items() if text and (not text.endswith("\n") or text.endswith("\n\n"))]
    assert wrong == []
    assert lines_with(re.compile(r"[ \t]+$"), under=("src/", "tests/", "scripts/", "benchmarks/")) == []


def test_modules_and_public_names_have_docstrings() -> None:
    missing = []
    for path, text in TEXTS.items():
        if path.suffix != ".py" or not text.strip():
            continue
        name = path.relative_to(ROOT).as_posix()
        tree = ast.parse(text)
        if not ast.get_docstring(tree):
            missing.append(name)
        if name.startswith("src/"):
            missing += [
                f"{name}: {node.name}"
                for node in tree.body
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                and not node.name.startswith("_")
                and not ast.get_docstring(node)
            ]
    assert missing == []


def test_versions_agree() -> None:
    project = tomllib.loads(TEXTS[ROOT / "pyproject.toml"])["project"]
    assert "version" in project["dynamic"]
    newest = re.search(r"^## \[?([0-9][^\]\s]*)", TEXTS[ROOT / "CHANGELOG.md"], re.MULTILINE)
    assert newest is not None
    assert newest.group(1) == kibic.__version__


def test_everything_a_user_installs_is_pinned() -> None:
    config = tomllib.loads(TEXTS[ROOT / "pyproject.toml"])
    wanted = [*config["project"]["dependencies"], *config["build-system"]["requires"]]
    groups = [*config["project"]["optional-dependencies"].values(), *config["dependency-groups"].values()]
    wanted += [item for group in groups for item in group if isinstance(item, str)]
    lines = [line for line in TEXTS[ROOT / "constraints.txt"].splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.+]+", line) for line in lines)
    pinned = {line.partition("==")[0].lower().replace("_", "-") for line in lines}
    names = {re.split(r"[\[<>=~ ]", item)[0].lower().replace("_", "-") for item in wanted}
    assert names - pinned == set()


README = ROOT / "README.md"


def blocks(language: str, text: str) -> list[str]:
    """The code blocks in ``language`` of a document."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


#: Pages that scripts/gen_docs.py makes.
MADE_WITH_THE_SITE = ("rules/", "protocol.schema.json", "protocol-transcript.md")


def test_links_of_the_documents_lead_somewhere() -> None:
    targets = [
        (path.relative_to(ROOT).as_posix(), target)
        for path, text in TEXTS.items()
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#\s]+)", text)
        if "://" not in target
        and not target.startswith(("rules/", "protocol.schema", "protocol-transcript"))  # made with the site
    ]
    assert targets
    assert [(name, target) for name, target in targets if not (ROOT / name).parent.joinpath(target).exists()] == []


def python_blocks() -> list[tuple[str, str]]:
    """File and text of every Python example in the documents."""
    return [
        (path.relative_to(ROOT).as_posix(), block)
        for path, text in TEXTS.items()
        if path.suffix == ".md"
        for block in blocks("python", text)
    ]


def test_the_readme_has_one_short_example() -> None:
    (example,) = blocks("python", TEXTS[README])
    assert len([line for line in example.splitlines() if line]) == 5


@pytest.mark.parametrize(("name", "example"), python_blocks())
def test_python_examples_run_and_print_what_they_say(name: str, example: str) -> None:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, name, "exec"), {"__name__": "example"})
    lines = printed.getvalue().splitlines()
    assert lines
    said = [line.partition("  # ")[2] for line in example.splitlines() if line.startswith("print(")]
    assert said in ([], lines)


def commands() -> Iterator[tuple[str, list[str]]]:
    """Every ``$ kibic`` command of the README and of docs/cli.md, with the output shown under it."""
    for path in (README, ROOT / "docs" / "cli.md"):
        for block in blocks("console", TEXTS[path]):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, *output = part.rstrip().splitlines()
                if command.startswith("kibic"):
                    yield command.partition("  # ")[0].rstrip(), output


#: What a command says beside its answer where a match is read by other rules.
NOTE = "As agreed for the match: "


def kibic_command(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs ``kibic`` as a user would, in the project's directory and in English."""
    environment = {**os.environ, "KIBIC_LANG": "en", "COLUMNS": "80"}
    program = Path(sys.executable).parent / "kibic"
    return subprocess.run(
        [program, *words], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize(("command", "output"), list(commands()))
def test_commands_of_the_documents_work(command: str, output: list[str]) -> None:
    _, *words = shlex.split(command.partition(" > ")[0])  # what would go to a file is printed here
    if words[0] == "serve":  # it would serve until it is stopped: its options are looked up instead
        done = kibic_command("serve", "--help")
        assert [word for word in words if word.startswith("--") and word not in done.stdout] == []
        return
    if "--matches" in words:  # one match shows that the command works
        words[words.index("--matches") + 1] = "1"
    done = kibic_command(*words)
    told = [line for line in done.stderr.splitlines() if not line.startswith(NOTE)]
    assert (done.returncode, told if words[0] != "arena" else []) == (0, [])
    printed = [line.rstrip() for line in done.stdout.rstrip().splitlines()]
    assert printed
    assert output in ([], printed)
