import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildRequest, BuildResult, CompileOptions } from './build-request.ts';
import { recordSources, snapshotOf, sourceKey } from './build-sources.ts';

const artifact = 'program.json';

/** A command that is there already: its program is looked for, and its scripts are kept with its runs. */
export function findCommand(
  { lab, source, macros: _macros }: BuildRequest,
  { cache }: Pick<CompileOptions, 'cache'>,
): BuildResult {
  const { path, name, parts = [] } = source;
  if (!existsSync(path)) {
    const reason = path.includes('/')
      ? `there is no program ${path}`
      : `${name} was not found on the PATH`;
    return { ok: false, reason, line: null, log: '', missing: true };
  }
  const { size, mtimeMs } = statSync(path);
  const { variants, referenceCommand } = lab.description;
  const words =
    variants.find(({ id }) => lab.sources.get(id) === source)?.command ?? referenceCommand;
  const key = sourceKey(path, snapshotOf([path]), [
    JSON.stringify(words),
    String(size),
    String(mtimeMs),
  ]);
  const cached = cache.find(key, artifact);
  if (cached !== null) return { ok: true, ...cached };
  const made = cache.begin();
  writeFileSync(join(made, artifact), JSON.stringify(words));
  const sources = recordSources(lab, parts);
  const record = {
    command: [...(words?.run ?? [path])],
    compiler: path,
    log: '',
    milliseconds: 0,
    sources,
  };
  return { ok: true, ...cache.keep(key, made, artifact, sources, record) };
}
