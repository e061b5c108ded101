import { valueText } from '../../../contract/axis-values.ts';
import { exitCodes } from '../../../contract/failure.ts';
import { boundText } from '../../../contract/numbers.ts';
import type { PublishedView } from '../../../contract/procedures/figures.ts';
import type { Preset } from '../../../contract/procedures/files.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { Axis, Catalog, Workload } from '../../../contract/workload.ts';
import type { HostApp } from '../../host-app.ts';
import { findWorkload } from '../find-workload.ts';
import { type Arguments, flagsOf } from '../flags.ts';
import { type CliIo, paint, printAnswer, printJson, proseWidth } from '../io.ts';
import { labFlag, withLab } from '../lab/lab-reference.ts';
import { proseLine } from '../prose-line.ts';
import { formatTable, left, prose, right, wrap } from '../table.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';

export const list: Verb = {
  name: 'list',
  summary: 'workloads, their axes, their variants and what this machine can run',
  positionals: [],
  flags: [
    ...flagsOf({ 'workload <id>': 'only this workload, with the parameters of its variants' }),
    { ...labFlag, not: ['presets', 'published'] },
    ...flagsOf({
      published: 'list the published series that a figure can overlay instead',
      presets: 'list the presets that "run --preset" takes instead',
    }),
  ],
  examples: [
    'list',
    'list --workload histogram',
    'list --lab saxpy',
    'list --json',
    'list --published',
    'list --presets',
  ],
  async run(context) {
    const { io, args, app } = context;
    const wanted = (await withLab(context, app)).value('workload');
    if (args.has('published')) {
      const { api } = await app();
      if (wanted !== undefined) findWorkload(await api.catalog({}), wanted);
      const { series: all } = await api.published({});
      const series = all.filter(({ workload }) => wanted === undefined || workload === wanted);
      if (args.has('json')) printJson(io, { schemaVersion, published: series });
      else io.out(publishedText(io, series));
      return exitCodes.ok;
    }
    if (args.has('presets')) return await listPresets(io, await app(), args);
    const whole = await (await app()).api.catalog({});
    const catalog =
      wanted === undefined ? whole : { ...whole, workloads: [findWorkload(whole, wanted)] };
    for (const problem of catalog.problems) io.err(`catalog: ${problem}\n`);
    await printAnswer(io, args.has('json'), listDocument(catalog), () =>
      catalog.workloads.map((workload) => describe(io, workload, wanted !== undefined)).join('\n'),
    );
    return exitCodes.ok;
  },
};

export function listDocument(catalog: Catalog) {
  return {
    schemaVersion,
    workloads: catalog.workloads.map(({ id, title, summary, sizeAxis, baseline, ...rest }) => ({
      id,
      title,
      summary,
      sizeAxis,
      baseline,
      inputFiles: rest.inputFiles,
      axes: rest.axes,
      variants: rest.variants,
    })),
    scopes: catalog.scopes,
    criteria: catalog.criteria,
  };
}

/** A study and its series: what `--published` of a figure takes. */
function publishedText(io: CliIo, series: readonly PublishedView[]): string {
  const studies = Map.groupBy(series, ({ study }) => study);
  return [...studies]
    .map(([study, own]) => {
      const [first] = own;
      const rows = own.map(({ key, workload, axis, points }) => [
        key,
        workload,
        axis,
        String(points),
      ]);
      return [
        paint(io, 'bold', study),
        `  ${proseLine(io, first?.note ?? '')}\n`,
        formatTable(
          [left('series'), left('workload'), left('over'), right('points')],
          rows,
          io.outColumns,
        ),
      ].join('\n');
    })
    .join('\n');
}

function describe(io: CliIo, workload: Workload, whole: boolean): string {
  const variants = workload.variants.map((variant) => [
    variant.id,
    variant.device,
    variant.kind,
    variant.available ? paint(io, 'green', 'yes') : paint(io, 'yellow', 'no'),
    variant.reason ?? '',
  ]);
  const { outColumns } = io;
  return [
    proseLine(io, `${paint(io, 'bold', workload.id)}: ${workload.summary || workload.title}`),
    '',
    formatTable(axisColumns, workload.axes.map(axisRow), outColumns),
    ...(whole ? parameterTables(workload, outColumns) : []),
    formatTable(variantColumns, variants, outColumns),
  ].join('\n');
}

const axisColumns = [left('axis'), prose('values'), left('default'), prose('meaning')];
const parameterColumns = [
  ...[left('parameter'), prose('values'), left('default'), prose('meaning'), prose('taken by')],
];
const variantColumns = [
  ...[left('variant'), left('device'), left('kind', { drop: 1 })],
  ...[left('available'), prose('reason')],
];

function axisRow(axis: Axis): string[] {
  return [axis.id, valuesOf(axis), valueText(axis.default), axis.help];
}

/** What variants take beyond the axes of their workload, once where several take the same. */
function parameterTables({ variants }: Workload, room: number | undefined): readonly string[] {
  const taken = variants.flatMap(({ id, parameters }) => parameters.map((axis) => ({ id, axis })));
  const rows = [...Map.groupBy(taken, ({ axis }) => axisRow(axis).join('\n')).values()].flatMap(
    (same) =>
      same.slice(0, 1).map(({ axis }) => [...axisRow(axis), same.map(({ id }) => id).join(', ')]),
  );
  return rows.length === 0 ? [] : [formatTable(parameterColumns, rows, room)];
}

function valuesOf(axis: Axis): string {
  switch (axis.type) {
    case 'integer':
    case 'real':
      return `${boundText(axis.min)} .. ${boundText(axis.max)}`;
    case 'choice':
      return axis.choices.map((choice) => choice.id).join(' | ');
    case 'flag':
      return 'true | false';
    case 'text':
      return 'text';
  }
}

/** `list --presets`: all of them, or those that run one workload. */
async function listPresets(io: CliIo, { api }: HostApp, args: Arguments): Promise<number> {
  const wanted = args.value('workload');
  if (wanted !== undefined) findWorkload(await api.catalog({}), wanted);
  const all = await api.presets({});
  const presets = all.filter(
    (preset) => wanted === undefined || workloadsOf(preset).includes(wanted),
  );
  if (args.has('json')) printJson(io, { schemaVersion, presets: presets.map(presetJson) });
  else io.out(presets.map((preset) => presetText(io, preset)).join('\n'));
  return exitCodes.ok;
}

function workloadsOf({ configuration }: Preset): readonly string[] {
  return [...new Set(configuration.groups.map(({ workload }) => workload))];
}

function presetJson(preset: Preset) {
  const { id, title, summary, own = false } = preset;
  return { id, title, summary, own, workloads: workloadsOf(preset) };
}

function presetText(io: CliIo, preset: Preset): string {
  const { id, title, summary, own = false } = preset;
  const mark = own ? ' (your own)' : '';
  return [
    `${paint(io, 'bold', id)}: ${oneLine(title)}${mark}`,
    ...(summary === '' ? [] : [`  ${wrap(oneLine(summary), proseWidth(io), 2)}`]),
    `  workloads: ${wrap(workloadsOf(preset).join(', '), proseWidth(io), 2)}`,
    '',
  ].join('\n');
}
