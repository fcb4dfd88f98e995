# Tableside. `make run` and `make test` are all one needs; `make help` lists the rest.

VENV := .venv/bin/python
LOCKS := pyproject.toml .ci/build
COMPILE := uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --quiet

# Half as many again as there are cores: a test of browsers and servers often waits for them.
HANDS = $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) * 3 / 2)))

# Compiled once: where bytecode is switched off, every start would compile the whole app anew.
export PYTHONDONTWRITEBYTECODE =

.DEFAULT_GOAL := help
.PHONY: help run test check soak attack bench web-checks lint types format lock fonts screenshots wheel clean
.PHONY: backup demo doctor export import links move restore tables

# How commands are named in what the program prints: from another folder it is `make -C`.
export TABLESIDE_STARTED_BY := make$(if $(findstring w,$(firstword -$(MAKEFLAGS))), -C $(CURDIR))

help: ## list what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Ctrl-C while Python itself starts would print a traceback: the shell hears it and passes on SIGTERM.
run: .venv/.run ## build what is needed, prepare the database, serve, print the addresses
	@pid=; trap 'test -n "$$pid" || exit 130; exec 2>/dev/null; kill "$$pid"' INT TERM; \
		$(VENV) -m webapp serve & pid=$$!; wait $$pid; code=$$?; \
		if kill -0 $$pid 2>/dev/null; then wait $$pid; code=$$?; fi; exit $$code

backup: ## copy the whole database into a new file (ARGS=FILE)
demo: ## make a demo table and print its links
doctor: ## look at disk, clock, database, firewall and more, and say what to do
export: ## print a table as one JSON document (ARGS=TABLE)
import: ## make a new table from such a document (ARGS=FILE)
links: ## print the links of a table (ARGS=TABLE, ARGS="TABLE --gm")
move: ## move every table to another database (ARGS="--to URL")
restore: ## put a backup in place of the database (ARGS=FILE)
tables: ## list the tables
backup demo doctor export import links move restore tables: .venv/.run
	@.venv/bin/tableside $@ $(ARGS)

test: .venv/.test ## run the tests, with a browser and a smoke of soak and attack (ARGS="-k clock" for some)
	@chromium=$$($(VENV) .ci/chromium) && notes=$$(mktemp -d) && trap 'rm -rf "$$notes"' EXIT && \
		CHROMIUM="$$chromium" TABLESIDE_PLAYED="$$notes" PYTHONPATH="$(CURDIR)/tests/played" \
		$(VENV) -m pytest --numprocesses $(HANDS) --dist worksteal -m "not soak and not attack" --ignore tests/bench $(ARGS) $(if $(AGAIN),|| { [ $$? -eq 1 ] && $(VENV) $(AGAIN); }) && \
		$(if $(ARGS),true,$(VENV) -m tests.played "$$notes")

check: .venv/.test ## the rules, the table, the screens and the house, without a browser (ARGS="-k clock" for some)
	@$(VENV) -m pytest -q --numprocesses auto --dist worksteal -m "not thorough and not soak and not attack" tests/rules tests/table tests/views tests/house $(ARGS)

bench: .venv/.test ## measure: tap to paint, bytes, slow phones, many viewers, rules
	@chromium=$$($(VENV) .ci/chromium) && CHROMIUM="$$chromium" $(VENV) -m pytest tests/bench -s $(ARGS) && \
		$(if $(ARGS),true,TWO_PROCESSES=20 $(VENV) -m pytest tests/store/test_two_processes.py)

soak: .venv/.test ## run the tests that play and wait, then play by chance for an hour (ARGS="--seconds 600", "--help")
	@chromium=$$($(VENV) .ci/chromium) && CHROMIUM="$$chromium" $(VENV) -m tests.soak $(ARGS)

attack: .venv/.test ## run the tests that kill, flood, cut and fill, then each attack (ARGS="--seconds 1", "--help")
	@chromium=$$($(VENV) .ci/chromium) && CHROMIUM="$$chromium" $(VENV) -m tests.attack $(ARGS)

web-checks: .venv/.run .ci/web/node_modules/.built ## check the rendered pages with Node's and Java's validators
	@$(VENV) .ci/web-checks

lint: .venv/.test ## look for mistakes in code and templates, and for other formats
	@$(VENV) -m ruff check . && $(VENV) -m ruff format --check .
	@$(VENV) -m djlint templates webapp/games --profile jinja --lint --quiet --ignore $(TEMPLATES_MAY)

# H006, H013: drawings need no size; H021: a house test; H030, H031: no search engine comes here; H043: a button
# of a form sends it; J018: addresses are short and written out; H052: phones
# that run no scripts need the refresh
TEMPLATES_MAY := H006,H013,H021,H030,H031,H043,H052,J018

types: .venv/.test ## check the types
	@$(VENV) -m mypy

format: .venv/.test ## put the code into its format
	@$(VENV) -m ruff check --fix-only --quiet . ; $(VENV) -m ruff format .

lock: ## choose the newest library versions that fit, with their hashes (needs uv)
	@command -v uv >/dev/null || { echo "make lock needs uv: python3 -m pip install uv" >&2; exit 1; }
	@$(COMPILE) --upgrade --extra test -o .ci/lock/test.txt
	@$(COMPILE) --upgrade --extra build -c .ci/lock/test.txt -o .ci/lock/run.txt
	@$(COMPILE) --upgrade --extra build --extra server -c .ci/lock/test.txt -o .ci/lock/server.txt
	@$(VENV) .ci/sbom > .ci/lock/sbom.cdx.json

fonts: ## cut the faces of static/fonts anew (needs npm and the network)
	@.ci/fonts

screenshots: .venv/.test ## take the README's pictures of a played scene
	@chromium=$$($(VENV) .ci/chromium) && CHROMIUM="$$chromium" $(VENV) -m tests.browser.screenshots && \
		CHROMIUM="$$chromium" $(VENV) -m tests.browser.lantern_picture

wheel: .venv/.run ## build the wheel to install elsewhere, into dist/ (offline)
	@$(VENV) -m hatchling build --target wheel

clean: ## remove what was built; the tables in instance/ stay
	@rm -rf .venv dist .ci/web/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find webapp tests -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.run: .ci/lock/run.txt $(LOCKS)
	@.ci/build run

.venv/.test: .ci/lock/test.txt $(LOCKS)
	@.ci/build test

.ci/web/node_modules/.built: .ci/web/package-lock.json
	@.ci/build web
