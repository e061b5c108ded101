import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { LabBuild } from '../../../src-main/contract/lab.ts';
import { runFile, sealed, unsealed } from '../../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import type { BuildToStore } from '../../../src-main/core/store/builds.ts';
import { canonicalJson, contentHash } from '../../../src-main/core/store/codec.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { descriptor, finished, newRun, planned } from './fixtures.ts';

let store: Store;
freshStore((fresh) => {
  store = fresh;
});

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function built(text: string, role: BuildToStore['role'] = 'variant'): BuildToStore {
  const toml = 'size = "n"\n';
  const whole: Omit<LabBuild, 'hash'> = {
    command: `gcc -O3 ${role}`,
    compiler: 'gcc 12',
    log: 'warning: é\n',
    ...{ registers: 32, spillBytes: null, sharedBytes: 0, ptx: '.version 8.0', sass: null },
    sources: [
      { name: 'workload.toml', sha256: digest(toml) },
      { name: 'a.c', sha256: digest(text) },
    ],
  };
  const bodies = new Map([toml, text].map((body) => [digest(body), body]));
  return { build: { hash: contentHash(canonicalJson(whole)), ...whole }, role, bodies };
}

/** A run of one case that was compiled from these texts; its id. */
function runOf(texts: readonly string[], contract = 'c1'): string {
  const one = planned(0);
  const { id } = store.createRun(newRun([one]));
  const described = descriptor(one.workload, one.variant);
  store.saveCase(id, {
    ...finished(0),
    descriptor: { ...described, workload: { ...described.workload, lab: { contract } } },
    builds: texts.map((text, at) => built(text, at === 0 ? 'variant' : 'reference')),
  });
  store.finishRun(id, 'complete');
  return id;
}

describe('the builds of a run', () => {
  it('are stored with their texts, equal ones once', () => {
    const first = runOf(['int a;', 'int r;']);
    const second = runOf(['int a;', 'int r;']);
    expect(store.builds(first)).toEqual(store.builds(second));
    expect(
      store
        .caseBuilds(first)
        .get(0)
        ?.map(({ role }) => role),
    ).toEqual(['variant', 'reference']);
    const build = store.builds(first).find(({ command }) => command.endsWith('variant'));
    expect(build).toEqual(built('int a;').build);
    expect(store.source(digest('int a;'))).toBe('int a;');
    expect(store.source(digest('none'))).toBeNull();
  });

  it('go with the last run that has them', () => {
    const [first, second] = [runOf(['int a;']), runOf(['int a;', 'int r;'])];
    store.trash(first);
    store.purge();
    expect(store.source(digest('int a;'))).toBe('int a;');
    store.trash(second);
    store.purge();
    expect(store.source(digest('int a;'))).toBeNull();
  });

  it('are another series where the contract is another', () => {
    const ids = [runOf(['int a;'], 'c1'), runOf(['int b;'], 'c1'), runOf(['int a;'], 'c2')];
    const { workload, variant, values } = planned(0);
    const key = { workload, variant, values, scope: 'kernel', fingerprint: 'f00d' };
    const runs = (contract?: string) =>
      store.series({ ...key, contract }).map(({ runId }) => runId);
    expect(runs('c1')).toEqual(ids.slice(0, 2));
    expect(runs('c2')).toEqual(ids.slice(2));
    expect(runs()).toEqual([]);
  });
});

describe('a run file', () => {
  it('carries texts and builds to another store and back', async () => {
    const id = runOf(['int a;', 'int r;']);
    const read = await readRunFile(Buffer.concat([...runFile(store, id)]));
    const other = openStore(temporaryFolder());
    try {
      other.importRun(read);
      expect(other.builds(id)).toEqual(store.builds(id));
      expect(other.caseBuilds(id)).toEqual(store.caseBuilds(id));
      expect(other.source(digest('int r;'))).toBe('int r;');
      expect(other.descriptors(id).get(0)?.workload.lab).toEqual({ contract: 'c1' });
    } finally {
      other.close();
    }
  });

  it.each([
    ['a text that is another', 'int a;', 'int z;', 'a source is not what its digest says'],
    [
      'a command that is another',
      'gcc -O3 variant',
      'gcc -O0 variant',
      'a build is not what its digest says',
    ],
    ['a build that is missing', '"build":{', '"other":{', 'case 0'],
    ['a text that is missing', '"source":{', '"other":{', 'case 0'],
  ])('is refused with %s', async (_what, from, to, sentence) => {
    const id = runOf(['int a;']);
    const text = gunzipSync(unsealed(Buffer.concat([...runFile(store, id)])) ?? '').toString(
      'utf8',
    );
    expect(text).toContain(from);
    await expect(
      readRunFile(Buffer.concat([...sealed([gzipSync(text.replaceAll(from, to))])])),
    ).rejects.toThrow(sentence);
  });
});
