import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { jobs } from './native-build.ts';
import { findProgram, packageFile, root } from './paths.ts';
import { collect, secondsSince } from './steps.ts';

const folder = join(root, 'out', 'native-races');
const suppressions = join(root, 'test', 'native', 'races', 'suppressions.txt');
const program = join(folder, 'breakeven_races');
/** What ThreadSanitizer ends with when it has reported something. */
const reported = 66;

type Finished = { readonly code: number; readonly output: string };

/** Runs the program of all CPU variants, or the race that it has on purpose. */
export type RunProgram = (...words: readonly string[]) => Promise<Finished>;

/**
 * `npm run check:races`: every CPU variant on four threads under ThreadSanitizer, built by the CMake preset `races`. With
 * clang, whose OpenMP runtime tells the sanitizer of its barriers through libarcher; GCC's does not, and every parallel
 * loop would be a false report. `npm run check:sanitizers` does this as well. Nothing of this build is used.
 */
export async function main(): Promise<number> {
  const failed = await checkRaces();
  process.stdout.write(`${1 - failed} checks passed, ${failed} checks failed\n`);
  return failed;
}

/** Checks that failed, one or none, with one line about them. */
export async function checkRaces(): Promise<number> {
  const start = performance.now();
  const complaint = toolObstacle() ?? (await compile()) ?? (await check(await launcher()));
  if (complaint !== null) process.stdout.write(`${complaint.trimEnd()}\n`);
  const state = complaint === null ? 'ok' : 'FAILED';
  process.stdout.write(`CPU variants under TSan: ${state} (${secondsSince(start)})\n`);
  return complaint === null ? 0 : 1;
}

/** What went wrong; null when the race on purpose is reported and nothing else is. */
export async function check(run: RunProgram): Promise<string | null> {
  const seeded = await run('--seeded');
  if (seeded.code !== reported || !seeded.output.includes('data race')) {
    return `${seeded.output}\nThreadSanitizer did not report a race that is there (exit code ${seeded.code})`;
  }
  const { code, output } = await run();
  const done = output.split('\n').filter((line) => line.startsWith('ok: ')).length;
  if (code !== 0) return `${output}\nthe CPU variants ended with ${code}`;
  return done > 0 ? null : `${output}\nno CPU variant was run`;
}

function toolObstacle(): string | null {
  if (findProgram('clang++') !== undefined) return null;
  return 'clang++ is not here (Debian: apt-get install clang libomp-dev)';
}

async function compile(): Promise<string | null> {
  const generator = findProgram('ninja') === undefined ? [] : ['-G', 'Ninja'];
  const configured = await collect('cmake', [
    ...['-S', join(root, 'native'), '--preset', 'races', '-B', folder, ...generator],
    `-DCMAKE_LIBRARY_OUTPUT_DIRECTORY=${folder}`,
    `-DNODE_ADDON_API_DIR=${packageFile('node-addon-api')}`,
    `-DNODE_API_HEADERS_DIR=${packageFile('node-api-headers')}`,
  ]);
  if (configured.code !== 0) return configured.output;
  const target = ['--target', 'breakeven_races', '--parallel', String(jobs())];
  const built = await collect('cmake', ['--build', folder, ...target]);
  return built.code === 0 ? null : built.output;
}

/** The tool that tells the sanitizer of barriers lies next to the OpenMP runtime of clang. */
async function launcher(): Promise<RunProgram> {
  const { output } = await collect('clang++', ['-print-file-name=libarcher.so']);
  const archer = output.trim();
  return async (...words) => {
    if (!existsSync(archer)) {
      return { code: 127, output: 'libarcher.so is not here (Debian: apt-get install libomp-dev)' };
    }
    // Addresses as ThreadSanitizer expects them, whatever the system's randomisation.
    return await collect('setarch', ['-R', program, ...words], {
      env: {
        OMP_TOOL_LIBRARIES: archer,
        TSAN_OPTIONS: `ignore_noninstrumented_modules=1:exitcode=${reported}:suppressions=${suppressions}`,
      },
    });
  };
}
