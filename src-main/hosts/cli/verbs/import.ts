import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BreakevenError, badInput, exitCodes } from '../../../contract/failure.ts';
import { maxRunFileBytes, pieceBytes, runFileEnding } from '../../../contract/limits.ts';
import { type RunRow, schemaVersion } from '../../../contract/run.ts';
import type { ForeignImport } from '../../../core/api/files.ts';
import { isRunFile } from '../../../core/import/read-foreign-files.ts';
import { foreignFormats } from '../../../core/interchange/formats.ts';
import { plainFileFault } from '../../../core/util/plain-file.ts';
import type { HostApp } from '../../host-app.ts';
import { type Arguments, flagsOf } from '../flags.ts';
import { idList } from '../id-list.ts';
import { printJson } from '../io.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';

const formats = foreignFormats.map(({ id }) => id);

export const importVerb: Verb = {
  name: 'import',
  summary: 'import runs of other machines (.breakeven), or result files of other tools',
  description: `Run files (.breakeven) keep their ids; paths in them are dropped. Files of other tools (${foreignFormats.map(({ title }) => title).join(', ')}) become one run: files of one format are its processes, and nothing in it is verified. The files are checked before anything is stored. \`imported\` names the run imported last, \`imported~1\` the one imported before.`,
  positionals: [
    {
      ...{ name: 'file', required: true, repeat: true },
      help: 'a file that "export --format breakeven" wrote, or JSON files of other tools',
    },
  ],
  flags: [
    {
      ...{ name: 'format', value: 'format', choices: formats },
      help: `${formats.join(', ')}; recognised by its content by default`,
    },
    {
      ...{ name: 'as-workload', value: 'id' },
      help: 'all cases are of this workload: benchmarks and tools become its variants, the size axis becomes n',
    },
    {
      ...{ name: 'variant-names', value: 'ids', with: ['as-workload'] },
      help: 'names of the variants, one a format in the order of the files: cpu,gpu',
    },
    ...flagsOf({
      'variant-axis <axis>': 'the axis whose values become variants',
      'size-axis <axis>': 'the size; the axis of the widest ratio by default',
      'baseline <id>': 'variant that others are compared with',
      'on <run>':
        'a stored run of the machine that measured the files, kept as an attribute of each case',
    }),
    {
      ...{ name: 'paired', value: null },
      help: 'the first files of all formats were measured together, so were the second ones, ...',
    },
    ...flagsOf({
      'title <text>': 'title of the run',
      'tag <word>': { repeat: true, help: 'a tag to find the run by' },
      'dry-run': 'print what would be imported and store nothing',
    }),
  ],
  examples: [
    'import results/2mx0kjwbv0gk.breakeven',
    'import hyperfine.json --as-workload count',
    'import cpu-1.json gpu-1.json --as-workload conv --variant-names cpu,gpu',
  ],
  async run({ io, args, app }) {
    const names = args.positionals;
    const [name = ''] = names;
    for (const one of names) {
      const fault = plainFileFault(resolve(io.cwd, one), maxRunFileBytes);
      if (fault !== null) throw badInput(`"${one}" cannot be read: ${fault}`);
    }
    const runFiles = names.filter((one) => isRunFilePath(resolve(io.cwd, one)));
    if (runFiles.length === 0) {
      const foreign = await (await app()).importForeign(
        names.map((one) => resolve(io.cwd, one)),
        foreignOptions(args),
      );
      if (args.has('json')) printJson(io, { schemaVersion, run: foreign.row, imported: true });
      else io.out(`${oneLine(foreignText(foreign, args.has('dry-run')))}\n`);
      return exitCodes.ok;
    }
    if (runFiles.length < names.length) {
      throw badInput(
        'run files (.breakeven) and files of other tools are imported one after the other',
      );
    }
    if (names.length > 1 && args.has('json')) throw badInput('--json is of one run file');
    const [flag] = args.names.filter((one) => importVerb.flags.some((own) => own.name === one));
    if (flag !== undefined)
      throw badInput(`--${flag} is of files of other tools: "${name}" is a run file`);
    for (const one of names) {
      const { row, stored } = await importFile(await app(), resolve(io.cwd, one), one);
      if (args.has('json')) printJson(io, { schemaVersion, run: row, imported: !stored });
      else io.out(`${oneLine(stored ? storedText(one, row) : importedText(row))}\n`);
    }
    return exitCodes.ok;
  },
};

function foreignOptions(args: Arguments) {
  const title = args.value('title');
  const tags = args.values('tag');
  if (title !== undefined && title.length > 200) throw badInput('--title: at most 200 characters');
  const long = tags.find((tag) => tag.length > 60);
  if (long !== undefined) throw badInput(`--tag "${long.slice(0, 20)}...": at most 60 characters`);
  const variantNames = args.value('variant-names');
  return {
    format: args.value('format'),
    asWorkload: args.value('as-workload'),
    ...(variantNames === undefined ? {} : { variantNames: idList('variant-names', variantNames) }),
    variantAxis: args.value('variant-axis'),
    sizeAxis: args.value('size-axis'),
    baseline: args.value('baseline'),
    on: args.value('on'),
    ...{ paired: args.has('paired'), title, tags, dryRun: args.has('dry-run') },
  };
}

/** Whether a file is a run file by its name or its first bytes. */
function isRunFilePath(path: string): boolean {
  if (path.endsWith(runFileEnding)) return true;
  const head = Buffer.alloc(2);
  const file = openSync(path, 'r');
  try {
    return isRunFile(head.subarray(0, readSync(file, head, 0, 2, 0)));
  } finally {
    closeSync(file);
  }
}

function foreignText({ row, cases, machine }: ForeignImport, dry: boolean): string {
  const counts = cases.map(({ samples }) => {
    const [first] = samples;
    const own = samples.filter(({ scope }) => scope === first?.scope);
    return { processes: own.length, n: own.reduce((sum, { timesNs }) => sum + timesNs.length, 0) };
  });
  const measured = counts.filter(({ n }) => n > 0);
  const processes = rangeText(
    measured.map((one) => one.processes),
    'process',
    'processes',
  );
  const n = rangeText(
    measured.map((one) => one.n),
    'sample',
    'samples',
  );
  const others = [
    row.failed > 0 ? `${row.failed} failed` : '',
    row.skipped > 0
      ? `${row.skipped} skipped: ${cases.find(({ stored }) => stored.outcome === 'skipped')?.stored.reason}`
      : '',
  ].filter((text) => text !== '');
  const where = machine.gpus.map(({ name }) => name).join(', ') || machine.cpuModel;
  const parts = [
    `${row.cases} ${row.cases === 1 ? 'case' : 'cases'}${measured.length === 0 ? '' : ` of ${processes}, ${n} a case`}`,
    ...others,
    `${where} (foreign)`,
    'not verified',
  ];
  const verb = dry ? 'would import' : `imported ${row.id}:`;
  return `${verb} ${row.workloads.join(', ')}, ${parts.join(', ')}`;
}

function rangeText(values: readonly number[], one: string, several: string): string {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  return min === max ? `${min} ${min === 1 ? one : several}` : `${min} to ${max} ${several}`;
}

/** A run, and whether it was there before. */
type Imported = { readonly row: RunRow; readonly stored: boolean };

/** Hands the file over piece by piece, as a window does. */
async function importFile(app: HostApp, path: string, given: string): Promise<Imported> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(given, error);
  });
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(pieceBytes);
    let upload: string | null = null;
    for (let at = 0; ; ) {
      const { bytesRead } = await file.read(buffer, 0, pieceBytes, at).catch((error: unknown) => {
        throw unreadable(given, error);
      });
      at += bytesRead;
      const data = buffer.subarray(0, bytesRead).toString('base64');
      const piece: Awaited<ReturnType<HostApp['api']['importRun']>> = await app.api.importRun({
        upload,
        data,
        last: at >= size || bytesRead === 0,
      });
      if (piece.run !== null) return { row: piece.run, stored: false };
      if (piece.stored !== undefined) return { row: piece.stored, stored: true };
      upload = piece.upload;
    }
  } finally {
    await file.close();
  }
}

function importedText({ id, title, cases, device, createdAt, importedAt = '' }: RunRow): string {
  const futureNote = createdAt > importedAt ? `; its date, ${createdAt}, is after now` : '';
  return `imported ${id}: ${title}, ${cases} cases, measured on ${device}${futureNote}`;
}

/** What is asked for is there: nothing has to be done. */
function storedText(given: string, { id, title, trashedAt }: RunRow): string {
  const where =
    trashedAt === undefined
      ? 'stored already'
      : `in the trash ("breakeven edit ${id} --restore" brings it back)`;
  return `the run of "${given}", ${id} (${title}), is ${where}; nothing was changed`;
}

function unreadable(given: string, error: unknown): BreakevenError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  const why = code === 'EACCES' ? 'this user may not' : code;
  return badInput(`"${given}" cannot be read: ${why}`);
}
