import type { SoakReport } from './soak.ts';

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
