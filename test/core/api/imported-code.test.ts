import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../../src-main/core/app.ts';
import { exportFormats } from '../../../src-main/core/export/formats.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { canonicalJson, contentHash } from '../../../src-main/core/store/codec.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { descriptor, finished, newRun, planned } from '../store/fixtures.ts';

/** Every program that is started, whichever function of Node starts it. */
const started = vi.hoisted(() => [] as string[]);
vi.mock('node:child_process', async (original) => {
  const real = await original<Record<string, unknown>>();
  const watched = Object.entries(real).map(([name, member]) => [
    name,
    typeof member === 'function' && /^(spawn|exec|fork)/.test(name)
      ? (program: string, ...more: unknown[]) => {
          started.push(String(program));
          return (member as (...all: unknown[]) => unknown)(program, ...more);
        }
      : member,
  ]);
  return Object.fromEntries(watched);
});

const toml = 'id = "mine"\nsize = "n"\n';
const source = '__attribute__((constructor)) void owned(void) {}\n';
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A run of a lab with sources and commands, as another machine exports it. */
function runOfLab(): Buffer {
  const store = openStore(temporaryFolder());
  const cases = [planned(0), planned(1, { variant: 'omp-private' })];
  const { id } = store.createRun(newRun(cases));
  const whole = {
    ...{ command: 'touch /tmp/owned; gcc -O3 a.c', compiler: 'gcc 12', log: '$(id)' },
    ...{ registers: null, spillBytes: null, sharedBytes: null, ptx: null, sass: null },
    sources: [
      { name: 'workload.toml', sha256: digest(toml) },
      { name: 'a.c', sha256: digest(source) },
    ],
  };
  const build = { hash: contentHash(canonicalJson(whole)), ...whole };
  const bodies = new Map([toml, source].map((text) => [digest(text), text]));
  for (const { index, workload, variant } of cases) {
    const described = descriptor(workload, variant);
    store.saveCase(id, {
      ...finished(index, { planned: { variant } }),
      descriptor: { ...described, workload: { ...described.workload, lab: { contract: 'c1' } } },
      builds: [{ build, role: 'variant', bodies }],
    });
  }
  store.finishRun(id, 'complete');
  const bytes = Buffer.concat([...runFile(store, id)]);
  store.close();
  return bytes;
}

describe('the code of an imported run', () => {
  afterEach(() => {
    started.length = 0;
  });

  it('starts nothing of it to show, compare or export it', async () => {
    const bytes = runOfLab();
    const asked: string[] = [];
    const engines = createScriptedEngines();
    const app = createApp({
      home: temporaryFolder(),
      lockName: `imported-${process.pid}`,
      forkEngine: (environment) => {
        const engine = engines.fork(environment);
        const send: typeof engine.send = (message) => {
          asked.push(message.type);
          engine.send(message);
        };
        return { ...engine, send };
      },
    });
    const data = bytes.toString('base64');
    const { run } = await app.api.importRun({ upload: null, data, last: true });
    const ref = run?.id ?? '';
    const { cases } = await app.api.run({ ref });
    expect(cases).toHaveLength(2);
    const { builds, texts } = await app.api.runCode({ ref });
    expect(builds[0]?.build.command).toBe('touch /tmp/owned; gcc -O3 a.c');
    expect(builds[0]?.build.sources.map(({ sha256 }) => texts[sha256])).toEqual([toml, source]);
    const [a, b] = cases.map(({ variant }) => `${ref}:${variant}`);
    await app.api.compareRuns({ refs: [a ?? '', b ?? ''] });
    await app.api.figure({ ref, kind: 'scaling' });
    for (const { id: format } of exportFormats) {
      expect((await app.api.exportRun({ ref, format })).files.length).toBeGreaterThan(0);
    }
    await app.close();
    // An engine may say what it has; it is handed nothing of the run.
    expect(asked.filter((type) => type !== 'describe')).toEqual([]);
    expect(started).toEqual([]);
  });
});
