import { basename, dirname, extname, join } from 'node:path';
import { readUndescribed } from '../../../contract/axis-values.ts';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import {
  allFigureForms,
  defaultFigureOptions,
  type FigureOptions,
  figureForms,
  figureKinds,
  figureOptionsSchema,
} from '../../../contract/figure.ts';
import { type FigureView, figureFormats } from '../../../contract/procedures/figures.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { Values } from '../../../contract/workload.ts';
import { sideBySide } from '../../../core/analysis/side-by-side.ts';
import { betweenFlags, readBetween } from '../between.ts';
import { drawPicture, pictureFlags } from '../figure/picture.ts';
import { type Arguments, chosen, type Flag, flagsOf, runArgument, scopeFlag } from '../flags.ts';
import { idList } from '../id-list.ts';
import { printJson } from '../io.ts';
import { chosenLanguage, languageFlag } from '../language.ts';
import { readBounded, readNumber } from '../numbers.ts';
import { prepareFolder, writeNamed } from '../output-files.ts';
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

const kinds = [...figureKinds, 'picture'] as const;
const formsText = Object.entries(figureForms)
  .map(([kind, forms]) => `${kind}: ${forms.join(', ')}`)
  .join('; ');

/** Those of every figure, of a picture too. */
const sharedFlags: readonly Flag[] = flagsOf({
  'kind <kind>': { help: `${kinds.join(' or ')}; scaling by default`, choices: kinds },
  'out <file>':
    'the file; .png, .svg, .pdf or .csv decides the format; <workload>-<variant>.png by default for a picture',
  'workload <id>':
    'which workload, where the run has several; of a picture mandelbrot by default, or binarize or another with a picture',
});

/** Those of figures of runs. */
const runFlags: readonly Flag[] = [
  ...flagsOf({
    'as <form>': {
      help: `how it is drawn, the first by default: ${formsText}`,
      choices: allFigureForms,
    },
  }),
  scopeFlag(
    'timing scope to draw; kernel by default, or for scaling the first of call and total with a break-even to mark',
  ),
  ...flagsOf({
    'where <axis=value>': { repeat: true, help: 'only the cases with this value of an axis' },
    'with <run>': { repeat: true, help: 'another run, or <run>:<variant>, in the same figure' },
    'variants <ids>': 'only these variants, joined by commas',
    'over <axis>': 'x axis instead of the size (scaling, throughput, speedup)',
    'against <axis=value>': {
      repeat: true,
      help: 'of a speedup: each variant compared with itself with this value; with --over the smallest by default',
    },
  }),
  ...betweenFlags,
  ...flagsOf({
    'series-by <axes>': 'a series for each value of these axes',
    'published <id>': {
      repeat: true,
      help: 'a published study to overlay on a scaling figure, or one of its tables or series by key; see "list --published"',
    },
    'title <text>': 'another title',
    'caption <text>': 'text in front of the generated caption',
    'x <lo..hi>': 'ends of the x axis; lin or log before them: log:1..1e6',
    'y <lo..hi>': 'ends of the y axis, in its unit',
    'dpi <n>': `dots per inch; ${defaultFigureOptions.dpi} by default`,
    'width-mm <mm>': `width; ${defaultFigureOptions.widthMm} by default`,
    'height-mm <mm>': 'height; by default what legend and caption need',
    'font-pt <pt>': `text size; ${defaultFigureOptions.fontPt} by default`,
    'palette <name>': { help: `${palettes.join(' or ')}; colour by default`, choices: palettes },
  }),
  languageFlag,
  ...flagsOf({
    'no-title': 'leave the title out',
    'no-caption': 'leave the caption out',
    'no-legend': 'leave the legend out',
  }),
];

export const figure: Verb = {
  name: 'figure',
  summary: 'draw a figure of runs as PNG, SVG, PDF or CSV, or the picture that a variant computes',
  description:
    'A picture needs no run: it is the image of a variant, the pixels in which two variants differ, or the input; for row-ordering a spy plot of the lower triangle of the matrix, in which darker pixels hold more entries.',
  positionals: [{ ...runArgument, required: false }],
  flags: [...sharedFlags, ...runFlags, ...pictureFlags],
  examples: [
    'figure latest --kind scaling --out scaling.png --dpi 300 --width-mm 88.9',
    'figure latest --kind distribution --as ridgeline --out distribution.svg',
    'figure latest --kind phases --as share --out phases.pdf',
    'figure latest --scope call --published udelar-scan-2024 --out scan.png',
    'figure latest --workload fractal-pipeline --over share --out share.png',
    'figure latest --kind speedup --over threads --against threads=1 --out speedup.svg',
    'figure latest --language es --out escala.pdf',
    'figure latest --kind calls --workload histogram --out calls.svg',
    'figure latest --axis threads --small 1 --large 8 --out threads.png',
    'figure latest --kind theory --workload mandelbrot --out theory.png',
    'figure --kind picture --set xres=1024 --set yres=1024 --out fractal.png',
    'figure --kind picture --variant grid-2d --baseline grid-2d-no-fma --json',
    'figure --kind picture --workload row-ordering --set matrix=banded --out spy.png',
  ],
  endings: ['busy'],
  async run(context) {
    const { io, args, app, note } = context;
    const kind = chosen(args, 'kind', kinds) ?? 'scaling';
    checkCall(args, kind);
    if (kind === 'picture') return await drawPicture(context);
    const as = chosen(args, 'as', allFigureForms);
    const out = args.value('out');
    if (out === undefined) {
      throw badInput('figure needs --out <file>, a name that ends in .png, .svg, .pdf or .csv');
    }
    const format = chosenFormat(out);
    const workload = args.value('workload');
    const scope = args.value('scope');
    const where = chosenCases('where', args.values('where'));
    const against = chosenCases('against', args.values('against'));
    const ref = args.positionals[0] ?? '';
    const others = args.values('with');
    const view = chosenView(args);
    const between = readBetween(args);
    const { file } = await (await app()).api.exportFigure({
      ref,
      ...(others.length === 0 ? {} : { refs: [ref, ...others] }),
      kind,
      ...(as === undefined ? {} : { as }),
      format,
      ...(workload === undefined ? {} : { workload }),
      ...(scope === undefined ? {} : { scope }),
      ...(Object.keys(where).length === 0 ? {} : { where }),
      ...(Object.keys(against).length === 0 ? {} : { against }),
      ...(between === undefined ? {} : { between }),
      ...listed(args, 'variants', 'variants'),
      ...listed(args, 'series-by', 'seriesBy'),
      ...(args.has('over') ? { over: args.value('over') } : {}),
      ...(args.has('published') ? { published: [...args.values('published')] } : {}),
      ...(view === undefined ? {} : { view }),
      options: figureOptions(args),
      ...(await chosenLanguage(args, io.cwd)),
    });
    const folder = await prepareFolder(io.cwd, dirname(out));
    const path = await writeNamed(join(folder, basename(out)), file.bytes, note);
    if (file.note !== undefined) note(file.note);
    if (others.length > 0) {
      const { api } = await app();
      const runs = await Promise.all(
        [ref, ...others].map((each) => api.run({ ref: each.replace(/:[^:]*$/, '') })),
      );
      // Runs of one machine are compared to see what changed.
      if (new Set(runs.map(({ machine }) => machine.fingerprint)).size > 1) {
        const drawn = runs.map((one) => {
          const cases = one.plan.cases.filter(
            (each) => each.workload === (workload ?? each.workload),
          );
          return { ...one, plan: { ...one.plan, cases } };
        });
        for (const text of sideBySide(drawn)) note(`not in common: ${text}`);
      }
    }
    if (args.has('json')) printJson(io, { schemaVersion, file: path });
    else io.out(`wrote ${path}\n`);
    return exitCodes.ok;
  },
};

/** A picture takes no run and flags of its own. */
function checkCall(args: Arguments, kind: (typeof kinds)[number]): void {
  const isPicture = kind === 'picture';
  const strange = (isPicture ? runFlags : pictureFlags).find(({ name }) => args.has(name));
  if (strange !== undefined) {
    throw badInput(`a ${kind} figure takes no --${strange.name}`);
  }
  if (isPicture === (args.positionals.length === 0)) return;
  throw badInput(isPicture ? 'a picture takes no run' : `figure needs <run>, ${runArgument.help}`);
}

/** A run holds values and not the axes they belong to, so a value that reads as a number is one. */
function chosenCases(flag: string, assignments: readonly string[]): Values {
  return Object.fromEntries(
    assignments.map((text) => {
      const { axis, value } = splitAssignment(flag, text);
      return [axis, readUndescribed(value)];
    }),
  );
}

function chosenFormat(out: string): (typeof figureFormats)[number] {
  const extension = extname(out).slice(1).toLowerCase();
  const format = figureFormats.find((it) => it === extension);
  if (format !== undefined) return format;
  throw badInput(`--out: "${out}" must end in .png, .svg, .pdf or .csv`);
}

function listed<K extends string>(args: Arguments, flag: string, key: K) {
  const text = args.value(flag);
  return text === undefined ? {} : ({ [key]: [...idList(flag, text)] } as Record<K, string[]>);
}

function chosenView(args: Arguments): FigureView | undefined {
  const title = args.value('title');
  const caption = args.value('caption');
  const x = chosenAxis('x', args.value('x'));
  const y = chosenAxis('y', args.value('y'));
  const view = {
    ...(title === undefined ? {} : { title }),
    ...(caption === undefined ? {} : { caption }),
    ...(x === undefined ? {} : { x }),
    ...(y === undefined ? {} : { y }),
  };
  return Object.keys(view).length === 0 ? undefined : view;
}

/** `log:1..1e6`, `lin`, `0..`, `..5`: scale and ends, either of which may be left out. */
function chosenAxis(flag: 'x' | 'y', text: string | undefined): FigureView['x'] {
  if (text === undefined) return undefined;
  const match = /^(?:(log|lin):?)?(?:(.*?)\.\.(.*))?$/.exec(text.trim());
  const [, scale, low = '', high = ''] = match ?? [];
  if (match === null || (scale === undefined && low === '' && high === '')) {
    throw badInput(`--${flag}: "${text}" is not of the form log:1..1e6`);
  }
  const named = scale === 'log' ? 'log' : 'linear';
  return {
    ...(scale === undefined ? {} : { scale: named }),
    ...(low.trim() === '' ? {} : { min: readNumber(`--${flag}`, low) }),
    ...(high.trim() === '' ? {} : { max: readNumber(`--${flag}`, high) }),
  };
}

function figureOptions(args: Arguments): Partial<FigureOptions> {
  const options: Partial<FigureOptions> = {};
  for (const option of keysOf(numberFlags)) {
    const text = args.value(numberFlags[option]);
    if (text === undefined) continue;
    const shape = figureOptionsSchema.shape[option];
    const { minValue, maxValue } = 'unwrap' in shape ? shape.unwrap() : shape;
    options[option] = readBounded(`--${numberFlags[option]}`, text, {
      min: minValue ?? 0,
      max: maxValue ?? Number.MAX_SAFE_INTEGER,
      whole: false,
    });
  }
  for (const part of keysOf(partFlags)) if (args.has(partFlags[part])) options[part] = false;
  const palette = chosen(args, 'palette', palettes);
  return palette === undefined ? options : { ...options, palette };
}

function keysOf<T extends object>(record: T): readonly (keyof T)[] {
  return Object.keys(record) as (keyof T)[];
}
