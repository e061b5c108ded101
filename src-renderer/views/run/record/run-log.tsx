import { useEffect, useState } from 'preact/hooks';
import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { type Failure, toFailure } from '../../../../src-main/contract/failure.ts';
import type { RunLogLine } from '../../../../src-main/contract/procedures/detail.ts';
import { timeText } from '../../../../src-main/contract/times.ts';
import { useApp } from '../../../state/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty, Failed, Loading } from '../../../ui/page.tsx';

const pageSize = 200;

type Log = {
  readonly lines: readonly RunLogLine[];
  readonly more: boolean;
  readonly failure: Failure | null;
};

/** What happened in the run, oldest first. */
export function RunLog({ detail }: { readonly detail: RunDetail }) {
  const { client } = useApp();
  const ref = detail.run.id;
  const [log, setLog] = useState<Log | null>(null);
  const ask = async (known: readonly RunLogLine[]) => {
    try {
      const page = await client.call('runLog', {
        ref,
        after: known.at(-1)?.line ?? 0,
        limit: pageSize,
      });
      setLog({ lines: [...known, ...page.lines], more: page.more, failure: null });
    } catch (error) {
      setLog({ lines: known, more: false, failure: toFailure(error) });
    }
  };
  // A run that goes on writes lines after the last one that is known.
  useEffect(() => void ask(log?.lines ?? []), [ref, detail]);
  if (log === null) return <Loading what="the log" />;
  if (log.failure !== null) {
    return (
      <Failed
        what="The log could not be read"
        failure={log.failure}
        retry={() => void ask(log.lines)}
      />
    );
  }
  if (log.lines.length === 0) return <Empty>Nothing was written down for this run.</Empty>;
  return (
    <>
      <ol class="log full" aria-label="Log of the run">
        {log.lines.map(({ line, at, level, text }) => (
          <li key={line} class={level === 'error' ? 'bad' : level}>
            <time dateTime={at}>{timeText(at, 'local', { seconds: true })}</time>{' '}
            {level === 'info' ? null : <span class="visually-hidden">{level}: </span>}
            {text}
          </li>
        ))}
      </ol>
      {log.more ? (
        <Button onClick={() => void ask(log.lines)}>Show the next {pageSize} lines</Button>
      ) : null}
    </>
  );
}
