import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { exportRun } from '../../../src-main/core/export/export-run.ts';
import { createSampleResults } from '../../../src-main/core/import/sample-results.ts';
import { fileSource } from '../../../src-main/core/interchange/foreign-run.ts';
import { format as google } from '../../../src-main/core/interchange/formats/google.ts';
import { foreignFormatOf } from '../../../src-main/core/interchange/formats.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const compare = '/usr/share/benchmark/compare.py';

function missing(): string | null {
  if (!existsSync(compare)) return 'libbenchmark-tools is not installed';
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import numpy, scipy.stats'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'python3 has no numpy and scipy';
  }
}

/** @param most so many cases, the first ones */
async function exported(most = Number.POSITIVE_INFINITY, formatId = 'google') {
  const folder = temporaryFolder();
  const store = openStore(folder);
  const { id } = store.importRun(await createSampleResults().read('udelar-scan'));
  const ok = store
    .run(id)
    .cases.filter(({ outcome }) => outcome === 'ok')
    .slice(0, most);
  // A file of nvbench has those with the same axes together.
  const groups = Map.groupBy(ok, ({ values }) =>
    formatId === 'nvbench' ? Object.keys(values).join(' ') : '',
  );
  const cases = [...groups.values()].flat();
  const chosen = new Set(cases.map(({ index }) => index));
  const options = { cases: chosen };
  const [file = ''] = exportRun(store, id, formatId, join(folder, 'out'), {}, options);
  const times = cases.map(({ index }) =>
    store
      .samples(id, index)
      .filter(({ scope }) => scope === 'kernel')
      .flatMap(({ timesNs }) => [...timesNs]),
  );
  const again = exportRun(store, id, formatId, join(folder, 'out'), {}, options);
  store.close();
  return { file, cases, times, again };
}

it('writes a file of Google Benchmark that is read back with every sample', async () => {
  const { file, cases, times } = await exported();
  const read = google.read(fileSource(file, []));
  expect(read.cases.map(({ benchmark }) => benchmark)).toEqual(
    cases.map(({ workload, variant }) => `${workload}/${variant}`),
  );
  expect(read.cases.map(({ timesNs }) => [...timesNs])).toEqual(times);
  expect(times.flat().length).toBeGreaterThan(100);
});

it('writes what compare.py of Google Benchmark reads', async ({ skip }) => {
  const why = missing();
  if (why !== null) skip(why);
  const { file, cases } = await exported(4);
  const words = [compare, '--no-color', 'benchmarks', file, file];
  const printed = execFileSync('/usr/bin/python3', words, { encoding: 'utf8' });
  const [first] = cases;
  expect(printed).toContain(`${first?.workload}/${first?.variant}/`);
  expect(printed).toContain('pvalue');
});

/** Tools of that kind have no booleans. */
const asTexts = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([axis, value]) => [
      axis,
      typeof value === 'boolean' ? String(value) : value,
    ]),
  );

it('writes a file of nvbench with its samples, which is recognised and read back', async () => {
  const { file, cases, times, again } = await exported(undefined, 'nvbench');
  expect(again).toHaveLength(1 + cases.length);
  const source = fileSource(file, []);
  const format = foreignFormatOf(source);
  expect(format.id).toBe('nvbench');
  const read = format.read(source);
  expect(read.cases.map(({ benchmark, variant, values }) => [benchmark, variant, values])).toEqual(
    cases.map(({ workload, variant, values }) => [workload, variant, asTexts(values)]),
  );
  const nearest = (ns: number): number => 1e9 * Math.fround(ns / 1e9);
  expect(read.cases.map(({ timesNs }) => [...timesNs])).toEqual(
    times.map((all) => all.map(nearest)),
  );
  const means = times.map((all) => all.reduce((sum, time) => sum + time, 0) / all.length);
  read.cases.forEach(({ meanNs }, i) => {
    expect(meanNs).toBeCloseTo(means[i] ?? 0, 3);
  });
  const { benchmarks } = JSON.parse(readFileSync(file, 'utf8'));
  expect(benchmarks.length).toBeGreaterThan(1);
  for (const { axes, states } of benchmarks) {
    for (const { axis_values } of states) expect(axis_values).toHaveLength(axes.length);
  }
});

/** The folder of nvbench's scripts, with what they need; they are in no package. */
const scripts = process.env.BREAKEVEN_NVBENCH_SCRIPTS;

it.skipIf(scripts === undefined)("writes what nvbench's own script compares", async () => {
  const { file, cases } = await exported(undefined, 'nvbench');
  const words = [join(scripts ?? '', 'nvbench_compare.py'), file, file];
  const printed = execFileSync('python3', words, { encoding: 'utf8' });
  expect(printed).toContain(`Total Matches: ${cases.length}\n`);
  expect(printed).toMatch(new RegExp(`Pass .*: ${cases.length}\n`));
});
