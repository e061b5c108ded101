import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counterSuite } from './gpu-counters.ts';
import { type Counts, type Ended, gpuSuite } from './gpu-suite.ts';
import { cliBundle, dist, findProgram, packageFile, root } from './paths.ts';
import { StepFailed, say, withFailures } from './steps.ts';

/** One workload under the sanitizer, in milliseconds; the self-test alone takes seconds. */
const limitMs = 600_000;

/**
 * `npm run test:gpu`: builds, then tries every variant that needs a GPU, alone and under compute-sanitizer where that is
 * installed, and runs the tests of the addons with CUDA programs that are wrong on purpose. `--program` names a command line to try instead of building one, such as that of an unpacked archive;
 * `--logs` the folder for what each step says. Fails where no variant could run.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { program: { type: 'string' }, logs: { type: 'string', default: 'out/gpu' } },
  });
  const built = await withFailures(async () => {
    if (values.program === undefined) await build();
    return 0;
  });
  const counts: Counts =
    built === 0
      ? await test(suiteOf(positionals), values.program, resolve(root, values.logs))
      : { passed: 0, failed: 1, skipped: 0 };
  process.stdout.write(
    `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
  );
  return counts.failed === 0 && counts.passed > 0 ? 0 : 1;
}

/** Loaded where it is needed: next to an archive the packages for building are missing. */
async function build(): Promise<void> {
  const [{ chooseArchitectures }, { buildNative }, { buildBundles }] = await Promise.all([
    import('./build.ts'),
    import('./native-build.ts'),
    import('./bundles.ts'),
  ]);
  const cudaArchitectures = await chooseArchitectures();
  await buildNative({ cudaArchitectures });
  await buildNative({
    cudaArchitectures,
    buildFolder: join(dist, 'native-build-test-gpu'),
    outputFolder: testAddons,
    testVariants: true,
  });
  await buildBundles();
}

const testAddons = join(dist, 'native-test-gpu');

const nativeTests = (): Promise<Ended> =>
  run([process.execPath, packageFile('vitest', 'vitest.mjs'), 'run', 'test/native'], {
    BREAKEVEN_NATIVE_TEST: testAddons,
  });

/** `npm run test:gpu -- counters` counts alone; without a word everything else is tried. */
function suiteOf(words: readonly string[]): typeof gpuSuite {
  if (words.length === 0) return gpuSuite;
  if (words.length === 1 && words[0] === 'counters') return counterSuite;
  throw new StepFailed(`test:gpu: got "${words.join(' ')}", must be counters or nothing`);
}

async function test(
  suite: typeof gpuSuite,
  program: string | undefined,
  logs: string,
): Promise<Counts> {
  mkdirSync(logs, { recursive: true });
  const home = mkdtempSync(join(tmpdir(), 'breakeven-gpu-'));
  const [command, ...first] =
    program === undefined ? [process.execPath, cliBundle] : [resolve(program)];
  try {
    const counts = await suite({
      breakeven: (words, under = []) =>
        run([...under, command, ...first, ...words], { BREAKEVEN_HOME: home }),
      sanitizer: findProgram('compute-sanitizer', ['/usr/local/cuda/bin', '/opt/cuda/bin']),
      nativeTests: program === undefined ? nativeTests : undefined,
      log: (name, text) => writeFileSync(join(logs, name), text),
      say: (line) => process.stdout.write(`${line}\n`),
    });
    if (counts.passed === 0) say('no variant that needs a GPU has run here');
    return counts;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  const [command = '', ...args] = words;
  return new Promise((done) => {
    const child = spawn(command, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Unlike a timeout of its own, a signal keeps no process alive that could not be started.
      signal: AbortSignal.timeout(limitMs),
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      stdout += piece;
      text += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    child.on('error', (error) => {
      const late = error.name === 'AbortError';
      done({ code: late ? null : 127, stdout, text: late ? text : `${text}${error.message}\n` });
    });
    child.on('close', (code) => done({ code, stdout, text }));
  });
}
