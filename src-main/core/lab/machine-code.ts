import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { MachineCodeKind } from '../../contract/lab.ts';
import { outputOf, programPath } from '../util/programs.ts';
import { findCompiler } from './compilers.ts';

/** Programs of the toolkit that write machine code as text, the one that says more first. */
const disassemblers = [
  { name: 'cuobjdump', flags: ['--dump-sass'] },
  { name: 'nvdisasm', flags: ['--print-code'] },
] as const;

/** The machine code of a compiled kernel as text; null where this machine has no program that writes it. */
export async function machineCode(file: string): Promise<string | null> {
  for (const { name, flags } of disassemblers) {
    const program = toolkitProgram(name);
    if (program === null) continue;
    const text = await outputOf(program, [...flags, file]);
    if (text !== undefined && text !== '') return text;
  }
  return null;
}

/** Why there is none, in one sentence. */
export function noMachineCode(kind: MachineCodeKind, variant: string): string {
  if (kind === 'ptx') return `no PTX is stored of ${variant}`;
  const names = disassemblers.map(({ name }) => name).join(' or ');
  return `no SASS is stored of ${variant}; where ${names} of the CUDA toolkit is, it is stored with each kernel`;
}

function toolkitProgram(name: string): string | null {
  const onPath = programPath(name);
  if (onPath !== null) return onPath;
  const nvcc = findCompiler('cuda');
  const [found = ''] = typeof nvcc === 'string' ? [] : nvcc.identity.split(' ');
  return (
    [join(dirname(found), name), join('/usr/local/cuda/bin', name)].find((one) =>
      existsSync(one),
    ) ?? null
  );
}
