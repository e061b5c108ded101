import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { hintFor } from '../../../contract/did-you-mean.ts';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { Axis } from '../../../contract/workload.ts';
import { shortDigest } from '../../../core/lab/lab-trust.ts';
import { newCommandLab } from '../../../core/lab/new-command-lab.ts';
import { labStarts, newLab } from '../../../core/lab/new-lab.ts';
import { restoreSources } from '../../../core/lab/run-code.ts';
import { defaultCaseLimitS } from '../../../core/run/check-lab.ts';
import { productRoot } from '../../../core/util/paths.ts';
import { shellWord } from '../../../core/util/shell-word.ts';
import { flagsOf } from '../flags.ts';
import { printAnswer, printJson } from '../io.ts';
import { checkLab } from '../lab/check.ts';
import { labReference } from '../lab/lab-reference.ts';
import { showCode } from '../lab/show.ts';
import { watchLab } from '../lab/watch.ts';
import { readSweep, splitAssignment } from '../sweeps.ts';
import { formatTable, left, prose } from '../table.ts';
import type { Verb, VerbContext } from '../verb.ts';
import { waitFlag } from '../wait.ts';

type Action = {
  readonly run: (context: VerbContext) => Promise<number>;
  /** Flags that it takes besides those of every verb. */
  readonly flags: readonly string[];
};

const actions: Readonly<Record<string, Action>> = {
  new: { run: makeLab, flags: ['from', 'command', 'sweep'] },
  check: {
    run: (context) => checkLab(context, subject(context, 'dir')),
    flags: ['variants', 'log', 'hang-limit', 'wait'],
  },
  watch: {
    run: (context) => watchLab(context, subject(context, 'dir')),
    flags: ['variant', 'set', 'wait'],
  },
  grade: {
    run: async (context) =>
      await (await import('../lab/grade.ts')).gradeLab(context, subject(context, 'lab')),
    flags: ['variant', 'set', 'out', 'pairs', 'limit', 'hang-limit', 'no-sandbox', 'wait'],
  },
  list: { run: listLabs, flags: [] },
  trust: { run: trustLab, flags: ['digest', 'saved'] },
  forget: { run: forgetLab, flags: [] },
  show: {
    run: (context) => showCode(context, subject(context, 'run')),
    flags: ['variant', 'source', 'diff', 'log', 'ptx', 'sass'],
  },
  restore: { run: restoreLab, flags: [] },
};

export const lab: Verb = {
  name: 'lab',
  summary: 'measure your own code: make, check, list and show labs',
  description:
    'A lab is a folder with workload.toml and one file per variant (C, C++, Fortran, CUDA, Python), and other programs as [[command]]; no header of Breakeven is included. new makes one that runs; check compiles and verifies it; run --lab measures it; watch measures each version as it is saved, compared with the baseline and with the version before. grade takes each file or folder of a folder as one variant of the lab: in a sandbox it is verified as check does and measured beside the baseline as ab does, and grades.csv has its verdict, speedup and reason; begun again, it goes on where it was stopped. list shows the labs that were run, trust lets windows run the content of one as it is now, forget takes it off the list. show prints the source, the compiler log or the difference from another run; restore writes the sources of a stored run into an empty folder.',
  positionals: [
    {
      name: 'action',
      required: true,
      help: Object.keys(actions).join(', '),
      choices: Object.keys(actions),
    },
    { name: 'subject', required: false, help: 'a folder, the id of a lab, or a run' },
    {
      name: 'folder',
      required: false,
      help: 'of restore: where to write; of grade: the submissions',
    },
  ],
  flags: [
    {
      name: 'from',
      value: 'kind',
      // The folder of the shipped labs is read where the help or a completion asks, not at every start.
      get help() {
        return `of new: ${startIds().join(', ')}; c by default`;
      },
      get choices() {
        return startIds();
      },
    },
    ...flagsOf({
      'command <line>': {
        repeat: true,
        help: 'of new: a program to measure, with {n} for the value of an axis; the first is the reference',
      },
      'sweep <axis=from..to>': {
        repeat: true,
        help: 'of new with --command: an axis and its bounds',
      },
      'variants <ids>': 'of check: only these, joined by commas',
      'hang-limit <s>': `of check and grade: a case without an answer for so long has failed; ${defaultCaseLimitS} by default, of grade 10`,
      'variant <id>': 'of show and watch: which variant; of grade: which one submissions replace',
      'set <axis=value>': { repeat: true, help: 'of watch and grade: one value for an axis' },
      'out <dir>': 'of grade: results; <folder>-grades by default',
      'pairs <n>': 'of grade: at most this many pairs; 20 by default',
      'limit <s>': 'of grade: seconds for one submission; 300 by default',
      'no-sandbox': 'of grade: run submissions as you',
      source: 'of show: the source (default)',
      'diff <run>': 'of show: what differs from that run',
      'digest <hex>': 'of trust: only content with this digest',
      saved: 'of trust: also what is saved later, for a window that watches it and for serve --mcp',
      log: 'of show and check: what the compiler printed',
      ptx: 'of show: the PTX of a kernel',
      sass: 'of show: the machine code of a kernel',
    }),
    { ...waitFlag, help: `of check, watch and grade: ${waitFlag.help}` },
  ],
  examples: [
    'lab new saxpy --from c',
    "lab new sort --command 'old {n}' --command 'new {n}' --sweep n=1..1e6",
    'lab check saxpy',
    'lab watch saxpy --variant omp --set n=1e6',
    'lab grade saxpy submissions/ --variant omp --set n=1e6',
    'run --lab saxpy --variants all --sweep n=1e3..1e8:x10',
    'lab show latest --variant omp --diff latest~1',
  ],
  endings: ['caseFailed', 'busy', 'cancelled'],
  async run(context) {
    const { args } = context;
    const name = args.positionals[0] ?? '';
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) {
      throw badInput(`unknown action "${name}" of lab${hintFor(name, Object.keys(actions))}`);
    }
    const foreign = lab.flags.find(
      (flag) => args.has(flag.name) && !action.flags.includes(flag.name),
    );
    if (foreign !== undefined) {
      throw badInput(`lab ${name} takes no --${foreign.name}; see breakeven lab --help`);
    }
    return await action.run(context);
  },
};

const startIds = (): readonly string[] => labStarts().map(({ id }) => id);

function subject({ args }: VerbContext, what: string): string {
  const argument = args.positionals[1];
  if (argument !== undefined) return argument;
  throw badInput(`lab ${args.positionals[0]} needs <${what}>; see breakeven lab --help`);
}

async function makeLab(context: VerbContext): Promise<number> {
  const { args, io } = context;
  const dir = subject(context, 'dir');
  const folder = resolve(io.cwd, dir);
  const commands = args.values('command');
  const axes = args.values('sweep').map(readBounds);
  if (commands.length > 0 && args.has('from'))
    throw badInput('--from makes a lab without --command');
  if (commands.length > 0 !== axes.length > 0) {
    throw badInput(
      "--command needs --sweep and --sweep --command: lab new <dir> --command 'old {n}' --sweep n=1..1e6",
    );
  }
  const files =
    commands.length > 0
      ? newCommandLab(folder, { commands, axes, cwd: io.cwd })
      : newLab(folder, args.value('from') ?? 'c');
  if (args.has('json')) printJson(io, { schemaVersion, folder: resolve(io.cwd, dir), files });
  else {
    io.out(`${dir} has ${files.join(', ')}.\n`);
    context.note(`Next: breakeven lab check ${shellWord(dir)}`);
    const page = join(productRoot(), 'docs', 'lab.md');
    if (existsSync(page)) context.note(`Every key of its files is described in ${page}`);
  }
  return exitCodes.ok;
}

/** `n=1..1e6`, or any values; steps of a range are those of a run. */
function readBounds(text: string) {
  const { axis, value } = splitAssignment('sweep', text);
  const list = value.replaceAll(/:[x+][^,]*/g, '').replaceAll('..', ',');
  const read: Axis = {
    ...{ id: axis, title: axis, help: '', role: 'input', type: 'integer' },
    ...{ default: 1, min: 0, max: 1e15, scale: 'linear' },
  };
  const values = readSweep(read, list).map(Number);
  return { id: axis, min: Math.min(...values), max: Math.max(...values) };
}

async function listLabs({ args, io, app }: VerbContext): Promise<number> {
  const labs = (await app()).labs.list();
  await printAnswer(io, args.has('json'), { schemaVersion, labs }, () => {
    if (labs.length === 0) return 'No lab is remembered; lab new makes one.\n';
    const columns = [left('id'), left('trusted'), prose('folder')];
    const rows = labs.map(({ id, trusted, path }) => [id, shortDigest(trusted ?? 'no'), path]);
    return formatTable(columns, rows, io.outColumns);
  });
  return exitCodes.ok;
}

async function trustLab(context: VerbContext): Promise<number> {
  const { args, io, app } = context;
  const ref = labReference(io.cwd, subject(context, 'dir'));
  const { labs } = await app();
  const { untrusted } = await labs.seen(ref);
  const saved = args.has('saved') ? { saved: true } : {};
  const trusted = await labs.trust(ref, { digest: args.value('digest'), ...saved });
  if (args.has('json')) printJson(io, { schemaVersion, lab: trusted });
  else {
    for (const { name, state } of untrusted?.files ?? []) io.out(`${state.padEnd(8)} ${name}\n`);
    const digest = shortDigest(trusted.trusted ?? '');
    io.out(`${trusted.id} is trusted with the digest ${digest}, in ${trusted.path}.\n`);
  }
  return exitCodes.ok;
}

async function forgetLab(context: VerbContext): Promise<number> {
  const { args, io, app } = context;
  const forgotten = (await app()).labs.forget(labReference(io.cwd, subject(context, 'dir')));
  if (args.has('json')) printJson(io, { schemaVersion, lab: forgotten });
  else io.out(`${forgotten.id} is forgotten; its files and its runs stay.\n`);
  return exitCodes.ok;
}

async function restoreLab(context: VerbContext): Promise<number> {
  const { args, io, app } = context;
  const ref = subject(context, 'run');
  const dir = args.positionals[2];
  if (dir === undefined) {
    throw badInput('lab restore needs <folder>, where the sources are written');
  }
  const folder = resolve(io.cwd, dir);
  const files = restoreSources(await (await app()).labs.code(ref), folder);
  if (args.has('json')) printJson(io, { schemaVersion, folder, files });
  else io.out(`${relative(io.cwd, folder) || '.'} has ${files.join(', ')}.\n`);
  return exitCodes.ok;
}
