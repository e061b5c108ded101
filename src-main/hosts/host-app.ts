import type { Api, ApiEvent } from '../contract/api.ts';

/** What a host needs of the application that `core/app.ts` makes: the API, its events, and an end. */
export type HostApp = {
  readonly api: Api;
  /** Returns the function that takes the listener off again. */
  onEvent(listener: (event: ApiEvent) => void): () => void;
  /** Stops the engine and closes the store. A run under way is cancelled; its finished cases stay. */
  close(): Promise<void>;
};

export type OpenOptions = {
  /** Folder of the store; absent: `BREAKEVEN_HOME` or the platform's user data folder. */
  readonly home?: string | undefined;
};
export type OpenApp = (options: OpenOptions) => Promise<HostApp>;
