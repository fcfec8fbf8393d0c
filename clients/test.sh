#!/usr/bin/env bash
# The tests of the clients, against the built command of this checkout: Debian's Python with pandas, and R with jsonlite and testthat.
set -euo pipefail
cd "$(dirname "$0")/.."
export ADOBEST="$PWD/dist/cli/main.mjs"
python=${PYTHON:-/usr/bin/python3}

library=$(mktemp -d)
trap 'rm -rf "$library"' EXIT

# Python's beside R's: each takes one processor.
PYTHONPATH=clients/python/src "$python" -m unittest discover --start-directory clients/python/tests --top-level-directory clients/python \
  > "$library/python.log" 2>&1 &
tests=$!
R CMD INSTALL --no-docs --library="$library" clients/r > "$library/install.log" 2>&1 || { cat "$library/install.log"; exit 1; }
R_LIBS="$library" Rscript -e 'testthat::test_dir("clients/r/tests/testthat", package = "adobest", load_package = "installed", reporter = "summary", stop_on_failure = TRUE)'
wait "$tests" || { cat "$library/python.log"; exit 1; }
tail -n 3 "$library/python.log"
