import { basename, dirname, extname, join } from 'node:path';
import { BreakevenError, exitCodes } from '../../../contract/failure.ts';
import {
  defaultFigureOptions,
  type FigureOptions,
  figureKinds,
  figureOptionsSchema,
} from '../../../contract/figure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { parseNumber } from '../../../contract/units.ts';
import type { Values } from '../../../contract/workload.ts';
import { hintFor } from '../../../core/nearest.ts';
import type { Arguments } from '../flags.ts';
import { printJson } from '../io.ts';
import { readBounded } from '../numbers.ts';
import { prepareFolder, writeWhole } from '../output-files.ts';
import { splitAssignment } from '../sweeps.ts';
import type { Verb } from '../verb.ts';

/** The options of a figure that are numbers, and their flags. */
const numberFlags = {
  dpi: 'dpi',
  widthMm: 'width-mm',
  heightMm: 'height-mm',
  fontPt: 'font-pt',
} as const;

/** What a figure has unless its flag takes it away. */
const partFlags = { title: 'no-title', caption: 'no-caption', legend: 'no-legend' } as const;

const palettes = figureOptionsSchema.shape.palette.options;

export const figure: Verb = {
  name: 'figure',
  summary: 'draw a figure of a run as PNG or SVG',
  positionals: [
    { name: 'run', required: true, help: 'an id, the start of one, latest or latest~1' },
  ],
  flags: [
    { name: 'kind', value: 'kind', help: `${figureKinds.join(' or ')}; scaling unless given` },
    { name: 'out', value: 'file', help: 'the file; .png or .svg decides the format' },
    { name: 'workload', value: 'id', help: 'which workload, where the run has several' },
    { name: 'span', value: 'id', help: 'the span that is drawn, kernel unless given' },
    {
      name: 'where',
      value: 'axis=value',
      repeat: true,
      help: 'only the cases with this value of an axis',
    },
    { name: 'dpi', value: 'n', help: `dots per inch, ${defaultFigureOptions.dpi} unless given` },
    { name: 'width-mm', value: 'mm', help: `width, ${defaultFigureOptions.widthMm} unless given` },
    {
      name: 'height-mm',
      value: 'mm',
      help: `height, ${defaultFigureOptions.heightMm} unless given`,
    },
    {
      name: 'font-pt',
      value: 'pt',
      help: `size of the text, ${defaultFigureOptions.fontPt} unless given`,
    },
    { name: 'palette', value: 'name', help: `${palettes.join(' or ')}; colour unless given` },
    { name: 'no-title', value: null, help: 'leave the title out' },
    { name: 'no-caption', value: null, help: 'leave the caption out' },
    { name: 'no-legend', value: null, help: 'leave the legend out' },
  ],
  examples: [
    'figure latest --kind scaling --out scaling.png --dpi 300 --width-mm 88.9',
    'figure latest --kind distribution --out distribution.svg',
  ],
  async run({ io, args, app }) {
    const kind = chosenKind(args.value('kind') ?? 'scaling');
    const out = args.value('out');
    if (out === undefined) {
      throw new BreakevenError(
        'bad-input',
        'figure needs --out <file>, a name that ends in .png or .svg',
      );
    }
    const format = chosenFormat(out);
    const workload = args.value('workload');
    const span = args.value('span');
    const where = chosenCases(args.values('where'));
    const { file } = await (await app()).api.exportFigure({
      ref: args.positionals[0] ?? '',
      kind,
      format,
      ...(workload === undefined ? {} : { workload }),
      ...(span === undefined ? {} : { span }),
      ...(Object.keys(where).length === 0 ? {} : { where }),
      options: figureOptions(args),
    });
    const folder = await prepareFolder(io.cwd, dirname(out));
    const path = await writeWhole(join(folder, basename(out)), file.bytes);
    if (args.has('json')) printJson(io, { schemaVersion, file: path });
    else io.out(`wrote ${path}\n`);
    return exitCodes.ok;
  },
};

function chosenKind(given: string): (typeof figureKinds)[number] {
  const kind = figureKinds.find((it) => it === given);
  if (kind !== undefined) return kind;
  const near = hintFor(given, figureKinds);
  throw new BreakevenError('bad-input', `--kind: unknown figure "${given}"${near}`);
}

/** A run holds values and not the axes they belong to, so a value that reads as a number is one. */
function chosenCases(assignments: readonly string[]): Values {
  return Object.fromEntries(
    assignments.map((text) => {
      const { axis, value } = splitAssignment('where', text);
      const flag = value === 'true' ? true : value === 'false' ? false : null;
      return [axis, flag ?? parseNumber(value) ?? value];
    }),
  );
}

function chosenFormat(out: string): 'png' | 'svg' {
  const extension = extname(out).toLowerCase();
  if (extension === '.png') return 'png';
  if (extension === '.svg') return 'svg';
  throw new BreakevenError('bad-input', `--out: "${out}" must end in .png or .svg`);
}

function figureOptions(args: Arguments): Partial<FigureOptions> {
  const options: Partial<FigureOptions> = {};
  for (const option of keysOf(numberFlags)) {
    const text = args.value(numberFlags[option]);
    if (text === undefined) continue;
    const { minValue, maxValue } = figureOptionsSchema.shape[option];
    options[option] = readBounded(`--${numberFlags[option]}`, text, {
      min: minValue ?? 0,
      max: maxValue ?? Number.MAX_SAFE_INTEGER,
      whole: false,
    });
  }
  for (const part of keysOf(partFlags)) if (args.has(partFlags[part])) options[part] = false;
  const wanted = args.value('palette');
  if (wanted === undefined) return options;
  const palette = palettes.find((it) => it === wanted);
  if (palette === undefined) {
    throw new BreakevenError('bad-input', `--palette: "${wanted}" is not ${palettes.join(' or ')}`);
  }
  return { ...options, palette };
}

function keysOf<T extends object>(record: T): readonly (keyof T)[] {
  return Object.keys(record) as (keyof T)[];
}
