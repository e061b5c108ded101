import type { RunDetail } from './api.ts';
import type { Language } from './figure.ts';
import type { RunsComparison } from './procedures/compare.ts';
import type { Values, Workload } from './workload.ts';

/** A figure as it stands in a page: without title and caption, which the page has as text. */
export type ReportFigure = {
  readonly title: string;
  readonly caption: string;
  /** An `svg` element, made by `core/figures`: all texts in it are escaped, its ids are its own. */
  readonly svg: string;
};

/** A table of texts. Neighbouring columns of one group have its title above them. */
export type ReportTable = {
  readonly title: string;
  readonly columns: readonly {
    readonly title: string;
    readonly group?: string;
    readonly align: 'left' | 'right';
  }[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
};

/** What the renderer makes a report of, plain data: a run in one page that opens anywhere without script. */
export type ReportPage = {
  readonly version: string;
  /** `@font-face` rules with the fonts that the figures are set in. */
  readonly fonts: string;
  readonly detail: Pick<RunDetail, 'run' | 'machine' | 'headline'>;
  /** Of each headline of the run: its workload, the values of its other axes, its figures. */
  readonly workloads: readonly {
    readonly known: Workload;
    readonly where: Values;
    readonly figures: readonly ReportFigure[];
  }[];
  /** Of figures and tables; null: English. */
  readonly language: Language | null;
  readonly tables: readonly ReportTable[];
  /** Against an earlier run, which is its first side; null where none was named. */
  readonly difference: RunsComparison | null;
};
