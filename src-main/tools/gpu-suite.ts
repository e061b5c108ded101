/** A program that has ended; `code` is null where it was ended for taking too long. */
export type Ended = {
  readonly code: number | null;
  readonly stdout: string;
  readonly text: string;
};

/** What the suite needs of the machine. */
export type GpuMachine = {
  /** The command line that is tested, started by the words of `under` where there are some. */
  breakeven(words: readonly string[], under?: readonly string[]): Promise<Ended>;
  /** NVIDIA's checker of memory and races; undefined where it is not installed. */
  readonly sanitizer: string | undefined;
  /** The tests of the addons, with the CUDA programs that are wrong on purpose; undefined where they are not built. */
  readonly nativeTests: (() => Promise<Ended>) | undefined;
  /** Keeps what a program said. */
  log(name: string, text: string): void;
  say(line: string): void;
};

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

type Listed = {
  readonly workloads: readonly {
    readonly id: string;
    readonly variants: readonly {
      readonly id: string;
      readonly device: string;
      readonly available: boolean;
      readonly reason: string | null;
    }[];
  }[];
};

type Tested = Counts & {
  readonly cases: readonly {
    readonly workload: string;
    readonly variant: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly outcome: 'passed' | 'failed' | 'skipped';
    readonly reason: string | null;
  }[];
};

const checks = ['memcheck', 'racecheck', 'synccheck'] as const;
type Check = (typeof checks)[number];

/** Under a sanitizer everything takes some hundred times as long: only the quickest cases. */
const quickCases = ['--case-seconds', '0.002'];

/** Races on purpose: a lane reads back whether its own write won. */
const racing: ReadonlySet<string> = new Set(['tagged-words']);

export const nothing: Counts = { passed: 0, failed: 0, skipped: 0 };

/**
 * Every variant that needs a GPU: its answers at awkward values, then the same under the sanitizer, a test a workload and
 * check, and the tests of the addons. What cannot run here is skipped by name.
 */
export async function gpuSuite(machine: GpuMachine): Promise<Counts> {
  const workloads = await listed(machine);
  if (!('length' in workloads)) return workloads;
  let counts = nothing;
  for (const { id, variants } of workloads) {
    const ofGpu = variants.filter(({ device }) => device !== 'cpu');
    for (const { id: variant, reason } of ofGpu.filter(({ available }) => !available)) {
      counts = sum(counts, skip(machine, `${id} ${variant}`, reason ?? 'it is not available here'));
    }
    const ids = ofGpu.filter(({ available }) => available).map((variant) => variant.id);
    if (ids.length === 0) continue;
    counts = sum(counts, await selftest(machine, id, ids));
    for (const check of checks) counts = sum(counts, await sanitize(machine, check, id, ids));
  }
  return sum(counts, await testAddons(machine));
}

/** The workloads of the machine; a failure where it cannot list them. */
export async function listed(machine: GpuMachine): Promise<Listed['workloads'] | Counts> {
  const list = await machine.breakeven(['list', '--json']);
  machine.log('list.txt', list.text);
  if (list.code !== 0) return failure(machine, 'list', list);
  return (JSON.parse(list.stdout) as Listed).workloads;
}

/** Their last line counts what passed, failed and was skipped, as that of every test command here does. */
async function testAddons(machine: GpuMachine): Promise<Counts> {
  const name = 'tests of the addons';
  if (machine.nativeTests === undefined) {
    return skip(
      machine,
      name,
      'they need the sources, and this is a program that was built before',
    );
  }
  const ended = await machine.nativeTests();
  machine.log('native-tests.txt', ended.text);
  const [, passed, failed, skipped] =
    /(\d+) passed, (\d+) failed, (\d+) skipped\s*$/.exec(ended.stdout) ?? [];
  if (passed === undefined) return failure(machine, name, ended);
  const counts = { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
  if (ended.code !== 0 && counts.failed === 0) return failure(machine, name, ended);
  if (counts.failed > 0) machine.say(`failed: ${name}: see native-tests.txt`);
  machine.say(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  return counts;
}

async function selftest(
  machine: GpuMachine,
  workload: string,
  variants: readonly string[],
): Promise<Counts> {
  const words = ['selftest', '--workload', workload, '--variants', variants.join(','), '--json'];
  const ended = await machine.breakeven(words);
  machine.log(`selftest-${workload}.txt`, ended.text);
  // 1: answers were wrong, which the report names.
  if (ended.code !== 0 && ended.code !== 1) return failure(machine, `selftest ${workload}`, ended);
  const { passed, failed, skipped, cases } = JSON.parse(ended.stdout) as Tested;
  for (const { variant, values, reason } of cases.filter(({ outcome }) => outcome === 'failed')) {
    machine.say(`failed: selftest ${workload} ${variant} ${JSON.stringify(values)}: ${reason}`);
  }
  const refused = cases.filter(({ outcome }) => outcome === 'skipped');
  for (const [name, some] of Map.groupBy(
    refused,
    ({ variant, reason }) => `${variant}: ${reason}`,
  )) {
    machine.say(`skipped: selftest ${workload} ${name} (${some.length})`);
  }
  machine.say(`selftest ${workload}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  return { passed, failed, skipped };
}

async function sanitize(
  machine: GpuMachine,
  check: Check,
  workload: string,
  here: readonly string[],
): Promise<Counts> {
  const name = `${check} ${workload}`;
  const { sanitizer } = machine;
  if (sanitizer === undefined) return skip(machine, name, 'compute-sanitizer was not found');
  const variants = here.filter((id) => check !== 'racecheck' || !racing.has(id));
  if (variants.length === 0) return skip(machine, name, 'its variants race on purpose');
  const ended = await machine.breakeven(
    ['selftest', ...quickCases, '--workload', workload, '--variants', variants.join(',')],
    [sanitizer, '--tool', check, '--target-processes', 'all', '--error-exitcode', '86'],
  );
  machine.log(`${check}-${workload}.txt`, ended.text);
  if (ended.code !== 0) return failure(machine, name, ended);
  machine.say(`passed: ${name}`);
  return { ...nothing, passed: 1 };
}

export function skip({ say }: GpuMachine, name: string, reason: string): Counts {
  say(`skipped: ${name} (${reason})`);
  return { ...nothing, skipped: 1 };
}

export function failure({ say }: GpuMachine, name: string, { code, text }: Ended): Counts {
  const how = code === null ? 'it took too long' : `exit status ${code}`;
  const last = text.trimEnd().split('\n').slice(-5).join('\n');
  say(`failed: ${name}: ${how}\n${last}`);
  return { ...nothing, failed: 1 };
}

export function sum(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}
