import { type Api, type ProcedureName, procedures } from '../contract/api.ts';
import { badInput, type Failure, notFound, toFailure } from '../contract/failure.ts';
import { maxCountersLength } from '../contract/limits.ts';
import { wrongValue } from '../core/util/invalid-value.ts';
import { isTooDeep } from '../core/util/json-depth.ts';

/** What goes back over IPC and HTTP: a value, or a failure as plain data. */
export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: Failure };

/** A configuration with thousands of values is far below this. */
export const inputLimitBytes = 1024 * 1024;

/** In JSON each quote of a CSV takes two bytes. */
const countersLimitBytes = 2 * maxCountersLength + inputLimitBytes;

/** Bytes that the input of a procedure may have as JSON, from a browser and from a window alike. */
export function inputLimitOf(procedure: string): number {
  return procedure === 'importCounters' ? countersLimitBytes : inputLimitBytes;
}

export function isProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name);
}

/**
 * Calls a procedure for a caller that is not trusted: the name is looked up, the input parsed by the schema of the
 * API map, and whatever goes wrong comes back as a failure. Never throws. A defect's stack stays in this process.
 */
export async function dispatch(api: Api, name: string, input: unknown): Promise<Reply> {
  return await replyOf(() => call(api, name, input));
}

/** What goes back of a call. */
export async function replyOf(call: () => Promise<unknown>): Promise<Reply> {
  try {
    return { ok: true, value: await call() };
  } catch (error) {
    const failure = toFailure(error);
    if (failure.code !== 'internal') return { ok: false, failure };
    console.error(error);
    return { ok: false, failure: { code: 'internal', message: failure.message } };
  }
}

async function call(api: Api, name: string, input: unknown): Promise<unknown> {
  if (!isProcedure(name)) {
    const shown = JSON.stringify(name.slice(0, 60));
    throw notFound(`there is no procedure ${shown}`);
  }
  if (isTooDeep(input)) {
    throw badInput(`${name}: lists and objects nest too deeply in it`);
  }
  const parsed = procedures[name].safeParse(input);
  if (!parsed.success) throw badInput(wrongValue(parsed.error, input, name));
  // The map binds each schema to its procedure; the compiler cannot follow that through a union of names.
  const procedure = api[name] as (input: unknown) => Promise<unknown>;
  return await procedure(parsed.data);
}
