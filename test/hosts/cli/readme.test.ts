import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { commonFlags } from '../../../src-main/hosts/cli/flags.ts';
import { allVerbs } from '../../../src-main/hosts/cli/verbs.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';
import { gitFolder } from '../../helpers/git-folder.ts';
import { labInOneFile } from '../../helpers/lab-folder.ts';
import { hasNumpy } from '../../helpers/numpy.ts';
import { cliPath, cpuAddonPath, cudaAddonPath, repositoryRoot } from '../../helpers/paths.ts';

const { cli, folder } = sessionsInFolder();
afterEach(() => void vi.unstubAllEnvs());

const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');
const readme = read('README.md');
const usage = read('docs/usage.md');
const pictures = /!\[[^\]]+\]\(([^)]+)\)/g;
/** The lines of the shell blocks of a document, without what is said of them. */
const linesOf = (text: string): readonly string[] =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== '');
const lines = linesOf(readme);
const hasSandbox =
  spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;
/** What follows `breakeven`: in the folder of the sources the README starts it by npm. */
const wordsOf = (some: readonly string[], start: string): readonly string[] =>
  some
    .flatMap((line) => line.split('&&'))
    .flatMap((line) => (line.trim().startsWith(start) ? line.trim().slice(start.length) : []));

/** Files of a document, in blocks that name them: ```c heat/omp.c */
const filesOf = (text: string) =>
  [...text.matchAll(/```\w+ (\S+\/\S+)\n([\s\S]*?)```/g)].map(([, path = '', body = '']) => ({
    path,
    body,
  }));

describe('the README', () => {
  it('has at most 120 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });

  it('names scripts that are there, as CONTRIBUTING.md and docs/usage.md do', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [
      ...[readme, usage, read('CONTRIBUTING.md')]
        .join('\n')
        .matchAll(/npm (?:run (?:-s )?([a-z][\w:]*)|(start|test))/g),
    ].map(([, script, short]) => script ?? short ?? '');
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('shows one picture that is there, and docs/usage.md two', () => {
    const shown = [
      ...[...readme.matchAll(pictures)].map(([, path = '']) => path),
      ...[...usage.matchAll(pictures)].map(([, path = '']) => join('docs', path)),
    ];
    expect(shown.length).toBe(3);
    expect(shown.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
  });

  it.skipIf(!existsSync(cliPath) || !existsSync(cpuAddonPath))(
    'has commands of the command line that work as they stand (runs are planned, not measured)',
    async () => {
      const commands = new Set([
        ...wordsOf(lines, 'npm run -s breakeven -- '),
        // What a machine lacks is planned as skipped.
        ...wordsOf([usage, read('docs/performance.md')].flatMap(linesOf), 'breakeven '),
      ]);
      expect(commands.size).toBeGreaterThan(20);
      const first =
        'run --workload histogram --variants sequential,omp-private --sweep n=1e3,1e4 --samples 20';
      expect((await cli(first)).code).toBe(0);
      for (const command of commands) {
        const words = (command.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll('"', ''));
        // The self-test has tests of its own, which take a minute; a server does not end; programs of the user are not there.
        if (/^(selftest|serve)$/.test(words[0] ?? '') || words.includes('--times')) continue;
        // Runs are planned, and a comparison ends after a few pairs.
        const short = { run: ['--dry-run'], ab: ['--time', '1s'] }[words[0] ?? ''] ?? [];
        const { code, stderr } = await cli(...words, ...short);
        // A build without CUDA does not know the variants of a GPU machine's documents.
        if (!existsSync(cudaAddonPath) && /unknown variant|is not in this build/.test(stderr))
          continue;
        // The runs of this test have no case on a GPU.
        if (/cuda/.test(command) && /no case of run|has no variant/.test(stderr)) continue;
        // Two sizes may have no threshold, and a few pairs may leave a verdict open.
        const allowed = /^ab |--format /.test(command) && code === 5 ? 5 : 0;
        expect([command, code, stderr]).toEqual([command, allowed, expect.any(String)]);
      }
    },
    300_000,
  );

  it.skipIf(!existsSync(cliPath) || !existsSync(cpuAddonPath))(
    'has commands of labs that work one after the other (the sweep is planned, and measured at one size)',
    async () => {
      const cwd = folder();
      const works = async (words: readonly string[]): Promise<string> => {
        const { code, stdout, stderr } = await cli(...words);
        // Any verdict will do: other programs on the machine can slow one lab of a pair.
        const allowed = words[0] === 'ab' && code === 1 ? 1 : 0;
        expect([words.join(' '), code, stderr]).toEqual([
          words.join(' '),
          allowed,
          expect.any(String),
        ]);
        return stdout;
      };
      const commands = wordsOf(lines, 'breakeven ').map((line) => line.split(' '));
      expect(commands.map(([verb, what]) => (verb === 'lab' ? what : verb))).toEqual(
        expect.arrayContaining(['new', 'check', 'run', 'watch']),
      );
      for (const words of commands) {
        // It ends when it is told to.
        if (words[1] === 'watch') continue;
        if (words[0] === 'ab') {
          cpSync(join(cwd, words[2] ?? ''), join(cwd, words[1] ?? ''), { recursive: true });
          const sweep = words.map((word) => (/^n=/.test(word) ? 'n=1e3' : word));
          expect(await works([...sweep, '--time', '1s', '--allow-unknown'])).toContain(' pairs');
          continue;
        }
        if (words[0] === 'ci') {
          gitFolder(join(cwd, 'saxpy'));
          const here = words.map((word) => (word === 'origin/main' ? 'HEAD' : word));
          expect(await works(here)).toContain('unchanged: same machine code');
          continue;
        }
        if (words[0] !== 'run') {
          await works(words);
          continue;
        }
        expect(await works([...words, '--dry-run'])).toContain('100,000,000');
        const small = words.map((word) => (/^n=/.test(word) ? 'n=1e3' : word));
        await works([...small, '--samples', '3', '--repetitions', '1']);
      }
      expect(
        await works(['lab', 'show', 'latest~1', '--variant', 'sequential', '--source']),
      ).toContain('void saxpy');
    },
    300_000,
  );
});

describe('docs/lab.md', () => {
  it.skipIf(!existsSync(cliPath) || !existsSync(cpuAddonPath))(
    'has stories whose files and commands work as they stand (at one size; those of a GPU are planned where there is none)',
    async () => {
      const cwd = folder();
      const page = read('docs/lab.md');
      const files = filesOf(page);
      expect(new Set(files.map(({ path }) => path.split('/')[0])).size).toBe(3);
      for (const { path, body } of files) {
        mkdirSync(dirname(join(cwd, path)), { recursive: true });
        writeFileSync(join(cwd, path), body);
      }
      const commands = linesOf(page).map((line) => line.replace(/^breakeven /, '').split(' '));
      expect(commands.map(([verb]) => verb)).toEqual(
        expect.arrayContaining(['lab', 'run', 'export', 'tune']),
      );
      for (const words of commands) {
        const isKernel = words.includes('transpose') && words[0] !== 'lab';
        const small = words.map((word) => word.replace(/^n=\d.*/, 'n=64'));
        const once = small.map((word, i) =>
          /^--(?:max-)?repetitions$/.test(small[i - 1] ?? '') ? '1' : word,
        );
        const given = words[0] === 'run' ? once : words;
        // Without a GPU there is no case of the kernel to measure: a run is planned, and a search says why it cannot be.
        const plan = isKernel && words[0] === 'run' ? ['--dry-run'] : [];
        const { code, stdout, stderr } = await cli(...given, ...plan);
        const needsGpu = isKernel && words[0] === 'tune' && code !== 0;
        const said = `${stdout}${stderr}`;
        if (needsGpu) expect(said).toMatch(/CUDA|GPU/);
        const needsNumpy = !hasNumpy && words.includes('rowsum');
        if (needsNumpy) expect(said).toContain('apt-get install python3-numpy');
        expect([words.join(' '), needsGpu || needsNumpy ? 0 : code, said]).toEqual([
          words.join(' '),
          0,
          expect.any(String),
        ]);
      }
      const report = readFileSync(join(cwd, 'heat-report', 'report.html'), 'utf8');
      expect(report).toContain('sequential');
    },
    300_000,
  );

  it.skipIf(!existsSync(cliPath) || !existsSync(cpuAddonPath))(
    'has commands in its sentences that work one after the other',
    async () => {
      const cwd = folder();
      for (const name of ['old', 'new']) {
        writeFileSync(join(cwd, name), '#!/bin/sh\necho $(($1 * 2))\n', { mode: 0o755 });
      }
      writeFileSync(join(cwd, 'saxpy.c'), labInOneFile());
      vi.stubEnv('PATH', `${cwd}:${process.env.PATH}`);
      const said = [...read('docs/lab.md').matchAll(/`breakeven ([^`]+)`/g)];
      // One command for each kind: --from c|cpp
      const commands = said.flatMap(([, text = '']) => {
        const [choice = ''] = /\S+\|\S+/.exec(text) ?? [];
        const each =
          choice === '' ? [text] : choice.split('|').map((one) => text.replace(choice, one));
        return each.map((one) =>
          one.replace('<dir>', `mine-${/--from (\w+)/.exec(one)?.[1] ?? 'c'}`),
        );
      });
      expect(commands.length).toBeGreaterThan(14);
      const once: Readonly<Record<string, readonly string[]>> = {
        run: ['--samples', '3', '--repetitions', '1'],
        ab: ['--time', '1s', '--allow-unknown'],
        grade: ['--pairs', '5', ...(hasSandbox ? [] : ['--no-sandbox'])],
      };
      for (const command of commands) {
        const words = (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''));
        const verb = words[0] === 'lab' ? words[1] : words[0];
        if (verb === 'grade') {
          mkdirSync(join(cwd, 'handed-in'));
          cpSync(join(cwd, 'heat/omp.c'), join(cwd, 'handed-in/ada.c'));
        }
        if (words.includes('saxpy-before')) {
          for (const name of ['saxpy', 'saxpy-before'])
            cpSync(join(cwd, 'mine-c'), join(cwd, name), { recursive: true });
        }
        const one = words.includes('saxpy-before') ? ['--variants', 'omp'] : [];
        const more = [...(once[verb ?? ''] ?? []), ...one];
        const ran = await cli(...words, ...more);
        // Other programs on the machine can slow one side of a pair.
        const allowed = verb === 'ab' && ran.code === 1 ? 1 : 0;
        expect([command, ran.code, ran.stderr]).toEqual([command, allowed, expect.any(String)]);
      }
      expect(readFileSync(join(cwd, 'handed-in-grades/grades.csv'), 'utf8')).toContain('ada.c,');
    },
    300_000,
  );

  it('names flags that are there', async () => {
    const flags = [...(await allVerbs()).flatMap((verb) => verb.flags), ...commonFlags];
    const known = new Set(flags.map(({ name }) => `--${name}`));
    const named = read('docs/lab.md').match(/`--[a-z-]+/g) ?? [];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((flag) => !known.has(flag.slice(1)))).toEqual([]);
  });
});
