export type Cell = string | number | boolean | null | undefined;

/** What stands before the decimals of a number. */
export const decimalMarks = ['point', 'comma'] as const;
export type DecimalMark = (typeof decimalMarks)[number];

export type Column = {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Where a terminal is too narrow: the columns that have a number leave, the lowest number first. */
  readonly drop?: number;
  /** Prose, which breaks into lines before any column leaves. */
  readonly wraps?: boolean;
  /** A title over neighbouring columns that have the same one. */
  readonly group?: string;
  /** Numbers, or texts such as `4.52(12) ms*`: with an uncertainty, a unit and marks. */
  readonly quantity?: true;
  /** A value as people read it; CSV has the value itself. */
  readonly shown?: (cell: Cell) => string;
};

/** What each printer takes: a terminal (`hosts/cli/table.ts`), CSV, Markdown, LaTeX. */
export type Table = {
  readonly title: string;
  /** The title before it was put into a language of the reader; labels are made of it. */
  readonly english?: string;
  /** Said of a part of the table that stands on its own. */
  readonly continued?: string;
  readonly columns: readonly Column[];
  /** Empty cells are null. */
  readonly rows: readonly (readonly Cell[])[];
  /** Sentences: what the numbers are, what is the same in all rows, what is not shown. */
  readonly notes: readonly string[];
};

/** The rows as texts for people. */
export function textRows({ columns, rows }: Table): readonly (readonly string[])[] {
  return rows.map((row) => row.map((cell, i) => columns[i]?.shown?.(cell) ?? String(cell ?? '')));
}

/** `omp time` where columns are in groups. */
export function titlesOf({ columns }: Table): readonly string[] {
  return columns.map(({ title, group }) =>
    group === undefined ? title : `${group} ${title.toLowerCase()}`,
  );
}
