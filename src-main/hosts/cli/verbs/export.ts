import { badInput, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { exportFormat, exportFormats } from '../../../core/export/formats.ts';
import { decimalMarks } from '../../../core/table/table.ts';
import { chosen, forceFlag, runArgument } from '../flags.ts';
import { printJson } from '../io.ts';
import { chosenLanguage, languageFlag } from '../language.ts';
import { prepareFolder } from '../output-files.ts';
import { printTable } from '../print-table.ts';
import type { Verb } from '../verb.ts';
import { whereFlag, whereOf } from '../where.ts';

const ids = exportFormats.map(({ id }) => id);

export const exportVerb: Verb = {
  name: 'export',
  summary: 'write the results of a run as tables, or as one file for another machine',
  description: `${exportFormats.map(({ id, help }) => `${id}: ${help}`).join(' ')} Files of the same run are replaced; files of another run only with --force.`,
  positionals: [runArgument],
  flags: [
    {
      name: 'format',
      value: 'format',
      help: `${ids.join(', ')}; csv by default`,
      choices: ids,
    },
    {
      name: 'out',
      value: 'dir',
      help: 'output folder, the current one by default; - writes the table to standard output',
    },
    whereFlag,
    {
      name: 'decimal',
      value: 'mark',
      choices: decimalMarks,
      help: 'what stands before decimals in csv, csv-wide and latex: point, or comma, where semicolons separate columns',
    },
    {
      name: 'public',
      value: null,
      help: 'without names of people and machines, UUIDs of GPUs, folders, note and tags; look at the files before you publish them',
    },
    {
      name: 'keep',
      value: 'what',
      choices: ['notes'],
      with: ['public'],
      help: 'with --public: notes keeps note and tags, without names in them',
    },
    { ...languageFlag, help: `of html: ${languageFlag.help}` },
    forceFlag,
  ],
  examples: [
    'export latest --format csv --out results',
    'export latest --decimal comma --out hoja',
    'export latest --format html --language es',
    'export latest~1 --format json',
    'export latest --format breakeven --out results',
    'export latest --format breakeven --public --out published',
    'export latest --where "workload:histogram n>=1M" --out - | column -ts,',
  ],
  async run({ io, args, app, note }) {
    const ref = args.positionals[0] ?? '';
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
      ...(args.has('public') ? { public: args.has('keep') ? 'notes' : 'all' } : {}),
    });
    if (args.has('public')) {
      const notes = args.has('keep') ? '' : ', note and tags';
      note(`removed: names of people and hosts, UUIDs of GPUs, folders${notes}; look at the files`);
    }
    if (args.has('json')) printJson(io, { schemaVersion, files: written });
    else io.out(written.map((path) => `wrote ${path}\n`).join(''));
    return exitCodes.ok;
  },
};
