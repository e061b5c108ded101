import { extname, join, normalize, resolve } from 'node:path';
import { BreakevenError } from '../../contract/failure.ts';
import type { LabVariant } from '../../contract/lab.ts';
import { plainFileFault } from '../util/plain-file.ts';
import { readBlock } from './block.ts';
import { maxSourceBytes, sourceText } from './file-content.ts';
import type { Language } from './lab.ts';
import type { VariantFile } from './lab-file.ts';
import { languageOf } from './languages.ts';
import { faultAt, parseToml, type TomlDocument } from './toml-document.ts';

/** Names in the key `sources` of a file's block; what the block has wrong is said where it is read as a variant. */
export function sourcesNamedIn(folder: string, name: string): readonly string[] {
  try {
    const block = readBlock(sourceText(join(folder, name), name), name);
    if (block === null) return [];
    const { sources } = parseToml(block.text, name).value;
    return Array.isArray(sources) ? sources.map((one) => normalize(String(one))) : [];
  } catch (error) {
    if (error instanceof BreakevenError) return [];
    throw error;
  }
}

/** Full paths of the files that are compiled with a variant's own. @throws BreakevenError `bad-input`. */
export function sourcesOf(
  { sources = [], compiler }: VariantFile,
  language: Language,
  kind: LabVariant['kind'],
  document: TomlDocument,
  folder: string,
): readonly string[] {
  const key = compiler === undefined ? 'sources' : 'compiler';
  const compiled = sources.length > 0 || compiler !== undefined;
  if (compiled && (language === 'python' || kind === 'cuda-kernel')) {
    const what = language === 'python' ? 'a .py file' : 'a CUDA kernel';
    throw faultAt(document, [key], `${what} is compiled alone, by its own compiler`);
  }
  return sources.map((name) => {
    const path = resolve(folder, name);
    const fault = plainFileFault(path, maxSourceBytes);
    if (fault !== null) throw faultAt(document, ['sources'], `${name} is not read: ${fault}`);
    if (languageOf(name) !== language) {
      const own = extname(document.file);
      throw faultAt(document, ['sources'], `${name} is no ${own} file, as ${document.file} is`);
    }
    return path;
  });
}
