import { describe, expect, it } from 'vitest';
import { firstWindow, startMain } from '../../helpers/started-main.ts';

describe('what a page may do', () => {
  it('is to write the clipboard, and only ours may', async () => {
    const { state } = await startMain();
    const ask = (permission: string, requestingUrl: string): boolean => {
      let granted = false;
      const details = { requestingUrl, isMainFrame: true };
      state.permissionRequest?.(
        {} as Electron.WebContents,
        permission as 'clipboard-sanitized-write',
        (answer) => {
          granted = answer;
        },
        details as Electron.PermissionRequest,
      );
      const checked = state.permissionCheck?.(
        null,
        permission as 'clipboard-sanitized-write',
        requestingUrl,
        {} as Electron.PermissionCheckHandlerHandlerDetails,
      );
      expect(checked).toBe(granted);
      return granted;
    };
    expect(ask('clipboard-sanitized-write', 'app://breakeven/')).toBe(true);
    expect(ask('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
    for (const permission of [
      'clipboard-read',
      'media',
      'geolocation',
      'notifications',
      'openExternal',
    ]) {
      expect(ask(permission, 'app://breakeven/')).toBe(false);
    }
    expect(state.devicePermission?.({} as Electron.DevicePermissionHandlerHandlerDetails)).toBe(
      false,
    );
  });

  it('reaches nothing outside this machine', async () => {
    const { state } = await startMain();
    const cancelled = (url: string): boolean | undefined => {
      let answer: boolean | undefined;
      state.beforeRequest?.({ url }, ({ cancel }) => {
        answer = cancel;
      });
      return answer;
    };
    expect(cancelled('app://breakeven/assets/app.js')).toBe(false);
    expect(cancelled('blob:app://breakeven/1')).toBe(false);
    for (const url of [
      'https://evil.example/',
      'http://127.0.0.1/',
      'file:///etc/passwd',
      'ws://x/',
      '?',
    ]) {
      expect(cancelled(url)).toBe(true);
    }
  });

  it('saves its own exports and no other download', async () => {
    const { state, preventable } = await startMain();
    const download = (url: string): boolean => {
      const event = preventable({});
      state.sessionEvents.emit('will-download', event, { getURL: () => url });
      return !event.defaultPrevented;
    };
    expect(download('blob:app://breakeven/1234')).toBe(true);
    expect(download('https://evil.example/a.exe')).toBe(false);
    expect(download('blob:https://evil.example/1')).toBe(false);
  });

  it('stays inside: no navigation, no new window, no webview; known links open outside', async () => {
    const { state, preventable } = await startMain();
    const { events, windowOpen } = firstWindow(state).contents;
    const prevented = (name: string, more: object): boolean => {
      const event = preventable(more);
      events.emit(name, event);
      return event.defaultPrevented;
    };
    expect(prevented('will-navigate', { url: 'app://breakeven/index.html' })).toBe(false);
    expect(prevented('will-navigate', { url: 'https://evil.example/' })).toBe(true);
    expect(prevented('will-navigate', { url: 'file:///etc/passwd' })).toBe(true);
    expect(prevented('will-redirect', { url: 'https://evil.example/' })).toBe(true);
    const inFrame = { url: 'app://breakeven/', isMainFrame: false };
    expect(prevented('will-frame-navigate', inFrame)).toBe(true);
    expect(prevented('will-attach-webview', {})).toBe(true);
    expect(state.opened).toEqual([]);

    const open = (url: string) => windowOpen?.({ url } as Electron.HandlerDetails);
    expect(open('https://docs.nvidia.com/cuda/')).toEqual({ action: 'deny' });
    expect(open('https://evil.example/')).toEqual({ action: 'deny' });
    expect(open('app://breakeven/index.html')).toEqual({ action: 'deny' });
    expect(prevented('will-navigate', { url: 'https://doi.org/10.1/x' })).toBe(true);
    expect(state.opened).toEqual(['https://docs.nvidia.com/cuda/', 'https://doi.org/10.1/x']);
  });
});
