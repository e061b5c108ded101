import type { RunDetail } from '../../contract/api.ts';
import { badInput } from '../../contract/failure.ts';
import { machineClass } from '../../contract/machine-class.ts';
import { schemaVersion } from '../../contract/run.ts';
import { scopeName } from '../../contract/timing-scopes.ts';
import { type BreakEvenView, pairOfView } from '../../contract/verdict.ts';
import { sideBySide } from '../../core/analysis/side-by-side.ts';
import type { Flag } from './flags.ts';
import { type CliIo, paint, printAnswer } from './io.ts';
import { proseLine } from './prose-line.ts';

export const machineFlags: readonly Flag[] = [
  {
    ...{ name: 'with', value: 'run', repeat: true, with: ['by'] },
    help: 'with --by machine: the run of another machine, imported or merged',
  },
];

/** What one machine answers. */
export type MachineAnswers = {
  readonly detail: RunDetail;
  readonly breakEvens: readonly BreakEvenView[];
};

/** Break-evens of runs of several machines, a line each below what they are of. */
export async function breakEvenByMachine(
  io: CliIo,
  machines: readonly MachineAnswers[],
  asJson: boolean,
): Promise<void> {
  const [first] = machines;
  if (machines.length < 2 || first === undefined) {
    throw badInput('--by machine needs the run of another machine: name it by --with');
  }
  const notes = sideBySide(machines.map(({ detail }) => detail));
  const document = {
    ...{ schemaVersion, run: first.detail.run, breakEvens: first.breakEvens },
    machines: machines.map(({ detail, breakEvens }) => ({
      ...{ machineClass: machineClass(detail.machine).title, run: detail.run, breakEvens },
    })),
    notInCommon: notes,
  };
  await printAnswer(io, asJson, document, () => {
    const rows = machines.flatMap(({ detail, breakEvens }) =>
      breakEvens.map((view) => ({ view, title: machineClass(detail.machine).title, detail })),
    );
    if (rows.length === 0) return 'None of these runs has a break-even.\n';
    const groups = Map.groupBy(
      rows,
      ({ view }) => `${view.workload}, ${scopeName(view.scope)}, ${pairOfView(view).join(' / ')}`,
    );
    const texts = [...groups].map(([title, own]) => {
      const lines = machines.map(({ detail }) => {
        const answers = own.filter((row) => row.detail === detail).map(({ view }) => view.sentence);
        const text = answers.length === 0 ? 'not measured' : answers.join(' ');
        return `${proseLine(io, `  ${machineClass(detail.machine).title} (${detail.run.id}): ${text}`)}\n`;
      });
      return `${paint(io, 'bold', title)}\n${lines.join('')}`;
    });
    const different = notes.map((note) => `${proseLine(io, `not in common: ${note}`)}\n`).join('');
    return `${texts.join('\n')}${different === '' ? '' : `\n${different}`}`;
  });
}
