import { describe, expect, it } from 'vitest';
import { registeredLabs } from '../../../src-main/core/lab/lab-registry.ts';
import { inputLimitOf } from '../../../src-main/hosts/dispatch.ts';
import { labFolder } from '../../helpers/lab-folder.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
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
      ['history', { query: 'x'.repeat(2 ** 21) }, 'an input may have 1048576 bytes'],
    ];
    for (const [name, input, sentence] of inputs) {
      await expect(invoke(started, event, name, input)).resolves.toMatchObject({
        ok: false,
        failure: { message: expect.stringContaining(sentence) },
      });
    }
    expect(started.hostApp.calls).toEqual([]);
  });

  it('may be as long as serve takes them, and no longer', async () => {
    const started = await startMain();
    const say = async (name: string, text: string) =>
      invoke(started, ours(started), name, { ref: 'latest', index: 0, name: 'a.csv', text });
    const without = Buffer.byteLength(
      JSON.stringify({ ref: 'latest', index: 0, name: 'a.csv', text: '' }),
    );
    for (const name of ['importCounters', 'history']) {
      const limit = inputLimitOf(name);
      const told = `${name}: an input may have ${limit} bytes`;
      const failure = { message: expect.stringContaining(told) };
      const [fits, exceeds] = [limit - without, limit - without + 1].map((n) => 'x'.repeat(n));
      expect(await say(name, exceeds ?? '')).toMatchObject({ ok: false, failure });
      expect(await say(name, fits ?? '')).not.toMatchObject({ failure });
    }
  });

  it('of dropped code ask the user, who is shown folder and digest', async () => {
    const now = async () => (await import('../../../src-main/hosts/electron/folders.ts')).folders;
    const app = createScriptedApp(
      {},
      {
        folders: {
          choose: async (purpose) => (await now()).choose(purpose),
          trusts: async (question) => (await now()).trusts(question),
          show: async (path) => (await now()).show(path),
          chooseFile: async (ends) => (await now()).chooseFile(ends),
        },
      },
    );
    const started = await startMain(undefined, app);
    const { state } = started;
    const folder = labFolder();
    const drop = (event: unknown, path: unknown): unknown =>
      state.ipcHandlers.get('breakeven:drop')?.(event, path);
    const forged = { ...ours(started), senderFrame: { url: 'https://evil.example/' } };
    await expect(drop(forged, folder)).resolves.toMatchObject({ ok: false });
    for (const path of ['', 5]) {
      await expect(drop(ours(started), path)).resolves.toMatchObject({
        failure: { message: 'what was dropped is no file of this machine' },
      });
    }
    expect(state.boxes).toEqual([]);
    state.boxAnswers.push(0, 1);
    await expect(drop(ours(started), folder)).resolves.toEqual({ ok: true, value: { id: null } });
    expect(registeredLabs(app.home)).toEqual([]);
    await expect(drop(ours(started), folder)).resolves.toEqual({
      ok: true,
      value: { id: 'saxpy' },
    });
    const [trusted] = registeredLabs(app.home);
    expect(state.boxes[0]?.message).toBe(`Trust ${folder}?`);
    expect(state.boxes[0]?.detail).toContain(`Digest ${trusted?.trusted}`);
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
