import { runCli } from './cli.ts';
import { openApp } from './open-app.ts';
import { finish, processIo } from './process-io.ts';

await finish(await runCli(process.argv.slice(2), processIo(), openApp));
