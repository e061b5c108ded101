export type Server = {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Asked = readonly (readonly [name: string, input: object])[];

/** A call that has ended: milliseconds of one that was answered, a sentence on one that failed. */
export type EndedCall =
  | { readonly name: string; readonly ms: number }
  | { readonly name: string; readonly failure: string };

export function call({ origin, headers }: Server, name: string, input: object): Promise<Response> {
  return fetch(`${origin}/api/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ input }),
  });
}

/** Calls that are timed to the last byte of their answer. */
export function createCalls(server: Server, tell: (ended: EndedCall) => void) {
  return {
    async timed(name: string, input: object): Promise<number> {
      const began = performance.now();
      try {
        const answer = await call(server, name, input);
        const text = await answer.text();
        const ms = performance.now() - began;
        tell(
          answer.status === 200
            ? { name, ms }
            : { name, failure: `${name}: ${text.slice(0, 200)}` },
        );
      } catch (error) {
        tell({ name, failure: `${name}: ${reasonOf(error)}` });
      }
      return performance.now() - began;
    },
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.message} (${String(error.cause)})` : String(error);
