import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import { createComparer } from '../../../src-main/core/analysis/compare.ts';
import { createReports } from '../../../src-main/core/analysis/reports.ts';
import { exportRun } from '../../../src-main/core/export/export-run.ts';
import { exportFormats } from '../../../src-main/core/export/formats.ts';
import { publicStore } from '../../../src-main/core/export/public-store.ts';
import { runFile } from '../../../src-main/core/export/run-file.ts';
import { writeSite } from '../../../src-main/core/export/site.ts';
import { readRunFile } from '../../../src-main/core/import/read-run-file.ts';
import { canonicalJson, contentHash } from '../../../src-main/core/store/codec.ts';
import type { Store } from '../../../src-main/core/store/store.ts';
import { defaultMargins } from '../../../src-main/stats/decide.ts';
import { freshStore } from '../../helpers/fresh-store.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import {
  configuration,
  descriptor,
  finished,
  gpu,
  machine,
  newRun,
  planned,
} from '../store/fixtures.ts';

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

/** What is in a file, also where it is compressed. */
async function textOf(file: string): Promise<string> {
  const bytes = readFileSync(file);
  if (file.endsWith('.breakeven')) return gunzipSync(bytes).toString();
  if (!file.endsWith('.parquet')) return bytes.toString();
  const { buffer, byteOffset, byteLength } = bytes;
  const rows = await parquetReadObjects({
    file: buffer.slice(byteOffset, byteOffset + byteLength),
  });
  return rows.map((row) => Object.values(row).join(' ')).join('\n');
}

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
  store.createRun(
    newRun([planned(0), planned(1, { variant: 'omp' })], {
      id,
      title: `Run ${places}`,
      configuration: configuration({ note: places, tags: [host], matrices: `/data/${folder}/m` }),
      machine: { ...machine, hostname: host, gpus: [{ ...gpu, uuid }] },
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
  const other = finished(1, { planned: { variant: 'omp' } });
  const { workload, variant } = descriptor('histogram', 'omp');
  store.saveCase(id, {
    ...other,
    descriptor: {
      workload: { ...workload, title: `Histogram ${places}`, summary: places },
      variant: { ...variant, title: `Threads ${places}`, summary: places, source: places },
    },
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

  it('has none as a file of any format, nor has a site', async () => {
    await fc.assert(
      fc.asyncProperty(secrets, async (given) => {
        const id = stored(given);
        const shown = publicStore(store, '/store');
        const comparer = createComparer(store, () => defaultMargins);
        const reports = createReports(store, comparer);
        expect(reports.of(id).headline).not.toBeNull();
        const report = { store: shown, comparer, catalog: null };
        const folder = temporaryFolder();
        const files = exportFormats.flatMap((format) =>
          exportRun(shown, id, format.id, join(folder, format.id), reports.of(id), { report }),
        );
        const means = { ...report, reports };
        const site = { title: 'Site', samples: true, scrubbed: true };
        const pages = writeSite(join(folder, 'site'), [id], means, site);
        for (const file of [...files, ...pages]) {
          const text = (await textOf(file)).toLowerCase();
          for (const secret of [given.host, given.user, given.folder, given.uuid]) {
            expect([file, secret, text.split(secret).length]).toEqual([file, secret, 1]);
          }
        }
      }),
      { numRuns: 3, seed: 2 },
    );
  });

  it('keeps notes where it is asked to, without names in them', async () => {
    const id = stored({ host: 'qhostz', user: 'quserz', folder: 'qfolderz', uuid: 'GPU-x' });
    const kept = publicStore(store, '/store', { keepNotes: true }).run(id).run;
    expect(kept.note).toMatch(/^on host-[0-9a-f]{4} \(GPU-x\) in a\.c, b\.c$/);
  });
});
