import { breakEvensCsv } from '../break-evens-csv.ts';
import { sampleColumns, summaryColumns } from '../columns.ts';
import { countersCsv } from '../counters-csv.ts';
import { energyCsv } from '../energy-csv.ts';
import { csvMime, type ExportFormat, jsonFile } from '../format.ts';
import { metaJson } from '../meta-json.ts';
import { samplesCsv } from '../samples-csv.ts';
import { summaryCsv } from '../summary-csv.ts';

export const format: ExportFormat = {
  id: 'csv',
  title: 'Tables and samples',
  suffix: 'CSV',
  help: 'summary.csv, break-evens.csv, counters.csv, energy.csv and samples.csv with their metadata.',
  takesDecimal: true,
  files: ({ store, source, decimal }) => {
    const { breakEvens = [], counters = {} } = source;
    const summary = summaryColumns(source.cases);
    const samples = sampleColumns(source.cases);
    /** Of samples.csv, which is written before its metadata. */
    let rows = 0;
    return [
      { name: 'summary.csv', mime: csvMime, pieces: () => [summaryCsv(source, decimal)] },
      jsonFile('summary.meta.json', () =>
        metaJson(source, 'summary', summary, source.cases.length),
      ),
      // Without a row it would not say of which run it is.
      ...(breakEvens.length === 0
        ? []
        : [
            {
              name: 'break-evens.csv',
              mime: csvMime,
              pieces: () => [breakEvensCsv(source.run.id, breakEvens, decimal)],
            },
          ]),
      ...(Object.keys(counters).length === 0
        ? []
        : [{ name: 'counters.csv', mime: csvMime, pieces: () => countersCsv(source, decimal) }]),
      ...(source.cases.some(({ energy }) => energy !== undefined)
        ? [{ name: 'energy.csv', mime: csvMime, pieces: () => energyCsv(source, decimal) }]
        : []),
      {
        name: 'samples.csv',
        mime: csvMime,
        *pieces() {
          rows = yield* samplesCsv(store, source.run.id, decimal);
        },
      },
      jsonFile('samples.meta.json', () => metaJson(source, 'samples', samples, rows)),
    ];
  },
};
