import type { App } from '../core/app.ts';
import type { TrustedOnly } from '../core/lab/open-labs.ts';
import type { Sandbox } from '../core/lab/sandbox.ts';

/** What a host is given: the API, its events, and an end. */
export type HostApp = App;

export type OpenOptions = {
  /** Folder of the store; absent: `BREAKEVEN_HOME` or the platform's user data folder. */
  readonly home?: string | undefined;
  /** How long whatever needs the machine alone waits for it, in milliseconds; refused at once by default. */
  readonly lockWaitMs?: number | undefined;
  /** For a window, and for programs: no run compiles a lab that is not trusted. */
  readonly trustedLabsOnly?: TrustedOnly | undefined;
  /** Engines and compilers run in it. */
  readonly sandbox?: Sandbox | undefined;
  /** Gets sentences for the user about what goes on in the background. */
  readonly onNotice?: ((sentence: string) => void) | undefined;
};
export type OpenApp = (options: OpenOptions) => Promise<HostApp>;
