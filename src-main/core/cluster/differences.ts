import type { Machine } from '../../contract/machine.ts';
import { attributesOf } from '../machine/machine-attributes.ts';

/** Where a part of a plan was measured. */
type MeasuredPart = {
  readonly file: string;
  readonly machine: Machine;
  readonly nodes: readonly string[];
};

/** Facts of the machines, those of the moment aside, that differ between parts: `driver 580 on 6 nodes, 575 on 1`. */
export function differencesOf(parts: readonly MeasuredPart[]): readonly string[] {
  const values = new Map<string, Map<string, Set<string>>>();
  for (const { machine, nodes, file } of parts) {
    for (const [name, { value }] of attributesOf(machine)) {
      if (name === 'Host') continue;
      const known = values.get(name) ?? new Map<string, Set<string>>();
      const where = known.get(value) ?? new Set<string>();
      for (const node of nodes.length === 0 ? [file] : nodes) where.add(node);
      values.set(name, known.set(value, where));
    }
  }
  return [...values].flatMap(([name, known]) => {
    if (known.size < 2) return [];
    const texts = [...known]
      .sort(([, a], [, b]) => b.size - a.size)
      .map(([value, { size }], i) =>
        i === 0 ? `${value} on ${size} ${size === 1 ? 'node' : 'nodes'}` : `${value} on ${size}`,
      );
    return [`${name} ${texts.join(', ')}`];
  });
}
