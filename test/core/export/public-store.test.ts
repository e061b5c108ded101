import { homedir } from 'node:os';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publicStore } from '../../../src-main/core/export/public-store.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { canonicalJson, contentHash } from '../../../src-main/core/store/codec.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { configuration, finished, machine, newRun, planned } from '../store/fixtures.ts';

let store: Store;
freshStore((opened) => {
  store = opened;
});

const hex = (digits: number) =>
  fc.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`)).filter((text) => text.length === digits);
/** Words that stand in no run file by themselves. */
const word = fc.stringMatching(/^q[a-z]{5,9}z$/);
const secrets = fc.record({
  host: word,
  user: word,
  folder: word,
  uuid: fc.tuple(hex(8), hex(4), hex(4), hex(4), hex(12)).map((parts) => `GPU-${parts.join('-')}`),
});
let runs = 0;

function stored({
  host,
  user,
  folder,
  uuid,
}: {
  host: string;
  user: string;
  folder: string;
  uuid: string;
}) {
  runs += 1;
  const places = `on ${host.toUpperCase()} (${uuid}) in /home/${user}/${folder}/a.c, ${homedir()}/${folder}/b.c`;
  const id = `public${runs}`;
  const [gpu] = machine.gpus;
  store.createRun(
    newRun([planned(0)], {
      id,
      title: `Run ${places}`,
      configuration: configuration({ note: places, tags: [host], matrices: `/data/${folder}/m` }),
      machine: {
        ...machine,
        hostname: host,
        gpus: gpu === undefined ? [] : [{ ...gpu, uuid }],
      },
    }),
  );
  const made = finished(0);
  const body = `// ${places}\nint qsource;\n`;
  const whole = {
    ...{ command: `cc -O3 /home/${user}/${folder}/a.c`, compiler: 'cc 12', log: places },
    ...{ registers: null, spillBytes: null, sharedBytes: null, ptx: null, sass: null },
    sources: [{ name: `/home/${user}/${folder}/a.c`, sha256: contentHash(body) }],
  };
  const build = { hash: contentHash(canonicalJson(whole)), ...whole };
  const builds = [
    { build, role: 'variant' as const, bodies: new Map([[contentHash(body), body]]) },
  ];
  store.saveCase(id, {
    ...made,
    builds,
    result: { ...made.result, warnings: [places], attributes: { gpu: uuid, program: places } },
  });
  store.log(id, { level: 'info', text: places });
  store.finishRun(id, 'complete');
  return id;
}

describe('a public run file', () => {
  it('has no host, user, folder or UUID of the run, and is read as any other', async () => {
    await fc.assert(
      fc.asyncProperty(secrets, async (given) => {
        const id = stored(given);
        const bytes = Buffer.concat([...runFile(publicStore(store, '/store'), id)]);
        const text = gunzipSync(bytes).toString();
        for (const secret of [
          'qsource',
          given.host,
          given.user,
          given.folder,
          given.uuid,
          homedir(),
        ]) {
          const places = text.toLowerCase().split(secret.toLowerCase());
          // The home folder of the superuser is a word of many paths.
          if (secret.length > 6) expect([secret, places.length]).toEqual([secret, 1]);
        }
        expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ scrubbed: true });
        const read = await readRunFile(bytes);
        expect(read.run).toMatchObject({ id, scrubbed: true, note: '', tags: [] });
        expect(read.cases[0]?.builds?.[0]?.build.command).toBe('cc -O3 a.c');
        const before = await readRunFile(Buffer.concat([...runFile(store, id)]));
        expect(read.cases[0]?.samples).toEqual(before.cases[0]?.samples);
        expect(read.cases[0]?.stored.metrics).toEqual(before.cases[0]?.stored.metrics);
      }),
      { numRuns: 30, seed: 1 },
    );
  });

  it('keeps notes where it is asked to, without names in them', async () => {
    const id = stored({ host: 'qhostz', user: 'quserz', folder: 'qfolderz', uuid: 'GPU-x' });
    const kept = publicStore(store, '/store', { keepNotes: true }).run(id).run;
    expect(kept.note).toMatch(/^on host-[0-9a-f]{4} \(GPU-x\) in a\.c, b\.c$/);
  });
});
