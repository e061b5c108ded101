import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { LabExcerpt } from '../../contract/procedures/labs.ts';

/** `omp.c:12: ...`, or `... (in helper.h:3)`, anywhere in a sentence. */
const place = /(?:^|[\s(])([^\s:()]+):(\d+)(?=[:)])/g;
const around = 2;
const largestBytes = 2 ** 20;

/** The lines around the one that a message names, of a file in the folder of the lab; null where it names none. */
export function excerptOf(folder: string, message: string): LabExcerpt | null {
  for (const [, name = '', number = ''] of message.matchAll(place)) {
    const text = textBelow(folder, name);
    const line = Number(number);
    const all = text?.split(/\r?\n/) ?? [];
    if (line < 1 || line > all.length) continue;
    const from = Math.max(1, line - around);
    const lines = all
      .slice(from - 1, line + around)
      .map((one, at) => ({ number: from + at, text: one }));
    return { file: name, line, lines };
  }
  return null;
}

/** A text of the folder of a lab; null where there is none, or one that is too large to show. */
export function textBelow(folder: string, name: string): string | null {
  const path = resolve(folder, name);
  const below = relative(folder, path);
  if (below.startsWith('..') || isAbsolute(below)) return null;
  const status = statSync(join(folder, below), { throwIfNoEntry: false });
  if (status?.isFile() !== true || status.size > largestBytes) return null;
  return readFileSync(path, 'utf8');
}
