import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { BreakevenError, badInput } from '../../contract/failure.ts';
import { maxCountersLength } from '../../contract/limits.ts';
import { plainFileFault } from '../util/plain-file.ts';
import { shellWord } from '../util/shell-word.ts';
import { findNcu, ncuVersion, runNcu } from './run-ncu.ts';

/**
 * The text of a file of counters; ncu turns a report of its own into one.
 *
 * @throws BreakevenError `bad-input` for a file that cannot be read, `environment` where ncu is needed and missing.
 */
export async function readCounterFile(
  path: string,
): Promise<{ readonly text: string; readonly version?: string }> {
  const fault = plainFileFault(path, 8 * maxCountersLength);
  if (fault !== null) throw badInput(`"${path}" cannot be read: ${fault}`);
  if (!path.endsWith('.ncu-rep')) return { text: await readFile(path, 'utf8') };
  const ncu = ncuFor(path);
  const version = await ncuVersion(ncu);
  const words = [ncu, '--import', path, '--csv', '--page', 'raw', '--print-units', 'base'];
  const text = await runNcu(words);
  return version === undefined ? { text } : { text, version };
}

/** @throws BreakevenError `environment` with the line that makes a readable page where ncu is. */
function ncuFor(path: string): string {
  try {
    return findNcu();
  } catch (error) {
    if (!(error instanceof BreakevenError)) throw error;
    const line = `ncu --import ${shellWord(basename(path))} --csv --page raw --print-units base > counters.csv`;
    throw new BreakevenError(
      error.code,
      `${error.message}; a report is read by it: make a page where it is installed (${line}) and import that`,
    );
  }
}
