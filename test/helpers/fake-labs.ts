import type { LabActions } from '../../src-main/core/api/lab-actions.ts';

function none(): never {
  throw new Error('the fake application has no labs');
}

/** An application that knows no lab. */
export const fakeLabs: LabActions = {
  open: async () => none(),
  openVersions: async () => none(),
  check: async () => none(),
  watch: async () => none(),
  list: () => [],
  trust: none,
  forget: none,
  notCompiled: () => [],
  code: async () => none(),
};
