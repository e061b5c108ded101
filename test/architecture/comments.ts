import { parseAst } from 'vite';
import type { SourceFile } from './source-files.ts';
import { lineAt, oneLine, type VisibleText } from './visible-text.ts';

const code = /\.(?:tsx?|css|h|cuh|cpp|cu)$/;

/** The comments of a file of code, each with the line it begins on; lines of `//` that follow each other are one. */
export function commentsOf({ path, text }: SourceFile): readonly VisibleText[] {
  if (!code.test(path)) return [];
  const blank = /\.tsx?$/.test(path) ? withoutScriptTexts(path, text) : withoutStrings(text);
  return [...blank.matchAll(/\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*/g)].map((found) => ({
    line: lineAt(blank, found.index),
    // A bare word of code is an id: it is called what it is called in files.
    text: oneLine(found[0].replaceAll(/^[ \t]*(?:\/\*\*?|\*\/?|\/\/+)/gm, '')).replaceAll(
      /`[\w.]+`/g,
      '`id`',
    ),
  }));
}

function withoutStrings(text: string): string {
  return text.replaceAll(
    /R"(\w*)\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)'|\/\/.*|\/\*[\s\S]*?\*\//g,
    (part) => (part.startsWith('/') ? part : spaces(part)),
  );
}

/** Strings, templates, regular expressions and text of JSX may hold what looks like a comment. */
function withoutScriptTexts(path: string, text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of textsOf(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))) {
    parts.push(text.slice(done, start), spaces(text.slice(start, end)));
    done = end;
  }
  return [...parts, text.slice(done)].join('');
}

type Place = readonly [start: number, end: number];

function textsOf(value: unknown): readonly Place[] {
  const found: Place[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const type: unknown = Reflect.get(node, 'type');
    if (type === 'Literal' || type === 'TemplateElement' || type === 'JSXText') {
      found.push([Number(Reflect.get(node, 'start')), Number(Reflect.get(node, 'end'))]);
    } else {
      for (const child of Object.values(node)) visit(child);
    }
  };
  visit(value);
  return found.toSorted(([a], [b]) => a - b);
}

function spaces(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}
