import { describe, expect, it, vi } from 'vitest';
import { firstWindow, startMain } from '../../helpers/started-main.ts';

describe('when something breaks', () => {
  it('a window whose process is gone shows what happened, and opens again by its link', async () => {
    const { state } = await startMain();
    const window = firstWindow(state);
    window.contents.events.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
    expect(window.loaded.at(-1)).toBe('app://breakeven/crashed?reason=oom');
    window.contents.events.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
    expect(window.loaded).toHaveLength(2);
  });

  it('a window that hangs can be waited for or reloaded', async () => {
    const { state } = await startMain();
    const window = firstWindow(state);
    state.boxAnswers.push(0, 1);
    window.events.emit('unresponsive');
    window.events.emit('unresponsive');
    await vi.waitFor(() => expect(state.boxes).toHaveLength(1));
    expect(window.contents.crashes).toBe(0);
    // Asked again as soon as the first answer has been taken.
    await vi.waitFor(() => {
      window.events.emit('unresponsive');
      expect(state.boxes).toHaveLength(2);
    });
    await vi.waitFor(() => expect(window.contents.crashes).toBe(1));
    expect(window.loaded.at(-1)).toBe('app://breakeven/index.html');
  });
});
