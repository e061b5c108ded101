import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type Configuration, configurationSchema } from '../../contract/configuration.ts';
import { badInput, environmentFault, notFound } from '../../contract/failure.ts';
import type { ExportedFile, Preset } from '../../contract/procedures/files.ts';
import { replaceFile, textOf } from '../store/changed-file.ts';
import { wrongValue } from '../util/invalid-value.ts';
import { makeFolder } from '../util/make-folder.ts';
import { parsedJson } from '../util/parsed-json.ts';
import { resourcePath } from '../util/paths.ts';

const ownPresetSchema = z.object({
  title: z.string().trim().min(1).max(100),
  summary: z.string().max(500).default(''),
  configuration: configurationSchema,
});
type OwnPreset = z.output<typeof ownPresetSchema>;

const maxPresets = 500;

/** The presets that a user saved, one file each in the home folder, named by id. */
export function createOwnPresets(home: string) {
  const folder = join(home, 'presets');
  const fileOf = (id: string): string => join(folder, `${id}.json`);
  const known = (): readonly string[] =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /^[a-z0-9][a-z0-9-]{0,59}\.json$/.test(name))
          .map((name) => name.slice(0, -'.json'.length))
          .sort()
      : [];

  /** Null where the file is no preset, or no file that can be read. */
  const stored = (id: string): OwnPreset | null => parsedJson(textOf(fileOf(id)), ownPresetSchema);

  function read(id: string): OwnPreset {
    const preset = known().includes(id) ? stored(id) : null;
    if (preset !== null) return preset;
    const builtIn = readPresets().some((each) => each.id === id);
    throw builtIn
      ? badInput(`The preset "${id}" comes with Breakeven and stays as it is.`)
      : notFound(`No own preset is called "${id}".`);
  }

  function write(id: string, { title, summary, configuration }: OwnPreset): string {
    makeFolder(folder);
    const text = JSON.stringify({ title, summary, configuration: plain(configuration) }, null, 2);
    replaceFile(fileOf(id), `${text}\n`);
    return id;
  }

  function freeId(title: string): string {
    const taken = new Set([...known(), ...readPresets().map(({ id }) => id)]);
    if (known().length >= maxPresets) {
      throw badInput(`There are ${maxPresets} own presets; delete one first.`);
    }
    const base =
      title
        .toLowerCase()
        .normalize('NFKD')
        .replaceAll(/[^a-z0-9]+/g, '-')
        .slice(0, 50)
        .replaceAll(/^-+|-+$/g, '') || 'preset';
    let id = base;
    for (let i = 2; taken.has(id); i += 1) id = `${base}-${i}`;
    return id;
  }

  return {
    /** Those that come with the product, then the user's. A file that cannot be read as one is left out. */
    all: (): readonly Preset[] => [
      ...readPresets(),
      ...known().flatMap((id): Preset[] => {
        const preset = stored(id);
        return preset === null ? [] : [{ id, ...preset, own: true }];
      }),
    ],
    /** Saves under a new id made of the title, or over the own preset of that id. Returns the id. */
    save(preset: OwnPreset, id?: string): string {
      if (id === undefined) return write(freeId(preset.title), preset);
      read(id);
      return write(id, preset);
    },
    rename: (id: string, title: string) => write(id, { ...read(id), title }),
    remove(id: string): void {
      read(id);
      rmSync(fileOf(id));
    },
    exported(id: string): ExportedFile {
      const { title, summary, configuration } = read(id);
      const text = JSON.stringify({ title, summary, configuration }, null, 2);
      const bytes = new TextEncoder().encode(`${text}\n`);
      return { name: `${id}.preset.json`, mime: 'application/json', bytes };
    },
    /** Saves what `exported` wrote. @throws BreakevenError `bad-input` for any other text. */
    import(text: string): string {
      const preset = parsedJson(text, ownPresetSchema);
      if (preset === null) {
        throw badInput('This is not a preset that Breakeven has exported.');
      }
      return write(freeId(preset.title), withoutPaths(preset));
    },
  };
}

/** A preset is not a run of one: the preset that a configuration began with is forgotten. */
function plain({ preset: _preset, ...configuration }: Configuration): Configuration {
  return configuration;
}

/** A file of another machine names no file of this one. */
function withoutPaths(preset: OwnPreset): OwnPreset {
  const { matrices: _matrices, ...configuration } = preset.configuration;
  const groups = configuration.groups.map(({ input: _input, ...group }) => group);
  return { ...preset, configuration: { ...configuration, groups } };
}

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
