import { main } from '../verdicts.ts';

/** What the bundle of `pack-verdicts` starts with. */
process.exitCode = await main(process.argv.slice(2));
