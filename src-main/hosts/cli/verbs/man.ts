import { exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { productVersion } from '../../../core/util/product-version.ts';
import { printJson } from '../io.ts';
import { manPage } from '../man-page.ts';
import type { Verb } from '../verb.ts';

export const man: Verb = {
  name: 'man',
  summary: 'print the manual page (roff), as docs/breakeven.1 has it',
  positionals: [],
  flags: [],
  examples: ['man | man -l -'],
  async run({ io, args, verbs }) {
    const page = manPage(await verbs(), productVersion());
    if (args.has('json')) printJson(io, { schemaVersion, page });
    else io.out(page);
    return exitCodes.ok;
  },
};
