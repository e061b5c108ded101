import { hintFor } from '../../../contract/did-you-mean.ts';
import { badInput, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { productVersion } from '../../../core/util/product-version.ts';
import { chosen, flagsOf } from '../flags.ts';
import { manPage } from '../help/man-page.ts';
import { shims } from '../help/shims.ts';
import { helpDocument, programHelp } from '../help.ts';
import { printJson, proseWidth } from '../io.ts';
import { oneLine } from '../terminal-text.ts';
import type { Verb, VerbContext } from '../verb.ts';

const shells = Object.keys(shims) as (keyof typeof shims)[];

export const help: Verb = {
  name: 'help',
  summary:
    'what the verbs do, what the terms mean; the manual page, JSON Schemas and completion for a shell',
  description:
    'docs/json.md describes the documents of --schema in words. Completion offers verbs, flags, workloads, variants, axes, presets, runs and files. Bash: put the script into ~/.local/share/bash-completion/completions/breakeven, or source it. Zsh: put it as _breakeven into a folder of $fpath. Fish: put it into ~/.config/fish/completions/breakeven.fish.',
  positionals: [
    { name: 'verb', required: false, help: 'the verb to describe, or terms' },
    { name: 'word', required: false, help: 'with terms: only those that have this word' },
  ],
  flags: flagsOf({
    man: {
      not: ['schema', 'completion'],
      help: 'print the manual page (roff), as docs/breakeven.1 has it',
    },
    schema: {
      not: ['completion'],
      help: 'print the JSON Schema of what the verb prints with --json; without a verb, the forms of all documents, with --json their schemas',
    },
    'completion <shell>': {
      choices: shells,
      help: `print a script by which ${shells.join(', ')} completes command lines`,
    },
  }),
  examples: [
    'help run',
    'help terms interval',
    'help --man | man -l -',
    'help run --schema > run.schema.json',
    'help --completion bash > ~/.local/share/bash-completion/completions/breakeven',
  ],
  async run(context) {
    const { io, args, verbs, helpOf } = context;
    const [verb, word] = args.positionals;
    if (word !== undefined && verb !== 'terms')
      throw badInput(`help takes one verb; "${word}" is a second`);
    const isDocument = args.has('json');
    const shell = chosen(args, 'completion', shells);
    if (args.has('schema')) return await printSchema(context, verb);
    if (args.has('man')) {
      const page = manPage(await verbs(), productVersion());
      if (isDocument) printJson(io, { schemaVersion, page });
      else io.out(page);
    } else if (shell !== undefined) {
      if (isDocument) printJson(io, { schemaVersion, shell, script: shims[shell] });
      else io.out(shims[shell]);
    } else if (verb === 'terms') {
      // The glossary is in the built program; nothing else needs it.
      const { termsNamed, termsText } = await import('../help/terms.ts');
      const terms = termsNamed(word);
      if (isDocument) printJson(io, { schemaVersion, terms });
      else io.out(termsText(io, terms));
    } else if (verb !== undefined) return await helpOf(verb);
    else if (isDocument) printJson(io, helpDocument(await verbs(), productVersion()));
    else io.out(programHelp(await verbs(), productVersion(), proseWidth(io)));
    return exitCodes.ok;
  },
};

async function printSchema({ io, args }: VerbContext, verb: string | undefined): Promise<number> {
  // Made of the whole contract: nothing else needs it.
  const { allSchemas, schemaOf } = await import('../json/json-schema.ts');
  if (verb !== undefined) {
    const schema = schemaOf(verb);
    if (schema === null) {
      const known = Object.keys(allSchemas().documents);
      throw badInput(`unknown verb "${verb}"${hintFor(verb, known)}`);
    }
    printJson(io, schema);
  } else if (args.has('json')) printJson(io, { schemaVersion, ...allSchemas() });
  else {
    for (const [name, forms] of Object.entries(allSchemas().documents)) {
      io.out(`${name}: ${oneLine(forms.map(({ when }) => when).join('; '))}\n`);
    }
  }
  return exitCodes.ok;
}
