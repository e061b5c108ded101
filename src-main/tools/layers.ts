import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { allImports } from './imports.ts';

/** A folder with one job, as the diagram of the architecture shows it. */
export type Layer = {
  readonly path: string;
  readonly what: string;
  /** Its folders. */
  readonly parts: readonly string[];
  /** How many layers stand below it: 0 imports no other. */
  readonly rank: number;
};

export type Arrow = { readonly from: string; readonly to: string };

/** A folder that is none of these is in no layer. */
const described: readonly (readonly [string, string])[] = [
  ['src-main/hosts', 'thin: command line, server, desktop window'],
  ['src-renderer', 'the interface, in a browser or a window'],
  ['src-main/core', 'plans, runs, stores, analyses, exports and draws'],
  ['src-main/charts', 'draws a figure on a canvas'],
  ['src-main/stats', 'statistics: pure functions'],
  ['src-main/engine', 'child process that measures; a crash costs one case'],
  ['src-main/contract', 'types, schemas and formatting that all parts share'],
  ['native/addon', 'the only code that knows Node-API'],
  ['native/workloads', 'one folder per workload, one file per variant'],
  ['native/core', 'registry, inputs, measuring loops'],
];

/** Layers that talk while the program runs; these are no imports. */
const messages: readonly (Arrow & { readonly label: string })[] = [
  { from: 'src-renderer', to: 'src-main/hosts', label: 'API calls' },
  { from: 'src-main/core', to: 'src-main/engine', label: 'messages' },
  { from: 'src-main/engine', to: 'native/addon', label: 'loads' },
];

export type Layers = { readonly layers: readonly Layer[]; readonly arrows: readonly Arrow[] };

/** The layers as a Mermaid diagram, the highest first: imports as arrows, messages as dotted ones. */
export function diagramOf({ layers, arrows }: Layers): string {
  const idOf = (path: string): string => path.replaceAll(/\W/g, '_');
  const boxes = layers
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ path, what, parts }) => {
      const folders = parts.length === 0 ? '' : `<br/><i>${parts.join(', ')}</i>`;
      return `  ${idOf(path)}["<b>${path}</b><br/>${what}${folders}"]`;
    });
  const lines = [
    ...arrows.map(({ from, to }) => `  ${idOf(from)} --> ${idOf(to)}`),
    ...messages.map(({ from, to, label }) => `  ${idOf(from)} -. ${label} .-> ${idOf(to)}`),
  ];
  return ['```mermaid', 'flowchart TD', ...boxes, ...lines, '```', ''].join('\n');
}

/** The layers of a repository and the imports between them, but for those that follow from others. */
export function readLayers(root: string): Layers {
  const paths = described.map(([path]) => path);
  const layerOf = (file: string): string => paths.find((path) => file.startsWith(`${path}/`)) ?? '';
  const imports = allImports(root, paths)
    .map(({ from, to }) => ({ from: layerOf(from), to: layerOf(to) }))
    .filter(({ from, to }) => from !== to);
  const arrows = [...new Map(imports.map((one) => [`${one.from} ${one.to}`, one])).values()];
  const ranks = ranksOf(paths, arrows);
  const layers = described.map(([path, what], i) => ({
    path,
    what,
    parts: partsOf(join(root, path)),
    rank: ranks[i] ?? 0,
  }));
  return { layers, arrows: arrows.filter((arrow) => !follows(arrow, arrows)) };
}

function partsOf(folder: string): readonly string[] {
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** How many layers stand below each. @throws Error for imports that form a circle. */
export function ranksOf(paths: readonly string[], arrows: readonly Arrow[]): readonly number[] {
  const rankOf = (path: string, above: readonly string[]): number => {
    const way = [...above, path];
    if (above.includes(path)) throw new Error(`layers import each other: ${way.join(' -> ')}`);
    const below = arrows.filter(({ from }) => from === path).map(({ to }) => to);
    return Math.max(0, ...below.map((to) => rankOf(to, way) + 1));
  };
  return paths.map((path) => rankOf(path, []));
}

/** Whether the target can be reached by way of another layer. */
function follows({ from, to }: Arrow, arrows: readonly Arrow[]): boolean {
  const reaches = (start: string): boolean =>
    start === to || arrows.some((arrow) => arrow.from === start && reaches(arrow.to));
  return arrows.some((arrow) => arrow.from === from && arrow.to !== to && reaches(arrow.to));
}
