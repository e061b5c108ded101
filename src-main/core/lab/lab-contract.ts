import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LabDescription } from '../../contract/lab.ts';
import { canonicalJson } from '../store/codec.ts';
import { digestOfData } from './data-digest.ts';
import { filesOfFill } from './fills.ts';
import type { LabSource } from './lab.ts';

/**
 * What decides inputs and answers at given values: titles, ranges and declared work may change inside a series, and so may
 * the code of variants.
 */
export function contractOf({
  axes,
  args,
  check,
  own,
  files,
  folder,
}: Pick<LabDescription, 'axes' | 'args' | 'check'> & {
  readonly own: string;
  /** That make inputs and judge answers. */
  readonly files: readonly LabSource[];
  readonly folder: string;
}): string {
  const [generator = null, ...more] = files.map(({ path }) => readFileSync(path, 'utf8'));
  const kinds = axes.map(({ id, kind }) => ({ id, kind }));
  // A lab that is moved is the same lab.
  const moved = args.map((one) =>
    'fill' in one && one.fill !== undefined
      ? { ...one, fill: one.fill.replaceAll(`${folder}/`, ''), file: fileDigest(one.fill, axes) }
      : one,
  );
  const rest = more.length === 0 ? {} : { more };
  const text = canonicalJson({
    ...{ axes: kinds, args: moved, check, function: own, generator },
    ...rest,
  });
  return createHash('sha256').update(text).digest('hex');
}

/** Digests of the files that a fill reads; null for other fills. */
function fileDigest(fill: string, axes: LabDescription['axes']): string | null {
  const digests = filesOfFill(fill, axes).map(digestOfData);
  return digests.length === 0 ? null : digests.join(' ');
}
