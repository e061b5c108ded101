#!/usr/bin/env bash
# Verifies a packed command line on a machine with an NVIDIA GPU, which needs neither Node nor this repository's packages.
#
#   test/gpu/verify.sh <archive> <folder for logs> [part ...]
#
# Parts: doctor, tests, study. Without any: all of them. `tests` is what `npm run test:gpu` runs on a checkout that is
# built. Each part leaves its documents in the folder and prints a summary; the exit status is 1 if one failed.
set -u
tools=$(realpath "$(dirname "$0")/../../src-main/tools")
archive=$(realpath "$1")
mkdir -p "$2"
logs=$(realpath "$2")
shift 2
parts=${*:-doctor tests study}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tar -xf "$archive" -C "$folder" --strip-components=1 || exit 1
export BREAKEVEN_HOME=$folder/home
be=$folder/breakeven
failed=0

doctor() {
  "$be" doctor > "$logs/doctor.txt" 2>&1 || failed=1
  cat "$logs/doctor.txt"
}

tests() {
  "$folder/bin/node" "$tools/run.mjs" test-gpu --program "$be" --logs "$logs" || failed=1
}

study() {
  "$be" run --preset ull-histogram --out "$logs/study" --json > "$logs/study.json" 2> "$logs/study.err" || failed=1
  "$be" show latest
}

for part in $parts; do
  echo "== $part"
  "$part"
done
exit $failed
