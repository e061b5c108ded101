import { createHash } from 'node:crypto';
import type { CaseBuild, LabArgument, LabBuild } from '../../contract/lab.ts';
import type { Precision } from '../../contract/precision.ts';
import type { CaseResult } from '../../contract/run.ts';
import { canonicalJson, contentHash } from '../store/codec.ts';
import { shellWord } from '../util/shell-word.ts';
import { textsOf } from './build-cache.ts';
import type { FileBuild } from './build-lab.ts';
import type { Lab } from './lab.ts';

/** A build as it is stored with the cases that it was measured in, with the texts that it was made of. */
export type StoredBuild = {
  readonly build: LabBuild;
  readonly role: CaseBuild['role'];
  /** By digest. */
  readonly bodies: ReadonlyMap<string, string>;
  readonly flags: string;
  readonly milliseconds: number;
  /** Of its arithmetic, where that is not double. */
  readonly precision: Precision | null;
  /** The file itself, without what it includes. */
  readonly main: string;
};

/** Null for a file that was not compiled: no case has it. */
export function storedBuild(lab: Lab, { result, role, source }: FileBuild): StoredBuild | null {
  if (!result.ok) return null;
  const { record } = result;
  const bodies = new Map<string, string>();
  const read = textsOf(result);
  const files = record.sources.map(({ name, path }) => ({ name, body: read.get(path) ?? '' }));
  // A lab in one file describes itself there, and what counts is what was compiled.
  const descriptor = { name: lab.file, body: lab.text };
  const described = files.some(({ name }) => name === lab.file);
  const sources = (described ? files : [descriptor, ...files]).map(({ name, body }) => {
    const sha256 = createHash('sha256').update(body).digest('hex');
    bodies.set(sha256, body);
    return { name, sha256 };
  });
  const whole = {
    command: record.command.map(shellWord).join(' '),
    compiler: record.compiler,
    log: record.log,
    registers: record.registers ?? null,
    spillBytes: record.spillBytes ?? null,
    sharedBytes: record.sharedBytes ?? null,
    ptx: record.ptx ?? null,
    sass: record.sass ?? null,
    sources,
  };
  const main = sources.find(({ name }) => name === source.name)?.sha256 ?? '';
  const flags = record.command.filter((word) =>
    /^-(?!shared|fPIC|fdiag|fno-diag|fvis|Werror|MMD|MF|o$|lm$|Xcomp|Xlink|Bsym|Wl,-[zB]|cubin|-ptxas|-keep)/.test(
      word,
    ),
  );
  // A library was built by others, and the words of a program are its own.
  const compiled = source.language !== 'library' && source.language !== 'command';
  const build = { hash: contentHash(canonicalJson(whole)), ...whole };
  const precision = precisionOfArguments(lab.description.args);
  const { milliseconds } = record;
  return {
    ...{ build, role, bodies, milliseconds, precision, main },
    flags: compiled ? flags.join(' ') : '',
  };
}

/** That of the widest floating-point arrays, or without any of scalars; null for double and where there is none. */
export function precisionOfArguments(args: readonly LabArgument[]): Precision | null {
  const arrays = args.flatMap((one) => ('array' in one ? [one.array] : []));
  const scalars = args.flatMap((one) => ('scalar' in one ? [one.scalar] : []));
  for (const types of [arrays, scalars]) {
    if (types.some((type) => type === 'float64' || type === 'complex128')) return null;
    if (types.some((type) => type === 'float32' || type === 'complex64')) return 'FP32';
    if (types.some((type) => type === 'float16' || type === 'bfloat16')) return 'FP16';
  }
  return null;
}

/** What a case says of the code that it measured. */
export function buildAttributes(builds: readonly StoredBuild[]): CaseResult['attributes'] {
  const main = builds.find(({ role }) => role === 'variant');
  if (main === undefined) return {};
  const { registers, spillBytes, hash, compiler } = main.build;
  return {
    ...{ source: main.main.slice(0, 12), build: hash.slice(0, 12) },
    ...(main.flags === '' ? {} : { compiler, flags: main.flags }),
    ...(registers === null ? {} : { registers }),
    ...(spillBytes === null ? {} : { spillBytes }),
    ...(main.precision === null ? {} : { precision: main.precision }),
    compileMs: Math.round(main.milliseconds),
  };
}
