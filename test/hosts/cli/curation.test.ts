import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src-main/core/app.ts';
import { openStore } from '../../../src-main/core/store/store.ts';
import { finished, newRun, planned } from '../../core/store/fixtures.ts';
import { expectEnd, sessionsOver } from '../../helpers/cli-session.ts';
import { createScriptedEngines } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let app: App;
let home: string;
const cli = sessionsOver(() => ({ app, cwd: home }));

/** What `edit` says as JSON of the run. */
async function edited(...words: readonly string[]) {
  const { code, stdout, stderr } = await cli('edit', ...words, '--json');
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout).run;
}

async function newest(): Promise<string> {
  return JSON.parse((await cli('history', '--json')).stdout).runs[0].id;
}

beforeEach(() => {
  home = temporaryFolder();
  const store = openStore(home);
  for (const [i, id] of ['r1', 'r2', 'r3'].entries()) {
    const createdAt = `2025-01-0${i + 1}T00:00:00.000Z`;
    store.createRun(newRun([planned(0)], { id, createdAt, title: `Run of day ${i + 1}` }));
    store.saveCase(id, finished(0));
    store.finishRun(id, 'complete');
  }
  store.close();
  app = createApp({ home, forkEngine: createScriptedEngines().fork });
});

afterEach(() => app.close());

describe('edit', () => {
  it('shows what a run has where nothing is to be changed', async () => {
    await cli('edit', 'r1', '--tag', 'lab', '--note', 'warm room');
    expect(await cli('edit', 'r1')).toMatchObject({
      code: 0,
      stdout: [
        'run r1 (Run of day 1) is tagged lab',
        'run r1 (Run of day 1) is not pinned',
        'run r1 (Run of day 1) is not the baseline',
        'run r1 (Run of day 1) has the note: warm room',
        '',
      ].join('\n'),
    });
    expect((await edited('r1')).tags).toEqual(['lab']);
  });

  it('makes several changes at once, a line each', async () => {
    const { stdout } = await cli('edit', 'r2', '--baseline', '--tag', 'lab', '--trash');
    expect(stdout.split('\n').map((line) => line.replace('run r2 (Run of day 2) ', ''))).toEqual([
      'is tagged lab',
      'is the baseline',
      'is in the trash; "breakeven edit r2 --restore" brings it back',
      '',
    ]);
  });
});

describe('tags', () => {
  it.each(['latest', 'LATEST~2', 'same~1', ' baseline '])(
    'refuse the word %s, which names a run as it is',
    async (word) => {
      const { code, stderr } = await cli('edit', 'r1', '--tag', word);
      expectEnd(
        { code, stderr },
        2,
        `breakeven: "${word.trim()}" cannot be a tag: as a reference it names a run already.\n`,
      );
      expect((await cli('edit', 'r1', '--no-tag', word)).code).toBe(0);
    },
  );

  it('are added and removed, and runs are named by them', async () => {
    const tagged = await cli('edit', 'r1', '--tag', 'lab, nightly');
    expect(tagged).toMatchObject({
      code: 0,
      stdout: 'run r1 (Run of day 1) is tagged lab, nightly\n',
    });
    expect((await edited('lab', '--tag', 'more')).id).toBe('r1');
    expect((await edited('nightly', '--no-tag', 'lab', '--no-tag', 'more')).tags).toEqual([
      'nightly',
    ]);
    expect((await edited('r1', '--no-tag', 'nightly', '--tag', 'other')).tags).toEqual(['other']);
    const none = await cli('edit', 'r1', '--no-tag', 'other');
    expect(none.stdout).toBe('run r1 (Run of day 1) has no tag\n');
    expect((await cli('edit', 'r1', '--tag', ' , ')).stderr).toContain('" , " names nothing');
  });
});

describe('the note', () => {
  it('of a run is written, added to, shown and removed', async () => {
    expect((await edited('r2', '--note', 'warm room')).note).toBe('warm room');
    expect((await edited('r2', '--append', 'fan on')).note).toBe('warm room\nfan on');
    expect((await edited('r2', '--pin')).note).toBe('warm room\nfan on');
    expect((await cli('edit', 'r2', '--no-note')).stdout).toBe(
      'run r2 (Run of day 2) has no note\n',
    );
    expect((await edited('r2', '--append', 'first')).note).toBe('first');
  });
});

describe('pin and baseline', () => {
  it('mark runs and take the mark off', async () => {
    expect((await edited('r1', '--pin')).pinned).toBe(true);
    expect((await edited('r1', '--no-pin')).pinned).toBe(false);
    expect((await cli('edit', 'r1', '--baseline')).stdout).toBe(
      'run r1 (Run of day 1) is the baseline\n',
    );
    expect((await edited('latest', '--baseline')).id).toBe('r3');
    expect((await edited('baseline', '--pin')).id).toBe('r3');
    // Another run than the marked one changes nothing.
    expect((await edited('r1', '--no-baseline')).baseline).toBe(false);
    expect((await edited('baseline')).id).toBe('r3');
    const cleared = await cli('edit', 'baseline', '--no-baseline');
    expect(cleared.stdout).toBe('run r3 (Run of day 3) is not the baseline\n');
    expect((await cli('show', 'baseline')).stderr).toContain('No run is marked as the baseline');
  });
});

describe('the trash', () => {
  it('takes a run, which comes back from there', async () => {
    const gone = await cli('edit', 'latest', '--trash');
    expect(gone.stdout).toBe(
      'run r3 (Run of day 3) is in the trash; "breakeven edit r3 --restore" brings it back\n',
    );
    expect(await newest()).toBe('r2');
    expect((await cli('history', 'is:trash')).stdout).toContain('r3');
    expect((await edited('r3', '--restore', '--tag', 'back')).trashedAt).toBeUndefined();
    expect(await newest()).toBe('r3');
  });

  it('is not needed to remove a run for good', async () => {
    expect((await cli('edit', 'r3', '--purge')).stdout).toBe(
      'run r3 (Run of day 3) is removed for good\n',
    );
    await cli('edit', 'r2', '--trash');
    const purged = await cli('edit', 'r2', '--purge', '--json');
    expect(JSON.parse(purged.stdout)).toEqual({ schemaVersion: 1, removed: 1, run: 'r2' });
    expect((await cli('edit', 'r3', '--restore')).code).toBe(2);
    expect((await cli('history', 'is:trash')).stdout).toContain('No run matches');
    expect(await newest()).toBe('r1');
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
    expectEnd(refused, 2, 'breakeven: "other" is not written: it is there; --force replaces it\n');
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
      expectEnd(
        await cli('backup', target, '--force'),
        2,
        `breakeven: "${target}" is not written: it is a database that is in use; name another file\n`,
      );
    }
    expect(another.row('theirs').id).toBe('theirs');
    another.close();
  });
});
