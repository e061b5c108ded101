import type { AnnotatedSource, SourceNote } from '../../contract/procedures/labs.ts';
import type { FileBuild } from './build-lab.ts';
import { textBelow } from './excerpt.ts';
import type { Lab } from './lab.ts';
import { signatureOf } from './languages.ts';

const mostLines = 2000;
const diagnostic = /^(.+?)[:(](\d+)(?::\d+|\))?:? (?:fatal )?(error|warning)\b[^:]*:? (.*)$/i;

/**
 * Follows the sources of a lab that is watched. Each call returns the source that differs from what the call before saw,
 * with the reports of the compiler by line; the first call returns that of `variant`, or of the last variant. Null where no
 * source is a text.
 */
export function followSources(
  variant: string | undefined,
): (lab: Pick<Lab, 'folder'>, builds: readonly FileBuild[]) => AnnotatedSource | null {
  let texts = new Map<string, string>();
  let shown: string | undefined;
  return ({ folder }, builds) => {
    const now = new Map<string, string>();
    for (const { source } of builds) {
      if (source.language === 'library' || source.language === 'command') continue;
      const text = textBelow(folder, source.name);
      if (text !== null) now.set(source.name, text);
    }
    const saved = [...now].find(([name, text]) => texts.has(name) && texts.get(name) !== text);
    const first = builds.findLast((one) => variant === undefined || one.variant === variant);
    shown = saved?.[0] ?? shown ?? first?.source.name;
    texts = now;
    const build = builds.findLast(({ source }) => source.name === shown);
    const text = now.get(shown ?? '');
    if (build === undefined || text === undefined) return null;
    return {
      variant: build.variant,
      file: build.source.name,
      lines: text.split(/\r?\n/).slice(0, mostLines),
      notes: notesOf(build, text),
    };
  };
}

function notesOf({ source, result }: FileBuild, text: string): readonly SourceNote[] {
  const log = result.ok ? result.record.log : result.log;
  const notes = log.split('\n').flatMap((line): SourceNote[] => {
    const [, file, number, kind, said = ''] = diagnostic.exec(line) ?? [];
    if (file !== source.path && file !== source.name) return [];
    const isError = kind?.toLowerCase() === 'error';
    return [{ line: Number(number), kind: isError ? 'error' : 'warning', text: said }];
  });
  if (!result.ok) {
    const { line, reason } = result;
    const isReported = line === null || notes.some((note) => note.line === line);
    return isReported ? notes : [{ line, kind: 'error', text: reason }, ...notes];
  }
  const { registers, spillBytes = 0 } = result.record;
  const line = signatureOf(text, source.function)?.line;
  if (registers === undefined || line === undefined) return notes;
  const resources = `${registers} registers, ${spillBytes} B spilled`;
  return [{ line, kind: 'resources', text: resources }, ...notes];
}
