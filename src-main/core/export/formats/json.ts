import { type ExportFormat, jsonFile } from '../format.ts';
import { runJson } from '../run-json.ts';

export const format: ExportFormat = {
  id: 'json',
  title: 'All of it',
  suffix: 'JSON',
  help: 'run.json, the document of --json.',
  files: ({ source, compared }) => [
    jsonFile('run.json', () => `${JSON.stringify(runJson({ ...source, ...compared }), null, 2)}\n`),
  ],
};
