// Starts one tool of this folder: `node src-main/tools/run.mjs build`. It exists so that an old Node, which cannot
// read TypeScript, says what to do instead of failing on the first type annotation.
import { requireNode } from './node-version.mjs';

requireNode();
const [name, ...given] = process.argv.slice(2);
// What `npm run bench -- name` takes away may be typed here as well.
const args = given[0] === '--' ? given.slice(1) : given;
const { main } = await import(new URL(`./${name}.ts`, import.meta.url).href);
process.exitCode = await main(args);
