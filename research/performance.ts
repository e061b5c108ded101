/** docs/performance.md: tuned variants beside their peers, of the run files that ship. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { valueText } from '../src-main/contract/axis-values.ts';
import { numberText } from '../src-main/contract/numbers.ts';
import type { CompareCell } from '../src-main/contract/procedures/compare.ts';
import { formatRatio, formatWithInterval } from '../src-main/contract/units.ts';
import { verdictText } from '../src-main/contract/verdict.ts';
import { createComparer } from '../src-main/core/analysis/compare.ts';
import { compareSides } from '../src-main/core/analysis/compare-runs.ts';
import { createSampleResults } from '../src-main/core/import/sample-results.ts';
import type { ImportedRun } from '../src-main/core/store/import.ts';
import { openStore, type Store } from '../src-main/core/store/store.ts';
import { defaultMargins } from '../src-main/stats/decide.ts';
import { root } from '../src-main/tools/paths.ts';

export const title =
  'Writes the page of tuned variants beside their peers, from run files that ship. Arguments: none.';

/** In the order of the page. */
const files = ['quick-gpu', 'peers-gpu', 'scan-cpu'];

export async function main(): Promise<number> {
  writeFileSync(join(root, 'docs', 'performance.md'), await performancePage());
  return 0;
}

export async function performancePage(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'breakeven-performance-'));
  const store = openStore(home);
  try {
    const samples = createSampleResults();
    const parts = await Promise.all(
      files.map(async (id) => partOf(store, id, await samples.read(id))),
    );
    return [introduction, ...parts, reproduction].join('\n');
  } finally {
    store.close();
    rmSync(home, { recursive: true, force: true });
  }
}

const introduction = `# Performance: tuned variants and their peers

This page is made from run files that ship in \`resources/sample-results\`: \`breakeven import\` reads them, \`show\` and \`compare\` give the same numbers.
A test compares the page with them.

- Times are medians of the timing scope *kernel* with a 95 % interval; caches are hot.
- *Tuned* is the tuned variant of Breakeven that is fastest in the case, *peer* the fastest of the libraries on the same kind of device, or of the
  variants of studies where no library does the whole. The sequential baseline is no peer.
- The ratio is the time of the tuned variant over that of the peer, with a 95 % interval between processes: below 1 the tuned variant is faster.
`;

const reproduction = `## How to reproduce

The preset \`peers\` holds these variants at sizes up to 2^28 elements. Variants of libraries are built where the libraries are found.

\`\`\`sh
breakeven run --preset peers --title "peers of this machine"
breakeven run --preset quick
breakeven show latest --scope kernel
breakeven compare latest:cuda-fast latest:cub
\`\`\`
`;

type Pair = {
  readonly workload: string;
  readonly label: string;
  readonly device: string;
  readonly tuned: CompareCell;
  readonly peer: CompareCell;
};

function partOf(store: Store, file: string, imported: ImportedRun): string {
  const { id } = store.importRun(imported);
  const comparer = createComparer(store, () => defaultMargins);
  const pairs = variantsOf(imported).flatMap(({ workload, tuned, peers, device, axes }) =>
    tuned.flatMap((one) =>
      peers.flatMap((other) => {
        const refs = [`${id}:${other}`, `${id}:${one}`];
        const { rows } = compareSides(store, comparer, { refs, workload, scope: 'kernel' });
        return rows.flatMap(({ cells: [peer, tuned] }): Pair[] => {
          if (peer?.medianNs == null || tuned?.medianNs == null) return [];
          const label = axes.map((axis) => `${axis} = ${valueText(tuned.values[axis], '')}`);
          return [{ workload, label: label.join(', '), device, tuned, peer }];
        });
      }),
    ),
  );
  const cases = [
    ...Map.groupBy(pairs, (pair) => `${pair.workload} ${pair.device} ${pair.label}`).values(),
  ].map(fastest);
  return [
    headOf(file, imported, cases),
    '| workload | device | case | tuned | time | peer | time | ratio | verdict |',
    '|---|---|---|---|---|---|---|---|---|',
    ...cases.map(rowOf),
    '',
  ].join('\n');
}

/** Of each workload and kind of device what is compared, and the axes that its cases differ by. */
function variantsOf({ cases }: ImportedRun) {
  const groups = Map.groupBy(
    cases,
    ({ stored, descriptor }) => `${stored.workload} ${descriptor.variant.device}`,
  );
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const named = (kind: string): readonly string[] => [
      ...new Set(
        own
          .filter(({ descriptor }) => descriptor.variant.kind === kind)
          .map(({ stored }) => stored.variant)
          .filter((variant) => !/^sequential/.test(variant)),
      ),
    ];
    const { workload } = first.descriptor;
    const axes = workload.axes
      .map(({ id }) => id)
      .filter((axis) => new Set(own.map(({ stored }) => stored.values[axis])).size > 1);
    const libraries = named('library');
    return {
      workload: workload.id,
      device: first.descriptor.variant.device,
      axes,
      tuned: named('fast'),
      peers: libraries.length > 0 ? libraries : named('study'),
    };
  });
}

/** The fastest tuned variant of a case beside its fastest peer. */
function fastest(pairs: readonly Pair[]): Pair {
  const least = (side: 'tuned' | 'peer') =>
    Math.min(...pairs.map((pair) => pair[side].medianNs ?? Number.POSITIVE_INFINITY));
  const [tuned, peer] = [least('tuned'), least('peer')];
  const best = pairs.find((one) => one.tuned.medianNs === tuned && one.peer.medianNs === peer);
  if (best === undefined) throw new Error('the fastest variants of a case were not compared');
  return best;
}

function headOf(file: string, { run, machine }: ImportedRun, cases: readonly Pair[]): string {
  const { cpuModel, gpus, versions } = machine;
  const counts = Map.groupBy(cases, ({ tuned }) => verdictOf(tuned));
  const verdicts = [...counts].map(([verdict, all]) => `${verdict} in ${all.length}`);
  const build = [
    versions.compiler,
    versions.flags,
    ...(gpus.length === 0 ? [] : [`CUDA ${versions.cudaRuntime}`, `driver ${versions.driver}`]),
  ];
  return [
    `## ${run.title}`,
    '',
    `\`resources/sample-results/${file}.breakeven\`, run \`${run.id}\`: ${[cpuModel, ...gpus.map(({ name }) => name)].join(' and ')}, measured on ${run.createdAt.slice(0, 10)},`,
    `${build.join(', ')}; ${numberText(run.ok)} of ${numberText(run.cases)} cases with a right answer.`,
    `The tuned variant beside its peer is ${verdicts.join(', ')} of ${cases.length} cases.`,
    '',
  ].join('\n');
}

const verdictOf = ({ comparison }: CompareCell): string =>
  comparison === null ? '' : verdictText(comparison);

function rowOf({ workload, label, device, tuned, peer }: Pair): string {
  const { comparison } = tuned;
  const time = ({ medianNs, ci95 }: CompareCell): string =>
    formatWithInterval(medianNs, ci95?.[0], ci95?.[1], 'duration');
  const ratio = formatRatio(comparison?.ratio ?? null, comparison?.ci95 ?? null).replaceAll(
    '×',
    '',
  );
  const cells = [workload, device === 'cuda' ? 'GPU' : 'CPU', label, tuned.variant, time(tuned)];
  return `| ${[...cells, peer.variant, time(peer), ratio, verdictOf(tuned)].join(' | ')} |`;
}
