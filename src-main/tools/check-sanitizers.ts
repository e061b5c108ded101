import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRaces } from './check-races.ts';
import { jobs } from './native-build.ts';
import { findProgram, isFile, packageFile, root } from './paths.ts';
import { collect, secondsSince } from './steps.ts';

const folder = join(root, 'out', 'native-sanitizers');
/** Hostile files for every native reader; a fault of memory or arithmetic ends the process. */
const hostileFiles = join('test', 'native', 'mutated-files.test.ts');

/**
 * `npm run check:sanitizers`: the native readers, built under AddressSanitizer and UndefinedBehaviorSanitizer by the CMake
 * preset of that name, over hostile files, then every CPU variant under ThreadSanitizer (`npm run check:races`). It takes
 * minutes and is no part of `npm run check`; nothing of it is used.
 */
export async function main(): Promise<number> {
  const start = performance.now();
  const complaint = (await compile()) ?? (await readHostileFiles());
  if (complaint !== null) process.stdout.write(`${complaint.trimEnd()}\n`);
  const state = complaint === null ? 'ok' : 'FAILED';
  process.stdout.write(`readers under ASan and UBSan: ${state} (${secondsSince(start)})\n`);
  const races = await checkRaces();
  const failed = (complaint === null ? 0 : 1) + races;
  process.stdout.write(`${2 - failed} checks passed, ${failed} checks failed\n`);
  return failed === 0 ? 0 : 1;
}

/** What went wrong; null when nothing did. */
async function compile(): Promise<string | null> {
  const generator = findProgram('ninja') === undefined ? [] : ['-G', 'Ninja'];
  const configured = await collect('cmake', [
    ...['-S', join(root, 'native'), '--preset', 'sanitizers', '-B', folder, ...generator],
    `-DBREAKEVEN_WORKLOADS=${readingWorkloads().join(';')}`,
    `-DCMAKE_LIBRARY_OUTPUT_DIRECTORY=${folder}`,
    `-DNODE_ADDON_API_DIR=${packageFile('node-addon-api')}`,
    `-DNODE_API_HEADERS_DIR=${packageFile('node-api-headers')}`,
  ]);
  if (configured.code !== 0) return configured.output;
  const built = await collect('cmake', ['--build', folder, '--parallel', String(jobs())]);
  return built.code === 0 ? null : built.output;
}

/** The workloads that read files, and those whose code these share: the others have nothing to be checked here. */
function readingWorkloads(): readonly string[] {
  const workloads = join(root, 'native', 'workloads');
  const waiting = readdirSync(workloads).filter((name) => {
    const file = join(workloads, name, `${name}.cpp`);
    return isFile(file) && readFileSync(file, 'utf8').includes('input_files');
  });
  const found = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...sharedBy(join(workloads, name)));
  }
  return [...found];
}

/** Workloads whose headers the sources in a folder include. */
function sharedBy(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:cpp|h)$/.test(name))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/^#include "(?:\.\.\/)+([\w-]+)\//gm),
    ])
    .map(([, name = '']) => name)
    .filter((name) => name !== 'core' && name !== 'shared');
}

/** The tests of hostile files over this build: the runtime has to come first into the process. */
async function readHostileFiles(): Promise<string | null> {
  const found = await collect('c++', ['-print-file-name=libasan.so']);
  const runtime = found.output.trim();
  if (found.code !== 0 || runtime === 'libasan.so') {
    return 'libasan is not here (Debian: apt-get install libgcc-12-dev)';
  }
  const words = ['run', '--project', 'unit', hostileFiles];
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
  return code === 0 ? null : `the tests of hostile files ended with ${code}`;
}
