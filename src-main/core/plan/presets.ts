import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { configurationSchema } from '../../contract/configuration.ts';
import { environmentFault } from '../../contract/failure.ts';
import type { Preset } from '../../contract/procedures/files.ts';
import { wrongValue } from '../util/invalid-value.ts';
import { resourcePath } from '../util/paths.ts';

const presetSchema = z.strictObject({
  title: z.string().min(1),
  summary: z.string().min(1),
  configuration: configurationSchema,
});

/** Prepared runs, by id (the file's name). */
export function readPresets(folder: string = resourcePath('presets')): readonly Preset[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readPreset(join(folder, name)));
}

function readPreset(file: string): Preset {
  const id = basename(file, '.json');
  const document = parseJson(file);
  const parsed = presetSchema.safeParse(document);
  if (!parsed.success) {
    const why = wrongValue(parsed.error, document);
    throw environmentFault(`preset ${file}: ${why}`);
  }
  return { id, ...parsed.data };
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw environmentFault(`preset ${file} cannot be read: ${reason}`);
  }
}
