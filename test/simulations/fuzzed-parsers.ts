import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Api, type ProcedureName, procedures } from '../../src-main/contract/api.ts';
import { readValue } from '../../src-main/contract/axis-values.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import { figureSpecSchema } from '../../src-main/contract/figure.ts';
import { readSweep } from '../../src-main/contract/sweeps.ts';
import type { Values } from '../../src-main/contract/workload.ts';
import { readNcuCsv } from '../../src-main/core/counters/ncu-csv.ts';
import { sealed, unsealed } from '../../src-main/core/export/run-file.ts';
import { renderSvg } from '../../src-main/core/figures/render.ts';
import { readRunFile } from '../../src-main/core/import/read-run-file.ts';
import { readLab } from '../../src-main/core/lab/read-lab.ts';
import { createOwnPresets } from '../../src-main/core/plan/own-presets.ts';
import { openStore } from '../../src-main/core/store/store.ts';
import { argumentsOf, commonFlags } from '../../src-main/hosts/cli/flags.ts';
import { givenConfiguration } from '../../src-main/hosts/cli/given-configuration.ts';
import { parseArguments } from '../../src-main/hosts/cli/parse-arguments.ts';
import { allVerbs } from '../../src-main/hosts/cli/verbs.ts';
import { dispatch } from '../../src-main/hosts/dispatch.ts';
import { hardSpecs } from '../core/figures/specs.ts';
import { repositoryRoot } from '../helpers/paths.ts';
import { quickPreset } from '../helpers/scripted-app.ts';
import { scriptedCatalog } from '../helpers/scripted-provider.ts';
import { openAddon } from '../native/native-addons.ts';
import { encode, encodeReals, npyFile } from '../native/npy.ts';

/** What reads text or bytes of others: sound inputs that are changed, pieces that are put into them, and the reader. */
export type Fuzzed = {
  readonly seeds: readonly Buffer[];
  readonly tokens: readonly string[];
  /** Ends, or throws a `BreakevenError`, or an error with the code `bad-input` of a native reader. */
  read(input: Buffer): unknown;
};

export type FuzzedParsers = {
  readonly parsers: Readonly<Record<string, Fuzzed>>;
  close(): void;
};

const jsonTokens = [
  ...['null', '[]', '{}', '-1', '1e999', '0.5', '""', 'true', '"__proto__":{},', '{"a":'],
  ...['"\\u0000"', '"\\ud800"', '99999999999999999999', '[['.repeat(200), ',', '"', '}', ']'],
];
const reals = [0.5, -0, 2 ** 100, -(2 ** 100), 3, 2 ** -149];
const wordTokens = [
  ...['\0', '"', "'", ',', ';', ':', '>=', '<', '!=', '..', ':x', ':+', '-', '--', '=', '*', '%'],
  ...['1e999', '-0', '2^31-1', '2^1e9', '0x', '\u00a0', '\u202e', 'é', '\ud83d', 'NaN', ' '],
];
const buffers = (...texts: readonly string[]): readonly Buffer[] =>
  texts.map((text) => Buffer.from(text));
const json = (...values: readonly unknown[]): readonly Buffer[] =>
  buffers(...values.map((value) => JSON.stringify(value)));

/** Every reader of this program, over folders of its own. */
export async function fuzzedParsers(): Promise<FuzzedParsers> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const store = openStore(join(folder, 'store'));
  const presets = createOwnPresets(join(folder, 'presets'));
  const { api, catalog, configuration } = subjects();
  const lab = join(folder, 'saxpy');
  cpSync(join(repositoryRoot, 'resources', 'labs', 'saxpy'), lab, { recursive: true });
  writeFileSync(join(lab, 'x.npy'), 'data');
  const descriptor = readFileSync(join(lab, 'workload.toml'), 'utf8');
  const axes = catalog.workloads.flatMap((workload) => workload.axes);
  const verbs = await allVerbs();
  const addon = openAddon('cpu');
  const native = (workload: string, extension: string, values?: Values) => (input: Buffer) => {
    const path = join(folder, `input.${extension}`);
    // What is held of an earlier file of this name is known by its size and time.
    rmSync(path, { force: true });
    writeFileSync(path, input);
    return addon.inspectInput(workload, path, values);
  };
  const parsers: Record<string, Fuzzed> = {
    query: {
      seeds: buffers('workload:histogram n>=1M tag:lab -status:failed', '"a b" created>2026-01-01'),
      tokens: wordTokens,
      read: (input) => store.history({ query: input.toString(), limit: 5, after: null }),
    },
    'axis values': {
      seeds: buffers('1e3,1e4,1e6', '1e3..1e6:x2', '0..100:+10', '1,000,000', '16 384', '2^20'),
      tokens: wordTokens,
      read(input) {
        for (const axis of axes) {
          readValue(axis, input.toString());
          readSweep(axis, input.toString());
        }
      },
    },
    arguments: {
      seeds: buffers('run\n--workload\nhistogram\n--set\nn=1e6', 'show\nlatest\n--json', 'list'),
      tokens: ['\n', '\n--', '\n--wait', '\n-h', '=', '--set', ...wordTokens],
      read(input) {
        const words = input.toString().split('\n');
        for (const verb of verbs) {
          const flags = [...verb.flags, ...commonFlags];
          try {
            parseArguments(words.slice(1), { ...verb, verb: verb.name, flags });
          } catch (error) {
            if (!(error instanceof BreakevenError)) throw error;
          }
        }
      },
    },
    configuration: {
      seeds: json(configuration),
      tokens: jsonTokens,
      read: (input) =>
        givenConfiguration(
          argumentsOf([], new Map([['configuration', [` ${input.toString()}`]]])),
          folder,
        ),
    },
    preset: {
      seeds: json({ title: 'Mine', summary: '', configuration }),
      tokens: jsonTokens,
      read: (input) => presets.remove(presets.import(input.toString())),
    },
    'run file': {
      seeds: [gunzipSync(unsealed(readFileSync(runFixture)) ?? '')],
      tokens: ['\n', ...jsonTokens],
      read: (input) => readRunFile(Buffer.concat([...sealed([gzipSync(input, { level: 1 })])])),
    },
    'figure specification': {
      seeds: json(...Object.values(hardSpecs).slice(0, 4)),
      tokens: jsonTokens,
      read(input) {
        const parsed = figureSpecSchema.safeParse(parsedJson(input));
        if (parsed.success) renderSvg(parsed.data);
      },
    },
    'workload.toml': {
      seeds: buffers(descriptor, descriptor.replace('"uniform(-1, 1)"', `'file("x.npy")'`)),
      tokens: [
        ...['[', ']', '=', '"', '\n', '[[', '0x', '1e999', '"""', '\0', '..', '__proto__ = 1'],
        ...['/dev/zero', '/proc/kmsg', '\'file("/dev/zero")\'', 'matrix(', '/'],
      ],
      read(input) {
        writeFileSync(join(lab, 'workload.toml'), input);
        readLab(lab);
      },
    },
    counters: {
      seeds: buffers(
        '"ID","Kernel Name","Grid Size","dram__bytes.sum"\n"","","","Mbyte"\n"0","a<b, ""8"">","(1, 1, 1)","1,234.5"\n',
        '==PROF== done\r\n"Kernel Name","x"\r\n"","Gbyte/second"\r\n"k","1e3"\r\n',
      ),
      tokens: [
        '"',
        '""',
        '",',
        ',"',
        '\n',
        '\r',
        '/',
        '"'.repeat(1e5),
        '"constructor"',
        ...wordTokens,
      ],
      read: (input) => readNcuCsv(input.toString()),
    },
    api: {
      seeds: soundCalls(configuration),
      tokens: ['\n', '..', '/', ...jsonTokens],
      async read(input) {
        const [name = '', ...rest] = input.toString().split('\n');
        const reply = await dispatch(api, name, parsedJson(Buffer.from(rest.join('\n'))));
        if (!reply.ok) throw new BreakevenError(reply.failure.code, reply.failure.message);
      },
    },
    'Matrix Market': {
      seeds: buffers(
        '%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 1.5\n2 1 -2e-3\n3 2 4\n',
        '%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 1 -1\n% end\n',
      ),
      tokens: ['%', '\n', '\r', '\0', '1e9', '-', '99999999999999999999', 'nan', ' '],
      read: native('row-ordering', 'mtx'),
    },
    '.npy': {
      seeds: ['|u1', '<i2', '>i4', '<u8'].map((descr) =>
        npyFile({ descr, shape: [2, 3], data: encode(descr, [0, 1, 2, 9, 5, 6]) }),
      ),
      tokens: ['(', ')', ',', "'", 'True', '\0', '<f8', '99999999999999999999', '-'],
      read: native('histogram', 'npy'),
    },
    'real .npy': {
      seeds: ['<f4', '>f8', '|i1'].map((descr) =>
        npyFile({
          descr,
          shape: [2, 3],
          fortran: descr === '>f8',
          data: descr[1] === 'f' ? encodeReals(descr, reals) : encode(descr, [0, -1, 2, 9, 5, 6]),
        }),
      ),
      tokens: ['(', ',', 'True', 'False', '\0', '\xff', '<i8', '<f2', '99999999999999999999'],
      async read(input) {
        await native('exclusive-scan', 'npy', { element: 'float32' })(input);
        await native('mean', 'npy')(input);
      },
    },
  };
  return {
    parsers,
    close() {
      store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Calls that pass the schemas of their procedures, so that changes of them are tried past the first check. */
function soundCalls(configuration: object): readonly Buffer[] {
  const [ref, index, scope, id] = ['latest', 0, 'kernel', 'mine'];
  const inputs = [
    ...[
      {},
      { ref },
      { configuration },
      { query: '', limit: 5, after: null },
      { query: 'n>1', cursor: 2 },
    ],
    ...[{ id }, { runId: ref }, { refs: [ref] }, { refs: [ref, ref], scope }, { ref, index }],
    ...[
      { ref, index, scope },
      { ref, kind: 'scaling' },
      { ref, format: 'csv' },
      { ref, note: 'a' },
    ],
    ...[
      { ref, title: 'a' },
      { ref, pinned: true },
      { runId: ref, paused: true },
      { id, title: 'a' },
    ],
    ...[
      { workload: 'tally', variant: 'plain', set: { n: 10 } },
      { text: '{}' },
      { name: id, query: '' },
    ],
  ];
  return (Object.keys(procedures) as ProcedureName[]).flatMap((name) =>
    inputs
      .filter((input) => procedures[name].safeParse(input).success)
      .map((input) => Buffer.from(`${name}\n${JSON.stringify(input)}`)),
  );
}

const runFixture = join(repositoryRoot, 'resources', 'sample-results', 'scan-cpu.breakeven');

/** An API whose procedures do nothing, so that what is tried is the way to them. */
function subjects() {
  const names = Object.keys(procedures) as ProcedureName[];
  const api = Object.fromEntries(names.map((name) => [name, async () => ({})]));
  return {
    api: api as unknown as Api,
    catalog: scriptedCatalog,
    configuration: quickPreset.configuration,
  };
}

/** What is no JSON never arrives anywhere. */
function parsedJson(input: Buffer): unknown {
  try {
    return JSON.parse(input.toString());
  } catch {
    return undefined;
  }
}
