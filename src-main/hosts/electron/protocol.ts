import { protocol, type Session } from 'electron';
import { securityHeaders } from '../content-security.ts';
import { readStaticFile } from '../static-files.ts';
import { crashPage, crashPath, crashStyle, crashStylePath } from './crash-page.ts';
import { appScheme, isOurs } from './origin.ts';

/** Must be called before the app is ready: later, the scheme would have no origin of its own. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/** Answers `app://breakeven/...` from the built interface, and nothing else. */
export function serveInterface(session: Session, root: string): void {
  session.protocol.handle(appScheme, (request) => respond(request, root));
}

/** The answer to one request, with the headers of the content security policy whatever it is. */
export async function respond(request: Request, root: string): Promise<Response> {
  if (!isOurs(request.url)) return page(404, 'text/plain; charset=utf-8', 'There is nothing here.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return page(405, 'text/plain; charset=utf-8', 'Only GET is answered here.');
  }
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === crashPath) {
    return page(200, 'text/html; charset=utf-8', crashPage(searchParams.get('reason') ?? ''));
  }
  if (pathname === crashStylePath) return page(200, 'text/css; charset=utf-8', crashStyle);
  const file = await readStaticFile(root, pathname);
  if (file === null) return page(404, 'text/plain; charset=utf-8', 'There is nothing here.');
  return page(200, file.mime, file.bytes);
}

function page(status: number, mime: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, {
    status,
    headers: { ...securityHeaders, 'Content-Type': mime, 'Cache-Control': 'no-cache' },
  });
}
