/// <reference types="vite/types/importMeta.d.ts" />
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import { modulesOf } from '../util/modules-of.ts';
import type { ExportFormat } from './format.ts';

/** Every format that a run is exported in: one file of `formats/` each. */
export const exportFormats: readonly ExportFormat[] = modulesOf(
  () => import.meta.glob('./formats/*.ts', { eager: true }),
  new URL('./formats/', import.meta.url),
).map((module) => (module as { readonly format: ExportFormat }).format);

/** @throws BreakevenError `bad-input` for an id that no format has. */
export function exportFormat(id: string): ExportFormat {
  const format = exportFormats.find((one) => one.id === id);
  if (format !== undefined) return format;
  const ids = exportFormats.map((one) => one.id);
  throw badInput(`unknown format "${id}"${hintFor(id, ids)}; formats are ${ids.join(', ')}`);
}
