/** Process-level values of runs of unchanged programs, as the table that `aa` reads. */
import { readFileSync } from 'node:fs';
import { disturbedText } from '../src-main/contract/target.ts';
import { readRunFile } from '../src-main/core/import/read-run-file.ts';
import { medianInterval } from '../src-main/stats/median-interval.ts';
import { deviceKind } from '../src-main/stats/metric.ts';
import { concatenate, medianSorted } from '../src-main/stats/order.ts';
import { judgedProcess, withProcesses } from '../src-main/stats/process-summary.ts';
import { undisturbed } from '../src-main/stats/undisturbed.ts';

export const title =
  'Process-level values of runs of unchanged programs as CSV for `aa`. Arguments: <run file> ....';

const header =
  'workload,variant,n,device,scope,run,pooled median ns,99 % from,99 % to,repetitions (median ns / samples / standard error of the log median),disturbed';
const scopes = ['kernel', 'call', 'total'];

export async function main(files: readonly string[]): Promise<number> {
  if (files.length < 2) {
    console.error('Give at least two run files of the same configuration.');
    return 2;
  }
  const lines: string[] = [];
  for (const [index, file] of files.entries()) {
    const { cases } = await readRunFile(readFileSync(file));
    for (const { stored, descriptor, samples } of cases) {
      if (stored.outcome !== 'ok') continue;
      const { workload, variant, values } = stored;
      const device = deviceKind(descriptor.variant.device);
      const summarized = withProcesses(samples);
      for (const scope of scopes) {
        const parts = summarized.filter(({ scope: timingScope }) => timingScope === scope);
        // On a CPU `call` is `kernel`.
        if (parts.length === 0 || (device !== 'cuda' && scope === 'call')) continue;
        const ascending = concatenate(parts.map(({ timesNs }) => timesNs)).sort();
        const median = medianSorted(ascending);
        const [low, high] = medianInterval(ascending, 0.99, 0) ?? [median, median];
        const processes = undisturbed(parts).flatMap(({ process, repetition }) =>
          process === undefined ? [] : [judgedProcess({ ...process, repetition })],
        );
        const repetitions = processes.map(({ medianNs, n, logError }) =>
          [digits(medianNs, 6), n, digits(logError, 2)].join('/'),
        );
        const pooled = [median, low, high].map((value) => digits(value, 6));
        const key = [workload, variant, String(values.n), device, scope, String(index + 1)];
        const disturbed = disturbedText(stored) === null ? '' : 'yes';
        lines.push([...key, ...pooled, repetitions.join(' '), disturbed].join(','));
      }
    }
  }
  console.log([header, ...lines.sort()].join('\n'));
  return 0;
}

function digits(value: number, count: number): string {
  return String(Number(value.toPrecision(count)));
}
