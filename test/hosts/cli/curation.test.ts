import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { finished, newRun, planned, temporaryHome } from '../../core/store/fixtures.ts';
import { sessionsOver } from '../../helpers/cli-session.ts';
import { forkScriptedEngine } from '../../helpers/scripted-engine.ts';

let app: App;
let home: string;
let remove: () => void;
const cli = sessionsOver(() => ({ app, cwd: home }));

/** What a verb says as JSON of the first run. */
async function told(...words: readonly string[]) {
  const { code, stdout, stderr } = await cli(...words, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).runs[0];
}

beforeEach(() => {
  ({ home, remove } = temporaryHome());
  const store = openStore(home);
  for (const [i, id] of ['r1', 'r2', 'r3'].entries()) {
    const createdAt = `2025-01-0${i + 1}T00:00:00.000Z`;
    store.createRun(newRun([planned(0)], { id, createdAt, title: `Run of day ${i + 1}` }));
    store.saveCase(id, finished(0));
    store.finishRun(id, 'complete');
  }
  store.close();
  app = createApp({ home, forkEngine: forkScriptedEngine });
});

afterEach(async () => {
  await app.close();
  remove();
});

describe('tag', () => {
  it.each(['latest', 'LATEST~2', 'same~1', ' baseline '])(
    'refuses the word %s, which names a run as it is',
    async (word) => {
      const { code, stderr } = await cli('tag', 'r1', word);
      expect([code, stderr]).toEqual([
        2,
        `breakeven: "${word.trim()}" cannot be a tag: as a reference it names a run already.\n`,
      ]);
      expect((await cli('tag', 'r1', word, '--remove')).code).toBe(0);
    },
  );

  it('adds and removes tags, by which runs are then named', async () => {
    const tagged = await cli('tag', 'r1', 'lab, nightly');
    expect(tagged).toMatchObject({
      code: 0,
      stdout: 'run r1 (Run of day 1) is tagged lab, nightly\n',
    });
    expect((await told('tag', 'lab', 'more')).id).toBe('r1');
    expect((await told('tag', 'nightly', 'lab,more', '--remove')).tags).toEqual(['nightly']);
    const none = await cli('tag', 'r1', 'nightly', '--remove');
    expect(none.stdout).toBe('run r1 (Run of day 1) has no tag\n');
    expect((await cli('tag', 'r1', ' , ')).stderr).toContain('" , " holds no tag');
    expect((await cli('tag', 'r1')).stderr).toContain('tag needs <tags>');
  });
});

describe('note', () => {
  it('writes, adds to, shows and removes the note of a run', async () => {
    expect((await told('note', 'r2', 'warm room')).note).toBe('warm room');
    expect((await told('note', 'r2', 'fan on', '--append')).note).toBe('warm room\nfan on');
    expect((await told('note', 'r2')).note).toBe('warm room\nfan on');
    expect((await told('note', 'r2', '')).note).toBe('');
    expect((await cli('note', 'r2')).stdout).toBe('run r2 (Run of day 2) has no note\n');
    expect((await told('note', 'r2', 'first', '--append')).note).toBe('first');
  });
});

describe('pin and baseline', () => {
  it('mark runs and take the mark off', async () => {
    expect((await told('pin', 'r1')).pinned).toBe(true);
    expect((await told('pin', 'r1', '--off')).pinned).toBe(false);
    expect((await cli('baseline')).stdout).toBe('No run is marked as the baseline.\n');
    expect(JSON.parse((await cli('baseline', '--json')).stdout).runs).toEqual([]);
    expect((await cli('baseline', 'r1')).stdout).toBe('run r1 (Run of day 1) is the baseline\n');
    expect((await told('baseline', 'latest')).id).toBe('r3');
    expect((await told('baseline')).id).toBe('r3');
    expect((await told('pin', 'baseline')).id).toBe('r3');
    expect((await cli('baseline', 'r1', '--clear')).code).toBe(2);
    const cleared = await cli('baseline', '--clear');
    expect(cleared.stdout).toBe('run r3 (Run of day 3) is no longer the baseline\n');
    expect((await cli('show', 'baseline')).stderr).toContain('No run is marked as the baseline');
  });
});

describe('delete', () => {
  it('moves a run to the trash, from where it comes back', async () => {
    const gone = await cli('delete', 'latest');
    expect(gone.stdout).toBe(
      'run r3 (Run of day 3) is in the trash; "breakeven delete r3 --restore" brings it back\n',
    );
    expect((await told('history')).id).toBe('r2');
    expect((await told('delete', 'r3', '--restore')).trashedAt).toBeUndefined();
    expect((await told('history')).id).toBe('r3');
  });

  it('removes a run for good where it is told to, from the history or the trash', async () => {
    expect((await cli('delete', 'r3', '--purge')).stdout).toBe(
      'run r3 (Run of day 3) is removed for good\n',
    );
    await cli('delete', 'r2');
    const purged = await cli('delete', 'r2', '--purge', '--json');
    expect(JSON.parse(purged.stdout)).toEqual({ schemaVersion: 1, removed: 1, run: 'r2' });
    expect((await cli('delete', 'r3', '--restore')).code).toBe(2);
    expect((await cli('history', 'is:trash')).stdout).toContain('No run matches');
    expect((await cli('delete', 'r1', '--restore', '--purge')).code).toBe(2);
    expect((await told('history')).id).toBe('r1');
  });
});

describe('backup', () => {
  it('writes a database that can be opened, beside the database or where it is told', async () => {
    const beside = await cli('backup', '--json');
    expect(existsSync(JSON.parse(beside.stdout).file)).toBe(true);
    const named = await cli('backup', 'kept/breakeven.db');
    const target = join(home, 'kept', 'breakeven.db');
    expect(named).toMatchObject({ code: 0, stdout: `wrote ${target}\n` });
    const copy = openStore(join(home, 'kept'));
    expect(copy.history({ query: '', limit: 5 }).rows.map(({ id }) => id)).toEqual([
      'r3',
      'r2',
      'r1',
    ]);
    copy.close();
  });

  it('replaces a file only with --force, and never a folder', async () => {
    writeFileSync(join(home, 'other'), 'mine');
    mkdirSync(join(home, 'folder'));
    const refused = await cli('backup', 'other');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'breakeven: "other" is not written: it is there; --force replaces it\n',
    ]);
    expect(readFileSync(join(home, 'other'), 'utf8')).toBe('mine');
    expect((await cli('backup', 'folder', '--force')).stderr).toContain('it is a folder');
    expect((await cli('backup', 'other', '--force')).code).toBe(0);
    expect(readFileSync(join(home, 'other')).subarray(0, 6).toString()).toBe('SQLite');
  });

  it('replaces no database that is in use: what lies in its log would be mixed into the copy', async () => {
    const another = openStore(join(home, 'another'));
    another.createRun(newRun([planned(0)], { id: 'theirs' }));
    symlinkSync(join(home, 'breakeven.db'), join(home, 'link'));
    for (const target of ['breakeven.db', 'link', join('another', 'breakeven.db')]) {
      const { code, stderr } = await cli('backup', target, '--force');
      expect([code, stderr]).toEqual([
        2,
        `breakeven: "${target}" is not written: it is a database that is in use; name another file\n`,
      ]);
    }
    expect(another.row('theirs').id).toBe('theirs');
    another.close();
  });
});
