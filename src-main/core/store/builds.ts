import { deflateSync, inflateSync } from 'node:zlib';
import type { CaseBuild, LabBuild, LabSourceFile } from '../../contract/lab.ts';
import { byCase } from './by-case.ts';
import { decodeJson, encodeJson } from './codec.ts';
import type { RunKey } from './reference.ts';
import { type Database, upsert } from './sqlite.ts';

/** A build with the texts that it was made of, by digest. */
export type BuildToStore = {
  readonly build: LabBuild;
  readonly role: CaseBuild['role'];
  readonly bodies: ReadonlyMap<string, string>;
};

/** Links a case with its builds; texts and builds that are stored already are not written again. */
export function writeBuilds(
  database: Database,
  caseId: number,
  builds: readonly BuildToStore[],
): void {
  for (const { build, role, bodies } of builds) {
    writeBuild(database, build, bodies);
    const link = { case_id: caseId, role, build: build.hash };
    upsert(database, 'case_build', ['case_id', 'role'], link);
  }
}

function writeBuild(
  database: Database,
  build: LabBuild,
  bodies: ReadonlyMap<string, string>,
): void {
  const known = database.prepare<{ hash: string }>('SELECT hash FROM build WHERE hash = ?');
  if (known.get(build.hash) !== undefined) return;
  for (const { sha256 } of build.sources) {
    const body = bodies.get(sha256);
    if (body !== undefined) writeSource(database, sha256, body);
  }
  const { hash, command, compiler, log, registers, spillBytes, sharedBytes } = build;
  database
    .prepare(
      `INSERT INTO build (hash, command, compiler, log, registers, spill_bytes, shared, ptx, sass, sources)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...[hash, command, compiler, log, registers, spillBytes, sharedBytes],
      ...[packed(build.ptx), packed(build.sass), encodeJson(build.sources)],
    );
}

function writeSource(database: Database, hash: string, body: string): void {
  database
    .prepare(
      'INSERT INTO source (hash, bytes, body) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING',
    )
    .run(hash, Buffer.byteLength(body), deflateSync(body));
}

const packed = (text: string | null): Buffer | null => (text === null ? null : deflateSync(text));
const unpacked = (bytes: Buffer | null): string | null =>
  bytes === null ? null : inflateSync(bytes).toString('utf8');

type BuildRecord = Omit<LabBuild, 'ptx' | 'sass' | 'sources'> & {
  readonly ptx: Buffer | null;
  readonly sass: Buffer | null;
  readonly sources: string;
};

/** The builds of a run's cases by case index, in the order of roles. */
export function readCaseBuilds(
  database: Database,
  run: RunKey,
): ReadonlyMap<number, readonly CaseBuild[]> {
  const rows = database
    .prepare<{ case_index: number; build: string; role: CaseBuild['role'] }>(
      `SELECT c.case_index, b.build, b.role FROM case_build AS b JOIN run_case AS c ON c.id = b.case_id
       WHERE c.run = ? ORDER BY c.case_index, b.role DESC`,
    )
    .all(run.seq);
  return byCase(rows, ({ build, role }) => ({ role, hash: build }));
}

/** The builds of a run, once each. */
export function readBuilds(database: Database, run: RunKey): readonly LabBuild[] {
  return database
    .prepare<BuildRecord>(
      `SELECT hash, command, compiler, log, registers, spill_bytes AS spillBytes, shared AS sharedBytes, ptx, sass, sources
       FROM build
       WHERE hash IN (SELECT b.build FROM case_build AS b JOIN run_case AS c ON c.id = b.case_id WHERE c.run = ?)
       ORDER BY hash`,
    )
    .all(run.seq)
    .map((record) => ({
      ...record,
      ptx: unpacked(record.ptx),
      sass: unpacked(record.sass),
      sources: decodeJson<LabSourceFile[]>(record.sources),
    }));
}

/** A stored text by its digest; null where there is none. */
export function readSource(database: Database, hash: string): string | null {
  const row = database
    .prepare<{ body: Buffer }>('SELECT body FROM source WHERE hash = ?')
    .get(hash);
  return row === undefined ? null : unpacked(row.body);
}

/** Removes texts and builds that no case has any more. */
export function removeUnusedBuilds(database: Database): void {
  database.prepare('DELETE FROM build WHERE hash NOT IN (SELECT build FROM case_build)').run();
  database
    .prepare(
      `DELETE FROM source WHERE hash NOT IN
         (SELECT json_extract(value, '$.sha256') FROM build, json_each(build.sources))`,
    )
    .run();
}
