#!/usr/bin/env bash
# Verifies a packed command line on a machine with an NVIDIA GPU, which needs neither Node nor this repository's packages.
#
#   test/gpu/verify.sh <archive> <folder for logs> [part ...]
#
# Parts: doctor, selftest, sanitizer, study. Without any: all of them. Each part leaves its documents in the folder and
# prints a summary; the exit status is 1 if one failed.
set -u
archive=$(realpath "$1")
mkdir -p "$2"
logs=$(realpath "$2")
shift 2
parts=${*:-doctor selftest sanitizer study}
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

selftest() {
  "$be" selftest --json > "$logs/selftest.json" 2> "$logs/selftest.err" || failed=1
  tail -n 5 "$logs/selftest.err"
}

# The self-test times nothing, so no launch is held back. `tagged-words` races by design (a lane reads back whether its write won), so racecheck leaves it out.
sanitizer() {
  if ! command -v compute-sanitizer > /dev/null; then
    echo "sanitizer: compute-sanitizer was not found here"
    return
  fi
  local tool variants workload
  for tool in memcheck racecheck; do
    for workload in $("$be" list --json | python3 -c 'import json, sys; print(*[w["id"] for w in json.load(sys.stdin)["workloads"]])'); do
      variants=$("$be" list --json | python3 -c '
import json, sys
tool, workload = sys.argv[1:]
for w in json.load(sys.stdin)["workloads"]:
    if w["id"] == workload:
        print(",".join(v["id"] for v in w["variants"] if v["device"] != "cpu" and v["available"]
                       and not (tool == "racecheck" and v["id"] == "tagged-words")))' "$tool" "$workload")
      [ -n "$variants" ] || continue
      timeout 300 compute-sanitizer --tool "$tool" --target-processes all \
        --error-exitcode 86 "$be" selftest --case-seconds 0.002 --workload "$workload" --variants "$variants" \
        > "$logs/$tool-$workload.txt" 2>&1
      local status=$?
      [ "$status" = 0 ] || failed=1
      echo "$tool $workload: rc $status, $(grep -E 'ERROR SUMMARY|RACECHECK SUMMARY' "$logs/$tool-$workload.txt" | sort | uniq -c | tr -s ' ' | tr '\n' ';')"
    done
  done
}

study() {
  "$be" run --preset ull-histogram --out "$logs/study" --json > "$logs/study.json" 2> "$logs/study.err" || failed=1
  python3 - "$logs/study.json" <<'PY'
import json, sys
for case in json.load(open(sys.argv[1]))["cases"]:
    m = case["metrics"].get("kernel")
    print(case["variant"], int(case["values"]["n"]), case["outcome"],
          m and "n %d mean %.6f max %.6f min %.6f ms" % (m["n"], m["mean_ns"] / 1e6, m["max_ns"] / 1e6, m["min_ns"] / 1e6))
PY
}

for part in $parts; do
  echo "== $part"
  "$part"
done
exit $failed
