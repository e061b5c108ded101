import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { ExportRequest } from '../../../core/api/export.ts';
import type { ExportFormat } from '../../../core/export/format.ts';
import { exportFormat, exportFormats } from '../../../core/export/formats.ts';
import { type DecimalMark, decimalMarks } from '../../../core/table/table.ts';
import type { HostApp } from '../../host-app.ts';
import { type Arguments, chosen, flagsOf, forceFlag, runArgument } from '../flags.ts';
import { type CliIo, printJson } from '../io.ts';
import { chosenLanguage, languageFlag } from '../language.ts';
import { prepareFolder } from '../output-files.ts';
import type { Verb, VerbContext } from '../verb.ts';
import { whereFlag, whereOf } from '../where.ts';

const ids = [...exportFormats.map(({ id }) => id), 'site'];
const siteHelp =
  'site: pages about many runs, workloads and machines that need no script, with the run files, for a web server or a folder.';

export const exportVerb: Verb = {
  name: 'export',
  summary: 'write the results of a run as tables, or as one file for another machine',
  description: `${exportFormats.map(({ id, help }) => `${id}: ${help}`).join(' ')} ${siteHelp} Files of the same run are replaced; files of another run only with --force.`,
  positionals: [{ ...runArgument, required: false, help: `${runArgument.help}; none with site` }],
  flags: [
    ...flagsOf({
      'format <format>': { help: `${ids.join(', ')}; csv by default`, choices: ids },
      'out <dir>':
        'output folder, the current one by default; - writes the table to standard output',
    }),
    whereFlag,
    ...flagsOf({
      'decimal <mark>': {
        choices: decimalMarks,
        help: 'what stands before decimals in csv, csv-wide and latex: point, or comma, where semicolons separate columns',
      },
      public:
        'without names of people and machines, UUIDs of GPUs, folders, source of labs, note and tags; look at the files before you publish them',
      'keep <what>': {
        choices: ['notes'],
        with: ['public'],
        help: 'with --public: notes keeps note and tags, without names in them',
      },
    }),
    {
      ...{ name: 'query', value: 'query' },
      help: 'of site: runs that fit, in the language of history; all by default',
    },
    ...flagsOf({
      'from <dir>': 'of site: the .breakeven files of a folder',
      'title <text>': 'of site: what the first page is called',
    }),
    {
      ...{ name: 'samples', value: 'what', choices: ['yes', 'no'] },
      help: 'of site: whether run files can be downloaded, with all samples; no by default',
    },
    { ...languageFlag, help: `of html and latex: ${languageFlag.help}` },
    forceFlag,
  ],
  examples: [
    'export latest --format csv --out results',
    'export latest --decimal comma --out hoja',
    'export latest --format html --language es',
    'export latest~1 --format json',
    'export latest --format breakeven --out results',
    'export latest --format breakeven --public --out published',
    'export --format site --query tag:public --public --out site',
    'export latest --where "workload:histogram n>=1M" --out - | column -ts,',
  ],
  async run({ io, args, app, note }) {
    if (args.value('format') === 'site') return await writeSite({ io, args, app, note });
    const of = siteFlags.find((name) => args.has(name));
    if (of !== undefined) throw badInput(`--${of} is of --format site`);
    const ref = args.positionals[0];
    if (ref === undefined) throw badInput(`export needs <run>, ${runArgument.help}`);
    const format = exportFormat(args.value('format') ?? 'csv');
    if (format.wholeRun === true && args.has('where')) {
      throw badInput(`a ${format.suffix} file holds a whole run: leave out --where`);
    }
    const opened = await app();
    const decimal = chosen(args, 'decimal', decimalMarks);
    if (args.has('public') && args.value('out') === '-') {
      throw badInput('--public writes files: name a folder with --out');
    }
    if (args.value('out') === '-') return await printTable(opened, ref, format, io, args, decimal);
    const folder = await prepareFolder(io.cwd, args.value('out') ?? '.');
    const written = await opened.exportTo(ref, format.id, folder, {
      force: args.has('force'),
      decimal,
      ...(await chosenLanguage(args, io.cwd)),
      ...whereOf(args),
      ...publicOf(args),
    });
    noteRemoved({ args, note });
    if (format.lost !== undefined) note(`not in these files: ${format.lost}`);
    if (args.has('json')) printJson(io, { schemaVersion, files: written });
    else io.out(written.map((path) => `wrote ${path}\n`).join(''));
    return exitCodes.ok;
  },
};

const siteFlags = ['query', 'from', 'title', 'samples'];

async function writeSite({
  io,
  args,
  app,
  note,
}: Pick<VerbContext, 'io' | 'args' | 'app' | 'note'>): Promise<number> {
  const out = args.value('out');
  if (out === undefined || out === '-') throw badInput('a site is a folder: --out names it');
  if (args.positionals.length > 0) throw badInput('a site takes no <run>: --query names runs');
  for (const name of ['where', 'decimal', 'language', 'force']) {
    if (args.has(name)) throw badInput(`a site takes no --${name}`);
  }
  const from = args.value('from');
  const files = await (await app()).exportSite(resolve(io.cwd, out), {
    ...{ query: args.value('query'), title: args.value('title') },
    ...{ from: from === undefined ? undefined : resolve(io.cwd, from) },
    samples: args.value('samples') === 'yes',
    ...publicOf(args),
  });
  noteRemoved({ args, note });
  if (args.has('json')) printJson(io, { schemaVersion, files });
  else io.out(`wrote ${join(resolve(io.cwd, out), 'index.html')} and ${files.length - 1} files\n`);
  return exitCodes.ok;
}

function publicOf(args: Arguments): Pick<ExportRequest, 'public'> {
  return args.has('public') ? { public: args.has('keep') ? 'notes' : 'all' } : {};
}

function noteRemoved({ args, note }: Pick<VerbContext, 'args' | 'note'>): void {
  if (!args.has('public')) return;
  const notes = args.has('keep') ? '' : ', note and tags';
  note(
    `removed: names of people and hosts, UUIDs of GPUs, folders, source of labs${notes}; look at the files`,
  );
}

/** `export --out -`: the one table of a format that holds the results, on standard output. */
async function printTable(
  app: HostApp,
  ref: string,
  format: ExportFormat,
  io: CliIo,
  args: Arguments,
  decimal?: DecimalMark,
): Promise<number> {
  if (args.has('json')) {
    throw badInput(
      '--json lists files, and --out - writes none; --format json --out - prints the run',
    );
  }
  if (format.wholeRun === true || format.binary === true) {
    throw badInput(`a ${format.suffix} file is not text: give --out a folder`);
  }
  const folder = await mkdtemp(join(tmpdir(), 'breakeven-'));
  try {
    // Where a format has samples and metadata next to it, the table of results is its first file.
    const language = await chosenLanguage(args, io.cwd);
    const options = { samples: false, decimal, ...language, ...whereOf(args) };
    const [first = ''] = await app.exportTo(ref, format.id, folder, options);
    io.out(await readFile(first, 'utf8'));
    return exitCodes.ok;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
