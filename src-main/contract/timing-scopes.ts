/**
 * The timing scopes of every variant, and what they are called wherever a person reads of them. A variant may have more
 * (the parts that it is made of): the catalog describes those.
 */
export const timingScopes = [
  {
    id: 'kernel',
    name: 'kernel',
    time: 'kernel time',
    help: 'The computation itself: the kernels, or the whole CPU computation.',
  },
  {
    id: 'call',
    name: 'device call',
    time: 'device call time',
    help: 'One call with the input already on the device: temporary allocation, all kernels and the host part.',
  },
  {
    id: 'total',
    name: 'end to end',
    time: 'end-to-end time',
    help: 'From host array to host array: allocation, copies, computation and release.',
  },
] as const;

/** Executions that overlap say little of a single one: this scope stands for no case and has no break-even. */
const batchScope = {
  id: 'batch',
  name: 'batch',
  time: 'batch time',
  help: 'Many executions of the kernel back to back, their time divided by their number: for GPU kernels below 20 us.',
} as const;

/** No time: joules of one execution, which break-evens treat in the same way. */
export const energyScope = {
  ...{ id: 'energy', name: 'energy', time: 'energy' },
  help: 'Joules of one execution; executions follow each other without a pause.',
} as const;

/** Of workloads with variants that prepare something before their inputs exist. */
const setupScope = {
  id: 'setup',
  name: 'with setup',
  time: 'end-to-end time with setup',
  help: 'End to end, and what the variant prepares once before it: plans, handles, tables.',
} as const;

const describedScopes = [...timingScopes, batchScope, energyScope, setupScope];

export type TimingScopeId = (typeof timingScopes)[number]['id'];

/** Timed by the events of a GPU around kernels: its clock and its variation, not those of the host. */
export function isTimedByEvents(scope: string): boolean {
  return scope === 'kernel' || scope === batchScope.id;
}

/** Timing scopes that are parts of a computation, in the order in which they happen. `call` and `total` are wholes. */
export const timedPhases = ['alloc', 'h2d', 'kernel', 'host', 'd2h'] as const;

/** What they are called in sentences and figures. */
export const phaseNames = {
  alloc: 'allocation',
  h2d: 'copy to device',
  kernel: 'kernel',
  host: 'host part',
  d2h: 'copy to host',
} as const satisfies Readonly<Record<(typeof timedPhases)[number], string>>;

/** Whether a scope is a part that the computation of a workload has by name, and not one that every variant has. */
export function isNamedPart(scope: string): boolean {
  const known: readonly string[] = [...describedScopes.map(({ id }) => id), ...timedPhases];
  return !known.includes(scope);
}

/** What tables and distributions show unless another scope is named. */
export const defaultScope: TimingScopeId = 'kernel';

/** Break-evens are of the scopes device call and end to end, and with setup where a variant has one. */
export const breakEvenScopes = ['call', 'total', setupScope.id] as const;

/** `device call` for `call`; the id itself for a part that only some variants have. */
export function scopeName(id: string): string {
  const phase: Readonly<Record<string, string>> = phaseNames;
  return describedScopes.find((scope) => scope.id === id)?.name ?? phase[id] ?? id;
}

/** `end-to-end time` for `total`, `levels time` for a part. */
export function scopeTime(id: string): string {
  return describedScopes.find((scope) => scope.id === id)?.time ?? `${id} time`;
}

/** `device call (call)` where the id is another word: what a flag takes stands next to what it means. */
export function scopeNameWithId(id: string): string {
  const name = scopeName(id);
  return name === id ? id : `${name} (${id})`;
}

/** What a scope includes, one sentence; empty for a part that only some variants have. */
export function scopeHelp(id: string): string {
  return describedScopes.find((scope) => scope.id === id)?.help ?? '';
}

/** `kernel: The computation itself … device call (call): …`: the three in one paragraph. */
export function scopesText(): string {
  return timingScopes.map(({ id, help }) => `${scopeNameWithId(id)}: ${help}`).join(' ');
}

/** The scope that stands for a case: the first of the three that it has, else the first of its own by name. */
export function headlineScope(scopes: readonly string[]): string | null {
  const known = timingScopes.find(({ id }) => scopes.includes(id));
  return known?.id ?? [...scopes].sort()[0] ?? null;
}
