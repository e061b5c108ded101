import type { Machine } from './machine.ts';

/** What spoke against measuring on a machine when a run began, a sentence each: load, governor, throttling. */
export function machineWarnings({ preflight = [] }: Pick<Machine, 'preflight'>): readonly string[] {
  return preflight
    .filter(({ status }) => status !== 'ok')
    .map(({ title, found }) => `${title}: ${found}`);
}

/** Other work kept the cores busy when a run began. */
export function beganBusy({ preflight = [] }: Pick<Machine, 'preflight'>): boolean {
  return preflight.some(({ id, status }) => id === 'load' && status !== 'ok');
}
