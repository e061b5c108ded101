import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportRun } from '../../../src-main/core/export/export-run.ts';
import { awkwardRun } from '../../helpers/awkward-run.ts';
import { failureOf } from '../store/failure-of.ts';

const opened = awkwardRun();

describe('output that cannot be written', () => {
  it('is said in one sentence and leaves nothing half done', () => {
    const { store, home, out } = opened();
    const blocked = path.join(home, 'a-file');
    writeFileSync(blocked, 'mine');
    expect(failureOf(() => exportRun(store, 'r1', 'csv', path.join(blocked, 'sub')))).toEqual({
      code: 'bad-input',
      message: `${path.join(blocked, 'sub', 'summary.csv')} cannot be written (a part of the path is a file, not a folder); choose another folder with --out.`,
    });
    expect(readFileSync(blocked, 'utf8')).toBe('mine');
    mkdirSync(path.join(out, 'samples.csv'), { recursive: true });
    expect(failureOf(() => exportRun(store, 'r1', 'csv', out)).message).toMatch(
      /samples\.csv cannot be written \(a folder of that name exists\)/,
    );
    expect(existsSync(path.join(out, 'samples.csv.unfinished'))).toBe(false);
  });

  it('says that the disk is full, and does not send to another folder', () => {
    const { store, out } = opened();
    mkdirSync(out, { recursive: true });
    symlinkSync('/dev/full', path.join(out, 'summary.csv.unfinished'));
    expect(failureOf(() => exportRun(store, 'r1', 'csv', out))).toEqual({
      code: 'environment',
      message: `The disk is full: ${path.join(out, 'summary.csv')} was not written.`,
    });
    expect(readdirSync(out)).toEqual([]);
  });

  it('keeps the file of before when a later export fails', () => {
    const { store, out } = opened();
    exportRun(store, 'r1', 'csv', out);
    const before = readFileSync(path.join(out, 'samples.csv'), 'utf8');
    const broken = {
      ...store,
      samples: () => {
        throw new Error('the store broke');
      },
    };
    expect(() => exportRun(broken, 'r1', 'csv', out)).toThrow('the store broke');
    expect(readFileSync(path.join(out, 'samples.csv'), 'utf8')).toBe(before);
    expect(readdirSync(out)).toHaveLength(4);
  });
});
