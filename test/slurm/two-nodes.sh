#!/usr/bin/env bash
# Two Slurm nodes in one mount namespace, on the loopback device alone; then a plan as a job array over both.
# two-nodes.sh <folder with the unpacked packages in root/> <command line of Breakeven ...>
# Started by src-main/tools/test-slurm.ts as root in namespaces of its own (mounts, processes).
set -u
work=$1
shift
program=("$@")
up=$work/up
mkdir -p "$up" && mount -t tmpfs t "$up" && mkdir -p "$up"/{upper,work}
mount -t overlay o -o "lowerdir=$work/root/usr:/usr,upperdir=$up/upper,workdir=$up/work" /usr || exit 9
for name in slurmctld slurmd slurmstepd; do ln -sf $name-wlm /usr/sbin/$name; done
mount -t tmpfs t /run && d=/run/slurm-test && mkdir -p $d/state
host=$(hostname)
cat >$d/slurm.conf <<C
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
ReturnToService=2
SlurmctldPort=16817
SlurmdUser=root
SlurmUser=root
StateSaveLocation=$d/state
SlurmdSpoolDir=$d/spool-%n
SlurmctldPidFile=$d/ctld.pid
SlurmdPidFile=$d/d-%n.pid
SlurmctldLogFile=$d/ctld.log
SlurmdLogFile=$d/d-%n.log
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SwitchType=switch/none
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobRequeue=1
NodeName=n[1-2] NodeHostname=$host NodeAddr=127.0.0.1 Port=[17001-17002] CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
C
export SLURM_CONF=$d/slurm.conf BREAKEVEN_HOME=$work/home TMPDIR=$work/tmp BREAKEVEN_LOCK=slurm-test
mkdir -p "$TMPDIR"
slurmctld && slurmd -N n1 && slurmd -N n2 || exit 9
stop() { kill "$(cat $d/ctld.pid)" "$(cat $d/d-n1.pid)" "$(cat $d/d-n2.pid)"; }
trap stop EXIT

passed=0 failed=0
# check <what> <command ...>
check() {
  if "${@:2}" >/dev/null 2>&1; then
    passed=$((passed + 1)) && echo "ok: $1"
  else
    failed=$((failed + 1)) && echo " FAIL $1"
  fi
}
# until_true <seconds> <command ...>: looks again until it holds
until_true() {
  local end=$((SECONDS + $1))
  until "${@:2}"; do [ $SECONDS -lt $end ] || return 1 && sleep 0.25; done
}
be() { "${program[@]}" "$@"; }
both_idle() { [ "$(sinfo -h -o '%T %D' 2>/dev/null)" = 'idle 2' ]; }
nothing_queued() { [ -z "$(squeue -h)" ]; }
task_of() { squeue -h -r -t R -o '%i' | sed -n "$1p"; }
runs_now() { [ -n "$(task_of "$1")" ]; }
is_done() { ls "$s"/out/*.breakeven >/dev/null 2>&1; }
no_array() { ! squeue -h -o '%j' | grep -qx breakeven; }
value() { python3 -c "import json, sys; d = json.load(sys.stdin); print($1)"; }

until_true 30 both_idle || { sinfo; tail $d/*.log; exit 9; }
s=$work/plan
plan=(run --workload histogram --variants 'sequential,omp-private' --sweep 'n=1e3,1e4' --time-limit 0.2)
be "${plan[@]}" --slurm "$s" --tasks 8 --time 10m --submit
until_true 60 runs_now 2
requeued=$(task_of 1) ended=$(task_of 2)
until_true 60 is_done
scontrol requeue "$requeued" && echo "requeued $requeued"
scancel --batch --signal=TERM "$ended"
echo "TERM to $ended"
scontrol update NodeName=n2 State=DRAIN Reason=test && echo "drained n2"
# The signal that cannot be caught, as soon as a run file is being written: the file itself stays whole.
writes() { ls "$s"/out/.*.breakeven.* >/dev/null 2>&1; }
killed=none
for _ in $(seq 2000); do
  if writes; then
    file=$(ls "$s"/out/.*.breakeven.* 2>/dev/null | head -1)
    kill -9 "${file##*.}" 2>/dev/null && killed=$(basename "$file") && break
  fi
  no_array && break
done
echo "killed while writing: $killed"
# A job that was requeued would wait for two minutes.
array_over() { scontrol update JobId="$requeued" StartTime=now 2>/dev/null; no_array; }
until_true 240 array_over
scontrol update NodeName=n2 State=RESUME
until_true 60 nothing_queued
cat "$s"/out/merge.txt
check 'the dependent job merged' grep -q 'shards are there' "$s/out/merge.txt"
be merge "$s" --json >"$work/merged.json"
again=$(value 'd["again"] or ""' <"$work/merged.json")
echo "again: $again"
for _ in 1 2 3; do
  [ -n "$again" ] || break
  bash -c "${again/sbatch/sbatch --wait}" || true
  be merge "$s" --json >"$work/merged.json"
  again=$(value 'd["again"] or ""' <"$work/merged.json")
done
be merge "$s" --json >"$work/merged.json"
whole() { [ "$(value 'd["added"], d["runs"][0]["missing"], d["runs"][0]["run"]["status"]' <"$work/merged.json")" = '0 [] complete' ]; }
check 'all 8 parts are there, and a second merge adds nothing' whole
one() { [ "$(value 'len(d["runs"])' <"$work/merged.json")" = 1 ]; }
check 'one class is one run' one
nodes() { [ "$(value 'd["runs"][0]["nodes"]' <"$work/merged.json")" = "['n1', 'n2']" ]; }
check 'both nodes measured' nodes
notes() { [ "$(value 'd["notes"]' <"$work/merged.json")" = '[]' ]; }
check 'every run file is whole' notes
be show latest --json >"$work/show.json"
processes() { [ "$(value 'min(c["metrics"]["kernel"]["n"] for c in d["cases"]) > 0 and d["run"]["ok"]' <"$work/show.json")" = 4 ]; }
check 'all cases of the merged run are right' processes
value '[c["metrics"]["kernel"]["processes"] for c in d["cases"]]' <"$work/show.json"
be break-even latest | head -5
be merge "$s"
echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
