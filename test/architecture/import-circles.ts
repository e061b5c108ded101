import { posix } from 'node:path';
import { importsOf, type SourceFile } from './source-files.ts';

/** What each node points at. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Which of the files each of the files imports, types included. */
export function importGraph(files: readonly SourceFile[]): Graph {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => {
      const targets = importsOf(text).map((name) => posix.join(posix.dirname(path), name));
      return [path, new Set(targets.filter((target) => paths.has(target)))];
    }),
  );
}

/** The graph of what the nodes belong to, say their folders: one edge where a node of the one points at one of the other. */
export function grouped(graph: Graph, groupOf: (node: string) => string): Graph {
  const groups = new Map<string, Set<string>>();
  for (const [node, targets] of graph) {
    const from = groupOf(node);
    const edges = groups.get(from) ?? new Set();
    groups.set(from, edges);
    for (const target of targets) if (groupOf(target) !== from) edges.add(groupOf(target));
  }
  return groups;
}

/** The strongly connected components with a circle in them, each and all of them sorted (Tarjan 1972). */
export function circles(graph: Graph): readonly (readonly string[])[] {
  const found: string[][] = [];
  const indexes = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();

  function visit(node: string): number {
    const index = indexes.size;
    indexes.set(node, index);
    stack.push(node);
    onStack.add(node);
    let low = index;
    for (const target of graph.get(node) ?? []) {
      const seen = indexes.get(target);
      if (seen === undefined) low = Math.min(low, visit(target));
      else if (onStack.has(target)) low = Math.min(low, seen);
    }
    if (low === index) {
      const component = stack.splice(stack.indexOf(node)).toSorted();
      for (const member of component) onStack.delete(member);
      if (component.length > 1 || graph.get(node)?.has(node)) found.push(component);
    }
    return low;
  }

  for (const node of graph.keys()) if (!indexes.has(node)) visit(node);
  return found.toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
}
