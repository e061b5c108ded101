/** What a user does to a run under way besides cancelling it. */
export type RunControl = {
  pause(on: boolean): void;
  readonly isPaused: () => boolean;
  /** Whether that case is being measured, and ends now. */
  skip(index: number): boolean;
  /** Waits while the run is paused. Rejects with the reason of the signal. */
  gate(signal: AbortSignal): Promise<void>;
  /** A case begins; the returned signal ends it alone or with the run. */
  begin(index: number, signal: AbortSignal): AbortSignal;
  /** The case is over. Returns whether it was skipped. */
  end(): boolean;
};

export function createRunControl(): RunControl {
  let paused: PromiseWithResolvers<void> | null = null;
  let current: { readonly index: number; readonly stop: AbortController } | null = null;

  return {
    pause(on) {
      if (on) paused ??= Promise.withResolvers<void>();
      else {
        paused?.resolve();
        paused = null;
      }
    },
    isPaused: () => paused !== null,
    skip(index) {
      if (current === null || current.index !== index) return false;
      current.stop.abort();
      return true;
    },
    async gate(signal) {
      // It may be paused again before this goes on.
      while (paused !== null) {
        signal.throwIfAborted();
        const aborted = Promise.withResolvers<void>();
        const onAbort = (): void => aborted.resolve();
        signal.addEventListener('abort', onAbort, { once: true });
        await Promise.race([paused.promise, aborted.promise]);
        signal.removeEventListener('abort', onAbort);
        signal.throwIfAborted();
      }
    },
    begin(index, signal) {
      current = { index, stop: new AbortController() };
      return AbortSignal.any([signal, current.stop.signal]);
    },
    end() {
      const skipped = current?.stop.signal.aborted ?? false;
      current = null;
      return skipped;
    },
  };
}
