import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Another process that holds the run lock, until it is killed or the test ends; see `lock-holder.ts`. */
export async function holdElsewhere(...words: readonly string[]): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'lock-holder.ts');
  const other = spawn(process.execPath, [script, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void other.kill('SIGKILL'));
  await Promise.race([
    once(other.stdout, 'data'),
    once(other, 'exit').then(([code]) => {
      throw new Error(`the program that was to hold the lock ended with ${code}`);
    }),
  ]);
  return other;
}
