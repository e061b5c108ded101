import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Calibration } from '../../../src-main/contract/calibration.ts';
import type { MeasuredPeaks, PictureView } from '../../../src-main/contract/inspection.ts';
import type { LabActions } from '../../../src-main/core/api/lab-actions.ts';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import type { VariantCode } from '../../../src-main/core/lab/run-code.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { documents } from '../../../src-main/hosts/cli/json/documents.ts';
import { allSchemas, schemaOf } from '../../../src-main/hosts/cli/json/json-schema.ts';
import { verbLoaders } from '../../../src-main/hosts/cli/verbs.ts';
import { jsonMarkdown } from '../../../src-main/tools/json-documents.ts';
import { cliSession, sessionsOver } from '../../helpers/cli-session.ts';
import { countLab, countLabs } from '../../helpers/count-lab.ts';
import { formOf } from '../../helpers/json-documents.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import {
  createMeasuringApp,
  createScriptedApp,
  type MeasuringApp,
} from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let scripted: MeasuringApp;
const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));
const seen = new Set<string>();

/** Remembers which form a document has. */
function note(verb: string, stdout: string): void {
  for (const text of stdout.startsWith('{"') ? stdout.trim().split('\n') : [stdout]) {
    seen.add(`${verb} ${formOf(verb, JSON.parse(text))}`);
  }
}

async function told(verb: string, ...words: readonly string[]): Promise<void> {
  const { stdout } = await session(verb, ...words, '--json');
  note(verb, stdout);
}

beforeAll(async () => {
  scripted = createMeasuringApp();
  const what = ['--workload', 'count', '--variants', 'sequential,parallel', '--samples', '15'];
  const measured = ['run', ...what, '--sweep', 'n=1e3,1e4,1e5,1e6', '--tag', 'first', '--quiet'];
  const { code, stdout } = await session(...measured, '--fail-on', 'slower', '--json');
  expect(code).toBe(4);
  note('run', stdout);
});

afterAll(() => scripted.close());

describe('every document', { timeout: 180_000 }, () => {
  it('of what is stored is as its schema says', async () => {
    await told('run', '--workload', 'count', '--dry-run');
    await told('show', 'latest');
    await told('history');
    await told('list');
    await told('list', '--published');
    await told('list', '--presets');
    await told('compare', 'latest:parallel', 'latest:sequential', '--fail-on', 'slower');
    await told('history', 'latest', '--changes');
    await told('break-even', 'latest', '--fail-on', 'none');
    await told('break-even', 'latest', '--over', 'calls');
    note('break-even', (await session('break-even', 'latest', '--format', 'json')).stdout);
    await told('study', 'latest', '--study', 'ime-min3x3');
    await told('study', 'latest', '--study', 'ime-min3x3', '--out', 'claims');
    await told('study', 'latest', '--table', '--study', 'ime-min3x3');
    await told('study', 'latest', '--table', '--study', 'ime-min3x3', '--out', 'tables');
    await told('export', 'latest', '--format', 'breakeven', '--out', 'exported');
    await told('figure', 'latest', '--kind', 'scaling', '--out', 'scaling.svg');
    await told('edit', 'latest', '--tag', 'word', '--note', 'word', '--pin', '--baseline');
    await told('backup');
    await told('import', join('exported', `${await newest()}.breakeven`));
    const part = ['--shard', '0/2', '--checkpoint', 'parts', '--set', 'n=100'];
    await told('run', '--workload', 'count', '--variants', 'sequential', ...part);
    await told('merge', 'parts');
    await told('run', '--workload', 'count', '--slurm', 'array', '--tasks', '2');
    await told('ab', 'count:sequential', 'count:parallel', '--pairs', '5');
    await told('help', '--completion', 'bash');
    await told('help', 'terms');
    await told('help', '--man');
    await told('help', '--schema');
    await told('doctor');
    await told('selftest', '--workload', 'count');
    await told('doctor', '--peaks', '--stored');
    await told('help');
    await told('version');
    const ofGpu = ['--variants', 'accelerated', '--samples', '15', '--set', 'n=1e3'];
    await session('run', '--workload', 'count', ...ofGpu, '--quiet');
    await told('counters', 'latest', '--command');
    const csv = join(repositoryRoot, 'test', 'fixtures', 'ncu', 'raw-kernel.csv');
    await told('counters', 'latest', '--import', csv);
    await told(
      'tune',
      ...['--workload', 'count', '--variant', 'parallel', '--parameter', 'threads'],
    );
    await told('edit', 'first', '--trash');
    await told('show', 'nothing');
    await told('edit', 'latest', '--purge');
    note('help', (await session('help', 'compare', '--schema')).stdout);
  });

  it('of a lab, a picture, a calibration and a server is as its schema says', async () => {
    const app = {
      ...createScriptedApp({ picture: async () => picture, measurePeaks: async () => peaks }),
      ...{ labs, calibrate: async () => calibration },
    };
    const cwd = temporaryFolder();
    const fake = async (verb: string, ...words: readonly string[]) => {
      const onInterrupt = (stop: () => void) => {
        setImmediate(stop);
        return () => undefined;
      };
      const io = { onInterrupt };
      const server = { ...scripted.app, close: async () => undefined };
      const own = verb === 'serve' ? server : app;
      const { stdout } = await cliSession(own, [verb, ...words, '--json'], { cwd, io });
      note(verb, stdout);
    };
    await fake('figure', '--kind', 'picture', '--workload', 'count', '--variant', 'sequential');
    await fake('doctor', '--peaks');
    await fake('doctor', '--calibrate');
    await fake('serve');
    await fake('lab', 'new', 'mine');
    await fake('lab', 'check', 'mine');
    const submissions = temporaryFolder();
    writeFileSync(join(submissions, 'notes.txt'), 'no source');
    const shipped = join(repositoryRoot, 'resources', 'labs', 'saxpy');
    const where = ['--variant', 'omp', '--no-sandbox', '--out', temporaryFolder()];
    await fake('lab', 'grade', shipped, submissions, ...where);
    await fake('lab', 'list');
    await fake('lab', 'trust', 'mine');
    await fake('lab', 'show', 'latest');
    await fake('lab', 'show', 'latest', '--variant', 'omp', '--diff', 'latest');
    await fake('lab', 'watch', 'mine');
  });

  it('of two commits is as its schema says', async () => {
    const app = { ...scripted.app, labs: countLabs(scripted.app), close: async () => undefined };
    const words = ['ci', '--lab', countLab(), '--base', 'HEAD', '--pairs', '5', '--json'];
    note('ci', (await cliSession(app, words)).stdout);
  });

  it('of a restored backup is as its schema says', async () => {
    const home = temporaryFolder();
    const store = openStore(home);
    await store.backup();
    store.close();
    writeFileSync(join(home, 'breakeven.db'), 'not a database at all'.repeat(1000));
    const words = ['doctor', '--restore-backup', '--home', home, '--json'];
    note('doctor', (await cliSession(createScriptedApp(), words)).stdout);
  });

  it('of scaling over a count is as its schema says', async () => {
    const threads = ['--variants', 'parallel', '--sweep', 'threads=1,2'];
    await told('run', '--workload', 'count', ...threads);
    await told('break-even', 'latest', '--over', 'threads');
  });

  it('has been seen, in every form of every verb', () => {
    const forms = Object.entries(documents).flatMap(([verb, all]) =>
      all.map((_, i) => `${verb} ${i}`),
    );
    expect(forms.filter((form) => !seen.has(form))).toEqual([]);
    expect(seen).toContain('show -1');
    const verbs = [...Object.keys(verbLoaders), 'version'];
    expect(Object.keys(documents).sort()).toEqual(verbs.sort());
  });
});

describe('schemas', () => {
  it('have names in camelCase, and close nothing', () => {
    const { documents: all } = allSchemas();
    expect(JSON.stringify(all)).not.toContain('"additionalProperties":false');
    expect(namesIn(all).filter((name) => !/^\$?[a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(schemaOf('shwo')).toBeNull();
    expect(Object.keys(allSchemas().documents)).toEqual(Object.keys(documents));
  });

  it('are what docs/json.md is made of (npm run docs makes it anew)', async () => {
    const schemas = JSON.parse((await session('help', '--schema', '--json')).stdout);
    const page = readFileSync(join(repositoryRoot, 'docs', 'json.md'), 'utf8');
    expect(page).toBe(jsonMarkdown(schemas));
    const [first] = schemas.documents.backup;
    const more = { ...first.schema.properties, size: { type: 'integer' } };
    const changed = { ...first, schema: { ...first.schema, properties: more } };
    const other = { ...schemas, documents: { ...schemas.documents, backup: [changed] } };
    expect(jsonMarkdown(other)).toContain('| `size` | integer, may be absent |');
  });
});

/** Every name that a schema gives to a field. */
function namesIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, part]) => [
    ...(key === 'properties' ? Object.keys(Object(part)) : []),
    ...namesIn(part),
  ]);
}

async function newest(): Promise<string> {
  return JSON.parse((await session('history', '--json')).stdout).runs[0].id;
}

const code: VariantCode = {
  runId: 'r1',
  workload: 'mine',
  variant: 'omp',
  role: 'variant',
  build: {
    hash: 'a'.repeat(64),
    command: 'cc',
    compiler: 'cc 12',
    log: '',
    registers: null,
    spillBytes: null,
    sharedBytes: null,
    ptx: null,
    sass: null,
    sources: [{ name: 'omp.c', sha256: 'b'.repeat(64) }],
  },
  sources: [{ name: 'omp.c', text: 'void omp(void) {}\n' }],
};
const calibration: Calibration = {
  machine: 'm',
  measuredAt: '2026-01-02T03:04:05.000Z',
  processes: 8,
  scopes: [
    {
      ...{ device: 'cpu', scope: 'kernel', cases: 5, sd: 0.01 },
      ...{ for5percent: 6, for10percent: null },
    },
  ],
};
const registered = { id: 'mine', path: '/labs/mine', trusted: 'a1', saved: false };
const picture: PictureView = {
  ...{ name: 'count.png', mime: 'image/png', width: 1, height: 1 },
  ...{ bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47), attributes: { pixels: 1 } },
};

const peaks: MeasuredPeaks = { measuredAt: '2026-01-02T03:04:05.000Z', peaks: [] };

const labs: LabActions = {
  notCompiled: () => [],
  open: async () => readLab(join(repositoryRoot, 'resources', 'labs', 'saxpy')),
  openAgainstBaseline: async () => Promise.reject(new Error('it is measured by engines')),
  openVariants: async () => Promise.reject(new Error('it is measured by engines')),
  openOnce: async () => await labs.open('mine'),
  compare: async () => ({ same: [], notCompiled: [] }),
  openVersions: async () => Promise.reject(new Error('two labs are compared over engines')),
  check: async () => [
    {
      ...{ id: 'omp', state: 'verified', reason: null, log: '', cases: 3, flags: '-O3' },
      warnings: ['at 1 of 3 sizes: nothing is verified'],
    },
  ],
  watch: async ({ onEvent }) => {
    onEvent({ type: 'ready', folder: '/labs/mine' });
    onEvent({ type: 'fault', variant: 'omp', reason: 'it does not compile' });
    onEvent({
      type: 'verdict',
      variant: 'omp',
      version: 1,
      medianNs: 12,
      curve: { axis: 'n', points: [{ size: 1000, medianNs: 12, baselineNs: null }] },
      warnings: ['replay is not checked'],
      baseline: null,
      before: {
        verdict: 'faster',
        reason: 'the ratio is below 1',
        ratio: 0.5,
        ci95: [0.4, 0.6],
        against: 'omp',
        repetitions: [3, 3],
      },
      milliseconds: 900,
      repetitions: 1,
      refining: true,
    });
  },
  list: () => [registered],
  seen: async (ref) => ({ lab: await labs.open(ref), untrusted: null }),
  trust: async () => registered,
  forget: () => registered,
  code: async () => [code],
};
