import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type {
  EngineCase,
  EngineEvent,
  EngineReply,
} from '../../src-main/contract/engine-protocol.ts';
import type { Values } from '../../src-main/contract/workload.ts';
import { createEngine } from '../../src-main/engine/engine.ts';
import { withUnpacked } from '../../src-main/engine/unpacked-input.ts';
import { policy } from '../core/store/fixtures.ts';
import { createScriptedProvider } from '../helpers/scripted-engine.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const text = '%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n';

function packed(content: Uint8Array | string = text): string {
  const path = join(temporaryFolder(), 'small.mtx.gz');
  writeFileSync(path, gzipSync(content));
  return path;
}

const leftovers = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`breakeven-input-${process.pid}-`));

async function messageOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'resolved',
    (error: unknown) =>
      `${Reflect.get(Object(error), 'code')}: ${Reflect.get(Object(error), 'message')}`,
  );
}

describe('compressed input', () => {
  it('is readable as a file of this user alone while it is used, and gone afterwards', async () => {
    const path = packed();
    const plain = await withUnpacked(path, async (copy) => {
      expect(readFileSync(copy, 'utf8')).toBe(text);
      expect(copy).toMatch(/small\.mtx$/);
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(copy)).mode & 0o777).toBe(0o700);
      return copy;
    });
    expect(existsSync(plain)).toBe(false);
    expect(leftovers()).toEqual([]);
  });

  it('has one path and the time of the original, so that what is held of it is found', async () => {
    const path = packed();
    utimesSync(path, 1000, 2000.5);
    const look = (copy: string) => Promise.resolve({ copy, time: statSync(copy).mtimeMs });
    const [first, second] = await Promise.all([withUnpacked(path, look), withUnpacked(path, look)]);
    expect(second).toEqual(first);
    expect(first.time).toBe(2_000_500);
  });

  it('leaves other files as they are', async () => {
    expect(await withUnpacked('/data/a.mtx', async (path) => path)).toBe('/data/a.mtx');
  });

  it('may be as large as is allowed and no larger', async () => {
    const path = packed(Buffer.alloc(1000));
    const size = async (copy: string) => statSync(copy).size;
    expect(await withUnpacked(path, size, 1000)).toBe(1000);
    expect(await messageOf(withUnpacked(path, size, 999))).toBe(
      `bad-input: the input file ${path} unpacks to more than 999 bytes, the maximum`,
    );
    expect(leftovers()).toEqual([]);
  });

  it('is given up early when it is larger than its header says', async () => {
    const rest = (bytes: number) => packed(Buffer.concat([Buffer.from(text), Buffer.alloc(bytes)]));
    const size = async (copy: string) => statSync(copy).size;
    expect(await withUnpacked(rest(2 ** 19), size)).toBe(text.length + 2 ** 19);
    expect(await messageOf(withUnpacked(rest(2 ** 22), size))).toMatch(
      /^bad-input: the input file .*small\.mtx\.gz is larger than its header says/,
    );
    const head = '%%MatrixMarket matrix coordinate real general\n% of the tests\n\n9 9 5000\n';
    const many = packed(Buffer.concat([Buffer.from(head), Buffer.alloc(2 ** 22, '1 1 1.0\n')]));
    expect(await withUnpacked(many, size)).toBe(head.length + 2 ** 22);
    expect(leftovers()).toEqual([]);
  });

  it('is refused in one sentence when it is damaged, cut off, no file or not there', async () => {
    const folder = temporaryFolder();
    const use = async () => 'used';
    const write = (name: string, content: Uint8Array | string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const sound = gzipSync(Buffer.from(text.repeat(50)));
    const changed = Buffer.from(sound);
    changed.fill(255, 20, 30);
    const cases: readonly (readonly [string, RegExp])[] = [
      [write('text.mtx.gz', text), /is not valid gzip data$/],
      [write('changed.mtx.gz', changed), /is not valid gzip data$/],
      [
        write('cut.mtx.gz', sound.subarray(0, sound.length - 12)),
        /is truncated: its gzip data ends/,
      ],
      [write('empty.mtx.gz', ''), /is truncated: its gzip data ends/],
      [join(folder, 'absent.mtx.gz'), /absent\.mtx\.gz cannot be opened$/],
    ];
    mkdirSync(join(folder, 'folder.gz'));
    for (const [path, expected] of [
      ...cases,
      [join(folder, 'folder.gz'), /cannot be opened$/],
    ] as const) {
      const message = await messageOf(withUnpacked(path, use));
      expect(message).toMatch(expected);
      expect(message).toMatch(/^(bad-input: the input file |resolved$)/);
    }
    expect(leftovers()).toEqual([]);
  });

  it('is named by its own name in what readers say', async () => {
    const path = packed();
    const fail = async (copy: string): Promise<never> => {
      throw new Error(`${copy}, line 3: the matrix is odd`);
    };
    expect(await messageOf(withUnpacked(path, fail))).toContain(
      `${path}, line 3: the matrix is odd`,
    );
  });

  it('removes what a process that was killed left behind', async () => {
    // No process has this id: the system's largest is smaller.
    const stale = join(tmpdir(), 'breakeven-input-2147483646-left');
    mkdirSync(stale, { recursive: true });
    // The sweep is done once in a process, so this one has to be a new one.
    const { spawnSync } = await import('node:child_process');
    const module = new URL('../../src-main/engine/unpacked-input.ts', import.meta.url).href;
    const script = `const { withUnpacked } = await import(${JSON.stringify(module)}); await withUnpacked(${JSON.stringify(packed())}, async () => {});`;
    const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(child.stderr).not.toContain('Error');
    expect(existsSync(stale)).toBe(false);
  });
});

describe('the engine', () => {
  it('gives providers the unpacked file, for questions and for cases, and keeps what the plan says', async () => {
    const path = packed();
    const seen: string[] = [];
    const scripted = createScriptedProvider({ crash: () => {} });
    const provider = {
      ...scripted,
      inspectInput: async (_workload: string, input: string, values: Values) => {
        seen.push(readFileSync(input, 'utf8'));
        return { ...values, n: 2 };
      },
      run: async (engineCase: EngineCase, onEvent: Parameters<typeof scripted.run>[1]) => {
        seen.push(readFileSync(String(engineCase.input), 'utf8'));
        return await scripted.run(engineCase, onEvent);
      },
    };
    const events: EngineEvent[] = [];
    const engine = createEngine([{ name: 'test', provider }], [], (event) => events.push(event));
    const replyTo = async (id: number): Promise<EngineReply> =>
      await expect
        .poll(() => events.find((event) => event.type === 'reply' && event.id === id))
        .toBeDefined()
        .then(() => {
          const found = events.find((event) => event.type === 'reply' && event.id === id);
          if (found?.type !== 'reply') throw new Error('no reply');
          return found.reply;
        });
    engine.handle({ type: 'inspect', id: 1, workload: 'count', input: path, values: { bins: 5 } });
    expect(await replyTo(1)).toEqual({ ok: true, decided: { bins: 5, n: 2 } });
    const engineCase: EngineCase = {
      index: 0,
      workload: 'count',
      variant: 'sequential',
      values: { n: 10 },
      inputKey: 'x',
      input: path,
      repetition: 0,
      warnings: ['the input stands in for another'],
      policy: { ...policy, parameters: { samples: 3 }, timeLimitS: 1 },
    };
    engine.handle({ type: 'run', id: 2, case: engineCase });
    expect(await replyTo(2)).toMatchObject({
      ok: true,
      result: {
        attributes: { input: basename(path) },
        warnings: expect.arrayContaining(['the input stands in for another']),
      },
    });
    expect(seen).toEqual([text, text]);
    expect(leftovers()).toEqual([]);
  });
});
