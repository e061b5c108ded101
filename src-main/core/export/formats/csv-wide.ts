import { csvMime, type ExportFormat, jsonFile } from '../format.ts';
import { wideCsv, wideMeta, wideTable } from '../wide-csv.ts';

export const format: ExportFormat = {
  id: 'csv-wide',
  title: 'Variants side by side',
  suffix: 'CSV',
  help: 'wide.csv, one column per variant.',
  takesDecimal: true,
  files: ({ source, decimal }) => {
    const table = wideTable(source);
    return [
      { name: 'wide.csv', mime: csvMime, pieces: () => [wideCsv(table, decimal)] },
      jsonFile('wide.meta.json', () => wideMeta(table, source)),
    ];
  },
};
