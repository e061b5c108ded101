import { useEffect, useState } from 'preact/hooks';
import type { Input, Output, ProcedureName } from '../../src-main/contract/api.ts';
import { toFailure } from '../../src-main/contract/failure.ts';
import { useApp } from '../state/context.ts';
import type { Loadable } from '../state/resource.ts';

export type Asked<T> = Loadable<T> & {
  /** Asks the same once more: after a failure. */
  readonly again: () => void;
};

/**
 * What a procedure answers, asked again when the input changes or `version` does. The last answer stays until the next
 * one is here, so that a changed choice does not empty the screen. Without an input nothing is asked.
 */
export function useCall<P extends ProcedureName>(
  procedure: P,
  input: Input<P> | null,
  version: unknown = null,
): Asked<Output<P>> {
  const { client } = useApp();
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<Loadable<Output<P>>>({
    loading: true,
    value: null,
    failure: null,
  });
  const question = JSON.stringify(input);
  useEffect(() => {
    let stale = false;
    if (input === null) return;
    setState((before) => ({ ...before, loading: true }));
    client.call(procedure, input).then(
      (value) => {
        if (!stale) setState({ loading: false, value, failure: null });
      },
      (error: unknown) => {
        if (!stale) setState({ loading: false, value: null, failure: toFailure(error) });
      },
    );
    return () => {
      stale = true;
    };
  }, [procedure, question, version, client, turn]);
  return { ...state, again: () => setTurn((before) => before + 1) };
}
