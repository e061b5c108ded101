import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundledCli } from './command.ts';
import { joined, reportText } from './report.ts';
import { allFaults, soak } from './soak.ts';

/** Answers with what is wrong with the arguments, or with whether nothing was lost. */
export async function main(
  args: readonly string[],
  native: string,
  say: (line: string) => void,
): Promise<{ readonly wrong: string } | { readonly kept: boolean; readonly text: string }> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      stores: { type: 'string', default: '1' },
      built: { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  const seed = Number(values.seed);
  const stores = Number(values.stores);
  if (!(minutes > 0) || !Number.isInteger(seed)) {
    return { wrong: '--minutes takes a positive number, --seed a whole one' };
  }
  if (!Number.isInteger(stores) || stores < 1) {
    return { wrong: '--stores takes the number of stores that are worked on at once' };
  }
  if (values.built && !existsSync(bundledCli)) {
    return { wrong: '--built needs the bundles: npm run build makes them' };
  }
  const faults = allFaults.filter(({ name }) => name.includes(values.only));
  if (faults.length === 0) {
    const names = allFaults.map(({ name }) => name).join('\n');
    return { wrong: `--only ${values.only} fits none of these faults:\n${names}` };
  }
  const end = performance.now() + minutes * 60_000;
  const reports = await Promise.all(
    Array.from({ length: stores }, (_, i) =>
      soak({
        seed: seed + i,
        native,
        built: values.built,
        faults,
        say: (line) => say(stores === 1 ? line : `${i + 1}: ${line}`),
        more: () => performance.now() < end,
      }),
    ),
  );
  const report = joined(reports);
  return { kept: report.found.length === 0, text: reportText(report) };
}
