#!/bin/sh
# Verdicts on a GPU (see verdicts.ts) on a machine with nothing but this checkout, carrying two folders that git ignores:
#   here:   npm run pack:cli && npm run bench -- pack-verdicts
#   there:  sh research/verdicts.sh          with dist/verdicts and release carried along
# Node is the one of the portable command line. Results go to $OUT, else to /tmp; further arguments go to verdicts.ts.
set -eu
cd "$(dirname -- "$0")/.."
out=${OUT:-/tmp}
if [ -n "${NODE:-}" ]; then
  node=$NODE
else
  unpacked=$(mktemp -d)
  trap 'rm -rf "$unpacked"' EXIT
  tar -xJf release/breakeven-cli-*.tar.xz -C "$unpacked" --strip-components=1 --wildcards '*/bin/node'
  node=$unpacked/bin/node
fi
"$node" dist/verdicts/verdicts.js --device cuda --native dist/verdicts/native --engine dist/verdicts/engine.js \
  --runs 125 --pairs 2 --minutes 7.5 --out "$out/verdicts.json" "$@" | tee "$out/verdicts.txt"
