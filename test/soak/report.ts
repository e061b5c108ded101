import type { SoakReport } from './soak.ts';

/** What was found in several stores at once. */
export function joined(reports: readonly SoakReport[]): SoakReport {
  const made = new Map<string, number>();
  for (const report of reports) {
    for (const [name, count] of report.made) made.set(name, (made.get(name) ?? 0) + count);
  }
  const sum = (of: (report: SoakReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    made,
    skipped: new Map(reports.flatMap(({ skipped }) => [...skipped])),
    kills: sum(({ kills }) => kills),
    refusals: sum(({ refusals }) => refusals),
    byNode: sum(({ byNode }) => byNode),
    samples: sum(({ samples }) => samples),
    found: reports.flatMap(({ found }) => found),
    folder: reports
      .filter(({ found }) => found.length > 0)
      .map(({ folder }) => folder)
      .join(', '),
  };
}

export function reportText(report: SoakReport): string {
  const { made, skipped, kills, refusals, byNode, samples, found, folder } = report;
  const lost = found.length === 0 ? 'nothing lost' : `${found.length} faults found, in ${folder}`;
  return [
    ...[...made].map(([name, count]) => `${name}: ${count}`),
    ...[...skipped].map(([name, why]) => `${name}: skipped, ${why}`),
    `${kills} kills, ${lost}; ${samples} sample sets stored`,
    `${refusals} refusals in one clear sentence, ${byNode} commands that Node itself ended`,
    ...found,
  ].join('\n');
}
