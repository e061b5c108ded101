import { hintFor } from '../../contract/did-you-mean.ts';
import type { LabParameter } from '../../contract/lab.ts';
import type { AxisFile } from './lab-file.ts';
import { reservedNames } from './names.ts';
import { eachOf, faultAt, type KeyPath, refuseSlips, type TomlDocument } from './toml-document.ts';

export const identifier = /^[A-Za-z_]\w*$/;

/**
 * Axes of a workload or of a variant.
 *
 * @param path where the table of axes stands in the document
 * @param taken axes that are there already, with whose they are
 * @throws BreakevenError `bad-input` with file, line and key.
 */
export function axesOf(
  files: Readonly<Record<string, AxisFile>>,
  document: TomlDocument,
  path: KeyPath,
  taken: ReadonlyMap<string, string> = new Map(),
): readonly LabParameter[] {
  return eachOf(Object.entries(files), ([id, file]) => {
    const fail = (what: string, ...key: KeyPath) => faultAt(document, [...path, id, ...key], what);
    refuseSlips(document, [...path, id]);
    if (!identifier.test(id)) throw fail('an axis is named with letters, digits and _');
    if (reservedNames.has(id)) throw fail(`"${id}" is a reserved name`);
    const owner = taken.get(id);
    if (owner !== undefined) throw fail(`${owner} has an axis of this name already`);
    const { title = id, help = '', unit, scale, define, values } = file;
    const common = {
      ...{ id, title, help },
      ...(unit === undefined ? {} : { unit }),
      ...(define === undefined ? {} : { define }),
    };
    if (values !== undefined) {
      const wrong = (['min', 'max', 'scale'] as const).find((key) => file[key] !== undefined);
      if (wrong !== undefined) throw fail(`a choice of values has no ${wrong}`, wrong);
      if (new Set<unknown>(values).size < values.length)
        throw fail('a value appears twice', 'values');
      const usual = file.default ?? values[0] ?? '';
      if (!values.some((one) => one === usual)) {
        throw fail(`${usual} is not one of its values (${values.join(', ')})`, 'default');
      }
      return { ...common, kind: 'choice' as const, values: [...values], default: usual };
    }
    const { min = 0, max } = file;
    const usual = file.default;
    if (max === undefined)
      throw fail('max is missing: an axis has min, max and default, or values');
    if (min > max) throw fail(`min ${min} is larger than max ${max}`, 'min');
    if (usual === undefined) throw fail('default is missing');
    if (typeof usual !== 'number' || !Number.isInteger(usual) || usual < min || usual > max) {
      throw fail(`${usual} is no whole number from ${min} to ${max}`, 'default');
    }
    const range = { kind: 'integer' as const, min, max, default: usual };
    return { ...common, ...range, ...(scale === undefined ? {} : { scale }) };
  });
}

/** The size axis: the one that is named, or the only one. */
export function sizeAxisOf(
  named: string | undefined,
  axes: readonly LabParameter[],
  document: TomlDocument,
  path: KeyPath,
): string {
  const ids = axes.filter(({ kind }) => kind === 'integer').map(({ id }) => id);
  const [only, another] = ids;
  if (named === undefined) {
    if (only !== undefined && another === undefined) return only;
    const what =
      only === undefined ? 'there is no axis of whole numbers' : `name one of ${ids.join(', ')}`;
    throw faultAt(document, [...path, 'size'], `the size axis is missing; ${what}`);
  }
  if (ids.includes(named)) return named;
  throw faultAt(
    document,
    [...path, 'size'],
    `there is no axis "${named}" of whole numbers${hintFor(named, ids)}`,
  );
}
