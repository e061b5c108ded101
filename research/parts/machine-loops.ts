import { execFileSync } from 'node:child_process';

type Instruction = { readonly address: number; readonly text: string; readonly target: number };

/**
 * The innermost loops of the functions whose name contains a text, each as one line of instructions. Registers and
 * addresses of jumps are left out: which of them a compiler takes says nothing of the work.
 */
export function innermostLoops(file: string, named: string): ReadonlySet<string> {
  const text = execFileSync('objdump', ['-d', '-C', '--no-show-raw-insn', file], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  const functions = text.split(/\n(?=[0-9a-f]+ <)/);
  const wanted = functions.filter((one) => /^[0-9a-f]+ <(.*)>:/.exec(one)?.[1]?.includes(named));
  return new Set(wanted.flatMap((one) => loopsOf(instructionsOf(one))));
}

function instructionsOf(disassembly: string): readonly Instruction[] {
  return [...disassembly.matchAll(/^\s*([0-9a-f]+):\s+(\S+) *([^\n]*)$/gm)].map(
    ([, address = '', word = '', operands = '']) => {
      const jumps = word.startsWith('j');
      const target = jumps ? Number.parseInt(operands, 16) : Number.NaN;
      const named = operands.replaceAll(/%[a-z]+\d*[a-z]*/g, (name) =>
        name.startsWith('%xmm') || name.startsWith('%ymm') ? name.slice(0, 4) : '%r',
      );
      const text = jumps ? word : `${word} ${named}`.replace(/\s*[<#].*/, '').trim();
      return { address: Number.parseInt(address, 16), text, target };
    },
  );
}

function loopsOf(instructions: readonly Instruction[]): readonly string[] {
  return instructions.flatMap(({ address, target }, end) => {
    const start = instructions.findIndex((one) => one.address === target);
    if (start < 0 || target > address) return [];
    const body = instructions.slice(start, end + 1);
    const isOuter = body.slice(0, -1).some((one) => !Number.isNaN(one.target));
    if (isOuter || body.some(({ text }) => /^(?:ret|call)/.test(text))) return [];
    return [body.map(({ text }) => text).join('; ')];
  });
}
