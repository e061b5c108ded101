import { resolve } from 'node:path';
import type { RunDetail } from '../../../contract/api.ts';
import { fullCaseName } from '../../../contract/case-names.ts';
import { type CounterPass, dramBytes } from '../../../contract/counters.ts';
import { badInput, exitCodes, toFailure } from '../../../contract/failure.ts';
import { type StoredCase, schemaVersion } from '../../../contract/run.ts';
import { format } from '../../../contract/units.ts';
import { counterSets } from '../../../core/counters/profile-command.ts';
import type { HostApp } from '../../host-app.ts';
import { chosen, flagsOf, runArgument } from '../flags.ts';
import { paint, printAnswer, printJson } from '../io.ts';
import { readBounded } from '../numbers.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb, VerbContext } from '../verb.ts';
import { abortOnInterrupt, waitFlag } from '../wait.ts';
import { whereFlag, whereOf } from '../where.ts';

export const counters: Verb = {
  name: 'counters',
  summary: 'hardware counters of one execution of a case, by Nsight Compute or perf events',
  description:
    'Runs Nsight Compute (ncu) on one execution of each case that fits, one case after the other, counts six events of the processor (cycles, instructions, cache references and misses, branches and misses, in user space) in those of a CPU, and keeps the counters with the run; compare --why, show --json, the window and counters.csv have them. With --import they come from files of ncu, one a case in the order of the cases: the page "raw" or "details" as CSV, or a report (.ncu-rep) where ncu is found. A file that was made with the line of --command has one execution; of another say how many with --executions. Times under a profiler are never used.',
  positionals: [
    runArgument,
    { name: 'file', required: false, repeat: true, help: 'with --import: further files' },
  ],
  flags: [
    whereFlag,
    {
      ...{ name: 'set', value: 'set', choices: counterSets, not: ['import'] },
      help: 'counters to collect: basic (what --why needs, the default), memory (with hit rates and sectors) or all (ncu --set full)',
    },
    ...flagsOf({
      'import <file>': { repeat: true, help: 'read a file of ncu, and further files' },
    }),
    {
      ...{ name: 'executions', value: 'n', with: ['import'] },
      help: 'number of executions in a file that has no NVTX range "execution"',
    },
    {
      ...{ name: 'command', value: null, not: ['import'] },
      help: 'print the line that counts each case, and run nothing: it works on any host that has Breakeven',
    },
    {
      ...{ name: 'stored', value: null, not: ['import', 'command', 'set', 'executions'] },
      help: 'the counters that are stored with the run; count nothing',
    },
    waitFlag,
  ],
  examples: [
    'counters latest --where "variant:cuda-fast"',
    'counters latest --where "variant:cub n=1e6" --command',
    'counters latest --where "variant:cub n=1e6" --import details.csv --executions 3',
  ],
  endings: ['caseFailed', 'busy', 'cancelled'],
  async run(context) {
    const { io, args, app } = context;
    const [ref = '', ...more] = args.positionals;
    const files = [...args.values('import'), ...more];
    if (more.length > 0 && !args.has('import')) {
      throw badInput(`counters: unexpected "${more[0]}"; files of counters stand behind --import`);
    }
    const opened = await app();
    const detail = await opened.api.run({ ref, ...whereOf(args) });
    const byNcu = args.has('import') || args.has('command');
    const cases = countable(detail, byNcu);
    if (cases.length === 0) {
      const kind = byNcu ? 'case of a GPU variant' : 'case';
      throw badInput(`run ${detail.run.id} has no such ${kind} that went well`);
    }
    const set = chosen(args, 'set', counterSets) ?? 'basic';
    if (args.has('command')) {
      const lines = [];
      for (const { index } of cases) {
        lines.push(await opened.api.counterCommand({ ref: detail.run.id, index, set }));
      }
      const texts = lines.map(({ text }) => text);
      if (args.has('json')) printJson(io, { schemaVersion, commands: texts });
      else io.out(texts.map((text) => `${text}\n`).join(''));
      return exitCodes.ok;
    }
    if (args.has('stored')) {
      const stored = cases.flatMap((one) =>
        (detail.counters?.[String(one.index)] ?? []).map((pass) => ({ one, pass })),
      );
      const passes = stored.map(({ pass }) => pass);
      await show(
        io,
        args.has('json'),
        stored.map(({ one }) => one),
        passes,
      );
      return exitCodes.ok;
    }
    const counted = files.length > 0 ? importFiles(context, opened) : countNow(context, opened);
    return await counted(detail.run.id, cases, files, set);
  },
};

/** Cases of the CPU have no kernels that ncu could count. */
function countable({ cases, workloads = [] }: RunDetail, byNcu: boolean): readonly StoredCase[] {
  const devices = new Map(
    workloads.flatMap(({ id, variants }) =>
      variants.map((variant) => [`${id}/${variant.id}`, variant.device]),
    ),
  );
  return cases.filter(
    ({ workload, variant, outcome }) =>
      outcome === 'ok' && !(byNcu && devices.get(`${workload}/${variant}`) === 'cpu'),
  );
}

type Counting = (
  ref: string,
  cases: readonly StoredCase[],
  files: readonly string[],
  set: (typeof counterSets)[number],
) => Promise<number>;

function importFiles({ io, args }: VerbContext, { counters: actions, api }: HostApp): Counting {
  return async (ref, cases, files) => {
    const text = args.value('executions');
    const executions =
      text === undefined
        ? {}
        : { executions: readBounded('--executions', text, { min: 1, max: 1e6, whole: true }) };
    if (cases.length !== files.length) {
      const few = `${files.length} ${files.length === 1 ? 'file' : 'files'} for ${cases.length} ${cases.length === 1 ? 'case' : 'cases'}`;
      throw badInput(`--import: got ${few}, must be one a case; choose the cases with --where`);
    }
    const passes: CounterPass[] = [];
    for (const [i, { index }] of cases.entries()) {
      const name = files[i] ?? '';
      const file = await actions.readFile(resolve(io.cwd, name));
      passes.push(await api.importCounters({ ref, index, name, ...file, ...executions }));
    }
    await show(io, args.has('json'), cases, passes);
    return exitCodes.ok;
  };
}

function countNow({ io, args, note }: VerbContext, app: HostApp): Counting {
  return async (ref, cases, _files, set) => {
    const { signal, off } = abortOnInterrupt(io, app);
    const passes: CounterPass[] = [];
    const done: StoredCase[] = [];
    let failed = false;
    try {
      for (const stored of cases) {
        note(`[${done.length + 1}/${cases.length}] ${fullCaseName(stored)}`);
        try {
          const key = { ref, index: stored.index };
          passes.push(await app.counters.count(key, set, thisProgram(), signal));
          done.push(stored);
        } catch (error) {
          const { code, message } = toFailure(error);
          if (code !== 'engine') throw error;
          failed = true;
          io.err(`${paint(io, 'red', 'failed')} ${fullCaseName(stored)}: ${oneLine(message)}\n`);
        }
      }
    } finally {
      off();
    }
    await show(io, args.has('json'), done, passes);
    return failed ? exitCodes.caseFailed : exitCodes.ok;
  };
}

/** The words that started this process. */
const thisProgram = (): readonly string[] => [
  ...[process.execPath, ...process.execArgv],
  ...process.argv.slice(1, 2),
];

async function show(
  io: VerbContext['io'],
  json: boolean,
  cases: readonly StoredCase[],
  passes: readonly CounterPass[],
): Promise<void> {
  const rows = cases.map(({ index, workload, variant, values }, i) => ({
    ...{ index, workload, variant, values },
    counters: passes[i],
  }));
  await printAnswer(io, json, { schemaVersion, cases: rows }, () =>
    cases
      .flatMap((stored, i) => {
        const pass = passes[i];
        if (pass === undefined) return [];
        return [`${oneLine(`${fullCaseName(stored)}: ${passText(pass, stored)}`)}\n`];
      })
      .join(''),
  );
}

/** `2 kernels, 8.1 GB through DRAM (1.01 of declared); clock not locked`. */
function passText(pass: CounterPass, { bytesMoved }: StoredCase): string {
  const { kernels, clockLocked, executions } = pass;
  if (pass.refused !== null) return `no counters: ${pass.refused}`;
  if (pass.provider === 'perf') return perfText(pass);
  const moved = dramBytes(pass);
  const ratio =
    moved === null || bytesMoved === null || bytesMoved <= 0
      ? ''
      : ` (${Number((moved / bytesMoved).toPrecision(3))} of declared)`;
  return [
    kernels.length === 1 ? '1 kernel' : `${kernels.length} kernels`,
    ...(moved === null ? [] : [`${format(moved, 'bytes')} through DRAM${ratio}`]),
    ...(executions === 1 ? [] : [`mean of ${executions} executions`]),
    clockLocked === null ? 'clock unknown' : clockLocked ? 'clock locked' : 'clock not locked',
  ].join(', ');
}

/** `1.2 M cycles, 2.31 instructions a cycle, 4.1 % of cache references missed`; what was scaled is said. */
function perfText({ kernels, scaled }: CounterPass): string {
  const { metrics = {} } = kernels[0] ?? {};
  const ratio = (part = Number.NaN, of = Number.NaN): number => part / of;
  const { cycles, instructions } = metrics;
  const missed = (what: string, part: number): readonly string[] =>
    Number.isFinite(part) ? [`${format(part, 'percent')} of ${what} missed`] : [];
  return [
    `${format(cycles, 'count')} cycles`,
    `${Number(ratio(instructions, cycles).toPrecision(3))} instructions a cycle`,
    ...missed('cache references', ratio(metrics['cache-misses'], metrics['cache-references'])),
    ...missed('branches', ratio(metrics['branch-misses'], metrics.branches)),
    ...(scaled < 1 ? [`counted for ${format(scaled, 'percent')} of the time`] : []),
  ].join(', ');
}
