import { app, type Session, shell, type WebContents } from 'electron';
import { isOurs, mayOpenOutside } from './origin.ts';

/** The one permission that a page of the program uses: copying figures, tables and commands. */
const grantedPermissions: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

/** Requests of these schemes stay on this machine. */
const localSchemes: ReadonlySet<string> = new Set(['app:', 'blob:', 'data:', 'devtools:']);

/** Denies what a page may ask the browser for, and everything that would leave this machine. */
export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(grantedPermissions.has(permission) && isOurs(details.requestingUrl));
  });
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => grantedPermissions.has(permission) && isOurs(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, answer) => {
    const scheme = URL.parse(details.url)?.protocol ?? '';
    answer({ cancel: !localSchemes.has(scheme) });
  });
  session.on('will-download', (event, item) => {
    // Exports are made by the page as blobs; any other download was not asked for.
    if (!isOurs(item.getURL().replace(/^blob:/, ''))) event.preventDefault();
  });
}

/** Applies to every page that is ever made, windows and whatever else Chromium comes up with. */
export function lockContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('will-navigate', (event) => keepInside(event, event.url));
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isOurs(event.url)) event.preventDefault();
    });
    contents.on('will-redirect', (event) => {
      if (!isOurs(event.url)) event.preventDefault();
    });
    openLinksOutside(contents);
  });
}

function openLinksOutside(contents: WebContents): void {
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
}

function keepInside(event: { preventDefault(): void }, url: string): void {
  if (isOurs(url)) return;
  event.preventDefault();
  openOutside(url);
}

function openOutside(url: string): void {
  if (!mayOpenOutside(url)) return;
  shell.openExternal(url).catch((error: unknown) => {
    console.error(`the browser could not be opened at ${url}:`, error);
  });
}
