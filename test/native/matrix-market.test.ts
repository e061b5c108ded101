import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { codeOf, engineCase, openAddon, verifyCase } from './native-addons.ts';

const head = (field: string, symmetry: string): string =>
  `%%MatrixMarket matrix coordinate ${field} ${symmetry}\n`;
const real = head('real', 'general');

function fileOf(content: string): string {
  const path = join(temporaryFolder(), 'matrix.mtx');
  writeFileSync(path, content);
  return path;
}

async function attributesOf(content: string) {
  const path = fileOf(content);
  const decided = await openAddon('cpu').inspectInput('row-ordering', path);
  const request = engineCase('row-ordering', 'sequential', {}, { input: path });
  const { answer } = await verifyCase(openAddon('cpu'), request);
  return { n: decided.n ?? 0, ...answer?.attributes };
}

describe('Matrix Market files', () => {
  it.each([
    ['real, general', `${real}3 3 4\n1 1 1.5\n2 1 -2e-3\n3 2 +4\n1 3 9\n`, 5],
    [
      'the upper triangle of a symmetric one',
      `${head('real', 'symmetric')}3 3 2\n1 2 1\n2 3 1\n`,
      5,
    ],
    ['integer', `${head('integer', 'general')}3 3 2\n2 1 7\n3 1 -7\n`, 5],
    ['pattern', `${head('pattern', 'symmetric')}3 3 2\n2 1\n3 1\n`, 5],
    ['stored zeros, which count', `${real}3 3 2\n2 1 0\n3 1 0.0\n`, 5],
    ['duplicates, which count once', `${real}3 3 4\n2 1 1\n2 1 2\n3 1 1\n2 1 1\n`, 5],
    ['no diagonal, which is taken as there', `${real}3 3 0\n`, 3],
    ['lines that end as on Windows', `${real}3 3 2\n2 1 1\n3 1 1\n`.replaceAll('\n', '\r\n'), 5],
    [
      'comments, empty lines, tabs and spaces',
      `${real}% c\n\n%\n  3\t3 2 \n\n2 1  1\n 3\t1 1\n\n`,
      5,
    ],
    ['capital letters in its banner', `${real.toUpperCase()}3 3 1\n3 1 1`.replace('%%M', '%%M'), 4],
    ['no end of its last line', `${real}3 3 1\n3 1 1`, 4],
    ['complex', `${head('complex', 'general')}3 3 2\n2 1 1 -2\n3 1 0 1e3\n`, 5],
    ['hermitian', `${head('complex', 'hermitian')}3 3 2\n2 1 1 -2\n3 2 0 1\n`, 5],
    ['skew-symmetric', `${head('real', 'skew-symmetric')}3 3 2\n1 2 1\n3 2 -4\n`, 5],
    ['comments between and behind entries', `${real}3 3 2\n2 1 1\n % a\n3 1 1\n% end\n%\n`, 5],
    ['values that double cannot hold', `${real}3 3 2\n2 1 1e999\n3 1 1e-999\n`, 5],
  ])('are read: %s', async (_, content, nonzeros) => {
    expect(await attributesOf(content)).toMatchObject({ n: 3, nonzeros });
  });

  it('may be empty', async () => {
    const content = `${real}0 0 0\n`;
    const expected = { n: 0, nonzeros: 0, levels: 0, groups: 0, warps: 0 };
    expect(await attributesOf(content)).toMatchObject(expected);
  });

  it.each([
    ['an empty file', '', /^[^,]*: the matrix is an empty file/],
    ['another kind of file', 'PK\x03\x04', /must begin with %%MatrixMarket/],
    ['a dense array', '%%MatrixMarket matrix array real general\n1 1\n1\n', /"matrix array"/],
    ['a vector', '%%MatrixMarket vector coordinate real general\n', /"vector coordinate"/],
    ['values of another kind', `${head('quaternion', 'general')}1 1 0\n`, /"quaternion" values/],
    ['a symmetry of another kind', `${head('real', 'cyclic')}1 1 0\n`, /"cyclic"/],
    ['half a complex value', `${head('complex', 'general')}1 1 1\n1 1 1\n`, /lacks the value/],
    ['three parts', `${head('complex', 'general')}1 1 1\n1 1 1 1 1\n`, /two parts of a value/],
    ['a real hermitian matrix', `${head('real', 'hermitian')}1 1 0\n`, /holds complex ones/],
    ['a pattern with signs', `${head('pattern', 'skew-symmetric')}1 1 0\n`, /has no sign/],
    ['a comment in place of an entry', `${real}3 3 2\n2 1 1\n% 3 1 1\n`, /has 1 entries/],
    ['a banner alone', real, /ends before its sizes/],
    ['comments alone', `${real}% nothing\n`, /ends before its sizes/],
    ['sizes that are no numbers', `${real}three 3 0\n`, /"three" as its number of rows/],
    ['negative sizes', `${real}-3 -3 0\n`, /"-3" as its number of rows/],
    ['sizes beyond 64 bits', `${real}99999999999999999999 1 0\n`, /number of rows/],
    ['two sizes', `${real}3 3\n`, /"" as its number of entries/],
    ['four sizes', `${real}3 3 0 0\n`, /more than rows, columns and entries/],
    ['a matrix that is not square', `${real}3 4 0\n`, /3 rows and 4 columns, but must be square/],
    ['more rows than are allowed', `${real}67108865 67108865 0\n`, /at most 67108864/],
    ['a huge number of rows', `${real}9000000000000 9000000000000 0\n`, /at most 67108864/],
    [
      'a huge number of entries',
      `${real}3 3 9000000000000\n1 1 1\n`,
      /has 1 entries.*promises 9000000000000/,
    ],
    [
      'fewer entries than there is room for',
      `${head('pattern', 'general')}3 3 4\n1 1\n\n2 1\n3 1\n`,
      /has 3 entries.*promises 4/,
    ],
    [
      'fewer entries than its bytes could hold',
      `${head('pattern', 'general')}3 3 5\n1 1\n2 1\n3 1\n`,
      /has 3 entries.*promises 5/,
    ],
    [
      'a file that is cut off',
      `${real}3 3 3\n1 1 1.00000\n2 1 1.00000\n`,
      /has 2 entries.*promises 3/,
    ],
    ['an entry that is cut off', `${real}3 3 2\n1 1 1.0\n2 1`, /lacks the value/],
    ['more entries than promised', `${real}3 3 1\n1 1 1\n2 1 1\n`, /more entries than the 1/],
    ['indices that start at 0', `${real}3 3 2\n0 0 1\n1 0 1\n`, /row 0, but indices start at 1/],
    ['a column 0', `${real}3 3 1\n2 0 1\n`, /column 0, but indices start at 1/],
    ['a row outside', `${real}3 3 1\n4 1 1\n`, /row 4, but only 3 exist/],
    ['a negative column', `${real}3 3 1\n3 -1 1\n`, /"-1" as its column/],
    ['a fraction as index', `${real}3 3 1\n3 1.0 1\n`, /"1.0" as its column/],
    ['a value that is none', `${real}3 3 1\n3 1 x\n`, /"x" as a value/],
    [
      'a fraction among whole numbers',
      `${head('integer', 'general')}3 3 2\n2 1 -7\n3 1 1.5\n`,
      /line 4: .*"1.5" as a value, but a whole number is needed/,
    ],
    ['a value in a pattern', `${head('pattern', 'general')}3 3 1\n3 1 1\n`, /holds a pattern/],
    ['two values', `${real}3 3 1\n3 1 1 1\n`, /more than row, column and value/],
    ['a sign alone', `${real}3 3 1\n3 1 +\n`, /"\+?" as a value/],
  ])('are refused in one sentence: %s', async (_, content, expected) => {
    const path = fileOf(content);
    const answer = openAddon('cpu').inspectInput('row-ordering', path);
    const message = await answer.then(String, (error: Error) => error.message);
    expect(message).toMatch(expected);
    expect(message).toContain(path);
    expect(message).not.toContain('\n');
    expect(await codeOf(openAddon('cpu').inspectInput('row-ordering', path))).toBe('bad-input');
  });

  it.each([
    ['object', (long: string) => `%%MatrixMarket ${long}\n`],
    ['field', (long: string) => `%%MatrixMarket matrix coordinate ${long} general\n`],
    ['symmetry', (long: string) => `%%MatrixMarket matrix coordinate real ${long}\n`],
    ['size', (long: string) => `${real}${long} 1 0\n`],
    ['value', (long: string) => `${real}1 1 1\n1 1 ${long}\n`],
  ])('with a word of megabytes as its %s are refused in few words', async (_what, fileWith) => {
    const path = fileOf(fileWith('x'.repeat(5e6)));
    const error = await openAddon('cpu')
      .inspectInput('row-ordering', path)
      .catch((it) => it);
    expect(String(error.message).replace(path, '').length).toBeLessThan(200);
  });
});
