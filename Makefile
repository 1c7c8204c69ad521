# `make kit` builds a kit of every game; `make test` runs the formatter, the linter, the type checker and the tests.
# Both create .venv and install Pango, which typesets the aids and the rules.

PYTHON ?= python3
PAPER  ?= letter,a4

bin   := .venv/bin
pip   := $(bin)/python -m pip install --quiet --disable-pip-version-check
lock  := .ci/lock.txt
pango := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0

.DEFAULT_GOAL := help
.PHONY: help kit docs test same bench goldens guides lock clean

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

kit: .venv/ready  ## build a kit of every game in data/ for PAPER (letter,a4) in output/
	$(bin)/pnp build --all --paper $(PAPER) -o output

docs: .venv/ready  ## build the site of the documents in output/docs/, and sheets of all symbols and looks
	$(bin)/python -m docs.site.make output/docs

test: .venv/ready-to-test  ## format, lint, types, tests and doctests; SLOW=1 runs the slow tests too
	$(bin)/ruff format --check --quiet .
	$(bin)/ruff check --quiet .
	$(bin)/mypy
	$(bin)/mypy --platform win32 --no-warn-unreachable
	$(bin)/mypy --platform darwin --no-warn-unreachable
	$(bin)/pytest --numprocesses auto --maxprocesses 8 --dist loadfile $(if $(SLOW),--hypothesis-profile=thorough,-m "not slow")

same: .venv/ready-to-test  ## say which files of the kits differ from tests/same.txt, and where; WRITE=1 writes it anew
	$(bin)/python -m tests.same $(if $(WRITE),--write)

bench: .venv/ready-to-test  ## time and memory of counters, maps and kits
	PYTHONHASHSEED=0 $(bin)/python -m tests.bench --write docs/speed.md

goldens: .venv/ready-to-test  ## write the expected texts in tests/goldens again; read the diff before committing
	$(bin)/pytest --update-goldens

guides: .venv/ready-to-test  ## write what the commands in docs/guides print, and the pictures, again; read the diff
	$(bin)/python -m tests.guides

lock: .venv/ready-to-test  ## write .ci/lock.txt again, with the newest versions that pyproject.toml allows
	$(pip) 'uv~=0.13'
	$(bin)/uv pip compile pyproject.toml --extra dev --extra docs --universal --python-version 3.11 --generate-hashes --no-header --quiet --upgrade -o $(lock)

clean:  ## remove the files that these commands created
	rm -rf .venv output .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find pnp tests -name __pycache__ -prune -exec rm -rf {} +

# The following rules create .venv. The two files record that it is complete, so that the next run is immediate.

# Both install the versions of .ci/lock.txt, with the hashes of their files, so that everybody builds the same bytes.

.venv/ready-to-test: .venv/ready
	@touch $@

.venv/ready: pyproject.toml Makefile $(lock)
	@$(find_python)
	@$(bin)/python -m pip --version >/dev/null 2>&1 || { echo "Making .venv"; $(PYTHON) -m venv --clear .venv; }
	@$(pip) --require-hashes -r $(lock)
	@$(pip) --no-deps --no-build-isolation --editable .
	@$(bin)/python -m compileall -q pnp  # where PYTHONDONTWRITEBYTECODE is set, each run would compile it again
	@$(find_pango)
	@touch $@

# $(call debian,PACKAGES): install them where that needs no password; prints the command first, asks nothing, and is
# false where it could not.
define debian
{ command -v apt-get && { test "$$(id -u)" = 0 || sudo -n true; } && { \
	test "$$(id -u)" = 0 && sudo= || sudo="sudo -n "; \
	echo "Running $${sudo}apt-get install -y --no-install-recommends $(1)" >&3; \
	apt() { $${sudo}env DEBIAN_FRONTEND=noninteractive apt-get -qq "$$@"; }; \
	install() { apt install -y --no-install-recommends $(1); }; \
	install || { apt update && install; }; }; } 3>&1 >/dev/null 2>&1 </dev/null
endef

define find_python
venv() { $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; }; \
command -v $(PYTHON) >/dev/null || { echo "pnp needs Python 3.11 or later, and there is no $(PYTHON) here: install it (on Debian: apt-get install python3 python3-venv)"; exit 1; }; \
$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "pnp needs Python 3.11 or later, and this is $$($(PYTHON) -V): install a later one and name it, as in make PYTHON=python3.12"; exit 1; }; \
venv || { $(call debian,python3-venv); venv; } || \
	{ echo "Python has no venv module or no pip here: install them (on Debian: apt-get install python3-venv)"; exit 1; }
endef

define find_pango
pango() { $(bin)/python -c 'from weasyprint.text import ffi; assert ffi.harfbuzz_subset' >/dev/null 2>&1; }; \
pango || { $(call debian,$(pango)); pango; } || \
	{ echo "Pango is missing, which typesets the aids and the rules: install it (on Debian: apt-get install $(pango))"; exit 1; }
endef
