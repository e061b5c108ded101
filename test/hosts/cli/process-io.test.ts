import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const source = join(import.meta.dirname, '../../../src-main/hosts/cli');
const linux = it.runIf(process.platform === 'linux');

/** Says more than a pipe holds, ends with status 4 and leaves a file once it has said everything. */
function talker(folder: string): string {
  const file = join(folder, 'talker.mjs');
  const module = pathToFileURL(join(source, 'process-io.ts')).href;
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs';
     import { setImmediate } from 'node:timers/promises';
     import { finish, processIo } from ${JSON.stringify(module)};
     const io = processIo();
     for (let i = 0; i < 40; i += 1) {
       io.err('progress '.repeat(1000) + i + '\\n');
       io.out('table '.repeat(1000) + i + '\\n');
       await setImmediate();
     }
     writeFileSync(${JSON.stringify(join(folder, 'done'))}, '');
     await finish(4);`,
  );
  return file;
}

/** Its status, and what it says on standard error. */
async function ended(child: ChildProcess) {
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  return [code, said];
}

it.each(['stdout', 'stderr'] as const)(
  'goes on to its end when %s is read no more',
  async (name) => {
    const folder = temporaryFolder();
    const child = spawn(process.execPath, [talker(folder)], { stdio: ['ignore', 'pipe', 'pipe'] });
    child[name].once('data', () => child[name].destroy());
    child[name === 'stdout' ? 'stderr' : 'stdout'].resume();
    const code = await new Promise((resolve) => child.on('exit', resolve));
    expect(code).toBe(4);
    expect(existsSync(join(folder, 'done'))).toBe(true);
  },
);

linux('says in one sentence that its working folder is gone', async () => {
  const folder = join(temporaryFolder(), 'gone');
  mkdirSync(folder);
  const command = 'cd "$1" && rmdir "$1" && exec "$2" "$3" list';
  const words = ['-c', command, 'sh', folder, process.execPath, join(source, 'main.ts')];
  const child = spawn('sh', words, { stdio: ['ignore', 'ignore', 'pipe'] });
  expect(await ended(child)).toEqual([
    3,
    'breakeven: the working folder has been removed; change to another one\n',
  ]);
});

linux('says in one sentence that standard output is full', async () => {
  const full = openSync('/dev/full', 'w');
  const words = [join(source, 'main.ts'), '--help'];
  const child = spawn(process.execPath, words, { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  expect(await ended(child)).toEqual([
    3,
    'breakeven: standard output cannot be written: the disk is full\n',
  ]);
});
