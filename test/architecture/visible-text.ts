import { parseAst } from 'vite';
import type { SourceFile } from './source-files.ts';

/** A text that a user can read, with the line it begins on. */
export type VisibleText = { readonly line: number; readonly text: string };

/** The texts of a file: prose of Markdown, values of JSON, string literals and JSX text of TypeScript, literals of C++. */
export function visibleTexts({ path, text }: SourceFile): readonly VisibleText[] {
  if (path.endsWith('.md')) return markdownTexts(text);
  if (path.endsWith('.json')) return jsonTexts(text);
  if (/\.tsx?$/.test(path)) return scriptTexts(text, path.endsWith('x') ? 'tsx' : 'ts');
  if (/\.(?:h|cuh|cpp|cu)$/.test(path)) return nativeTexts(text);
  return [];
}

/**
 * Paragraphs, so that words which a line break divides are found. Left out are code of other languages than a shell's,
 * and tables that are made from texts elsewhere, which are searched there.
 */
function markdownTexts(text: string): readonly VisibleText[] {
  const code = /^```(?!sh\b)\w+\n[\s\S]*?^```$/gm;
  const made = /^<!-- made by npm run docs[\s\S]*?^<!-- end -->$/gm;
  const blank = (block: string): string => block.replaceAll(/[^\n]/g, '');
  const prose = text.replaceAll(code, blank).replaceAll(made, blank);
  return [...prose.matchAll(/(?:^.*\S.*$\n?)+/gm)].map((found) => ({
    line: lineAt(prose, found.index),
    // A bare word of code is an id: it is called what it is called in files.
    text: oneLine(found[0].replaceAll(/`\w+`/g, '`id`')),
  }));
}

function jsonTexts(text: string): readonly VisibleText[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g)].flatMap((found) => {
    const [, value = '', colon] = found;
    return colon === undefined && isText(value)
      ? [{ line: lineAt(text, found.index), text: value }]
      : [];
  });
}

function nativeTexts(text: string): readonly VisibleText[] {
  const blank = (comment: string): string => comment.replaceAll(/[^\n]/g, ' ');
  const code = text
    .replaceAll(/^\s*#\s*include.*$/gm, blank)
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g, (part) =>
      part.startsWith('"') ? part : blank(part),
    );
  // Literals that follow each other are one.
  return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*/g)].flatMap((found) => {
    const joined = found[0].replaceAll(/"\s*"/g, '').slice(1, -1);
    return isText(joined) ? [{ line: lineAt(code, found.index), text: joined }] : [];
  });
}

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

/** Under these names a single word is a text too; elsewhere it is an id. */
const textNames =
  /^(?:help|title|label|text|summary|description|what|placeholder|heading|hint|aria-label|sentence|reason)$/;
/** Nothing in these is shown. */
const unread: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'TSLiteralType',
]);
/** Attributes of elements that nobody reads. */
const markupNames = /^(?:class|className|d|viewBox|points|transform|style|key|id|href|rel|role)$/;

function scriptTexts(code: string, lang: 'ts' | 'tsx'): readonly VisibleText[] {
  const found: VisibleText[] = [];
  const add = (node: Node, text: unknown, named: boolean): void => {
    if (typeof text !== 'string' || isSql(text) || !(named ? /[A-Za-z]/.test(text) : isText(text)))
      return;
    found.push({ line: lineAt(code, node.start), text: oneLine(text) });
  };
  const walk = (value: unknown, named: boolean): void => {
    if (Array.isArray(value)) {
      for (const one of value) walk(one, named);
    } else if (isNode(value)) {
      visit(value, named);
    }
  };
  const visit = (node: Node, named: boolean): void => {
    if (unread.has(node.type)) return;
    if (node.type === 'Literal') {
      add(node, node.value, named);
    } else if (node.type === 'TemplateLiteral') {
      // With a mark for each expression: the words before and after it do not belong together.
      const texts = nodes(node.quasis).map((quasi) => Reflect.get(Object(quasi.value), 'cooked'));
      add(node, texts.join('…'), named);
      walk(node.expressions, false);
    } else if (node.type === 'JSXText') {
      add(node, node.value, true);
    } else if (node.type === 'JSXAttribute') {
      const name = keyOf(node.name);
      if (!markupNames.test(name)) walk(node.value, textNames.test(name));
    } else if (node.type === 'Property') {
      walk(node.value, textNames.test(keyOf(node.key)));
    } else if (node.type === 'ConditionalExpression') {
      walk(node.test, false);
      walk([node.consequent, node.alternate], named);
    } else {
      for (const [key, child] of Object.entries(node)) if (key !== 'source') walk(child, false);
    }
  };
  walk(parseAst(code, { lang }), false);
  return found;
}

function keyOf(key: unknown): string {
  return String(Reflect.get(Object(key), 'name') ?? Reflect.get(Object(key), 'value'));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function nodes(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** More than one word; a single one is an id, a path or a word of a command line, unless it begins a label. */
function isText(text: string): boolean {
  return /[A-Za-z…]\S* \S*[A-Za-z…]|^[A-Z][a-z]+$/.test(text.trim());
}

/** A statement or a part of one: columns keep their names. */
function isSql(text: string): boolean {
  return /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH) [\s\S]*\b(?:FROM|INTO|SET|TABLE|INDEX|AS)\b|^\s*[a-z]\.[a-z_]+(?: AS \w+)?,|\bJOIN \w+ AS \w\b/.test(
    text,
  );
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
