import { parseArgs } from 'node:util';
import { reportText } from './report.ts';
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
    },
  });
  const minutes = Number(values.minutes);
  const seed = Number(values.seed);
  if (!(minutes > 0) || !Number.isInteger(seed)) {
    return { wrong: '--minutes takes a positive number, --seed a whole one' };
  }
  const faults = allFaults.filter(({ name }) => name.includes(values.only));
  if (faults.length === 0) {
    const names = allFaults.map(({ name }) => name).join('\n');
    return { wrong: `--only ${values.only} fits none of these faults:\n${names}` };
  }
  const end = performance.now() + minutes * 60_000;
  const report = await soak({ seed, native, faults, say, more: () => performance.now() < end });
  return { kept: report.found.length === 0, text: reportText(report) };
}
