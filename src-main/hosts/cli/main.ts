import { exitCodes } from '../../contract/failure.ts';
import { runCli } from './cli.ts';
import { openApp } from './open-app.ts';
import { finish, processIo } from './process-io.ts';
import { userFolder } from './user-folder.ts';

const folder = userFolder(process.env);
if (folder !== null) process.chdir(folder);
const io = processIo();
await finish(
  io === null ? exitCodes.environment : await runCli(process.argv.slice(2), io, openApp),
);
