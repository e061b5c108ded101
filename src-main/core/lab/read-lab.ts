import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { hintFor } from '../../contract/did-you-mean.ts';
import type { ExpressionCheck, ExpressionFault } from '../../contract/engine-protocol.ts';
import { badInput, notFound } from '../../contract/failure.ts';
import {
  type LabCommand,
  type LabDescription,
  labIdPattern,
  labIdWords,
} from '../../contract/lab.ts';
import type { Scalar } from '../../contract/workload.ts';
import { readBlock } from './block.ts';
import { commandVariant } from './command-variant.ts';
import { sourceText } from './file-content.ts';
import type { Lab, LabExpression, LabSource } from './lab.ts';
import { argumentsOf, checkOf, returnedName } from './lab-arguments.ts';
import { axesOf, identifier, sizeAxisOf } from './lab-axes.ts';
import { contractOf } from './lab-contract.ts';
import { singleFileSchema, type WorkloadFile, workloadFileSchema } from './lab-file.ts';
import { languageOf } from './languages.ts';
import {
  allOf,
  checkDocument,
  eachOf,
  Faults,
  faultAt,
  type KeyPath,
  parseToml,
  type TomlDocument,
} from './toml-document.ts';
import {
  type Around,
  answerOf,
  type FoundVariant,
  libraryVariant,
  readVariant,
  variantFilesOf,
  variantOf,
} from './variant-files.ts';

export const labFileName = 'workload.toml';
const generators = ['generate.c', 'generate.cpp', 'generate.py'];
const checkFileName = 'check.py';

/** Asks the engine, which has the grammar. */
export type CheckExpressions = (
  expressions: readonly ExpressionCheck[],
) => Promise<readonly (ExpressionFault | null)[]>;

/** As `readLab`, with its formulas checked in one request. @throws BreakevenError as `readLab` does. */
export async function readCheckedLab(given: string, check: CheckExpressions): Promise<Lab> {
  const lab = readLab(given);
  const faults = await check(lab.expressions.map(({ refuse: _, ...expression }) => expression));
  const refused = faults.flatMap((fault, at) => {
    if (fault === null) return [];
    const { before, unknown, known, after } = fault;
    return lab.expressions[at]?.refuse(`${before}${hintFor(unknown, known)}${after}`) ?? [];
  });
  if (refused.length > 0) throw allOf(refused);
  return lab;
}

/**
 * A lab from its folder, or from one source file with a `[workload]` table in its block.
 *
 * @throws BreakevenError `not-found` where there is none, `bad-input` with one sentence that names file, line and key.
 */
export function readLab(given: string): Lab {
  const path = resolve(given);
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw notFound(`there is no folder or file ${given}`);
  return status.isDirectory() ? readFolder(path, given) : readSingle(path);
}

function readFolder(path: string, given: string): Lab {
  const file = join(path, labFileName);
  if (!existsSync(file)) {
    throw notFound(`${given} is no lab: it has no ${labFileName}; breakeven lab new makes one`);
  }
  const text = sourceText(file, labFileName);
  const document = parseToml(text, labFileName);
  const workload = checkDocument(workloadFileSchema, document);
  const named = workload.reference;
  const referenceFile = named !== undefined && extname(named) !== '' ? named : undefined;
  const generator = generators.find((name) => existsSync(join(path, name)));
  const ownCheck = workload.check?.rule === 'python' ? checkFileName : undefined;
  const programs = (workload.command ?? []).map(({ source }) => source);
  const besides = new Set(
    [referenceFile, generator, ownCheck, ...programs].filter((name) => name !== undefined),
  );
  return assemble({
    ...{ path, folder: path, text, document, prefix: [], workload, referenceFile, generator },
    idHint: basename(path),
    variants: (around) => {
      const withArgs = { ...around, args: argumentNames(workload) };
      return eachOf(
        [
          ...variantFilesOf(path, besides, workload.ignore ?? []).map(
            (name) => () => readVariant(name, around),
          ),
          ...(workload.library ?? []).map(
            (one, at) => () => libraryVariant(one, at, document, around),
          ),
          ...(workload.command ?? []).map(
            (one, at) => () => commandVariant(one, at, document, withArgs),
          ),
        ],
        (read) => read(),
      );
    },
  });
}

function readSingle(path: string): Lab {
  const name = basename(path);
  const text = sourceText(path, name);
  const block = readBlock(text, name);
  if (block === null) {
    throw badInput(`${name} is no lab: it has no block "/// breakeven" with a table [workload]`);
  }
  const document = parseToml(block.text, name, block.firstLine);
  if (document.value.workload === undefined) {
    throw faultAt(
      document,
      ['workload'],
      'is missing: a lab in one file describes its workload there',
    );
  }
  const { workload, ...own } = checkDocument(singleFileSchema, document);
  return assemble({
    ...{ path, folder: dirname(path), text, document, prefix: ['workload'], workload },
    ...{ referenceFile: undefined, generator: undefined },
    idHint: basename(path, extname(path)),
    variants: (around) => [variantOf(path, text, own, document, around)],
  });
}

type Parts = {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly document: TomlDocument;
  /** Where the workload's keys stand in the document. */
  readonly prefix: KeyPath;
  readonly workload: WorkloadFile;
  readonly referenceFile: string | undefined;
  readonly generator: string | undefined;
  readonly idHint: string;
  readonly variants: (around: Around) => readonly FoundVariant[];
};

function assemble(parts: Parts): Lab {
  const { path, folder, document, prefix, workload, generator } = parts;
  const fail = (what: string, ...key: KeyPath) => faultAt(document, [...prefix, ...key], what);
  const id = workload.id ?? parts.idHint;
  if (!labIdPattern.test(id)) {
    throw fail(
      `"${id}" is no id: ${labIdWords}; the key id gives another one than the name of the folder`,
      'id',
    );
  }
  const name = workload.function ?? id.replaceAll('-', '_');
  if (!identifier.test(name)) throw fail(`"${name}" is no name of a function`, 'function');
  const expressions: LabExpression[] = [];
  const { axes, size, args, found } = partsOf(parts, id, name, expressions);
  const names = axes.map((axis) => axis.id);
  for (const key of ['bytes', 'operations'] as const) {
    const text = workload.work?.[key] ?? '0';
    expressions.push({ text, names, refuse: (what) => fail(what, 'work', key) });
  }
  const ids = found.map(({ variant }) => variant.id);
  const twice = ids.find((one, at) => ids.indexOf(one) < at);
  if (twice !== undefined) throw fail(`there are two variants "${twice}"`, 'library');
  const [first] = ids;
  if (first === undefined)
    throw fail(`there is no variant next to ${document.file}: no .c, .cpp, .f90, .cu or .py file`);
  const usual = ids.includes('sequential') ? 'sequential' : first;
  const baseline = workload.baseline ?? usual;
  const sources = new Map(found.map(({ variant, source }) => [variant.id, source]));
  const faults = new Faults();
  faults.read(() => {
    if (!ids.includes(baseline))
      throw fail(`there is no variant "${baseline}"${hintFor(baseline, ids)}`, 'baseline');
  });
  const reference = faults.last(() => referenceOf(parts, found, sources, baseline, name));
  const check = checkOf(workload.check, args, document, [...prefix, 'check']);
  const generate = generator === undefined ? null : fileSource(folder, generator, 'generate');
  const ownCheck = checkSourceOf(parts, check.rule);
  const files = [generate, ownCheck].filter((one) => one !== null);
  const listed = { axes: [...axes], args: [...args] };
  const contract = contractOf({ ...listed, check, own: name, files, folder });
  const { title = id, summary = '', work = {} } = workload;
  const description: LabDescription = {
    ...{ id, title, summary, contract, size, baseline },
    reference: reference.id,
    ...(reference.command === undefined ? {} : { referenceCommand: reference.command }),
    axes: [...axes],
    args: [...args],
    ...{ check, work },
    variants: found.map(({ variant }) => variant),
    ...(found.some(({ source }) => source.around?.includes('setup')) ? { hasSetup: true } : {}),
  };
  const sizes = sizesOf(workload, description, document, [...prefix, 'check', 'sizes']);
  return {
    ...{ description, path, folder, file: document.file, text: parts.text },
    ...{ sources, reference: reference.source, generate, check: ownCheck, sizes, expressions },
  };
}

/** What of a workload can be read part by part. @throws BreakevenError with the faults of all parts. */
function partsOf(
  { folder, document, prefix, workload, generator, variants }: Parts,
  lab: string,
  own: string,
  expressions: LabExpression[],
) {
  const faults = new Faults();
  const known = faults.read(() => axesOf(workload.axes, document, [...prefix, 'axes']));
  const axes = known ?? [];
  const size = known && faults.read(() => sizeAxisOf(workload.size, known, document, [...prefix]));
  const args = faults.read(() =>
    argumentsOf(workload.args, {
      ...{ axes, document, path: [...prefix, 'args'], folder, expressions },
      generated: generator !== undefined,
      returns: workload.returns,
    }),
  );
  const outputs = workload.args.flatMap((one) =>
    one.array !== undefined && one.out === true ? [one.name] : [],
  );
  if (workload.returns !== undefined) outputs.push(returnedName);
  // Where arguments have faults their names are known all the same.
  const named = workload.args.map(({ name }) => ({ name, scalar: 'int32' as const, value: '0' }));
  const found = faults.read(() =>
    variants({
      ...{ folder, lab, function: own, axes, arguments: args ?? named, outputs, expressions },
    }),
  );
  faults.add(document.slips.map(({ fault }) => fault));
  return faults.last(() => ({ axes, size: size ?? '', args: args ?? [], found: found ?? [] }));
}

/** The file that gives the expected answer: a variant, or a file that is none. */
function referenceOf(
  { folder, document, prefix, workload, referenceFile }: Parts,
  found: readonly FoundVariant[],
  sources: ReadonlyMap<string, LabSource>,
  baseline: string,
  own: string,
): { readonly id: string; readonly source: LabSource; readonly command?: LabCommand } {
  const fail = (what: string) => faultAt(document, [...prefix, 'reference'], what);
  if (referenceFile !== undefined) {
    if (!existsSync(join(folder, referenceFile))) throw fail(`there is no file ${referenceFile}`);
    const language = languageOf(referenceFile);
    if (language === null || language === 'cuda')
      throw fail(`${referenceFile} is no C, C++, Fortran or Python file`);
    const source = fileSource(folder, referenceFile, own);
    return { id: basename(referenceFile, extname(referenceFile)), source };
  }
  const hosts = [...sources].filter(([, source]) => canBeReference(source)).map(([id]) => id);
  const axisOf = (own: string | undefined) =>
    Object.keys(found.find(({ variant }) => variant.id === own)?.variant.macros ?? {})[0];
  const forAllSizes = hosts.filter((one) => axisOf(one) === undefined);
  const usual = forAllSizes.length === 0 ? hosts : forAllSizes;
  const id = workload.reference ?? (usual.includes(baseline) ? baseline : usual[0]);
  const axis = axisOf(id);
  if (axis !== undefined) {
    throw fail(
      `${id} is compiled once a value of ${axis}, a reference once for all: name a file that takes ${axis}, such as reference = "reference.c"`,
    );
  }
  const source = id === undefined ? undefined : sources.get(id);
  if (id === undefined || source === undefined) {
    throw fail(
      id === undefined
        ? 'is missing: no variant runs on the host'
        : `there is no variant "${id}"${hintFor(id, hosts)}`,
    );
  }
  if (source.kind === 'command') {
    const own = found.find(({ variant }) => variant.id === id)?.variant.command;
    const words = [own?.run, own?.prepare, own?.cleanup].flatMap((one) => one ?? []).join(' ');
    const args = [...argumentNames(workload), 'program'];
    const names = [...words.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const other = names.find((name) => !args.includes(name));
    if (other !== undefined) {
      throw fail(
        `${id} takes {${other}}, which is an axis: a program that is the reference takes arguments, such as { name = "${other}", scalar = "int64", value = "${other}" }`,
      );
    }
    if (own?.device === 'cuda') throw fail(`${id} runs on a GPU; the reference runs on the host`);
    return { id, source, ...(own === undefined ? {} : { command: own }) };
  }
  if (!canBeReference(source)) throw fail(`${id} runs on a GPU; the reference runs on the host`);
  return { id, source };
}

function canBeReference({ kind, package: gpuPackage }: LabSource): boolean {
  return kind === 'host' || (kind === 'python' && gpuPackage === undefined);
}

/** The file of the rule `python`. */
function checkSourceOf(
  { folder, document, prefix }: Parts,
  rule: LabDescription['check']['rule'],
): LabSource | null {
  if (rule !== 'python') return null;
  if (existsSync(join(folder, checkFileName))) return fileSource(folder, checkFileName, 'check');
  throw faultAt(document, [...prefix, 'check', 'rule'], `there is no file ${checkFileName}`);
}

function argumentNames({ args }: WorkloadFile): readonly string[] {
  return args.map(({ name }) => name);
}

function fileSource(folder: string, name: string, own: string): LabSource {
  const path = join(folder, name);
  const text = sourceText(path, name);
  const language = languageOf(name) ?? 'c';
  const kind = language === 'python' ? 'python' : 'host';
  return { language, kind, path, name, function: own, flags: [], ...answerOf(text, own) };
}

/** Sizes at which variants are verified: those that are given, or awkward ones of the size axis. */
function sizesOf(
  { check }: WorkloadFile,
  { axes, size }: LabDescription,
  document: TomlDocument,
  path: KeyPath,
): Readonly<Record<string, readonly Scalar[]>> {
  const given = check?.sizes;
  if (given === undefined) {
    const axis = axes.find(({ id }) => id === size);
    const { min = 0, max = 0 } = axis ?? {};
    const awkward = [1, 2, 31, 33, 1023, 100_003].filter((n) => n >= min && n <= max);
    return { [size]: awkward.length === 0 ? [min] : awkward };
  }
  for (const [id, values] of Object.entries(given)) {
    const axis = axes.find((one) => one.id === id);
    if (axis === undefined) {
      throw faultAt(
        document,
        [...path, id],
        `there is no axis "${id}"${hintFor(
          id,
          axes.map((one) => one.id),
        )}`,
      );
    }
    const { min = 0, max = 0 } = axis;
    const wrong = values.find((value) =>
      axis.kind === 'choice'
        ? axis.values?.includes(value) !== true
        : !Number.isInteger(value) || Number(value) < min || Number(value) > max,
    );
    if (wrong !== undefined) {
      const allowed =
        axis.kind === 'choice'
          ? (axis.values ?? []).join(', ')
          : `a whole number from ${min} to ${max}`;
      throw faultAt(
        document,
        [...path, id],
        `${wrong} is no value of ${id}: allowed is ${allowed}`,
      );
    }
  }
  // Every choice is a text in a case.
  return Object.fromEntries(
    Object.entries(given).map(([id, values]) => {
      const text = axes.find((one) => one.id === id)?.kind === 'choice';
      return [id, values.map((value) => (text ? String(value) : value))];
    }),
  );
}
