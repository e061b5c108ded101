import type { Api, ProcedureName } from '../../src-main/contract/api.ts';

/** Procedures that a fake application does not play: a test that reaches one is told so. */
export function notFaked<P extends ProcedureName>(names: readonly P[]): Pick<Api, P> {
  const entries = names.map((name) => [
    name,
    async () => {
      throw new Error(`the fake application does not play "${name}"`);
    },
  ]);
  return Object.fromEntries(entries) as Pick<Api, P>;
}
