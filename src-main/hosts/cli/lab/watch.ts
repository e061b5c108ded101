import { exitCodes } from '../../../contract/failure.ts';
import type { LabWatchEvent } from '../../../contract/procedures/labs.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { format } from '../../../contract/units.ts';
import type { ComparisonView } from '../../../contract/verdict.ts';
import { type CliIo, paint } from '../io.ts';
import { readSet } from '../sweeps.ts';
import { axesOfWorkload, type VerbContext } from '../verb.ts';
import { abortOnInterrupt } from '../wait.ts';
import { labReference } from './lab-reference.ts';

/** Measures each version of a lab as it is saved; Ctrl-C ends. */
export async function watchLab({ args, io, app }: VerbContext, ref: string): Promise<number> {
  const opened = await app();
  const labRef = labReference(io.cwd, ref);
  const lab = await opened.labs.open(labRef);
  const { workloads } = await opened.api.catalog({});
  const workload = workloads.find(({ id }) => id === lab.description.id);
  const set = readSet(args, workload === undefined ? [] : axesOfWorkload(workload));
  const isNews = newsFilter();
  const { signal, off } = abortOnInterrupt(io, opened);
  try {
    await opened.labs.watch({
      ref: labRef,
      variant: args.value('variant'),
      set,
      onEvent: (event) => {
        if (args.has('json')) io.out(`${JSON.stringify({ schemaVersion, ...event })}\n`);
        else if (isNews(event)) io.out(eventText(io, event));
      },
      signal,
    });
    return exitCodes.ok;
  } finally {
    off();
  }
}

/** Lets the second pair of a version pass, the last one, and those whose verdict differs from the one before. */
function newsFilter(): (event: LabWatchEvent) => boolean {
  let last = '';
  return (event) => {
    if (event.type !== 'verdict') return true;
    const { variant, baseline, before, warnings, refining, repetitions } = event;
    const said = JSON.stringify([variant, baseline?.verdict, before?.verdict, warnings]);
    const isNew = repetitions === 2 || !refining || (repetitions > 2 && said !== last);
    last = said;
    return isNew;
  };
}

function eventText(io: CliIo, event: LabWatchEvent): string {
  switch (event.type) {
    case 'ready':
      return `Watching ${event.folder}; Ctrl-C ends.\n`;
    case 'fault':
      return `${paint(io, 'red', 'failed')} ${event.variant === null ? '' : `${event.variant}: `}${event.reason}\n`;
    case 'verdict': {
      const { variant, medianNs, milliseconds, repetitions, refining } = event;
      const parts = [
        ...(event.baseline === null ? [] : [`to the baseline ${said(io, event.baseline)}`]),
        ...(event.before === null ? [] : [`to the version before ${said(io, event.before)}`]),
      ];
      const time = medianNs === null ? '' : ` ${format(medianNs, 'duration')}`;
      const seconds = `${(milliseconds / 1000).toFixed(1)} s after the save`;
      const many = `${repetitions} ${repetitions === 1 ? 'pair' : 'pairs'}`;
      const more = refining ? ', more follow' : '';
      const warnings = event.warnings.map((text) => `${paint(io, 'yellow', 'warning')} ${text}\n`);
      const line = `${variant}${time}; ${parts.join('; ')} (${seconds}, ${many}${more})\n`;
      return `${line}${warnings.join('')}`;
    }
  }
}

/** `0.93×, undecided`: the words faster and slower are said of what is decided alone. */
function said(io: CliIo, { verdict, ratio }: ComparisonView): string {
  const colour = verdict === 'faster' ? 'green' : verdict === 'slower' ? 'red' : 'yellow';
  const word = verdict === 'inconclusive' ? 'undecided' : verdict;
  const speedup = ratio === null ? '' : `${format(1 / ratio, 'ratio')}, `;
  return paint(io, colour, `${speedup}${word}`);
}
