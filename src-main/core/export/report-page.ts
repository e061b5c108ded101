import { toFailure } from '../../contract/failure.ts';
import type { FigureKind, FigureSpec, ReaderLanguage } from '../../contract/figure.ts';
import { numberText } from '../../contract/numbers.ts';
import type { ReportFigure, ReportPage, ReportTable } from '../../contract/report.ts';
import type { Catalog } from '../../contract/workload.ts';
import type { Comparer } from '../analysis/compare.ts';
import { compareSides } from '../analysis/compare-runs.ts';
import { buildFigure } from '../figures/build.ts';
import { inLanguage, textInLanguage } from '../figures/languages.ts';
import { figureSource } from '../figures/stored-source.ts';
import { fontRules, inlineSvg } from '../figures/svg.ts';
import { contentHash } from '../store/codec.ts';
import { type Cell, type Table, textRows } from '../table/table.ts';
import type { Lru } from '../util/lru.ts';
import { productVersion } from '../util/product-version.ts';
import type { Compared } from './compared.ts';
import { ofHeadline, tablesInLanguage } from './paper-table.ts';
import type { RunFileStore } from './run-file.ts';
import type { ExportSource } from './source.ts';

/** What a report reads. */
export type ReportStore = RunFileStore &
  Parameters<typeof figureSource>[0] &
  Parameters<typeof compareSides>[0];

/** What a report needs besides the run. */
export type ReportMeans = {
  readonly store: ReportStore;
  readonly comparer: Comparer;
  /** So that variants have the colours of the window. */
  readonly catalog: Catalog | null;
  /** The run that it is compared with. */
  readonly against?: string | undefined;
  /** Of figures, captions and tables; the answer is the same sentence as everywhere. */
  readonly language?: ReaderLanguage | undefined;
  /** Figures that are drawn already, where many pages are made; ids in them are of their content then. */
  readonly drawings?: Lru;
};

/**
 * The answer of a run with its figures, tables and machine, and its difference to another run, of the cases of `source`
 * alone. The same run gives the same page.
 */
export function reportPage(
  source: ExportSource,
  { breakEvens = [], comparisons = {}, headline = null }: Compared,
  { store: whole, comparer, catalog, against, language = {}, drawings }: ReportMeans,
): ReportPage {
  const { run, machine } = source;
  const store: ReportStore = {
    ...whole,
    run: (ref) => (ref === run.id ? source : whole.run(ref)),
    descriptors: (ref) => (ref === run.id ? source.descriptors : whole.descriptors(ref)),
  };
  const report = { breakEvens, comparisons, headline };
  const figures = figureSource(store, comparer, run.id, report, catalog);
  const text = textInLanguage(language, [...new Set(source.cases.map(({ variant }) => variant))]);
  const page = {
    version: productVersion(),
    detail: { run, machine, headline },
    workloads: (headline?.workloads ?? []).flatMap(({ workload, values, answers }, at) => {
      const known = figures.workloads.find(({ id }) => id === workload);
      if (known === undefined) return [];
      const request = { workload, scope: answers[0]?.scope, where: values };
      const kinds: readonly FigureKind[] = answers.some(({ calls }) => calls.length > 0)
        ? ['scaling', 'calls']
        : ['scaling'];
      return [
        {
          known,
          where: values,
          figures: kinds.flatMap((kind) =>
            drawn(() => buildFigure(kind, figures, request), `${kind}-${at}-`, language, drawings),
          ),
        },
      ];
    }),
    language: language.id ?? null,
    tables: tablesInLanguage(ofHeadline(source, { store, comparer }, headline), language).map(
      (table) => textTable(table, text),
    ),
    difference:
      against === undefined ? null : compareSides(store, comparer, { refs: [against, run.id] }),
  };
  // Many pages have one style sheet, with the fonts.
  const fonts =
    drawings === undefined ? fontRules(JSON.stringify(page), new Set(['400', '600'])) : '';
  return { ...page, fonts };
}

/** A figure for a page, its ids with a prefix; nothing where the runs have no such figure: one size has no curve. */
export function drawn(
  make: () => FigureSpec | null,
  prefix: string,
  { id, phrases }: ReaderLanguage = {},
  drawings?: Lru,
): ReportFigure[] {
  try {
    const made = make();
    if (made === null) return [];
    const spec = inLanguage(made, id, phrases);
    const { title, caption, provenance: _, ...content } = spec;
    const svgOf = (of: string) => inlineSvg(spec, inPage, of);
    if (drawings === undefined) return [{ title, caption, svg: svgOf(prefix) }];
    const digest = contentHash(JSON.stringify(content)).slice(0, 12);
    return [{ title, caption, svg: drawings.remember(digest, () => svgOf(`f${digest}-`)) }];
  } catch (error) {
    if (toFailure(error).code === 'internal') throw error;
    return [];
  }
}

const inPage = { widthMm: 180, fontPt: 9, title: false, caption: false } as const;

const readable = (cell: Cell): string =>
  typeof cell === 'number' ? numberText(cell) : String(cell ?? '');

/** Its quantities have the decimals of the reader too. */
function textTable(table: Table, text: (english: string) => string): ReportTable {
  const { title, columns, notes } = table;
  const rows = textRows({
    ...table,
    columns: columns.map((each) => ({ shown: readable, ...each })),
  });
  return {
    title,
    columns: columns.map(({ title: head, group, align }) => ({
      ...{ title: head, align },
      ...(group === undefined ? {} : { group }),
    })),
    rows: rows.map((row) =>
      row.map((cell, i) => (columns[i]?.quantity === true ? text(cell) : cell)),
    ),
    notes,
  };
}
