import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { noBase, type ProxyAddress } from './proxy-address.ts';
import { newToken } from './token.ts';

/**
 * Who may talk to serve mode. The server listens on loopback, but so does every page in the user's browser: a page of
 * another site can send requests here, and one whose name was rebound to 127.0.0.1 can read the answers. So the Host
 * must be this server (against rebinding), the Origin the same or absent (against other sites) and the token known (against other
 * users of this machine).
 */
export type Guard = {
  readonly token: string;
  /** As `Set-Cookie` has it: only requests below the pages carry it. */
  readonly cookie: string;
  /** Null: let in as far as the address goes; else why not. */
  refuseAddress(request: IncomingMessage): string | null;
  isKnown(request: IncomingMessage): boolean;
};

export function createGuard(port: number, token: string = newToken(), proxy?: ProxyAddress): Guard {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  // A proxy passes on its own Host header or names this server.
  if (proxy !== undefined) hosts.add(proxy.host);
  // Cookies do not distinguish ports: the name does, so that two servers do not take each other's place.
  const cookieName = `breakeven-${port}`;
  const expected = digest(token);
  const isToken = (given: string): boolean => timingSafeEqual(digest(given), expected);
  return {
    token,
    cookie: [
      `${cookieName}=${token}; Path=${proxy?.base ?? noBase}; HttpOnly; SameSite=Strict`,
      ...(proxy?.origin.startsWith('https:') === true ? ['Secure'] : []),
    ].join('; '),
    refuseAddress({ headers, headersDistinct }) {
      const { host, origin } = headers;
      // Of two, this server would look at the first and something before it perhaps at the second.
      if ((headersDistinct.host ?? []).length > 1 || (headersDistinct.origin ?? []).length > 1) {
        return 'the request has two Host or Origin headers';
      }
      if (host === undefined || !hosts.has(host.toLowerCase())) {
        return 'the Host header is not that of this server';
      }
      const ours = origin === `http://${host.toLowerCase()}` || origin === proxy?.origin;
      if (origin !== undefined && !ours) {
        return 'requests from other origins are refused';
      }
      const site = headers['sec-fetch-site'];
      const navigation = headers['sec-fetch-mode'] === 'navigate';
      if (!navigation && (site === 'cross-site' || site === 'same-site')) {
        return 'requests from other sites are refused';
      }
      return null;
    },
    isKnown({ headers }) {
      const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
      if (bearer !== undefined) return isToken(bearer);
      const cookie = readCookie(headers.cookie ?? '', cookieName);
      return cookie !== null && isToken(cookie);
    },
  };
}

/** Of equal length whatever was given, which a comparison in constant time needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function readCookie(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals >= 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}
