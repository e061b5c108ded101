import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  badInput,
  environmentFault,
  type Failure,
  type FailureCode,
  toFailure,
} from '../../contract/failure.ts';
import { wayToBuild } from '../../core/util/installation.ts';
import { securityHeaders } from '../content-security.ts';
import { dispatch, inputLimitOf, type Reply } from '../dispatch.ts';
import type { HostApp } from '../host-app.ts';
import { rendererFolder } from '../product.ts';
import { readStaticFile } from '../static-files.ts';
import { encodeWire } from './encode-wire.ts';
import {
  entryPage,
  entryPath,
  entryScript,
  entryScriptPath,
  unauthenticatedPage,
} from './entry-page.ts';
import { streamEvents } from './events.ts';
import { createGuard, type Guard } from './guard.ts';
import { type ServerLimits, serverLimits } from './limits.ts';
import { belowBase, noBase, type ProxyAddress } from './proxy-address.ts';

export type ServeOptions = {
  readonly app: HostApp;
  /** 0 takes a free one. */
  readonly port: number;
  /** Lets in who knows it; one of its own by default. */
  readonly token?: string;
  /** Where a proxy shows the pages; on loopback at `/` without it. */
  readonly proxy?: ProxyAddress | undefined;
  /** The built interface, unless it is that of the product. */
  readonly rendererRoot?: string;
  /** In place of the usual ones. */
  readonly limits?: Partial<ServerLimits>;
};

export type RunningServer = {
  /** With the token: who has it, is in. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
};

/** Serves the interface and the API on loopback. Fails with one sentence when the port is taken. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const limits = { ...serverLimits, ...options.limits };
  const server = createServer({
    requestTimeout: limits.requestMs,
    headersTimeout: limits.headersMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkMs,
  });
  server.maxConnections = limits.connections;
  const unauthenticated = new UnauthenticatedConnections(server, limits.unauthenticated);
  const port = await listen(server, options.port);
  const guard = createGuard(port, options.token, options.proxy);
  const base = options.proxy?.base ?? noBase;
  const site: Site = {
    app: options.app,
    guard,
    base,
    unauthenticated,
    limits,
    calls: { underWay: 0 },
    root: options.rendererRoot ?? rendererFolder(),
  };
  server.on('request', (request, response) => {
    answer(site, request, response).catch((error: unknown) => {
      sendFailure(response, toFailure(error));
    });
  });
  return {
    url: `${options.proxy?.origin ?? `http://127.0.0.1:${port}`}${base}${entryPath.slice(1)}#token=${guard.token}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Site = {
  readonly app: HostApp;
  readonly guard: Guard;
  readonly base: string;
  readonly unauthenticated: UnauthenticatedConnections;
  readonly root: string;
  readonly limits: ServerLimits;
  readonly calls: { underWay: number };
};

async function answer(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refused = site.guard.refuseAddress(request);
  if (refused !== null) return sendText(response, 403, refused);
  if (!URL.canParse(request.url ?? '/', 'http://localhost')) {
    return sendText(response, 400, 'the target of the request must be an address, such as /');
  }
  // The raw path: URL has resolved `..` already, and what asks for it deserves no answer.
  const asked = (request.url ?? '/').split('?')[0] ?? '/';
  // Without its last slash, what the page names would be sought beside it.
  if (`${asked}/` === site.base) {
    response.writeHead(308, { ...securityHeaders, Location: site.base });
    response.end();
    return;
  }
  const rawPath = belowBase(asked, site.base);
  if (rawPath === entryPath || rawPath === entryScriptPath) {
    return answerEntry(site.guard, request, response, rawPath);
  }
  if (!site.guard.isKnown(request)) return refuseUnauthenticated(request, response);
  site.unauthenticated.admit(request.socket);
  if (rawPath.startsWith('/api/')) {
    return await answerApi(site, request, response, rawPath.slice('/api/'.length));
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return sendText(response, 405, 'only GET is answered here');
  }
  const file = await readStaticFile(site.root, rawPath);
  if (file === null) return sendText(response, 404, missingText(rawPath));
  response.writeHead(200, {
    ...securityHeaders,
    'Content-Type': file.mime,
    'Content-Length': file.bytes.length,
    // Names of built files carry a digest of what is in them; the page does not.
    'Cache-Control': rawPath.startsWith('/assets/')
      ? 'private, max-age=31536000, immutable'
      : 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : file.bytes);
}

/**
 * The first load. Its page brings the token in a header, and gets a cookie that scripts cannot read and other sites
 * cannot send.
 */
function answerEntry(
  guard: Guard,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  const headers = { ...securityHeaders, 'Cache-Control': 'no-store' };
  if (path === entryPath && request.method === 'POST') {
    if (!guard.isKnown(request)) {
      refuseUnauthenticated(request, response);
      return;
    }
    response.writeHead(204, { ...headers, 'Set-Cookie': guard.cookie });
    response.end();
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', path === entryPath ? 'GET, HEAD, POST' : 'GET, HEAD');
    sendText(response, 405, 'use GET to load this page and POST to send the token');
    return;
  }
  const mime = path === entryPath ? 'text/html' : 'text/javascript';
  response.writeHead(200, { ...headers, 'Content-Type': `${mime}; charset=utf-8` });
  response.end(path === entryPath ? entryPage() : entryScript);
}

async function answerApi(
  { app, limits, calls }: Site,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  if (name === 'events' && request.method === 'GET') {
    return streamEvents(app, request, response, securityHeaders, limits.backlogBytes);
  }
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST');
    return sendText(response, 405, 'procedures are called with POST');
  }
  if (calls.underWay >= limits.calls) {
    response.setHeader('Retry-After', '1');
    return sendText(response, 503, 'too many calls are under way; try again');
  }
  calls.underWay += 1;
  try {
    await answerCall(app, request, response, name);
  } finally {
    calls.underWay -= 1;
  }
}

async function answerCall(
  app: HostApp,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  const body = await readJsonBody(request, inputLimitOf(name));
  const input =
    typeof body === 'object' && body !== null && 'input' in body ? body.input : undefined;
  if (input === undefined) {
    throw badInput('the body of the request must be {"input": ...}');
  }
  const reply = await dispatch(app.api, name, input);
  sendReply(response, reply.ok ? 200 : statusOf(reply.failure.code), reply);
}

function sendReply(response: ServerResponse, status: number, reply: Reply): void {
  response.writeHead(status, {
    ...securityHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(encodeWire(reply));
}

function sendFailure(response: ServerResponse, failure: Failure): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // What was not read of a body that is too long is not read.
  response.setHeader('Connection', 'close');
  const { code, message } = failure;
  sendReply(response, statusOf(code), { ok: false, failure: { code, message } });
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...securityHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(`${text}\n`);
}

/** A sentence for programs, a page for people. */
function refuseUnauthenticated(request: IncomingMessage, response: ServerResponse): void {
  if (!(request.headers.accept ?? '').includes('text/html')) {
    const sentence = 'Open the address that "breakeven serve" printed: it holds the token.';
    sendText(response, 401, sentence);
    return;
  }
  response.writeHead(401, {
    ...securityHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end(unauthenticatedPage());
}

function statusOf(code: FailureCode): number {
  switch (code) {
    case 'bad-input':
      return 400;
    case 'not-found':
      return 404;
    case 'busy':
    case 'wait-ended':
    case 'cancelled':
      return 409;
    default:
      return 500;
  }
}

function missingText(path: string): string {
  return path === '/' || path === '/index.html'
    ? `The interface is not here: ${wayToBuild()}.`
    : 'There is nothing here.';
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'another program uses it'
          : error.code === 'EACCES'
            ? 'this user may not use it'
            : error.message;
      reject(environmentFault(`cannot listen on port ${port}: ${why}`));
    });
    server.listen({ host: '127.0.0.1', port }, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** The JSON body of a request, at most `limit` bytes long; what is longer is not even read to its end. */
async function readJsonBody(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  // A form of another site can send text/plain without asking the browser; it cannot send this.
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw badInput('the Content-Type of a request must be application/json');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) {
      throw badInput(`a request may have ${limit} bytes; this one has more`);
    }
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw badInput('the body of the request is not JSON');
  }
}

/**
 * Connections that have not sent the token yet. Every user of the machine can open some and hold them; of too many the one
 * that has waited longest is closed, so that those who know the token are always let in.
 */
class UnauthenticatedConnections {
  /** In the order in which they came. */
  readonly #waiting = new Set<Socket>();

  constructor(server: Server, max: number) {
    server.on('connection', (socket: Socket) => {
      this.#waiting.add(socket);
      socket.once('close', () => this.#waiting.delete(socket));
      if (this.#waiting.size <= max) return;
      const [oldest] = this.#waiting;
      oldest?.destroy();
    });
  }

  /** It has sent the token: its connection is not limited. */
  admit(socket: Socket): void {
    this.#waiting.delete(socket);
  }
}
