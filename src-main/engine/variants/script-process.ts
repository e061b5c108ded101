import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** One answer of a script: a line of JSON, then the number of bytes that it names. */
export type ScriptReply = {
  readonly head: Readonly<Record<string, unknown>>;
  readonly body: Uint8Array;
};

export type ScriptProcess = {
  /** The next answer. Rejects with the script's last line of standard error when it ends instead. */
  readonly next: () => Promise<ScriptReply>;
  readonly ask: (request: Readonly<Record<string, unknown>>) => Promise<ScriptReply>;
  readonly close: () => void;
};

/** The path of a program on the PATH; null when there is no executable one. */
export function findProgram(name: string, path = process.env.PATH ?? ''): string | null {
  for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return candidate;
    } catch {
      // Not here.
    }
  }
  return null;
}

const maxErrorText = 4000;

/** Starts a script that answers one request at a time. */
export function startScript(program: string, args: readonly string[]): ScriptProcess {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const reader = createReplyReader();
  let errors = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    errors = (errors + text).slice(-maxErrorText);
  });
  child.stdout.on('data', reader.take);
  child.on('error', (error) => reader.fail(error));
  // A script that has ended does not read; `close` has the reason.
  child.stdin.on('error', () => {});
  child.on('close', (code, signal) => {
    const last = errors.trim().split('\n').at(-1);
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    reader.fail(new Error(`${program} ended ${how}${last ? `: ${last}` : ''}`));
  });
  return {
    next: reader.next,
    ask: (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return reader.next();
    },
    close: () => {
      child.kill('SIGKILL');
    },
  };
}

type ReplyReader = {
  readonly take: (chunk: Uint8Array) => void;
  readonly fail: (error: Error) => void;
  readonly next: () => Promise<ScriptReply>;
};

/** Cuts a stream of bytes into replies. */
export function createReplyReader(): ReplyReader {
  let chunks: Uint8Array[] = [];
  let held = 0;
  let head: Readonly<Record<string, unknown>> | null = null;
  let failure: Error | null = null;
  const ready: ScriptReply[] = [];
  let waiting: PromiseWithResolvers<ScriptReply> | null = null;

  function cut(length: number): Buffer {
    const all = Buffer.concat(chunks);
    chunks = all.length > length ? [all.subarray(length)] : [];
    held = all.length - length;
    return all.subarray(0, length);
  }

  function deliver(reply: ScriptReply): void {
    if (waiting === null) {
      ready.push(reply);
      return;
    }
    waiting.resolve(reply);
    waiting = null;
  }

  /** Whether something was taken from the stream. */
  function advance(): boolean {
    if (head === null) {
      const end = Buffer.concat(chunks).indexOf(0x0a);
      if (end < 0) return false;
      const parsed: unknown = JSON.parse(cut(end + 1).toString('utf8'));
      head = { ...(parsed as object) };
    }
    const bytes = Number(head.bytes ?? 0);
    if (held < bytes) return false;
    const done = head;
    head = null;
    deliver({ head: done, body: Uint8Array.from(cut(bytes)) });
    return true;
  }

  function fail(error: Error): void {
    failure ??= error;
    waiting?.reject(failure);
    waiting = null;
  }

  return {
    take: (chunk) => {
      chunks.push(chunk);
      held += chunk.length;
      try {
        while (held > 0 && advance()) {
          // Deliver every reply that has arrived.
        }
      } catch (error) {
        fail(new Error(`the script wrote something that is no reply: ${String(error)}`));
      }
    },
    fail,
    next: () => {
      const reply = ready.shift();
      if (reply !== undefined) return Promise.resolve(reply);
      if (failure !== null) return Promise.reject(failure);
      waiting = Promise.withResolvers<ScriptReply>();
      return waiting.promise;
    },
  };
}
