import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { followSources } from '../../../src-main/core/lab/annotated-source.ts';
import type { FileBuild } from '../../../src-main/core/lab/build-lab.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

it('has registers and spills at the line of the kernel, and warnings at theirs', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'own.cu');
  writeFileSync(path, '#include <x>\n\n__global__ void own(float *x) {\n  int k;\n}\n');
  const log = `${path}(4): warning #177-D: variable "k" was declared but never referenced`;
  const record = { log, registers: 24, spillBytes: 8 };
  const source = { language: 'cuda', path, name: 'own.cu', function: 'own' };
  const build = { variant: 'own', source, result: { ok: true, record } } as unknown as FileBuild;
  expect(followSources(undefined)({ folder }, [build])?.notes).toEqual([
    { line: 3, kind: 'resources', text: '24 registers, 8 B spilled' },
    { line: 4, kind: 'warning', text: 'variable "k" was declared but never referenced' },
  ]);
});
