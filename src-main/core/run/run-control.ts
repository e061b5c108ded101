export type RunControl = ReturnType<typeof createRunControl>;

/** What a user does to a run under way besides cancelling it. */
export function createRunControl() {
  let paused: PromiseWithResolvers<void> | null = null;
  let current: { readonly index: number; readonly stop: AbortController } | null = null;

  return {
    pause(on: boolean): void {
      if (on) paused ??= Promise.withResolvers<void>();
      else {
        paused?.resolve();
        paused = null;
      }
    },
    isPaused: () => paused !== null,
    /** Whether that case is being measured, and ends now. */
    skip(index: number): boolean {
      if (current === null || current.index !== index) return false;
      current.stop.abort();
      return true;
    },
    /** Waits while the run is paused. Rejects with the reason of the signal. */
    async gate(signal: AbortSignal): Promise<void> {
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
    /** A case begins; the returned signal ends it alone or with the run. */
    begin(index: number, signal: AbortSignal): AbortSignal {
      current = { index, stop: new AbortController() };
      return AbortSignal.any([signal, current.stop.signal]);
    },
    /** The case is over. Returns whether it was skipped. */
    end(): boolean {
      const skipped = current?.stop.signal.aborted ?? false;
      current = null;
      return skipped;
    },
  };
}
