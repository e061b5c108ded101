import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src-main/core/store/database.ts';
import { cliPath } from '../../test/helpers/paths.ts';
import { defineDigest } from '../../test/simulations/multiply-store.ts';
import { bigTitle } from '../../test/simulations/synthetic-store.ts';

export type Exported = {
  readonly rows: number;
  readonly seconds: number;
  /** Resident at any time of the program that exports. */
  readonly maxMegabytes: number;
};

/** Exports the samples of one run as the command line does, as they are and five times as many. */
export async function exportMemory(home: string): Promise<readonly Exported[]> {
  const id = grow(home, 1);
  const small = await exported(home, id);
  grow(home, 5);
  return [small, await exported(home, id)];
}

/** The run of large cases with its repetitions so many times; returns its id. */
function grow(home: string, times: number): string {
  const { database, session } = openDatabase(home);
  try {
    const { raw } = database;
    const run = raw
      .prepare<[string], { seq: number; id: string }>('SELECT seq, id FROM run WHERE title = ?')
      .get(bigTitle);
    if (run === undefined) throw new Error(`${home} is not a store of made-up runs`);
    defineDigest(raw);
    const copies = raw.prepare<[{ copy: number; run: number }]>(
      `INSERT OR IGNORE INTO samples (case_id, scope, repetition, n, repeats, launch_included, digest, times)
       SELECT case_id, scope, repetition + 4 * @copy, n, repeats, 0,
         digest_of(case_id, scope, repetition + 4 * @copy, n, repeats, 0, NULL, times, NULL, NULL),
         times FROM samples
       WHERE repetition < 4 AND case_id IN (SELECT id FROM run_case WHERE run = @run)`,
    );
    for (let copy = 1; copy < times; copy += 1) copies.run({ copy, run: run.seq });
    return run.id;
  } finally {
    database.raw.close();
    session.close();
  }
}

async function exported(home: string, id: string): Promise<Exported> {
  const out = mkdtempSync(join(tmpdir(), 'breakeven-load-'));
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [cliPath, 'export', id, '--format', 'csv', '--out', out, '--force'],
    { env: { ...process.env, BREAKEVEN_HOME: home }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  let maxMegabytes = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      maxMegabytes = Math.max(maxMegabytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1000 || 0);
    } catch {
      // It has just ended.
    }
  }, 10);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(look);
  const seconds = (performance.now() - start) / 1000;
  try {
    if (code !== 0) throw new Error(`export ended with ${code}`);
    const rows = readFileSync(join(out, 'samples.csv'), 'utf8').split('\n').length - 2;
    return { rows, seconds, maxMegabytes };
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
