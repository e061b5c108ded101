import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outputOf } from '../util/programs.ts';
import { findCompiler, programPath } from './compilers.ts';

/** The machine code of a compiled kernel as text; null where the toolkit's cuobjdump is not on this machine. */
export async function machineCode(file: string): Promise<string | null> {
  const program = cuobjdump();
  if (program === null) return null;
  const text = await outputOf(program, ['--dump-sass', file]);
  return text === undefined || text === '' ? null : text;
}

function cuobjdump(): string | null {
  const onPath = programPath('cuobjdump');
  if (onPath !== null) return onPath;
  const nvcc = findCompiler('cuda');
  const [found = ''] = typeof nvcc === 'string' ? [] : nvcc.identity.split(' ');
  return (
    [join(dirname(found), 'cuobjdump'), '/usr/local/cuda/bin/cuobjdump'].find((one) =>
      existsSync(one),
    ) ?? null
  );
}
