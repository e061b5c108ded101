import type { Verb } from './verb.ts';

/** The verbs in the order of the help. Each is loaded when it is called for: starting fast is part of the interface. */
export const verbLoaders: Readonly<Record<string, () => Promise<Verb>>> = {
  list: async () => (await import('./verbs/list.ts')).list,
  run: async () => (await import('./verbs/run.ts')).run,
  show: async () => (await import('./verbs/show.ts')).show,
  history: async () => (await import('./verbs/history.ts')).history,
  edit: async () => (await import('./verbs/edit.ts')).edit,
  compare: async () => (await import('./verbs/compare.ts')).compare,
  ab: async () => (await import('./verbs/ab.ts')).ab,
  counters: async () => (await import('./verbs/counters.ts')).counters,
  ci: async () => (await import('./verbs/ci.ts')).ci,
  'break-even': async () => (await import('./verbs/break-even.ts')).breakEven,
  tune: async () => (await import('./verbs/tune.ts')).tune,
  figure: async () => (await import('./verbs/figure.ts')).figure,
  export: async () => (await import('./verbs/export.ts')).exportVerb,
  import: async () => (await import('./verbs/import.ts')).importVerb,
  merge: async () => (await import('./verbs/merge.ts')).mergeVerb,
  study: async () => (await import('./verbs/study.ts')).study,
  lab: async () => (await import('./verbs/lab.ts')).lab,
  serve: async () => (await import('./verbs/serve.ts')).serve,
  doctor: async () => (await import('./verbs/doctor.ts')).doctor,
  selftest: async () => (await import('./verbs/selftest.ts')).selftest,
  backup: async () => (await import('./verbs/backup.ts')).backup,
  help: async () => (await import('./verbs/help.ts')).help,
};

/** For other programs to start, and so in no list. */
export const hiddenVerbs: Readonly<Record<string, () => Promise<Verb>>> = {
  profile: async () => (await import('./verbs/profile.ts')).profile,
};

/** Every verb, in the order of the help. */
export function allVerbs(): Promise<readonly Verb[]> {
  return Promise.all(Object.values(verbLoaders).map((load) => load()));
}
