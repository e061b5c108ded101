import { readFileSync } from 'node:fs';

/** What the assembler's log and the compiled file say of a kernel. */
export function kernelAttributes(
  file: string,
  log: string,
  name: string,
): {
  readonly symbol?: string;
  readonly registers?: number;
  readonly spillBytes?: number;
  readonly sharedBytes?: number;
} {
  const symbol = symbolOf(readFileSync(file).toString('latin1'), name);
  const ofSymbol = symbol === undefined ? log : log.slice(Math.max(0, log.indexOf(`'${symbol}'`)));
  const number = (pattern: RegExp): number | undefined => {
    const digits = pattern.exec(ofSymbol)?.[1];
    return digits === undefined ? undefined : Number(digits);
  };
  const registers = number(/Used (\d+) registers/);
  const spillBytes = number(/(\d+) bytes spill stores/);
  const sharedBytes =
    registers === undefined ? undefined : (number(/Used .*?(\d+) bytes smem/) ?? 0);
  return {
    ...(symbol === undefined ? {} : { symbol }),
    ...(registers === undefined ? {} : { registers }),
    ...(spillBytes === undefined ? {} : { spillBytes }),
    ...(sharedBytes === undefined ? {} : { sharedBytes }),
  };
}

/** The kernel's name as the linker knows it: a section holds the code of each. */
function symbolOf(binary: string, name: string): string | undefined {
  const sections = [...binary.matchAll(/\0\.text\.([A-Za-z_$][\w$]*)\0/g)].map(([, it = '']) => it);
  const mangled = `${name.length}${name}`;
  return (
    sections.find((one) => one === name) ??
    sections.find((one) => one.startsWith(`_Z${mangled}`)) ??
    sections.find((one) => one.startsWith('_Z') && one.includes(mangled))
  );
}
