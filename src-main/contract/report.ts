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

export type SiteLink = { readonly text: string; readonly href: string };

/** A table of texts. Neighbouring columns of one group have its title above them. */
export type ReportTable<Cell = string> = {
  readonly title: string;
  readonly columns: readonly {
    readonly title: string;
    readonly group?: string;
    readonly align: 'left' | 'right';
  }[];
  readonly rows: readonly (readonly Cell[])[];
  readonly notes: readonly string[];
};

/** Where a page stands in a site of many runs. */
export type SitePlace = {
  /** The way to the folder of the site: `../../`, or nothing. */
  readonly root: string;
  /** Names of people and machines were left out. */
  readonly scrubbed: boolean;
  readonly links: readonly SiteLink[];
};

/** A page of a site that is about several runs. */
export type SitePage = {
  readonly version: string;
  readonly place: SitePlace;
  readonly title: string;
  readonly lead: string;
  readonly tables: readonly ReportTable<string | SiteLink>[];
  readonly figures: readonly ReportFigure[];
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
  /** Absent in a report that stands alone. */
  readonly place?: SitePlace;
};
