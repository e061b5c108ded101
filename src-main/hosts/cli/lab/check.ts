import { exitCodes } from '../../../contract/failure.ts';
import type { CheckedVariant } from '../../../contract/procedures/labs.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { idList } from '../id-list.ts';
import { type CliIo, paint, printAnswer } from '../io.ts';
import { readSeconds } from '../numbers.ts';
import { formatTable, left, prose, right } from '../table.ts';
import type { VerbContext } from '../verb.ts';
import { abortOnInterrupt } from '../wait.ts';
import { labReference } from './lab-reference.ts';

/** Compiles and verifies; the exit status is 1 when a variant is wrong or was not compiled. */
export async function checkLab({ args, io, app, note }: VerbContext, ref: string): Promise<number> {
  const opened = await app();
  const variants = args.value('variants');
  const { signal, off } = abortOnInterrupt(io, opened);
  try {
    const checked = await opened.labs.check({
      ref: labReference(io.cwd, ref),
      variants:
        variants === undefined || variants === 'all' ? undefined : idList('variants', variants),
      onProgress: (variant) => {
        if (!io.terminal) note(`verifying ${variant}`);
      },
      onWait: note,
      hangLimitS: readSeconds(args, 'hang-limit'),
      signal,
    });
    const failed = checked.some(({ state }) => state === 'wrong' || state === 'not-compiled');
    const document = { schemaVersion, variants: checked };
    await printAnswer(io, args.has('json'), document, () =>
      checkText(io, checked, args.has('log')),
    );
    return failed ? exitCodes.caseFailed : exitCodes.ok;
  } finally {
    off();
  }
}

const words: Readonly<Record<CheckedVariant['state'], string>> = {
  verified: 'verified',
  wrong: 'wrong',
  'not-compiled': 'not compiled',
  unavailable: 'unavailable',
};
const colours = {
  verified: 'green',
  wrong: 'red',
  'not-compiled': 'red',
  unavailable: 'yellow',
} as const;

function checkText(io: CliIo, checked: readonly CheckedVariant[], withLog: boolean): string {
  const rows = checked.map(({ id, state, cases, reason, warnings, flags }) => [
    id,
    paint(io, colours[state], words[state]),
    String(cases),
    reason ?? [...warnings, flags].filter((text) => text !== '').join('; '),
  ]);
  const columns = [left('variant'), left('state'), right('cases'), prose('note')];
  const logs = checked.flatMap(({ id, log }) =>
    withLog && log.trim() !== '' ? [`\n${id}\n${log.trimEnd()}\n`] : [],
  );
  return `${formatTable(columns, rows, io.outColumns)}${logs.join('')}`;
}
