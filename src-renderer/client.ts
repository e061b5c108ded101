import type { ApiEvent, Input, Output, ProcedureName } from '../src-main/contract/api.ts';
import { BreakevenError, type Failure } from '../src-main/contract/failure.ts';
import { decodeWire } from '../src-main/contract/wire.ts';

/** What the interface knows of the program behind it; the same in the desktop window and in the browser. */
export type Client = {
  /** Which host: a few keys belong to the browser in one and to the program in the other. */
  readonly host: 'desktop' | 'browser';
  /** Rejects with a BreakevenError whose message is a sentence for the user. */
  call<P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>>;
  /** Desktop: asks the user whether to trust the code in what was dropped; a browser knows no paths. */
  readonly drop?: (file: File) => Promise<Output<'trustLab'>>;
  /**
   * Returns the function that takes the listeners off again. `onConnection` is told whenever events start or stop
   * coming; what happened in between must be asked for.
   */
  onEvent(
    listener: (event: ApiEvent) => void,
    onConnection?: (connected: boolean) => void,
  ): () => void;
};

type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: Failure };

/** What the preload of the desktop window exposes. */
export type Bridge = {
  invoke(name: string, input: unknown): Promise<Reply>;
  drop(file: File): Promise<Reply>;
  onEvent(listener: (event: ApiEvent) => void): () => void;
};

declare global {
  interface Window {
    readonly breakeven?: Bridge;
  }
}

/** Hosts are typed by the API map and parse every input by it; replies of that map are taken at its word. */
function openReply<P extends ProcedureName>(reply: Reply): Output<P> {
  if (reply.ok) return reply.value as Output<P>;
  const { code, message, detail } = reply.failure;
  throw new BreakevenError(code, message, detail);
}

/** Over the bridge of the desktop window. */
export function bridgeClient(bridge: Bridge): Client {
  return {
    host: 'desktop',
    async call<P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>> {
      return openReply<P>(await bridge.invoke(procedure, input));
    },
    drop: async (file) => openReply<'trustLab'>(await bridge.drop(file)),
    onEvent: (listener) => bridge.onEvent(listener),
  };
}

/** HTTP 408. */
const requestTimeout = 408;

/** `EventSource.CLOSED`: it has given up. */
const closed = 2;
const reopenMs = 3000;

type HttpParts = {
  readonly fetch: typeof globalThis.fetch;
  readonly openEvents: (address: string) => EventSource;
};

const browserParts: HttpParts = {
  fetch: (...args) => globalThis.fetch(...args),
  openEvents: (address) => new EventSource(address),
};

/**
 * Over HTTP, from the address that the page came from. The token is in a cookie that the server set when the page was
 * opened, and which scripts cannot read.
 */
export function httpClient(parts: HttpParts = browserParts): Client {
  return {
    host: 'browser',
    async call<P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>> {
      return openReply<P>(await post(parts, procedure, input));
    },
    onEvent(listener, onConnection) {
      let source: EventSource;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const open = () => {
        source = parts.openEvents('api/events');
        source.onmessage = (message: MessageEvent<string>) => {
          listener(decodeWire(message.data) as ApiEvent);
        };
        source.onopen = () => onConnection?.(true);
        source.onerror = () => {
          onConnection?.(false);
          // A browser tries again by itself unless it was refused: by a server that is going down, or of another token.
          if (source.readyState === closed) timer = setTimeout(open, reopenMs);
        };
      };
      open();
      return () => {
        clearTimeout(timer);
        source.close();
      };
    },
  };
}

async function post(parts: HttpParts, procedure: string, input: unknown): Promise<Reply> {
  const send = () =>
    parts.fetch(`api/${procedure}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ input }),
    });
  let response: Response;
  try {
    response = await send();
    // A busy server has not read the request in time, and has done nothing of it.
    if (response.status === requestTimeout) response = await send();
  } catch {
    throw new BreakevenError(
      'environment',
      'The connection to "breakeven serve" is lost: check that it still runs, then try again.',
    );
  }
  const text = await response.text();
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) {
    throw new BreakevenError(
      'environment',
      text.trim() || `The server answered ${response.status}.`,
    );
  }
  return decodeWire(text) as Reply;
}

/** The client for wherever the page runs. */
export function createClient(): Client {
  return window.breakeven === undefined ? httpClient() : bridgeClient(window.breakeven);
}
