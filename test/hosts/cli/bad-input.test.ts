import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BreakevenError } from '../../../src-main/contract/failure.ts';
import { cliSession, sessionsOver } from '../../helpers/cli-session.ts';
import {
  createMeasuringApp,
  createScriptedApp,
  type MeasuringApp,
  runWords,
} from '../../helpers/scripted-app.ts';
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

function rowsOf(table: string): readonly (readonly [string, string])[] {
  return table
    .replace(/^\n|\n$/g, '')
    .split('\n')
    .map((row) => {
      const [line = '', sentence = ''] = row.split(' -> ');
      return [line, sentence];
    });
}

describe('bad input', () => {
  const folder = (): string => {
    const path = temporaryFolder();
    mkdirSync(join(path, 'folder'));
    writeFileSync(join(path, 'file'), '');
    return path;
  };
  it.each<readonly [string | readonly string[], number, string]>([
    ...rowsOf(wrongLines).map(([line, sentence]) => [line, 2, sentence] as const),
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

/** The same where a run is stored: two variants at three sizes and two numbers of threads. */
const wrongOfStored = `
compare latest latest --fail-on slowr -> --fail-on: unknown verdict "slowr"; did you mean "slower"?
compare latest:parallel latest:sequential --scope nope -> unknown timing scope "nope"; there are kernel, call, total
compare latest latest -> would be compared with itself
compare latest:parallel latest:parallel -> parallel of run
run --workload count --scope totl -> unknown timing scope "totl"; did you mean "total"?
run --workload count --scope totl --dry-run -> unknown timing scope "totl"; did you mean "total"?
show latest --scope totl -> unknown timing scope "totl"; did you mean "total"?
compare latest:parallel latest:sequential --scope totl -> unknown timing scope "totl"; did you mean "total"?
break-even latest --scope totl -> unknown timing scope "totl"; did you mean "total"?
break-even latest --refine --scope totl -> unknown timing scope "totl"; did you mean "total"?
tune --workload count --variant parallel --parameter threads --scope totl -> unknown timing scope "totl"; did you mean "total"?
break-even latest --variants paralel -> the run has no variant "paralel"; did you mean "parallel"?
break-even latest --variants sequential,x -> the run has no variant "x"; there are sequential, parallel
break-even latest --workload nope -> the run has no workload "nope"; there are count
break-even latest --refine --variants paralel -> the run has no variant "paralel"; did you mean "parallel"?
break-even latest --refine --variants sequential,x -> the run has no variant "x"; there are sequential, parallel
break-even latest --refine --workload nope -> the run has no workload "nope"; there are count
break-even latest --axis threads --small 1 -> --small needs --large
break-even latest --small 1 -> --small needs --large
break-even latest --axis threads --small 1 --large 4 -> there are 1, 8
break-even latest --axis threads --small 1 --large 8 --variants paralel -> did you mean "parallel"?
break-even latest --over calls --strategy both-stay --scope total -> --scope is of no use with --over calls
break-even latest --over thread -> did you mean "threads"?
break-even latest --over threads --strategy both-stay -> with --over calls alone
break-even latest --strategy both-stay -> --strategy needs --over
break-even latest --over calls --strategy both -> unknown name "both"
break-even latest --format c --over calls -> cannot be combined
break-even latest --target 5% -> --target needs --refine
break-even latest --refine --target 200% -> --target: 200 is too large
break-even latest --refine --max-points 0 -> --max-points: 0 is too small
break-even latest --refine --where n:1000 -> --where
tune --workload count --variant parallel --parameter share -> parallel can be tuned over threads
tune --workload count --variant parallel -> --parameter
study latest --study ime-min3x3 --format html -> "html"
study latest --table -> reproduces a study
study latest --study ull -> ull-histogram
selftest --workload cuont -> did you mean "count"?
figure --kind picture --out x.txt -> --out: got "x.txt", must be a file that ends in .png
figure --kind picture --workload count -> does not hand out its output
figure --kind picture --workload count --variant nope -> unknown variant "nope" of count; there are sequential, 
figure --kind picture --workload count --baseline paralel -> unknown variant "paralel" of count; did you mean "parallel"?
figure --kind picture --workload count --variant parallel --set other=1 -> unknown axis "other"; there are n, bins, seed, distribution, threads
figure --kind picture --workload count --set threads=1 -> unknown axis "threads"; there are n, bins, seed, distribution
figure latest --kind speedup --axis threads --small 1 --large 8 --out x.csv -> scaling figure
figure latest --with latest:nope --out x.png -> has no variant "nope"; there are sequential, parallel
figure latest --with latest --out x.png -> is named twice; a figure shows each run once
figure latest --with latest:parallel --out x.png -> share cases; 
figure latest --out x.png --x log:5..2 -> x: the maximum 2 must be above the minimum 5
figure latest --out x.png --x 1e300..1e308 -> x: no data between 1e+300 and 1e+308; the figure covers
figure latest --out x.png --y 1e30.. -> y: no data between 1e+30 and Infinity
figure latest --out x.png --x middle -> --x: "middle" is not of the form log:1..1e6
figure latest --out x.png --variants nobody -> nobody
figure latest --out x.png --published none -> published: there is no study or series "none"
figure latest --out x.png --language it -> --language: "it" is not one of es, pt, ru, de, fr, nor a file
figure latest --out x.png --language none.json -> --language: the file "none.json" cannot be read
export latest --format latx -> --format: unknown format "latx"; did you mean "latex"?
export latest --format breakeven --where n:1000 -> a .breakeven file holds a whole run: leave out --where
export latest --format breakeven --out - -> is not text
export latest --where n>1e9 -> fits n>1e9
show latest --where n>1e9 -> fits n>1e9
break-even latest --where n>1e9 -> fits n>1e9
run --workload count --no-samples -> --no-samples needs --out
run --workload count --set foo=1 --variants sequential -> unknown axis "foo"; there are n, bins, seed, distribution
run --workload count --set foo=1 --variants parallel -> unknown axis "foo"; there are n, bins, seed, distribution, threads
run --workload count --sweep n=8,16 --link bins -> --link "bins": write it as axis=axis
run --workload count --sweep n=8,16 --link bins=nn -> unknown axis "nn"; did you mean "n"?
run --workload count --sweep n=8,16 --link n=n -> --link: n cannot follow itself
run --workload count --variants accelerated --bins 5000 -> bins is 5000; this variant takes at most 1000
run --workload count --variants accelerated --bins 5000 --dry-run -> bins is 5000; this variant takes at most 1000
run --resume latest --samples 5 -> cannot be combined with --samples
run --configuration { -> --configuration: this is not JSON
run --configuration [] -> --configuration: this is a list, must be an object
run --configuration {} -> --configuration: groups: is missing; a list is needed
run --configuration {"groups":3} -> --configuration: groups: got 3, must be a list
run --configuration {"groups":[]} -> --configuration: groups
run --configuration /dev/null -> "/dev/null" cannot be read: it is not a plain file
run --configuration /tmp -> "/tmp" cannot be read: it is a folder
run --configuration gone.json -> is neither JSON nor a file that can be read
run --configuration {} --repetitions 2 -> cannot be combined with --repetitions
ab count:sequential count:sequential --tell 0 -> --tell
ab count:sequential count:sequential --tell much -> --tell
ab count:sequential count:sequential --tell 10 -> --tell: 10 is 1000 %, and at most 100 % is taken; 10% is 10 %
ab count:sequential count:sequential --pairs 4 -> --pairs
ab count:sequential count:sequential --pairs 51 -> --pairs
ab count:sequential count:sequential --time soon -> --time
ab count:sequential count:sequential --run x -> --run
ab count:sequential count:sequential --scope kernal -> kernal
ab count:sequentail count:parallel -> did you mean "sequential"?
ab count:sequential trouble:good -> count and trouble are two workloads; ab compares two variants of one
ab count:sequential nothing -> workload:variant
edit latest --tag lab --pin --no-pin -> cannot be combined
edit latest --tag lab --baseline --no-baseline -> cannot be combined
edit latest --tag lab --note=a --append=b -> cannot be combined
edit latest --tag lab --note=a --no-note -> cannot be combined
edit latest --tag lab --trash --restore -> cannot be combined
edit latest --tag lab --restore --purge -> cannot be combined
edit -> edit needs <run>
history --sort speed -> --sort takes a column, and :asc or :desc after it, not "speed"; did you mean "speedup"?
history --sort title:up -> --sort takes a column
history --sort case -> --sort case needs --case
history --changes --fail-on slowr -> --fail-on: unknown kind "slowr"; did you mean "slower"?
history --changes --last 2 -> --last: 2 is too small; it takes a whole number from 6 to 1000
history --changes --threshold 0 -> --threshold: 0 is too small; it takes a number from 0.1 to 100
history --changes --workload cuont -> No stored run has a measured case of the workload "cuont"
history --changes latest --workload cuont -> did you mean "count"?
history --changes --machine elsewhere -> machine: no run was taken on "elsewhere"; there are
history -status:failed -> breakeven history -- -status:failed
history lab" -> opens at letter 4 of the query lab"
list --workload cont -> unknown workload "cont"; did you mean "count"?
list --workload cont --published -> unknown workload "cont"; did you mean "count"?
list --presets --workload cont -> did you mean "count"?
help terms speedupp -> no term has "speedupp"; did you mean "speedup"?
help run speedup -> help takes one verb; "speedup" is a second
help --completion bsh -> unknown shell "bsh"; did you mean "bash"?
help --schema shwo -> did you mean "show"?
run --workload cont --help -> unknown workload "cont"; did you mean "count"?
hep -> unknown verb "hep"; did you mean "help"?
verson -> unknown verb "verson"; did you mean "version"?
`;

describe('bad input of a stored run', () => {
  let scripted: MeasuringApp;
  const session = sessionsOver(() => ({ app: scripted.app, cwd: scripted.home }));

  beforeAll(async () => {
    scripted = createMeasuringApp();
    const sweeps = '--sweep n=1e3,1e4,1e5 --sweep threads=1,8 --samples 10 --repetitions 2';
    await session(`run --workload count --variants sequential,parallel ${sweeps} --quiet`);
  });

  afterAll(async () => {
    const { runs } = JSON.parse((await session('history --json')).stdout);
    await scripted.close();
    expect(runs).toMatchObject([{ status: 'complete', tags: [], pinned: false }]);
  });

  it.each(rowsOf(wrongOfStored))('%j', async (line, sentence) => {
    const { code, stdout, stderr } = await session(line);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)]);
    expect(stderr).toMatch(/^breakeven: .*\n$/);
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
});
