#!/bin/sh
# What `npm link` puts on the PATH as `breakeven`: finds itself through links, then starts the Node of the install.
here=$(dirname -- "$(readlink -f -- "$0")")
root=$(dirname -- "$(dirname -- "$here")")
if [ ! -f "$root/dist/main/cli.js" ]; then
  echo "breakeven: $root is not built; run npm run build there" >&2
  exit 3
fi
node=$root/node_modules/.bin/node
[ -x "$node" ] || node=node
exec "$node" "$root/dist/main/cli.js" "$@"
