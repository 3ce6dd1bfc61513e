# Every target does its own set-up; see scripts/setup.
.DEFAULT_GOAL := help
SHELL := /bin/sh
BIN := .venv/bin

.PHONY: help play test check format bench stress asan docs clean

help:  ## Show what there is to make
	@echo 'make play     set up Kibic and open a table in the browser'
	@echo 'make test     set up and run all tests, with full coverage of the rules'
	@echo 'make check    set up and run the linters, the type checkers (Python and page) and the audit of dependencies'
	@echo 'make format   put the code into its canonical layout'
	@echo 'make bench    measure speed and sizes and print them beside their targets'
	@echo 'make stress   play out what the server must bear, for long (STRESS=kills for one story)'
	@echo 'make asan     let the compiled solver answer random positions under memory checks'
	@echo 'make docs     build the documentation into site/'
	@echo 'make clean    remove everything that can be made again, but no games'

play:
	@scripts/setup play
	@exec $(BIN)/kibic serve --open

test:
	@scripts/setup dev
	@scripts/client test
	@$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal --cov --cov-report term-missing:skip-covered

check:
	@scripts/setup dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	scripts/client types
	$(BIN)/python scripts/audit.py

format:
	@scripts/setup dev
	$(BIN)/ruff check --fix --select I .
	$(BIN)/ruff format .

bench:
	@scripts/setup dev
	@$(BIN)/python -m benchmarks

stress:
	@scripts/setup dev
	@$(BIN)/python -m stress $(STRESS)

asan:
	@scripts/setup dev
	@scripts/asan

docs:
	@scripts/setup docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo 'Open site/index.html'

clean:
	rm -rf .venv node_modules build dist site htmlcov .coverage .coverage.* src/*.egg-info
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src -name '*.so' -delete
	find src tests scripts benchmarks stress -name __pycache__ -type d -prune -exec rm -rf {} +
