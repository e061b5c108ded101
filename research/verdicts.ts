/**
 * A against a, half of the comparisons inside the same processes and half across separate ones, and against the same
 * kernel with known extra work. Here, on the CPU, with the addons of `pack-verdicts`:
 *   npm run bench -- verdicts --device cpu --native dist/verdicts/native --extra 2,5,10,20
 * On a GPU without Node, from a checkout that carries `dist/verdicts` and `release`:
 *   bash research/verdicts.sh
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createEngineSupervisor } from '../src-main/core/engines/engine-supervisor.ts';
import { openMpEnvironment } from '../src-main/core/machine/openmp-environment.ts';
import { preflight } from '../src-main/core/machine/preflight.ts';
import { engineEntry } from '../src-main/core/util/paths.ts';
import { createForkEngine } from '../src-main/hosts/fork-engine.ts';
import { quantileSorted, sorted } from '../src-main/stats/order.ts';
import { calibrate, extraKind, type Judged, judgeMeasured } from './parts/measured-verdicts.ts';

export const title =
  'Verdicts of real engines on a kernel of known cost of about 50 us. Arguments: [--device cpu] [--native FOLDER] [--extra 2,10] [--runs 250] ...';

const said = (text: string): unknown => process.stdout.write(`${text}\n`);
const percent = (part: number, digits = 1): string => `${(part * 100).toFixed(digits)} %`;
const load = (): string =>
  loadavg()
    .map((one) => one.toFixed(2))
    .join(' ');
const sortedOf = (numbers: readonly number[]): Float64Array => sorted(Float64Array.from(numbers));

function row(title: string, among: readonly Judged[]): string {
  const count = (verdict: Judged['verdict']): string => {
    const n = among.filter((one) => one.verdict === verdict).length;
    return `${n} (${percent(n / among.length)})`;
  };
  const ratios = sortedOf(among.map(({ ratio }) => ratio));
  const halves = sortedOf(among.map(({ ci95: [low, high] }) => Math.log(high / low) / 2));
  const shown = [0.05, 0.5, 0.95]
    .map((part) => quantileSorted(ratios, part).toFixed(4))
    .join(' / ');
  const verdicts = (['faster', 'slower', 'equivalent', 'inconclusive'] as const).map(count);
  return `| ${[title, among.length, ...verdicts, shown, percent(quantileSorted(halves, 0.5), 2)].join(' | ')} |`;
}

export async function main(args: readonly string[]): Promise<number> {
  const { values: given } = parseArgs({
    args: [...args],
    options: {
      device: { type: 'string', default: 'cpu' },
      runs: { type: 'string', default: '250' },
      pairs: { type: 'string', default: '1' },
      repetitions: { type: 'string', default: '2' },
      /** Seconds of samples per side, all its repetitions together. */
      'side-s': { type: 'string', default: '0.2' },
      /** Extra work in percent. */
      extra: { type: 'string', default: '2,10' },
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
      native: { type: 'string', default: 'dist/verdicts/native' },
      engine: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const device = given.device === 'cuda' ? 'cuda' : 'cpu';
  const extras = given.extra.split(',').map((text) => Number(text) / 100);
  const engine = createEngineSupervisor({
    fork: createForkEngine(given.engine === undefined ? engineEntry() : resolve(given.engine)),
    environment: {
      ...openMpEnvironment(availableParallelism()),
      BREAKEVEN_NATIVE: resolve(given.native),
    },
  });

  const { machine } = await engine.describe();
  const gpu = machine.gpus.map(({ name }) => name).join(', ') || machine.noGpuReason;
  said(`machine: ${cpus()[0]?.model.trim()}, ${availableParallelism()} CPUs; GPU: ${gpu}`);
  for (const { status, title, found } of await preflight()) {
    if (status !== 'ok') said(`warning: ${title}: ${found}`);
  }
  const subject = await calibrate(engine, device);
  said(
    `kernel: ${subject.variant}, ${subject.base} steps of ${subject.stepNs.toFixed(4)} ns, ` +
      `${(subject.kernelNs / 1000).toFixed(2)} us`,
  );
  const plan = {
    repetitions: Number(given.repetitions),
    sideS: Number(given['side-s']),
    pairs: Number(given.pairs),
    extras,
  };
  said(`plan: ${JSON.stringify({ device, runs: Number(given.runs), ...plan })}`);
  said(`load before: ${load()}`);
  const began = performance.now();
  let told = began;
  const { judged, spreads, medians } = await judgeMeasured(engine, subject, plan, {
    runs: Number(given.runs),
    seed: Number(given.seed),
    until: began + Number(given.minutes) * 60_000,
    onRun: (done) => {
      if (performance.now() - told < 30_000) return;
      told = performance.now();
      said(`  ${done} runs in ${((told - began) / 1000).toFixed(0)} s, load ${load()}`);
    },
  });
  await engine.restart();
  said(`load after: ${load()}; ${((performance.now() - began) / 1000).toFixed(0)} s`);

  const equal = judged.filter(({ kind }) => kind.endsWith('processes'));
  const of = (kind: string): Judged[] => judged.filter((one) => one.kind === kind);
  said(
    '| comparison | n | faster | slower | equivalent | inconclusive | ratio 5 / 50 / 95 % | half width |\n|---|---|---|---|---|---|---|---|',
  );
  said(row('a against a, same processes', of('same processes')));
  said(row('a against a, other processes', of('other processes')));
  said(row('a against a, all', equal));
  for (const extra of extras) said(row(`${extraKind(extra)} work`, of(extraKind(extra))));
  const spread = quantileSorted(sortedOf(spreads), 0.5);
  const center = quantileSorted(sortedOf(medians), 0.5);
  const q = [0.05, 0.25, 0.75, 0.95].map(
    (part) => quantileSorted(sortedOf(medians), part) / center - 1,
  );
  said(
    `noise: samples inside a process ${percent(spread, 2)} (from the IQR); medians of ${medians.length} processes at ` +
      `5, 25, 75 and 95 %: ${q.map((one) => percent(one, 2)).join(', ')} of ${(center / 1000).toFixed(2)} us`,
  );
  const wrong = equal.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower').length;
  const same = equal.filter(({ verdict }) => verdict === 'equivalent').length;
  const found = extras.map((extra) => {
    const among = of(extraKind(extra));
    return {
      extra,
      part: among.filter(({ verdict }) => verdict === 'slower').length / among.length,
    };
  });
  said(`faster or slower for the same program: ${percent(wrong / equal.length, 2)} (at most 1 %)`);
  if (device === 'cuda')
    said(`equivalent for the same program: ${percent(same / equal.length)} (80 %)`);
  const min = found.find(({ part }) => part >= 0.9);
  said(
    `smallest extra work found in at least 90 %: ${min === undefined ? 'none of these' : extraKind(min.extra)}`,
  );
  if (given.out !== undefined) {
    writeFileSync(given.out, `${JSON.stringify({ subject, plan, judged, spreads, medians })}\n`);
  }
  return 0;
}
