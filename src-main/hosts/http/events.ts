import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ApiEvent } from '../../contract/api.ts';
import type { HostApp } from '../host-app.ts';
import { encodeWire } from './encode-wire.ts';

/** Proxies and tunnels drop a connection that is silent for a minute. */
const heartbeatMs = 25_000;

/** A reader that lags this far behind gets no more progress: the next event tells all that the lost ones did. */
const maxBufferedBytes = 256 * 1024;

/** Sends the events of the application to a window as server-sent events, until it goes. */
export function streamEvents(
  app: HostApp,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  backlogBytes: number,
): void {
  response.writeHead(200, {
    ...headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  response.write('retry: 1000\n\n');
  const off = app.onEvent((event: ApiEvent) => {
    const lossy = event.type === 'progress' && event.progress.status === 'running';
    if (lossy && response.writableLength > maxBufferedBytes) return;
    // A page that comes back reads everything again.
    if (response.writableLength > backlogBytes) {
      response.destroy();
      return;
    }
    response.write(`data: ${encodeWire(event)}\n\n`);
  });
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs);
  request.on('close', () => {
    clearInterval(heartbeat);
    off();
  });
}
