import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { nearestName } from '../../contract/did-you-mean.ts';
import { BreakevenError, badInput } from '../../contract/failure.ts';
import { wrongValue } from '../util/invalid-value.ts';
import { typeOfC } from './languages.ts';

export type KeyPath = readonly (string | number)[];

/** TOML of a file, or of a block in one, that can say where a key stands. */
export type TomlDocument = {
  /** As messages name it. */
  readonly file: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The line of a key in the file, or of the nearest one around it. */
  lineOf(path: KeyPath): number;
  /** Keys that nobody knows: reading goes on without them, so that the other faults show as well. */
  readonly slips: Slip[];
};

type Slip = { readonly path: KeyPath; readonly fault: BreakevenError };

/** @throws BreakevenError `bad-input` with file and line for what is no TOML. */
export function parseToml(text: string, file: string, firstLine = 1): TomlDocument {
  try {
    const value = parse(text, { unsafeKeyBehaviour: 'throw' });
    const lines = keyLines(text);
    return { file, value, lineOf: (path) => firstLine + lineIn(lines, path), slips: [] };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split('\n')[0]?.replace(/^Invalid TOML document: /, '') ?? '';
    const line = firstLine - 1 + error.line;
    throw badInput(`${file}:${line}: this is not TOML: ${what}`);
  }
}

/** A fault of a key as one sentence: file, line, key, what is wrong. */
export function faultAt(document: TomlDocument, path: KeyPath, what: string): BreakevenError {
  const where = `${document.file}:${document.lineOf(path)}`;
  const key = path.length === 0 ? '' : `${nameOf(path)}: `;
  return badInput(`${where}: ${key}${what}`);
}

/**
 * The document as its schema has it, without keys that nobody knows: those are its `slips`.
 *
 * @throws BreakevenError `bad-input`: every fault, one sentence each with file, line, key and the nearest known key.
 */
export function checkDocument<S extends z.ZodType>(schema: S, document: TomlDocument): z.output<S> {
  const parsed = schema.safeParse(document.value);
  if (parsed.success) return parsed.data;
  const faults: BreakevenError[] = [];
  const known = structuredClone(document.value);
  for (const issue of parsed.error.issues) {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? '' : part));
    if (issue.code !== 'unrecognized_keys') {
      faults.push(wrongKey(document, path, new z.ZodError([issue])));
      continue;
    }
    const owner = path.reduce<unknown>((at, part) => Object(at)[part], known);
    for (const key of issue.keys) {
      const near = nearestName(key, knownKeys(schema, document.value, path));
      const hint = near === null ? '' : `; did you mean "${near}"?`;
      const fault = faultAt(document, [...path, key], `there is no such key${hint}`);
      document.slips.push({ path, fault });
      Reflect.deleteProperty(Object(owner), key);
    }
  }
  const rest = faults.length === 0 ? schema.safeParse(known) : parsed;
  if (rest.success) return rest.data;
  throw allOf([...document.slips.map(({ fault }) => fault), ...faults]);
}

function wrongKey(document: TomlDocument, path: KeyPath, error: z.ZodError): BreakevenError {
  const sentence = wrongValue(error, document.value);
  const key = path.map(String).join('.');
  const what =
    key !== '' && sentence.startsWith(`${key}: `) ? sentence.slice(key.length + 2) : sentence;
  return faultAt(document, path, `${what}${typeHint(document.value, path)}`);
}

/** Faults that stand beside each other as one error, in order of their lines. */
export function allOf(faults: readonly BreakevenError[]): BreakevenError {
  const [first] = faults;
  const lines = [...new Set(faults.flatMap(({ sentences }) => sentences))];
  if (first !== undefined && lines.length === 1) return first;
  const lineOf = (text: string): number => Number(/^[^:]*:(\d+):/.exec(text)?.[1] ?? 0);
  const sorted = lines.toSorted((a, b) => lineOf(a) - lineOf(b));
  const left = sorted.length - mostFaults;
  const more = left > 0 ? [`and ${left} more`] : [];
  return badInput([...sorted.slice(0, mostFaults), ...more]);
}

const mostFaults = 20;

/** Reads parts that do not need each other: what is wrong in one does not hide what is wrong in the next. */
export class Faults {
  readonly #found: BreakevenError[] = [];

  /** Undefined where the part has a fault. */
  read<T>(part: () => T): T | undefined {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof BreakevenError) || error.code !== 'bad-input') throw error;
      this.#found.push(error);
      return undefined;
    }
  }

  add(faults: readonly BreakevenError[]): void {
    this.#found.push(...faults);
  }

  /** Reads the last part. @throws BreakevenError with the faults of all. */
  last<T>(part: () => T): T {
    const result = this.read(() => ({ value: part() }));
    if (result === undefined || this.#found.length > 0) throw allOf(this.#found);
    return result.value;
  }
}

/** Refuses an object with a key that nobody knows: what it seems to lack may stand there. */
export function refuseSlips(document: TomlDocument, path: KeyPath): void {
  const own = document.slips.filter((slip) => JSON.stringify(slip.path) === JSON.stringify(path));
  if (own.length > 0) throw allOf(own.map(({ fault }) => fault));
}

/** Each part as it is read. @throws BreakevenError with the faults of all. */
export function eachOf<T, R>(parts: readonly T[], read: (part: T, at: number) => R): R[] {
  const faults = new Faults();
  const results = parts.flatMap((part, at) => faults.read(() => [read(part, at)]) ?? []);
  return faults.last(() => results);
}

/** The type that C calls otherwise. */
function typeHint(value: unknown, path: KeyPath): string {
  if (path.at(-1) !== 'scalar' && path.at(-1) !== 'array') return '';
  const valueAtPath = path.reduce<unknown>((at, part) => Object(at)[part], value);
  const meant = typeof valueAtPath === 'string' ? typeOfC(valueAtPath) : null;
  return meant === null ? '' : `; ${valueAtPath} of C is ${meant}`;
}

/** `args[2].shape`, with the name of an argument in place of its number where it has one. */
function nameOf(path: KeyPath): string {
  return path
    .map((part, i) => (typeof part === 'number' ? `[${part + 1}]` : i === 0 ? part : `.${part}`))
    .join('');
}

/** Keys that other objects at this place have: asked of the schema by what it refuses. */
function knownKeys(schema: z.ZodType, value: unknown, path: KeyPath): readonly string[] {
  let at: unknown = schema;
  let data: unknown = value;
  for (const part of path) {
    at = childOf(at, part, data);
    data = typeof data === 'object' && data !== null ? Reflect.get(data, part) : undefined;
  }
  return keysOf(at, data);
}

type Definition = {
  readonly type?: string;
  readonly shape?: Record<string, unknown>;
  readonly element?: unknown;
  readonly valueType?: unknown;
  readonly innerType?: unknown;
  readonly options?: readonly unknown[];
};

function definitionOf(schema: unknown): Definition {
  const inner: unknown =
    typeof schema === 'object' && schema !== null ? Reflect.get(schema, 'def') : undefined;
  const definition = (inner ?? {}) as Definition;
  return definition.innerType === undefined ? definition : definitionOf(definition.innerType);
}

function childOf(schema: unknown, part: string | number, value: unknown): unknown {
  const { shape, element, valueType, options } = definitionOf(schema);
  if (options !== undefined) {
    const fitting = options.find((one) => keysOf(one, value).includes(String(part)));
    return childOf(fitting ?? options[0], part, value);
  }
  return shape?.[part] ?? element ?? valueType;
}

function keysOf(schema: unknown, value: unknown): readonly string[] {
  const { shape, options } = definitionOf(schema);
  if (options !== undefined) return options.flatMap((one) => keysOf(one, value));
  return Object.keys(shape ?? {});
}

/** Every key that is written out, with its line from 0; tables of an array are counted. */
function keyLines(text: string): readonly { readonly path: KeyPath; readonly line: number }[] {
  const keys: { path: KeyPath; line: number }[] = [];
  const counts = new Map<string, number>();
  let table: KeyPath = [];
  for (const [line, content] of text.split(/\r\n|\n|\r/).entries()) {
    const header = /^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$/.exec(content);
    if (header !== null) {
      const names = partsOf(header[2] ?? '');
      if (header[1] === '[[') {
        const count = counts.get(names.join('.')) ?? 0;
        counts.set(names.join('.'), count + 1);
        table = [...names, count];
      } else {
        table = names;
      }
      keys.push({ path: table, line });
      continue;
    }
    const key = /^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=/.exec(
      content,
    );
    if (key !== null) keys.push({ path: [...table, ...partsOf(key[1] ?? '')], line });
  }
  return keys;
}

function partsOf(dotted: string): readonly string[] {
  return [...dotted.matchAll(/"([^"]*)"|'([^']*)'|[\w-]+/g)].map(
    ([whole, double, single]) => double ?? single ?? whole,
  );
}

function lineIn(
  lines: readonly { readonly path: KeyPath; readonly line: number }[],
  path: KeyPath,
): number {
  for (let length = path.length; length > 0; length -= 1) {
    const wanted = JSON.stringify(path.slice(0, length));
    const match = lines.find((one) => JSON.stringify(one.path) === wanted);
    if (match !== undefined) return match.line;
  }
  return 0;
}
