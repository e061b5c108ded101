// Starts one tool of this folder: `node src-main/tools/run.mjs build`. It exists so that an old Node, which cannot
// read TypeScript, says what to do instead of failing on the first type annotation.
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireNode } from './node-version.mjs';

// npm before 11 removes the link `node` together with the package for the other processor, whose link has that name.
const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const node = `node-linux-${process.arch}/bin/node`;
if (existsSync(packages + node) && !existsSync(`${packages}.bin/node`)) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12)) {
    process.stderr.write(
      `npm ran on Node ${process.versions.node} and left out packages that need 20.19, 22.12 or newer: install one of these and run \`npm ci\` again.\n`,
    );
    process.exit(3);
  }
  symlinkSync(`../${node}`, `${packages}.bin/node`);
  process.exit(spawnSync(packages + node, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1);
}
requireNode();
const [name, ...given] = process.argv.slice(2);
// What `npm run bench -- name` takes away may be typed here as well.
const args = given[0] === '--' ? given.slice(1) : given;
const { main } = await import(new URL(`./${name}.ts`, import.meta.url).href);
process.exitCode = await main(args);
