import type { ExportFormat } from '../format.ts';
import { runFile, runFileMime } from '../run-file.ts';

export const format: ExportFormat = {
  id: 'breakeven',
  title: 'Run file for another machine',
  suffix: '.breakeven',
  help: 'one file with everything, which "import" reads.',
  wholeRun: true,
  files: ({ store, source: { run } }) => [
    { name: `${run.id}.breakeven`, mime: runFileMime, pieces: () => runFile(store, run.id) },
  ],
};
