import type { Verb } from './verb.ts';

/** The verbs in the order of the help. Each is loaded when it is called for: starting fast is part of the interface. */
export const verbLoaders: Readonly<Record<string, () => Promise<Verb>>> = {
  list: async () => (await import('./verbs/list.ts')).list,
  run: async () => (await import('./verbs/run.ts')).run,
  history: async () => (await import('./verbs/history.ts')).history,
  edit: async () => (await import('./verbs/edit.ts')).edit,
  show: async () => (await import('./verbs/show.ts')).show,
  export: async () => (await import('./verbs/export.ts')).exportVerb,
  import: async () => (await import('./verbs/import.ts')).importVerb,
  figure: async () => (await import('./verbs/figure.ts')).figure,
  compare: async () => (await import('./verbs/compare.ts')).compare,
  study: async () => (await import('./verbs/study.ts')).study,
  'break-even': async () => (await import('./verbs/break-even.ts')).breakEven,
  tune: async () => (await import('./verbs/tune.ts')).tune,
  lab: async () => (await import('./verbs/lab.ts')).lab,
  selftest: async () => (await import('./verbs/selftest.ts')).selftest,
  doctor: async () => (await import('./verbs/doctor.ts')).doctor,
  serve: async () => (await import('./verbs/serve.ts')).serve,
  backup: async () => (await import('./verbs/backup.ts')).backup,
  completion: async () => (await import('./verbs/completion.ts')).completion,
  schema: async () => (await import('./verbs/schema.ts')).schema,
  man: async () => (await import('./verbs/man.ts')).man,
};

/** Every verb, in the order of the help. */
export function allVerbs(): Promise<readonly Verb[]> {
  return Promise.all(Object.values(verbLoaders).map((load) => load()));
}
