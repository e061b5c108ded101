import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp, runWords } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** Command lines that end with 2, and what each is told. */
const wrongLines = `
--quiet -> a verb is missing after --quiet; see breakeven --help
--home here -> a verb is missing after --home; see breakeven --help
rn -> unknown verb "rn"; did you mean "run"?
run -> run needs --workload <id> (count, trouble) or --preset <id> (quick)
run --workload cuont -> unknown workload "cuont"; did you mean "count"?
run --workload count --repetitions 5 --max-repetitions 2 -> --repetitions: 5 is given, but --max-repetitions allows at most 2
run --preset qick -> unknown preset "qick"; did you mean "quick"?
run --workload count --variants sequental -> unknown variant "sequental" of count; did you mean "sequential"?
run --workload count --set bin=8 -> unknown axis "bin"; did you mean "bins"?
run --workload count --binss 8 -> unknown flag --binss of run; did you mean "--bins"?
run --workload count --set n=-1 -> n: -1 is too small; it takes a whole number from 0 to 2^31-1
run --workload count --set n=1.5 -> n: 1.5 is not whole; it takes a whole number from 0 to 2^31-1
run --workload count --set bins=0 -> bins: 0 is too small; it takes a whole number from 1 to 2^16
run --workload count --set n=many -> n: "many" is not a number; it takes a whole number from 0 to 2^31-1, such as 1000, 1e6, 2^20 or 64Ki
run --workload count --set n=1 --sweep n=1,2 -> n is given more than once
run --workload count --input none.npy -> --input: there is no file "none.npy"
run --workload count --input folder -> --input: "folder" is not a file
run --workload trouble --input file -> --input: trouble does not read its input from a file
run --workload count --gpu 0 -> --gpu: none of these variants runs on a GPU
run --workload count --samples 0 -> --samples: 0 is too small; it takes a whole number from 1 to 1e7
run --workload count --criterion fixd -> unknown stopping criterion "fixd"; did you mean "fixed"?
run --workload count --criterion-set a=1 -> --criterion-set needs --criterion or --samples
run --workload count --order random -> --order: unknown order "random"; there are shuffled, sequential
run --workload count --time-limit -1 -> --time-limit: -1 is too small; it takes a number from
run --workload count --time-limit nonee -> --time-limit: "nonee" is neither "none" nor a number of seconds from 0.001 to 1e6
run --workload count --variants , -> --variants: "," names nothing; write ids joined by commas
run --workload count --wait=abc --dry-run -> --wait: "abc" is not a number; it takes a number from 0
edit latest --append -> --append needs a value: --append <text>
edit latest --pin --no-pin -> --pin cannot be combined with --no-pin
doctor --seconds 9 -> --seconds needs --calibrate
doctor --wait -> --wait needs --peaks or --calibrate
show nothing -> No run is called "nothing"
show -> show needs <run>, an id, the start of one, latest, latest~1, same~1
export latest --format xml -> --format: unknown format "xml"; there are breakeven, csv-wide, csv, google, html, json
figure latest -> figure needs --out <file>, a name that ends in .png, .svg, .pdf or .csv
figure latest --out a.gif -> --out: "a.gif" must end in .png, .svg, .pdf or .csv
figure latest --kind scalling --out a.png -> --kind: unknown kind "scalling"; did you mean "scaling"?
figure latest --out a.png --dpi 5 -> --dpi: 5 is too small; it takes a number from 50 to 1200
figure --out a.png -> figure needs <run>, an id
figure latest --kind picture -> a picture takes no run
figure --kind picture --dpi 300 -> a picture figure takes no --dpi
figure latest --set n=1 -> a scaling figure takes no --set
tune --workload count --variant parallel --parameter threads --set n=1e3,1e4 -> --set n: tune takes one value for an axis
history --changes --limit 3 -> --limit cannot be combined with --changes
history --last 3 -> --last needs --changes
history --limit x -> --limit: "x" is not a number
serve --port 70000 -> --port: 70000 is too large; it takes a whole number from 0 to 2^16-1
`;

describe('bad input', () => {
  const folder = (): string => {
    const path = temporaryFolder();
    mkdirSync(join(path, 'folder'));
    writeFileSync(join(path, 'file'), '');
    return path;
  };
  it.each<readonly [string | readonly string[], number, string]>([
    ...wrongLines
      .trim()
      .split('\n')
      .map((row): [string, number, string] => {
        const [line = '', sentence = ''] = row.split(' -> ');
        return [line, 2, sentence];
      }),
    [
      'run --workload count --out file/below',
      3,
      'cannot write to "file/below": a part of the path is a file, not a folder',
    ],
    [
      ['run', '--workload', 'count', '--fail-on', ' , '],
      2,
      '--fail-on: " , " names nothing; write ids joined by commas',
    ],
  ])('%j exits with %i', async (line, code, sentence) => {
    expect(sentence).not.toBe('');
    const words = typeof line === 'string' ? line.split(' ') : line;
    const cwd = folder();
    const plain = await cliSession(createScriptedApp(), words, { cwd });
    expect(plain.stderr).toContain(`breakeven: ${sentence}`);
    expect(plain.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(plain.stdout).toBe('');
    expect(plain.code).toBe(code);

    const app = createScriptedApp();
    const json = await cliSession(app, [...words, '--json'], { cwd });
    expect(json.code).toBe(code);
    const { schemaVersion, error } = JSON.parse(json.stdout);
    expect(schemaVersion).toBe(1);
    expect(error.message).toContain(sentence);
    expect(error.code).toMatch(/^(bad-input|not-found|environment)$/);
    expect(app.calls).not.toContain('startRun');
  });

  it('says in one sentence that the database cannot be opened', async () => {
    const openFailure = new BreakevenError('store', 'the database is of a newer version');
    const { code, stdout, stderr } = await cliSession(createScriptedApp(), ['history', '--json'], {
      openFailure,
    });
    expect(code).toBe(3);
    expect(JSON.parse(stdout).error).toEqual({
      code: 'store',
      message: 'the database is of a newer version',
    });
    expect(stderr).toBe('breakeven: the database is of a newer version\n');
  });
});

describe('a value that the configuration does not take', () => {
  it.each([
    [
      ['--title', 'x'.repeat(201)],
      '--title: got "xxx',
      'a text of at most 200 characters (it has 201)',
    ],
    [['--tag', 'y'.repeat(61)], '--tag: got "yyy', 'a text of at most 60 characters (it has 61)'],
  ])('is told with its flag: %s', async (words, field, allowed) => {
    const { code, stderr } = await cliSession(createScriptedApp(), [...runWords, ...words]);
    expect(code).toBe(2);
    expect(stderr).toContain(field);
    expect(stderr).toContain(allowed);
  });

  it.each([
    ['{}', '--configuration: groups: is missing; a list is needed'],
    ['{"groups":3}', '--configuration: groups: got 3, must be a list'],
  ])('is told of a whole configuration: %s', async (text, sentence) => {
    const words = ['run', '--configuration', text];
    const { code, stderr } = await cliSession(createScriptedApp(), words);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('Invalid input');
  });
});
