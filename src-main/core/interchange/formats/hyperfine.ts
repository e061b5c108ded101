import { z } from 'zod';
import {
  axisId,
  checkedDocument,
  type ForeignCase,
  type ForeignFormat,
  hasMembers,
  numberOrText,
  timeSchema,
  timesOf,
} from '../foreign-run.ts';

const resultSchema = z.object({
  command: z.string().max(20_000),
  mean: z.number().nullish(),
  /** Absent in exports without them. */
  times: timeSchema.nullish(),
  exit_codes: z.array(z.number().nullable()).nullish(),
  parameters: z.record(z.string().max(200), z.union([z.string().max(2000), z.number()])).nullish(),
});
const fileSchema = z.object({ results: z.array(resultSchema) });

const ordinals = ['first', 'second', 'third'];

/** hyperfine's `--export-json`: whole commands, each run a process of its own. Times are in seconds. */
export const format: ForeignFormat = {
  id: 'hyperfine',
  title: 'hyperfine',
  process: 'time',
  samplesBy: 'export with hyperfine --export-json, which keeps all times',
  zeroTimes: 'hyperfine subtracts the start of a shell: run it with --shell=none',
  warning: null,
  recognise(document) {
    if (!hasMembers(document, 'results')) return false;
    const { results } = document as { readonly results: unknown };
    return Array.isArray(results) && hasMembers(results[0], 'command');
  },
  read(source) {
    const { results } = checkedDocument(fileSchema, source, 'hyperfine');
    return {
      ...{ tool: 'hyperfine', date: null, machine: { gpus: [] } },
      cases: results.map((result, at): ForeignCase => {
        const parameters = Object.entries(result.parameters ?? {});
        const code = result.exit_codes?.find((one) => one !== 0);
        const which = ordinals[at] ?? `${at + 1}th`;
        const failure =
          code === undefined
            ? null
            : `its ${which} command failed (${code === null ? 'by a signal' : `exit code ${code}`})`;
        return {
          ...{ benchmark: 'commands', variant: templateOf(result.command, parameters) },
          values: Object.fromEntries(
            parameters.map(([name, text]) => [axisId(name), numberOrText(String(text))]),
          ),
          ...{ device: 'cpu', scope: 'total', timesNs: timesOf(result.times ?? [], 1e9) },
          meanNs: result.mean == null ? null : 1e9 * result.mean,
          skipped: failure,
          ...(failure === null ? {} : { failed: true }),
        };
      }),
    };
  },
};

/** `seq {n}` of `seq 1000` with n = 1000: one variant at all of its values. */
function templateOf(
  command: string,
  parameters: readonly (readonly [string, string | number])[],
): string {
  return parameters.reduce((text, [name, value]) => {
    const whole = new RegExp(`(?<![\\w.])${RegExp.escape(String(value))}(?![\\w.])`, 'g');
    return String(value) === '' ? text : text.replaceAll(whole, `{${name}}`);
  }, command);
}
