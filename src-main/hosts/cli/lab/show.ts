import { badInput, exitCodes } from '../../../contract/failure.ts';
import { machineCodeKinds } from '../../../contract/lab.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { codeDifference } from '../../../core/lab/code-difference.ts';
import { noMachineCode } from '../../../core/lab/machine-code.ts';
import { codeOfVariant, type VariantCode } from '../../../core/lab/run-code.ts';
import type { Arguments } from '../flags.ts';
import { printAnswer } from '../io.ts';
import { formatTable, left, prose } from '../table.ts';
import type { VerbContext } from '../verb.ts';

/** Source, log or machine code of a variant of a stored run, or what differs from another run. */
export async function showCode({ args, io, app }: VerbContext, ref: string): Promise<number> {
  const { labs } = await app();
  const code = await labs.code(ref);
  const variant = args.value('variant');
  if (variant === undefined) {
    const document = { schemaVersion, code: code.map(summary) };
    await printAnswer(io, args.has('json'), document, () => codeTable(code, io.outColumns));
    return exitCodes.ok;
  }
  const variantCode = codeOfVariant(code, variant);
  const other = args.value('diff');
  const before = other === undefined ? null : codeOfVariant(await labs.code(other), variant);
  const document = { schemaVersion, ...variantCode, ...(before === null ? {} : { before }) };
  await printAnswer(io, args.has('json'), document, () =>
    before === null ? textOf(variantCode, args) : diffText(before, variantCode),
  );
  return exitCodes.ok;
}

function textOf({ variant, build, sources }: VariantCode, args: Arguments): string {
  if (args.has('log')) return `${build.command}\n${build.compiler}\n${build.log}`;
  for (const kind of machineCodeKinds) {
    if (!args.has(kind)) continue;
    const text = build[kind];
    if (text !== null) return text;
    throw badInput(noMachineCode(kind, variant));
  }
  return sources.map(({ name, text }) => `==> ${name} <==\n${text.trimEnd()}\n`).join('\n');
}

function diffText(before: VariantCode, after: VariantCode): string {
  const { variant, command, files } = codeDifference(before, after);
  const all = [
    ...(command === null ? [] : ['==> command <==', `-${command.before}`, `+${command.after}`]),
    ...files.flatMap(({ name, lines }) => [`==> ${name} <==`, ...lines]),
  ];
  return all.length === 0
    ? `${variant} was compiled from the same texts in both runs.\n`
    : `${all.join('\n')}\n`;
}

function summary({ workload, variant, role, build }: VariantCode) {
  const { hash, command, compiler, sources } = build;
  return { workload, variant, role, build: hash, command, compiler, sources };
}

function codeTable(code: readonly VariantCode[], room: number | undefined): string {
  const columns = [left('what'), left('build'), prose('compiler'), prose('command')];
  const rows = code.map(({ variant, role, build }) => [
    role === 'variant' ? variant : role,
    build.hash.slice(0, 12),
    build.compiler,
    build.command,
  ]);
  return formatTable(columns, rows, room);
}
