/**
 * One run of real engines through the command line. After each death of the main process: what was stored is still
 * there bit for bit, the database is sound, and no engine is left after 2 s; `run --resume` goes on. At the end the run
 * is complete.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { databaseFile } from '../src-main/core/store/backup-files.ts';
import { loadSqlite } from '../src-main/core/store/sqlite.ts';
import { createRandom } from '../src-main/stats/random.ts';

export const title =
  'Kills the engine and the main process of a run at random moments and checks that nothing is lost. Arguments: [--kills 100] [--cases 300] [--native dist/native] [--seed 1].';

type Stored = {
  readonly status: string;
  /** One entry a stored repetition of a case: a digest of its samples. */
  readonly rounds: ReadonlyMap<string, string>;
  readonly outcomes: ReadonlyMap<number, string>;
  readonly integrity: string;
};

type Owner = { readonly child: ChildProcess; readonly exited: Promise<number | null> };

export async function main(args: readonly string[]): Promise<number> {
  const { values: given } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '100' },
      cases: { type: 'string', default: '300' },
      native: { type: 'string', default: 'dist/native' },
      seed: { type: 'string', default: '1' },
    },
  });
  const kills = Number(given.kills);
  const cases = Number(given.cases);
  const random = createRandom(Number(given.seed));
  const home = mkdtempSync(join(tmpdir(), 'killed-runs-'));
  const cli = join(import.meta.dirname, '..', 'src-main', 'hosts', 'cli', 'main.ts');
  const env = {
    ...process.env,
    BREAKEVEN_HOME: home,
    BREAKEVEN_LOCK: `killed-runs-${process.pid}`,
    BREAKEVEN_NATIVE: resolve(given.native),
  };
  const repetitions = 2;
  const goneLimitMs = 2000;
  const began = performance.now();
  const said = (text: string): unknown => process.stdout.write(`${text}\n`);

  const sizes = Array.from({ length: cases / 2 }, (_, i) => 20_000 + 100 * i).join(',');
  const measure = [
    ...['run', '--workload', 'histogram', '--variants', 'sequential,omp-private'],
    ...['--sweep', `n=${sizes}`, '--time-limit', '0.2', '--rounds', String(repetitions)],
    // Narrower than any case gets, so that each takes its whole time.
    ...['--rule', 'precision', '--rule-set', 'width=0.0001', '--rule-set', 'minSamples=1000000'],
  ];

  /** The store as another process sees it. Null while there is none. */
  function look(check: boolean): Stored | null {
    const Sqlite = loadSqlite();
    let database: InstanceType<typeof Sqlite>;
    try {
      database = new Sqlite(databaseFile(home), { readonly: true, fileMustExist: true });
    } catch {
      return null;
    }
    try {
      const run = database.prepare<[], { status: string }>('SELECT status FROM run').get();
      const outcomes = database
        .prepare<[], { case_index: number; outcome: string }>(
          'SELECT case_index, outcome FROM run_case',
        )
        .all()
        .map(({ case_index, outcome }) => [case_index, outcome] as const);
      const samples = database
        .prepare<[], { case_index: number; span: string; round: number; n: number; times: Buffer }>(
          'SELECT case_index, span, round, n, times FROM samples JOIN run_case c ON c.id = case_id',
        )
        .all()
        .map(({ case_index, span: scope, round: repetition, n, times }) => {
          const kernelCopy = scope === 'call' && times.length === 0;
          const whole = kernelCopy || times.length === 8 * n;
          const digest = createHash('sha256').update(times).digest('hex');
          return [`${case_index} ${repetition} ${scope}`, whole ? digest : 'torn'] as const;
        });
      const integrity = check ? String(database.pragma('integrity_check', { simple: true })) : 'ok';
      return {
        status: run?.status ?? 'none',
        rounds: new Map(samples),
        outcomes: new Map(outcomes),
        integrity,
      };
    } catch (error) {
      // Before its first migration a database has no tables.
      if (error instanceof Error && error.message.startsWith('no such table')) return null;
      throw error;
    } finally {
      database.close();
    }
  }

  /** Engines of this home's runs that are alive, whoever their parent is by now. */
  function engines(): readonly number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const words = readFileSync(`/proc/${name}/cmdline`, 'utf8');
          if (!words.includes('engine/entry.ts')) return [];
          if (/\) Z /.test(readFileSync(`/proc/${name}/stat`, 'utf8'))) return [];
          const mine = readFileSync(`/proc/${name}/environ`, 'utf8').includes(home);
          return mine ? [Number(name)] : [];
        } catch {
          return [];
        }
      });
  }

  let errors = '';
  function start(words: readonly string[]): Owner {
    const child = spawn(process.execPath, [cli, ...words], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const exited = Promise.withResolvers<number | null>();
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-2000);
    });
    child.on('close', (code) => exited.resolve(code));
    return { child, exited: exited.promise };
  }

  const faults: string[] = [];
  const count = { main: 0, engine: 0, inside: 0, ended: 0, lost: 0, unsound: 0, left: 0, torn: 0 };
  let longestMs = 0;
  let engineDeaths = 0;

  /** What was there before must be there still, unless its case has failed since. */
  function holdAgainst(before: Stored, after: Stored): void {
    for (const [key, digest] of before.rounds) {
      if (after.rounds.get(key) === digest) continue;
      if (after.outcomes.get(Number(key.split(' ')[0])) === 'failed') continue;
      count.lost += 1;
      faults.push(`lost: ${key}`);
    }
    for (const digest of after.rounds.values()) if (digest === 'torn') count.torn += 1;
    if (after.integrity !== 'ok') {
      count.unsound += 1;
      faults.push(`integrity: ${after.integrity}`);
    }
  }

  async function enginesGone(from: number): Promise<void> {
    while (engines().length > 0) {
      if (performance.now() - from > goneLimitMs) {
        count.left += 1;
        faults.push(`engines ${engines().join(', ')} lived on`);
        return;
      }
      await sleep(10);
    }
    longestMs = Math.max(longestMs, performance.now() - from);
  }

  /** Whether the run has stored its first case and not its last: the store is what says. */
  function isInside(stored: Stored | null): boolean {
    if (stored === null || stored.outcomes.size === 0) return false;
    const kernels = [...stored.rounds.keys()].filter((key) => key.endsWith(' kernel'));
    return kernels.length < repetitions * cases - engineDeaths * repetitions;
  }

  let owner = start(measure);
  while ((look(false)?.outcomes.size ?? 0) === 0) {
    if (owner.child.exitCode !== null) throw new Error(`it did not start: ${errors}`);
    await sleep(20);
  }
  let resumed = false;
  let told = 0;
  while (count.main + count.engine < kills) {
    // From a moment inside the start of a resumed run to one far into a case.
    await sleep(50 + random.below(1800));
    const before = look(false);
    // The store cannot be read for a moment while its first user after a kill recovers the log.
    if (before === null) continue;
    if (owner.child.exitCode !== null) {
      if (before.status === 'complete') break;
      // An engine that dies before the first case, while it is asked what it can do, ends the command.
      count.ended += 1;
      owner = start(['run', '--resume', 'latest']);
      continue;
    }
    const [engine] = engines();
    const takeEngine = random.below(2) === 0 && engine !== undefined;
    if (isInside(before)) count.inside += 1;
    if (takeEngine) {
      process.kill(engine, 'SIGKILL');
      count.engine += 1;
      continue;
    }
    const killedAt = performance.now();
    owner.child.kill('SIGKILL');
    count.main += 1;
    await Promise.all([owner.exited, enginesGone(killedAt)]);
    const after = look(true);
    if (after === null) throw new Error(`the store in ${home} cannot be read`);
    holdAgainst(before, after);
    engineDeaths = [...after.outcomes.values()].filter((outcome) => outcome === 'failed').length;
    resumed = true;
    owner = start(['run', '--resume', 'latest']);
    if (count.main + count.engine - told >= 10) {
      told = count.main + count.engine;
      said(
        `  ${told} kills, ${after.rounds.size} sample sets stored, load ${loadavg()[0]?.toFixed(2)}`,
      );
    }
  }
  let code = await owner.exited;
  for (let tries = 0; look(false)?.status !== 'complete' && tries < 3; tries++) {
    code = await start(['run', '--resume', 'latest']).exited;
  }
  await enginesGone(performance.now());
  const end = look(true);
  if (end === null) throw new Error('the store is gone');
  const outcomes = [...end.outcomes.values()];
  const failed = outcomes.filter((outcome) => outcome === 'failed').length;
  const ok = outcomes.filter((outcome) => outcome === 'ok').length;
  const whole = [...end.outcomes].filter(([case_index, outcome]) => {
    if (outcome !== 'ok') return false;
    return Array.from({ length: repetitions }, (_, repetition) =>
      end.rounds.has(`${case_index} ${repetition} kernel`),
    ).every(Boolean);
  }).length;
  said(`| what | seen | wanted |\n|---|---|---|`);
  const rows: readonly (readonly [string, unknown, unknown])[] = [
    ['main process killed', count.main, ''],
    ['engine killed', count.engine, ''],
    ['commands ended by an engine killed before its first case', count.ended, ''],
    ['killed between first and last case', count.inside, `at least ${Math.ceil(0.8 * kills)}`],
    ['sample sets lost or changed', count.lost, 0],
    ['sample sets of a wrong length', count.torn, 0],
    ['integrity checks not ok', count.unsound, 0],
    ['engines alive after 2 s', count.left, 0],
    ['longest until no engine was left', `${longestMs.toFixed(0)} ms`, 'below 2000 ms'],
    ['status at the end', end.status, 'complete'],
    ['cases ok, with every round', `${ok}, ${whole}`, `${cases - failed}, ${cases - failed}`],
    ['cases failed by a killed engine', failed, `at most ${count.engine}`],
    ['exit code of the last command', code, failed > 0 ? 1 : 0],
  ];
  for (const row of rows) said(`| ${row.join(' | ')} |`);
  said(`${((performance.now() - began) / 1000).toFixed(0)} s, resumed: ${resumed}`);
  for (const fault of faults.slice(0, 20)) said(fault);
  const sound =
    faults.length === 0 &&
    count.torn === 0 &&
    count.inside >= 0.8 * kills &&
    end.status === 'complete' &&
    ok === cases - failed &&
    whole === ok &&
    failed <= count.engine;
  if (sound) rmSync(home, { recursive: true, force: true });
  else said(`the store stays in ${home}`);
  return sound ? 0 : 1;
}
