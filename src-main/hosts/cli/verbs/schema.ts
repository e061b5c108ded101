import { hintFor } from '../../../contract/did-you-mean.ts';
import { BreakevenError, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { printText } from '../io.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb } from '../verb.ts';

export const schema: Verb = {
  name: 'schema',
  summary: 'print the JSON Schema of what a verb prints with --json',
  description:
    'docs/json.md describes the documents in words. Without a verb it lists the verbs and the forms of their documents; with --json then the schemas of all.',
  positionals: [{ name: 'verb', required: false, help: 'a verb, or "help" or "version"' }],
  flags: [],
  examples: ['schema compare', 'schema run > run.schema.json', 'schema --json'],
  async run({ io, args }) {
    // Made of the whole contract: only this verb needs it.
    const { allSchemas, schemaOf } = await import('../json/json-schema.ts');
    const [verb] = args.positionals;
    if (verb === undefined) {
      const all = allSchemas();
      if (args.has('json')) printText(io, { schemaVersion, ...all });
      else {
        for (const [name, forms] of Object.entries(all.documents)) {
          io.out(`${name}: ${oneLine(forms.map(({ when }) => when).join('; '))}\n`);
        }
      }
      return exitCodes.ok;
    }
    const found = schemaOf(verb);
    if (found === null) {
      const known = Object.keys(allSchemas().documents);
      throw new BreakevenError('bad-input', `unknown verb "${verb}"${hintFor(verb, known)}`);
    }
    printText(io, found);
    return exitCodes.ok;
  },
};
