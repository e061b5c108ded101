import { type Counts, failure, type GpuMachine, listed, nothing, skip, sum } from './gpu-suite.ts';

type CounterPass = {
  readonly kernels: readonly { readonly metrics: Readonly<Record<string, number>> }[];
};

/** Null where it was not counted of each kernel. */
function dramBytes({ kernels }: CounterPass): number | null {
  const sum = kernels.reduce(
    (all, { metrics }) => all + (metrics['dram__bytes.sum'] ?? Number.NaN),
    0,
  );
  return kernels.length === 0 || Number.isNaN(sum) ? null : sum;
}

type Counted = {
  readonly cases: readonly {
    readonly index: number;
    readonly variant: string;
    readonly counters: CounterPass;
  }[];
};
type Shown = {
  readonly cases: readonly { readonly index: number; readonly bytesMoved: number | null }[];
};

/** DRAM over declared bytes: below, caches serve a part; above, more is moved than must be. */
const expected = { from: 0.5, to: 1.2 };
/** Two executions of a case move the same bytes within this part. */
const same = 0.02;
/** Exit status where ncu is missing, or may not read counters. */
const noCounters = 3;

/**
 * Each variant that needs a GPU, counted twice: equal within 2 % where memory serves it, and DRAM 0.5 to 1.2 of what it
 * declares, or said. What the caches serve differs from execution to execution.
 */
export async function counterSuite(machine: GpuMachine): Promise<Counts> {
  const workloads = await listed(machine);
  if (!('length' in workloads)) return workloads;
  let counts = nothing;
  for (const { id, variants } of workloads) {
    const ids = variants.filter(({ device, available }) => device !== 'cpu' && available);
    if (ids.length === 0) continue;
    const one = await ofWorkload(
      machine,
      id,
      ids.map((variant) => variant.id),
    );
    counts = sum(counts, one);
  }
  return counts;
}

async function ofWorkload(
  machine: GpuMachine,
  workload: string,
  variants: readonly string[],
): Promise<Counts> {
  const once = ['--repetitions', '1', '--max-repetitions', '1', '--time-limit', '0.2', '--quiet'];
  const names = ['--workload', workload, '--variants', variants.join(',')];
  const run = await machine.breakeven(['run', ...names, ...once]);
  machine.log(`counters-${workload}-run.txt`, run.text);
  if (run.code !== 0) return failure(machine, `run ${workload}`, run);
  const passes: Counted[] = [];
  for (const turn of [1, 2]) {
    const counted = await machine.breakeven(['counters', 'latest', '--json', '--quiet']);
    machine.log(`counters-${workload}-${turn}.txt`, counted.text);
    if (counted.code === noCounters) {
      return skip(machine, `counters ${workload}`, counted.text.trim().split('\n').at(-1) ?? '');
    }
    if (counted.code !== 0) return failure(machine, `counters ${workload}`, counted);
    passes.push(JSON.parse(counted.stdout) as Counted);
  }
  const shown = await machine.breakeven(['show', 'latest', '--json']);
  if (shown.code !== 0) return failure(machine, `show ${workload}`, shown);
  const declared = new Map(
    (JSON.parse(shown.stdout) as Shown).cases.map((each) => [each.index, each.bytesMoved]),
  );
  const [first, second] = passes;
  return (first?.cases ?? [])
    .map(({ index, variant, counters }) => {
      const again = second?.cases.find((each) => each.index === index)?.counters;
      const bytes = [counters, again].map((pass) => (pass === undefined ? null : dramBytes(pass)));
      return judged(machine, `${workload} ${variant}`, bytes, declared.get(index) ?? null);
    })
    .reduce(sum, nothing);
}

function judged(
  { say }: GpuMachine,
  name: string,
  [one = null, other = null]: readonly (number | null)[],
  declared: number | null,
): Counts {
  if (one === null || other === null || declared === null || !(declared > 0)) {
    say(`skipped: counters ${name} (no bytes were counted, or none are declared)`);
    return { ...nothing, skipped: 1 };
  }
  const ratio = one / declared;
  const text = `DRAM ${Number(ratio.toPrecision(3))} of declared`;
  if (ratio < expected.from) {
    say(`listed: ${name}: ${text}: caches serve it`);
    return { ...nothing, passed: 1 };
  }
  if (Math.abs(one - other) > same * Math.max(one, other)) {
    say(`failed: counters ${name}: ${one} and then ${other} bytes through DRAM`);
    return { ...nothing, failed: 1 };
  }
  say(`${ratio > expected.to ? 'listed' : 'ok'}: ${name}: ${text}`);
  return { ...nothing, passed: 1 };
}
