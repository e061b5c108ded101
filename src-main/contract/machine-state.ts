import type { Machine } from './machine.ts';

/** What spoke against measuring on a machine when a run began, a sentence each: load, governor, throttling. */
export function machineWarnings({ preflight = [] }: Pick<Machine, 'preflight'>): readonly string[] {
  return preflight
    .filter(({ status }) => status !== 'ok')
    .map(({ title, found }) => `${title}: ${found}`);
}
