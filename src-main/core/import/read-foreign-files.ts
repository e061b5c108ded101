import { badInput } from '../../contract/failure.ts';
import { type ForeignSource, fileSource, textSource } from '../interchange/foreign-run.ts';
import { foreignFormatOf, foreignFormats } from '../interchange/formats.ts';
import type { ImportedRun } from '../store/import.ts';
import type { ForeignFile } from './foreign-names.ts';
import { type ForeignOptions, foreignRun } from './foreign-run.ts';

/** Files of one run, at most. */
const maxFiles = 1000;

/** Whether bytes begin as a run file does, a gzip; what is empty is left to its reader. */
export function isRunFile(bytes: Uint8Array): boolean {
  return bytes.length === 0 || (bytes[0] === 0x1f && bytes[1] === 0x8b);
}

/**
 * Reads result files of other tools as one run, with the files of samples beside them.
 *
 * @throws BreakevenError `bad-input` with one sentence.
 */
export function readForeignFiles(
  paths: readonly string[],
  options: ForeignOptions & { readonly format?: string | undefined },
): ImportedRun {
  if (paths.length > maxFiles)
    throw badInput(`${paths.length} files: at most ${maxFiles} are read`);
  const files = paths.map((path) => foreignFile(fileSource(path, foreignFormats), options.format));
  return foreignRun(files, options);
}

/** Reads one result file that came without what lies beside it. @throws BreakevenError `bad-input` with one sentence. */
export function readForeignText(name: string, bytes: Uint8Array): ImportedRun {
  const source = textSource(name, Buffer.from(bytes).toString('utf8'), foreignFormats);
  return foreignRun([foreignFile(source)], {});
}

function foreignFile(source: ForeignSource, wanted?: string): ForeignFile {
  const format = foreignFormatOf(source, wanted);
  return { name: source.name, format, run: format.read(source) };
}
