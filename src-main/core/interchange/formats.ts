/// <reference types="vite/types/importMeta.d.ts" />
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import { modulesOf } from '../util/modules-of.ts';
import type { ForeignFormat, ForeignSource } from './foreign-run.ts';

/** Every format of other tools that is read: one file of `formats/` each. */
export const foreignFormats: readonly ForeignFormat[] = modulesOf(
  () => import.meta.glob('./formats/*.ts', { eager: true }),
  new URL('./formats/', import.meta.url),
).map((module) => (module as { readonly format: ForeignFormat }).format);

const ids = foreignFormats.map(({ id }) => id);

/**
 * The format of a file: the one that is named, else the one that recognises it.
 *
 * @throws BreakevenError `bad-input` with one sentence.
 */
export function foreignFormatOf({ name, document }: ForeignSource, wanted?: string): ForeignFormat {
  if (wanted !== undefined) {
    const format = foreignFormats.find(({ id }) => id === wanted);
    if (format !== undefined) return format;
    throw badInput(
      `--format "${wanted}"${hintFor(wanted, ids)}; formats that are read are ${ids.join(', ')}`,
    );
  }
  const format = foreignFormats.find((one) => one.recognise(document));
  if (format !== undefined) return format;
  throw badInput(
    `${name}: no format is recognised; --format names one of ${ids.join(', ')}, and .breakeven files need none`,
  );
}
