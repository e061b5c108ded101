import { parseAst } from 'vite';
import type { SourceFile } from './source-files.ts';

/** A name in code, where it stands, and what it names. */
export type Identifier = {
  readonly at: number;
  readonly name: string;
  /**
   * `declared`: a member of a type. `used`: a key or a member of some value, which is called what its type calls it.
   * `own`: all else, which is named here.
   */
  readonly kind: 'own' | 'declared' | 'used';
};

/** The names in a file of code; words of comments and texts, tags of HTML and directives are none. */
export function identifiersOf({ path, text }: SourceFile): readonly Identifier[] {
  if (/\.tsx?$/.test(path)) return scriptNames(text, path.endsWith('x') ? 'tsx' : 'ts');
  return /\.(?:h|cuh|cpp|cu)$/.test(path) ? nativeNames(text) : [];
}

/** `maxRoundsOf`, `SpanSelect` and `least_ns` as words. */
export function wordsOf(name: string): readonly string[] {
  return [...name.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)].map(([word]) => word.toLowerCase());
}

function nativeNames(code: string): readonly Identifier[] {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, ' ');
  const names = code
    .replaceAll(/^\s*#\s*include.*$/gm, blank)
    // `span` and `round` of the standard library, and what gives one out.
    .replaceAll(/\bstd::\w+|\bspan\(\)/g, blank)
    .replaceAll(/R"(\w*)\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g, blank);
  return [...names.matchAll(/(?<!\d)[A-Za-z_]\w*/g)].map((found) => ({
    at: found.index,
    name: found[0],
    kind: 'own',
  }));
}

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

/** Parts of a node that hold the name of a property of something else. */
const keys: Readonly<Record<string, readonly [part: string, kind: 'declared' | 'used']>> = {
  TSPropertySignature: ['key', 'declared'],
  TSMethodSignature: ['key', 'declared'],
  PropertyDefinition: ['key', 'declared'],
  MethodDefinition: ['key', 'declared'],
  Property: ['key', 'used'],
  MemberExpression: ['property', 'used'],
  JSXAttribute: ['name', 'used'],
};

function scriptNames(code: string, lang: 'ts' | 'tsx'): readonly Identifier[] {
  const found: Identifier[] = [];
  const add = (node: Node, kind: Identifier['kind']): void => {
    found.push({ at: node.start, name: String(node.name), kind });
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (isNode(value)) visit(value);
  };
  const visit = (node: Node): void => {
    if (node.type === 'Identifier') add(node, 'own');
    const [part, kind] = keys[node.type] ?? [];
    for (const [name, child] of Object.entries(node)) {
      const key = name === part && node.computed !== true && isNode(child) ? child : null;
      if (key === null || kind === undefined) walk(child);
      // In `{ span }` the key is a name of this file too, which its value says.
      else if (key.type === 'Identifier' || key.type === 'JSXIdentifier') add(key, kind);
    }
  };
  walk(parseAst(code, { lang }));
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
