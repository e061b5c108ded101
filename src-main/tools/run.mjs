// Starts one tool of this folder: `node src-main/tools/run.mjs build`. It exists so that an old Node, which cannot
// read TypeScript, says what to do instead of failing on the first type annotation.
import { requireNode } from './node-version.mjs';

requireNode();
const [name, ...args] = process.argv.slice(2);
const { main } = await import(new URL(`./${name}.ts`, import.meta.url).href);
process.exitCode = await main(args);
