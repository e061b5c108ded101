import { describe, expect, it } from 'vitest';
import { firstWindow, type StartedMain, startMain } from '../../helpers/started-main.ts';

describe('calls from a page', () => {
  const invoke = (started: StartedMain, event: unknown, ...input: unknown[]): unknown =>
    started.state.ipcHandlers.get('breakeven:invoke')?.(event, ...input);
  const ours = ({ state }: StartedMain) => {
    const { contents } = firstWindow(state);
    return { sender: contents.face, senderFrame: contents.frame };
  };

  it('are answered for the main frame of our page', async () => {
    const started = await startMain();
    await expect(invoke(started, ours(started), 'history', {})).resolves.toEqual({
      ok: true,
      value: { rows: [], total: 0 },
    });
  });

  it('are refused for any other frame, page or a frame that is gone', async () => {
    const started = await startMain();
    const good = ours(started);
    const { contents } = firstWindow(started.state);
    const forged = [
      { ...good, senderFrame: null },
      { ...good, senderFrame: { url: 'app://breakeven/index.html' } },
      { ...good, senderFrame: { url: 'https://evil.example/' } },
    ];
    for (const event of forged) {
      await expect(invoke(started, event, 'catalog', {})).resolves.toMatchObject({ ok: false });
    }
    contents.frame.url = 'https://evil.example/';
    await expect(invoke(started, good, 'catalog', {})).resolves.toMatchObject({
      ok: false,
      failure: { code: 'bad-input', message: 'this page may not call the application' },
    });
    expect(started.hostApp.calls).toEqual([]);
  });

  it('are refused when malformed or oversized', async () => {
    const started = await startMain();
    const event = ours(started);
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const inputs: [unknown, unknown, string][] = [
      [5, {}, 'the name of a procedure must be text'],
      ['nothing', {}, 'there is no procedure "nothing"'],
      ['constructor', {}, 'there is no procedure "constructor"'],
      ['history', undefined, 'the input must be plain data'],
      ['history', loop, 'the input must be plain data'],
      ['history', { limit: 0 }, 'history.limit: '],
      ['run', { ref: 'x'.repeat(201) }, 'run.ref: '],
      ['history', { query: 'x'.repeat(2 ** 21) }, 'an input may have 1048576 characters'],
    ];
    for (const [name, input, sentence] of inputs) {
      await expect(invoke(started, event, name, input)).resolves.toMatchObject({
        ok: false,
        failure: { message: expect.stringContaining(sentence) },
      });
    }
    expect(started.hostApp.calls).toEqual([]);
  });

  it('events and choices in the menu reach the page', async () => {
    const { state, hostApp } = await startMain();
    const window = firstWindow(state);
    hostApp.emit({ type: 'history-changed', runId: 'r1' });
    const file = state.menu?.find((item) => item.label === 'File');
    const items = Array.isArray(file?.submenu) ? file.submenu : [];
    const item = items.find((it) => it.label === 'New Run');
    item?.click?.({} as Electron.MenuItem, window as unknown as Electron.BaseWindow, {});
    expect(window.contents.sent).toEqual([
      { channel: 'breakeven:event', data: { type: 'history-changed', runId: 'r1' } },
      { channel: 'breakeven:event', data: { type: 'command', command: 'new-run' } },
    ]);
  });
});
