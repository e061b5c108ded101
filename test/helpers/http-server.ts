import { mkdirSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startServer } from '../../src-main/hosts/http/server.ts';
import { createScriptedApp, type ScriptedApp } from './scripted-app.ts';
import { temporaryFolder } from './temporary-folder.ts';

type ServerOptions = Partial<Parameters<typeof startServer>[0]> & {
  readonly app?: ScriptedApp;
  readonly html?: string;
};

/** A server until the test ends: of a small page, over a scripted application unless another is given. */
export async function serveApp({ html = '<title>Breakeven</title>', ...options }: ServerOptions) {
  const rendererRoot = join(temporaryFolder(), 'renderer');
  mkdirSync(join(rendererRoot, 'assets'), { recursive: true });
  writeFileSync(join(rendererRoot, 'index.html'), html);
  writeFileSync(join(rendererRoot, 'assets', 'app-1a2b.js'), 'start()');
  const app = options.app ?? createScriptedApp();
  const server = await startServer({ port: 0, rendererRoot, ...options, app });
  onTestFinished(() => server.close());
  // A browser keeps what is behind the `#` to itself.
  const token = /^#token=(.*)$/.exec(new URL(server.url).hash)?.[1] ?? '';
  return { app, server, port: server.port, token };
}

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

/** Plain requests: fetch would not let a test forge Host, Origin or a path with dots. */
export function ask(
  port: number,
  options: Pick<RequestOptions, 'method' | 'path' | 'headers'>,
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent: false, ...options }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * All that a server says to bytes that no client library would send, until it hangs up. On what it has not read yet the
 * system resets the connection: 'reset' where it had said nothing to a request that goes on.
 */
export function answerTo(port: number, bytes: string, goesOn = false): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      if (goesOn) socket.write(bytes, 'latin1');
      else socket.end(bytes, 'latin1');
    });
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') resolve(goesOn && text === '' ? 'reset' : text);
      else reject(error);
    });
  });
}
