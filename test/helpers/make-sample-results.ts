/**
 * Makes the sample results that come with the product, `resources/sample-results/<id>.breakeven`:
 *
 *   node test/helpers/make-sample-results.ts [id ...]             measures those listed below, on this machine
 *   node test/helpers/make-sample-results.ts --from <file> <id>   from the run file of any machine
 *
 * Nothing in them is made up: the name of the host is taken out, and of long runs some samples, which the note of the
 * run says. On a machine with a GPU the samples marked `cuda` are measured as well; `udelar-scan` is the preset of that
 * name and `quick-gpu` the preset `quick`, both run on a GPU machine and exported there.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { procedures } from '../../src-main/contract/api.ts';
import type { Configuration, Group } from '../../src-main/contract/configuration.ts';
import { createApp } from '../../src-main/core/app.ts';
import { forkEngine } from '../../src-main/hosts/fork-engine.ts';
import { repositoryRoot } from './paths.ts';
import { runToEnd } from './run-to-end.ts';
import { shippedRunFile } from './shipped-run-file.ts';

type Sample = {
  readonly id: string;
  readonly title: string;
  readonly cuda: boolean;
  readonly groups: readonly Group[];
};

const histogram: Group = {
  workload: 'histogram',
  variants: 'all',
  set: { bins: 8 },
  sweep: { n: [1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6, 3e6] },
};

const samples: readonly Sample[] = [
  {
    id: 'histogram-cpu',
    title: 'Histogram of 8 bins: sequential against OpenMP',
    cuda: false,
    groups: [{ ...histogram, variants: ['sequential', 'omp-private'] }],
  },
  {
    id: 'histogram-gpu',
    title: 'Histogram of 8 bins: processor against GPU',
    cuda: true,
    groups: [{ ...histogram, sweep: { n: [1e3, 1e4, 1e5, 1e6, 1e7, 1e8] } }],
  },
  {
    id: 'scan-cpu',
    title: 'Prefix sums: three forms for the processor',
    cuda: false,
    groups: [
      {
        workload: 'exclusive-scan',
        variants: ['sequential', 'cpu-fast', 'omp-two-pass'],
        set: {},
        sweep: { n: [2 ** 10, 2 ** 12, 2 ** 14, 2 ** 16, 2 ** 18, 2 ** 20, 2 ** 22] },
      },
    ],
  },
];

function configurationOf({ title, groups }: Sample): Configuration {
  return {
    title,
    groups: [...groups],
    policy: {
      criterion: 'precision',
      parameters: { maxSamples: 400 },
      timeLimitS: 2,
      repetitions: 5,
      order: 'shuffled',
    },
    orderSeed: 1,
    tags: ['sample'],
  };
}

async function make(sample: Sample): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'sample-results-'));
  const app = createApp({ home, forkEngine, lockWaitMs: 600_000 });
  try {
    const { machine } = await app.api.doctor({});
    if (sample.cuda && machine.gpus.length === 0) {
      console.log(`${sample.id}: left out, this machine has no GPU`);
      return;
    }
    const configuration = procedures.startRun.parse({ configuration: configurationOf(sample) });
    const runId = await runToEnd(app, () => app.api.startRun(configuration));
    const { run } = await app.api.run({ ref: runId });
    if (run.status !== 'complete' || run.failed > 0) {
      throw new Error(`${sample.id}: ${run.status} with ${run.failed} failed`);
    }
    const { files } = await app.api.exportRun({ ref: runId, format: 'breakeven' });
    const bytes = await ship(sample.id, files[0]?.bytes ?? new Uint8Array());
    console.log(`${sample.id}: ${run.ok} cases on ${run.device}, ${bytes.length} bytes`);
  } finally {
    await app.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function ship(id: string, bytes: Uint8Array): Promise<Buffer> {
  const file = await shippedRunFile(bytes);
  const folder = join(repositoryRoot, 'resources', 'sample-results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.breakeven`), file);
  return file;
}

const wanted = process.argv.slice(2);
if (wanted[0] === '--from') {
  const [, path, id] = wanted;
  if (path === undefined || id === undefined || !/^[a-z0-9-]+$/.test(id)) {
    throw new Error('--from takes a run file and the id of the sample: a-z, 0-9 and -');
  }
  console.log(`${id}: ${(await ship(id, readFileSync(path))).length} bytes`);
} else {
  for (const sample of samples) {
    if (wanted.length === 0 || wanted.includes(sample.id)) await make(sample);
  }
}
