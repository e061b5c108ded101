export type WhenQuiet = {
  /** Something has happened: `act` follows when nothing more has for some time. */
  (): void;
  /** What was waiting is done already. */
  cancel(): void;
};

/** Puts `act` off until `pauseMs` have passed without a call, and no longer than `longestMs` after the first of them. */
export function whenQuiet(act: () => void, pauseMs: number, longestMs: number): WhenQuiet {
  let pause: ReturnType<typeof setTimeout> | undefined;
  let longest: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(pause);
    clearTimeout(longest);
    longest = undefined;
  };
  const run = () => {
    cancel();
    act();
  };
  return Object.assign(
    () => {
      clearTimeout(pause);
      pause = setTimeout(run, pauseMs);
      longest ??= setTimeout(run, longestMs);
    },
    { cancel },
  );
}
