import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { createReports } from '../../../src-main/core/analysis/reports.ts';
import { publicStore } from '../../../src-main/core/export/public-store.ts';
import { writeSite } from '../../../src-main/core/export/site.ts';
import { createSampleResults } from '../../../src-main/core/import/sample-results.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const attack = '</title><script>alert(1)</script><img src=x onerror=alert(1)>';
const host = 'qsecrethostz';
const uuid = 'GPU-0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f';

let store: Store;
let ids: string[];
let home = '';

/** Shipped runs as somebody hostile or careless would have them: markup and names in all texts of people. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'breakeven-site-'));
  store = openStore(home);
  const samples = createSampleResults();
  ids = [];
  for (const id of ['scan-cpu', 'histogram-cpu']) {
    const run = await samples.read(id);
    const machine = { ...run.machine, hostname: host, os: `${run.machine.os} ${attack}` };
    const cases = run.cases.map((each) => ({
      ...each,
      stored: { ...each.stored, warnings: [`${attack} ${uuid} /home/quserz/qfolderz/a.c`] },
    }));
    const title = `${id} on ${host} ${attack}`;
    const made = { ...run, machine, cases, run: { ...run.run, title, note: `${host} ${attack}` } };
    ids.push(store.importRun(made).id);
  }
});

afterAll(() => {
  store.close();
  rmSync(home, { recursive: true, force: true });
});

function written(folder: string, scrubbed: boolean, samples = true): readonly string[] {
  const comparer = createComparer(store, () => defaultMargins);
  const shown = scrubbed ? publicStore(store, '/store') : store;
  const means = { comparer, reports: createReports(store, comparer), catalog: null, store: shown };
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
  const there = readdirSync(folder, { recursive: true, withFileTypes: true });
  expect(there.filter((entry) => entry.isFile())).toHaveLength(files.length);
  const pages = files.filter((file) => file.endsWith('.html'));
  expect(pages).toHaveLength(1 + 2 + 2 + 1);
  for (const file of pages) {
    const page = textOf(file);
    expect(page).toContain('names of people and machines are in it');
    expect(page).toContain("default-src 'none'; style-src 'self'");
    expect(page).not.toMatch(/<script|<img|style="/);
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(1);
    for (const link of links) expect(files).toContain(resolve(dirname(file), link));
  }
  // What is in every page was in the run.
  expect(textOf(join(folder, 'index.html'))).toContain('&lt;script>alert(1)');
  writeFileSync(join(folder, 'run', 'mine.txt'), 'mine');
  expect(() => written(folder, false)).toThrow(
    'has files that are not of a site (run/mine.txt): name an empty folder',
  );
  expect(files.map((file) => readFileSync(file))).toEqual(before);
});

it('that is public has no host, user, folder or UUID, and no run file where none is asked for', () => {
  for (const samples of [true, false]) {
    const files = written(join(temporaryFolder(), 'site'), true, samples);
    expect(files.filter((file) => file.endsWith('.breakeven'))).toHaveLength(samples ? 2 : 0);
    for (const file of files) {
      const text = textOf(file);
      for (const secret of [host, 'quserz', 'qfolderz', uuid]) expect(text).not.toContain(secret);
      expect(text).not.toContain('names of people and machines are in it');
    }
  }
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
