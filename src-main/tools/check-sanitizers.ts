import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkRaces } from './check-races.ts';
import { jobs } from './native-build.ts';
import { findProgram, packageFile, root } from './paths.ts';
import { collect, secondsSince } from './steps.ts';

const folder = join(root, 'out', 'native-sanitizers');

/** What runs over the instrumented addon; a fault of memory or arithmetic ends the process. */
export const sanitized = [
  {
    title: 'readers',
    file: join('test', 'native', 'mutated-files.test.ts'),
    what: 'tests of hostile files',
  },
  {
    title: 'CPU variants',
    file: join('test', 'native', 'conformance.test.ts'),
    what: 'conformance tests',
  },
] as const;

/**
 * `npm run check:sanitizers`: the native side, built under AddressSanitizer and UndefinedBehaviorSanitizer by the CMake
 * preset of that name: its readers over hostile files and every CPU variant at awkward sizes; then every CPU variant under
 * ThreadSanitizer (`npm run check:races`). It takes minutes and is no part of `npm run check`; nothing of it is used.
 */
export async function main(): Promise<number> {
  let failed = 0;
  const obstacle = await compile();
  for (const { title, file, what } of sanitized) {
    const start = performance.now();
    const complaint = obstacle ?? (await runTests(file, what));
    if (complaint !== null) process.stdout.write(`${complaint.trimEnd()}\n`);
    const state = complaint === null ? 'ok' : 'FAILED';
    process.stdout.write(`${title} under ASan and UBSan: ${state} (${secondsSince(start)})\n`);
    failed += complaint === null ? 0 : 1;
  }
  failed += await checkRaces();
  process.stdout.write(`${sanitized.length + 1 - failed} checks passed, ${failed} checks failed\n`);
  return failed === 0 ? 0 : 1;
}

/** What went wrong; null when nothing did. */
async function compile(): Promise<string | null> {
  const generator = findProgram('ninja') === undefined ? [] : ['-G', 'Ninja'];
  const configured = await collect('cmake', [
    ...['-S', join(root, 'native'), '--preset', 'sanitizers', '-B', folder, ...generator],
    `-DCMAKE_LIBRARY_OUTPUT_DIRECTORY=${folder}`,
    `-DNODE_ADDON_API_DIR=${packageFile('node-addon-api')}`,
    `-DNODE_API_HEADERS_DIR=${packageFile('node-api-headers')}`,
  ]);
  if (configured.code !== 0) return configured.output;
  const built = await collect('cmake', ['--build', folder, '--parallel', String(jobs())]);
  return built.code === 0 ? null : built.output;
}

/** A file of tests over this build: the runtime has to come first into the process. */
async function runTests(file: string, what: string): Promise<string | null> {
  const found = await collect('c++', ['-print-file-name=libasan.so']);
  const runtime = found.output.trim();
  if (found.code !== 0 || runtime === 'libasan.so') {
    return 'libasan is not here (Debian: apt-get install libgcc-12-dev)';
  }
  // Several times slower than without, on a machine that may do other things.
  const words = ['run', '--project', 'unit', '--testTimeout', '300000', file];
  const child = spawn(process.execPath, [packageFile('vitest', 'vitest.mjs'), ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      BREAKEVEN_NATIVE: folder,
      LD_PRELOAD: runtime,
      // Node leaves memory to the system when it ends, and handles its own signals.
      ASAN_OPTIONS: 'detect_leaks=0:handle_segv=0:allocator_may_return_null=1',
      UBSAN_OPTIONS: 'print_stacktrace=1:halt_on_error=1',
    },
  });
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  return code === 0 ? null : `the ${what} ended with ${code}`;
}
