import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '../../../src-main/contract/workload.ts';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { createReports } from '../../../src-main/core/analysis/reports.ts';
import { publicStore } from '../../../src-main/core/export/public-store.ts';
import { writeSite } from '../../../src-main/core/export/site.ts';
import { siteOfStore } from '../../../src-main/core/export/site-of-runs.ts';
import { runsOfFolder, withPassingStore } from '../../../src-main/core/import/passing-store.ts';
import { readReported } from '../../../src-main/core/import/reported-run.ts';
import { createSampleResults } from '../../../src-main/core/import/sample-results.ts';
import { siteInThread, siteOfFolder } from '../../../src-main/core/import/site-of-folder.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { productVersion } from '../../../src-main/core/util/product-version.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { filesBelow } from '../../helpers/store-files.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const attack = '</title><script>alert(1)</script><img src=x onerror=alert(1)>';
const host = 'qsecrethostz';
const uuid = 'GPU-0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f';

let store: Store;
let shipped: string[];
let home = '';

/** Shipped runs as somebody hostile or careless would have them: markup and names in all texts of people. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'breakeven-site-'));
  store = openStore(home);
  const samples = createSampleResults();
  shipped = [];
  for (const id of ['scan-cpu', 'histogram-cpu']) {
    const run = await samples.read(id);
    const machine = { ...run.machine, hostname: host, os: `${run.machine.os} ${attack}` };
    const cases = run.cases.map((each) => ({
      ...each,
      stored: { ...each.stored, warnings: [`${attack} ${uuid} /home/quserz/qfolderz/a.c`] },
    }));
    const title = `${id} on ${host} ${attack}`;
    const made = { ...run, machine, cases, run: { ...run.run, title, note: `${host} ${attack}` } };
    shipped.push(store.importRun(made).id);
  }
});

afterAll(() => {
  store.close();
  rmSync(home, { recursive: true, force: true });
});

function written(
  folder: string,
  scrubbed: boolean,
  samples = true,
  ids: readonly string[] = shipped,
  from: Store = store,
): readonly string[] {
  const comparer = createComparer(from, () => defaultMargins);
  const shown = scrubbed ? publicStore(from, '/store') : from;
  const means = { comparer, reports: createReports(from, comparer), catalog: null, store: shown };
  return writeSite(folder, ids, means, { title: `Site ${attack}`, samples, scrubbed });
}

const textOf = (file: string): string => {
  const bytes = readFileSync(file);
  return (file.endsWith('.breakeven') ? gunzipSync(bytes) : bytes).toString();
};

it('is the same twice, replaces itself alone, and every text of a run stays text', () => {
  const folder = join(temporaryFolder(), 'site');
  const files = written(folder, false);
  const before = files.map((file) => readFileSync(file));
  expect(written(folder, false)).toEqual(files);
  expect(files.map((file) => readFileSync(file))).toEqual(before);
  expect(filesBelow(folder)).toHaveLength(files.length);
  const pages = files.filter((file) => file.endsWith('.html'));
  expect(pages).toHaveLength(1 + 2 + 2 + 1);
  for (const file of pages) {
    const page = textOf(file);
    expect(page).toContain('this page contains names of people and machines');
    expect(page).toContain("default-src 'none'; style-src 'self'");
    expect(page).not.toMatch(/<img|style="/);
    // Pages of runs have no script; others have one, which is no text of a run.
    const script = /<script defer src="(?:\.\.\/\.\.\/)?filter\.js"><\/script>/g;
    expect(page.match(script) ?? []).toHaveLength(file.includes('/run/') ? 0 : 1);
    expect(page.includes("script-src 'self'")).toBe(!file.includes('/run/'));
    expect(page.replace(script, '')).not.toContain('<script');
    const links = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(files).toContain(resolve(dirname(file), link));
  }
  expect(readFileSync(join(folder, 'filter.js')).length).toBeLessThanOrEqual(3072);
  // What is in every page was in the run.
  expect(textOf(join(folder, 'index.html'))).toContain('&lt;script>alert(1)');
  writeFileSync(join(folder, 'run', 'mine.txt'), 'mine');
  expect(() => written(folder, false)).toThrow(
    'has files that are not of a site (run/mine.txt): name an empty folder',
  );
  expect(files.map((file) => readFileSync(file))).toEqual(before);
});

it('that cannot be made leaves the site of before, or nothing', () => {
  const folder = join(temporaryFolder(), 'site');
  const filesIn = () =>
    filesBelow(folder)
      .map((name) => join(folder, name))
      .toSorted();
  const fails: Store = {
    ...store,
    samples() {
      throw new Error('a fault of the disk');
    },
  };
  const failing = () => written(folder, false, true, shipped, fails);
  expect(failing).toThrow('a fault of the disk');
  expect(filesIn()).toEqual([]);
  // Of another title, and without one of the runs of the next.
  const files = written(folder, true, false, shipped.slice(1));
  const before = files.map((file) => readFileSync(file));
  expect(failing).toThrow('a fault of the disk');
  expect(filesIn()).toEqual(files.toSorted());
  expect(files.map((file) => readFileSync(file))).toEqual(before);
  // Nor is one in the way that was killed before its end.
  const unfinished = join(folder, '.breakeven-site-unfinished', 'run');
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, 'index.html.unfinished'), '<!doctype');
  const next = written(folder, false, false, shipped.slice(0, 1));
  expect(filesIn()).toEqual(next.toSorted());
});

it('that is public has no host, user, folder or UUID, and no run file where none is asked for', () => {
  for (const samples of [true, false]) {
    const files = written(join(temporaryFolder(), 'site'), true, samples);
    expect(files.filter((file) => file.endsWith('.breakeven'))).toHaveLength(samples ? 2 : 0);
    for (const file of files) {
      const text = textOf(file);
      for (const secret of [host, 'quserz', 'qfolderz', uuid]) expect(text).not.toContain(secret);
      expect(text).not.toContain('this page contains names of people and machines');
    }
  }
});

describe('a site of several runs and machines', () => {
  let folder = '';
  /** Ten runs on each of two machines, of which the second half on the first machine takes a third longer. */
  beforeAll(async () => {
    const run = await createSampleResults().read('scan-cpu');
    const largest = run.cases.filter(({ stored }) => stored.values.n === 1_048_576);
    const ids = [...Array(20).keys()].map((i) => {
      const [second, slow] = [i >= 10, i >= 5 && i < 10];
      const createdAt = new Date(Date.parse(run.run.createdAt) + i * 3_600_000).toISOString();
      const machine = second ? { fingerprint: 'f'.repeat(16), hostname: 'second' } : {};
      const threads: Values = second ? { threads: 16 } : {};
      const factor = (slow ? 4 / 3 : 1) * (1 + 0.001 * (i % 3));
      const longer = <T extends object>(times: T): T =>
        Object.fromEntries(
          Object.entries(times).map(([name, value]) => [
            name,
            /Ns$/.test(name) && typeof value === 'number' ? factor * value : value,
          ]),
        ) as T;
      const cases = largest.map(({ samples, stored, ...each }) => ({
        ...each,
        stored: {
          ...stored,
          values: 'threads' in stored.values ? { ...stored.values, ...threads } : stored.values,
          metrics: Object.fromEntries(
            Object.entries(stored.metrics).map(([scope, metric]) => [scope, longer(metric)]),
          ),
        },
        samples: samples.map(({ process, ...one }) => ({
          ...one,
          timesNs: one.timesNs.map((ns) => factor * ns),
          ...(process === undefined ? {} : { process: longer(process) }),
        })),
      }));
      const id = `2n3g00${String(i).padStart(6, '0')}`;
      const made = { ...run, cases, machine: { ...run.machine, ...machine } };
      return store.importRun({ ...made, run: { ...run.run, id, createdAt, title: id } }).id;
    });
    folder = join(temporaryFolder(), 'site');
    written(folder, true, false, ids.toReversed());
  });
  const pageOf = (kind: string) =>
    readdirSync(join(folder, kind)).map((name) =>
      readFileSync(join(folder, kind, name, 'index.html'), 'utf8'),
    );

  it('has all machines in one figure of their workload', () => {
    const [page = ''] = pageOf('workload');
    expect(page.match(/<svg /g)).toHaveLength(1);
    const hosts = [...page.matchAll(/machine = AMD EPYC \((host-\w{4})\)/g)].map(
      ([, name]) => name,
    );
    expect(new Set(hosts).size).toBe(2);
    // Each has as many threads as it has cores, and no line is missing for that.
    expect(page).toMatch(/threads: 16 on AMD EPYC \(host-\w{4}\), 2 on AMD EPYC \(host-\w{4}\)\./);
    expect(new Set(page.match(/omp-two-pass, machine = AMD EPYC \(host-\w{4}\)/g)).size).toBe(2);
  });

  it('has the changes over the runs of a machine on its page', () => {
    const pages = pageOf('machine');
    expect(pages).toHaveLength(2);
    const changed = pages.filter((page) => page.includes('Band: change point'));
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatch(/\+3\d(\.\d+)? %/);
    // The store has another run of this machine, which is not of the site.
    expect(changed[0]).toMatch(/sequential: 1 change point in 10 runs: slower/);
    for (const page of pages) expect(page).toContain('over the runs');
  });
});

it('of a folder has its files read by threads, in their order, and names one that is damaged', async () => {
  const from = temporaryFolder();
  const sample = join(repositoryRoot, 'resources', 'sample-results', 'histogram-cpu.breakeven');
  for (const name of 'abcdefgh') cpSync(sample, join(from, `${name}.breakeven`));
  const asked = { title: 'Site', samples: false, public: undefined, home, catalog: null };
  const pages = { ...asked, folder: temporaryFolder() };
  const alone = await readReported(sample, pages);
  const parts = alone.cases.flatMap(({ samples }) => samples);
  expect(new Set(parts.map(({ timesNs }) => timesNs.length))).toEqual(new Set([0]));
  expect(alone.report.breakEvens).not.toEqual([]);
  const read: unknown[] = [];
  for await (const run of runsOfFolder(from, pages)) read.push(run);
  expect(read).toEqual(Array.from({ length: 8 }, () => alone));
  writeFileSync(join(from, 'f.breakeven'), readFileSync(sample).subarray(0, 5000));
  const seen: string[] = [];
  const reading = async () => {
    for await (const { run } of runsOfFolder(from, pages)) seen.push(run.id);
  };
  await expect(reading()).rejects.toThrow(/^f\.breakeven: This run file cannot be read: /);
  expect(seen).toHaveLength(5);
});

it('of the shipped samples is the one whose digests are stored', async () => {
  const folder = temporaryFolder();
  const asked = { query: '', title: 'Samples', samples: false, catalog: null };
  const files = await siteOfFolder(join(repositoryRoot, 'resources', 'sample-results'), {
    ...asked,
    ...{ folder, public: 'all', home: folder },
  });
  // Its styles are those of the windows, and change with them.
  const pages = files.filter((file) => !file.endsWith('.css'));
  const lines = pages.map((file) => {
    const text = readFileSync(file, 'utf8').replaceAll(productVersion(), 'VERSION');
    return `${createHash('sha256').update(text).digest('hex')} ${relative(folder, file)}\n`;
  });
  // What was changed on purpose is stored anew by `vitest run -u`.
  await expect(lines.toSorted().join('')).toMatchFileSnapshot('site-digests.txt');
});

describe('a site of a folder', () => {
  const filesOf = (folder: string): ReadonlyMap<string, string> =>
    new Map(
      filesBelow(folder)
        .toSorted()
        .map((name) => [name, textOf(join(folder, name))] as const),
    );

  it.each([
    [undefined, false],
    ['all', true],
  ] as const)(
    'is that of a store with its runs (public: %s, samples: %s)',
    async (scrub, samples) => {
      const from = temporaryFolder();
      // Two machines with workloads in common.
      for (const name of ['peers-gpu', 'quick-gpu']) {
        const file = `${name}.breakeven`;
        cpSync(join(repositoryRoot, 'resources', 'sample-results', file), join(from, file));
      }
      const asked = { query: '', title: 'Site', samples, public: scrub, home, catalog: null };
      const [made, imported] = [temporaryFolder(), temporaryFolder()];
      await siteOfFolder(from, { ...asked, folder: made });
      const { read } = createSampleResults();
      const runs = [await read('peers-gpu'), await read('quick-gpu')];
      await withPassingStore(runs, (opened) => siteOfStore(opened, { ...asked, folder: imported }));
      const files = filesOf(made);
      expect(files).toEqual(filesOf(imported));
      expect(files.size).toBeGreaterThan(6);
    },
  );

  it('names a file that cannot be read, and leaves nothing', async () => {
    const from = temporaryFolder();
    const folder = temporaryFolder();
    writeFileSync(join(from, 'damaged.breakeven'), 'no run');
    const asked = { query: '', title: 'Site', samples: false, public: undefined, home };
    const making = siteInThread(from, { ...asked, folder, catalog: null });
    await expect(making).rejects.toThrow(/^damaged\.breakeven: This run file cannot be read: /);
    expect(readdirSync(folder)).toEqual([]);
  });
});

it('is the same in another folder, time zone, language and store', { timeout: 60_000 }, () => {
  const from = temporaryFolder();
  const name = 'histogram-cpu.breakeven';
  cpSync(join(repositoryRoot, 'resources', 'sample-results', name), join(from, name));
  const hashes = [
    { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' },
    { TZ: 'America/Montevideo', LANG: 'C' },
  ].map((env) => {
    const folder = join(temporaryFolder(), 'site');
    const cli = join(repositoryRoot, 'dist', 'main', 'cli.js');
    const words = ['export', '--format', 'site', '--from', from, '--out', folder];
    execFileSync(process.execPath, [cli, ...words, '--home', temporaryFolder()], {
      env: { ...process.env, ...env },
    });
    const hash = createHash('sha256');
    const files = filesBelow(folder).toSorted();
    for (const file of files) hash.update(readFileSync(join(folder, file)));
    return [files.length, hash.digest('hex')];
  });
  expect(hashes[1]).toEqual(hashes[0]);
  expect(hashes[0]?.[0]).toBeGreaterThan(5);
});

it('never empties a folder whose list names files outside of it', () => {
  const folder = temporaryFolder();
  const outside = join(folder, 'kept.txt');
  const site = join(folder, 'site');
  written(site, false);
  writeFileSync(outside, 'kept');
  writeFileSync(
    join(site, 'index.json'),
    JSON.stringify({ site: 'breakeven', files: ['../kept.txt', 'index.html'] }),
  );
  expect(() => written(site, false)).toThrow('are not of a site');
  expect(readFileSync(outside, 'utf8')).toBe('kept');
});
