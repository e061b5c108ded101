import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Configuration } from '../../../src-main/contract/configuration.ts';
import type { Machine } from '../../../src-main/contract/machine.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { headOf } from '../../../src-main/core/study/format.ts';
import { estimateText } from '../../../src-main/core/study/judge.ts';
import { studies } from '../../../src-main/core/study/known-studies.ts';
import { type PublishedStudy, readPublished } from '../../../src-main/core/study/published.ts';
import { sizesText } from '../../../src-main/core/study/sizes.ts';
import type { Claim, Study } from '../../../src-main/core/study/study.ts';
import { evidence, judgeOver, stored } from './scripted.ts';

const scopes = ['kernel', 'call', 'total', 'fragment', 'fragmentCall'];

/** What a claim needs at its sizes: times in proportion to the size, of each selection `factor` times the one before. */
const casesOf = ({ workload, selections, sizes }: Claim, factor: number): readonly StoredCase[] =>
  selections.flatMap(({ variant, values }, i) =>
    sizes.map((size, j) => {
      const work = Number(size.n ?? size.bins ?? Number(size.xres) ** 2);
      const ns = 1000 * work * factor ** i * (1 + 0.05 * (j % 2));
      const at = { n: 2e6, ...size, ...values };
      return stored(i * sizes.length + j, workload, variant, at, ns);
    }),
  );

/** Without this timing scope there is no number. */
function needs(claim: Claim, scope: string): boolean {
  const cases = casesOf(claim, 1).map((one) => {
    const { [scope]: _, ...metrics } = one.metrics;
    return { ...one, metrics };
  });
  const { samples, ...base } = evidence(cases);
  return claim.finding({ ...base, samples, judge: judgeOver(() => []) }).estimate === null;
}

function claimText(claim: Claim): string {
  const findings = [0.3, 1, 3].map((factor) => {
    const finding = claim.finding(evidence(casesOf(claim, factor)));
    const { verdict, estimate, ci95 } = finding;
    const text = estimate === null ? 'nothing' : estimateText({ value: estimate, ci95 });
    return `at ${factor}: ${verdict}, ${text}`;
  });
  const { expected } = claim.finding(evidence([]));
  const asked = scopes.filter((scope) => needs(claim, scope)).join(', ');
  return `${claim.claim}
  ${claim.workload}, ${asked}, ${sizesText(claim.sizes)}
  ${expected}
  ${findings.join('; ')}`;
}

/** Its tables over a run without cases: columns, number of printed rows, what is measured. */
function tablesText({ tables }: Study, study: PublishedStudy | undefined): string {
  const machine = { cpuModel: 'Test CPU', physicalCores: 8, clockHz: 3.6e9, flopsPerCycle: 16 };
  const source = {
    ...evidence([]),
    configuration: { groups: [] } as unknown as Configuration,
    machine: { ...machine, gpus: [] } as unknown as Machine,
    ...{ study, runId: '01run' },
  };
  return tables
    .map((one) => one.report(source).table)
    .map(({ title, columns, rows, notes: [measured] }) =>
      [title, columns.map(headOf).join(' | '), `${rows.length} rows. ${measured}`].join('\n  '),
    )
    .join('\n');
}

it.each(Object.entries(studies))('%s has its tables, claims and limits', async (id, study) => {
  const published = readPublished().find((one) => one.id === study.published);
  const text = [tablesText(study, published), ...study.claims.map(claimText)].join('\n\n');
  const file = join(import.meta.dirname, 'every-study', `${id}.txt`);
  await expect(`${text}\n`).toMatchFileSnapshot(file);
});
