import { expect, it } from 'vitest';
import { answerTo, serveApp } from '../../helpers/http-server.ts';

const token = 'a-token-of-a-test-that-nobody-else-knows-0123';

const serve = () => serveApp({ token });

const catalog = '{"input":{}}';
const inner = (port: number): string =>
  `POST /api/catalog HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${catalog.length}\r\nConnection: close\r\n\r\n${catalog}`;

it.each<[string, (port: number) => readonly string[]]>([
  ['both lengths', () => ['Content-Length: 5', 'Transfer-Encoding: chunked', '', '0', '', '']],
  ['two lengths', () => ['Content-Length: 5', 'Content-Length: 12', '', '']],
  ['a length with a sign', () => ['Content-Length: +5', '', '12345']],
  ['a length beyond 64 bits', () => ['Content-Length: 18446744073709551617', '', 'x']],
  ['an unknown coding', () => ['Transfer-Encoding: xchunked', '', '0', '', '']],
  [
    'a chunk beyond 64 bits',
    () => ['Transfer-Encoding: chunked', '', 'fffffffffffffffff', 'x', ''],
  ],
  ['a folded header', () => ['X: a', ' Transfer-Encoding: chunked', '', '0', '', '']],
  ['a blank before the colon', () => ['Transfer-Encoding : chunked', '', '0', '', '']],
  ['a NUL in a header', () => ['X: a\0b', '', '']],
])('a request hidden behind %s is not served', async (_what, lines) => {
  const { app, port } = await serve();
  const head = [
    'POST /api/none HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Content-Type: application/json',
    ...lines(port),
  ];
  const answer = await answerTo(port, head.join('\r\n') + inner(port));
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  // The outer request has no token, so whatever came behind it in the same bytes was not read as one.
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(app.calls).toEqual([]);
});

it.each([
  ['an address of another site', 'GET http://evil.example/ HTTP/1.1', 401],
  ['a tunnel', 'CONNECT 127.0.0.1:22 HTTP/1.1', null],
  ['another protocol', 'PRI * HTTP/2.0', 400],
  ['no target', 'OPTIONS * HTTP/1.1', 401],
])('asking for %s is refused', async (_what, line, status) => {
  const { app, port } = await serve();
  const answer = await answerTo(port, `${line}\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  expect(answer).toMatch(status === null ? /^$/ : new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(app.calls).toEqual([]);
});

it('keys of objects reach no prototype', async () => {
  const { port } = await serve();
  const evil = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
  for (const name of ['catalog', 'saveSettings', 'savePreset', 'plan', 'history', 'constructor']) {
    for (const body of [`{"input":${evil}}`, `{"__proto__":{"input":${evil}}}`]) {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const request = { method: 'POST', headers, body };
      const { status } = await fetch(`http://127.0.0.1:${port}/api/${name}`, request);
      expect([200, 400, 404]).toContain(status);
    }
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
