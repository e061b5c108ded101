import { describe, expect, it, vi } from 'vitest';
import type { Bridge } from '../../../src-renderer/client.ts';
import type * as Double from '../../helpers/electron-double.ts';

vi.mock('electron', () => import('../../helpers/electron-double.ts'));

const { state } = (await import('electron')) as unknown as typeof Double;

describe('the preload', () => {
  it('exposes three functions and nothing of Electron', async () => {
    await import('../../../src-main/hosts/electron/preload.ts');
    expect([...state.exposed.keys()]).toEqual(['breakeven']);
    const bridge = state.exposed.get('breakeven') as Bridge;
    expect(Object.keys(bridge)).toEqual(['invoke', 'drop', 'onEvent']);

    await bridge.invoke('catalog', {});
    expect(state.rendererInvokes).toEqual([['breakeven:invoke', 'catalog', {}]]);

    // The path comes from the system, whatever the page says of a file.
    await bridge.drop({ path: '/etc/passwd' } as unknown as File);
    expect(state.rendererInvokes.at(-1)).toEqual(['breakeven:drop', '']);
    await bridge.drop(new File([], 'saxpy'));
    expect(state.rendererInvokes.at(-1)).toEqual(['breakeven:drop', '/dropped/saxpy']);

    const received: unknown[][] = [];
    const off = bridge.onEvent((...args: unknown[]) => received.push(args));
    const event = { type: 'history-changed', runId: 'r1' };
    state.rendererEvents.emit('breakeven:event', { sender: 'secret' }, event);
    off();
    state.rendererEvents.emit('breakeven:event', { sender: 'secret' }, event);
    // Only the data: Electron's event object would give the page its sender.
    expect(received).toEqual([[event]]);
    expect(() => bridge.onEvent('no function' as unknown as () => void)).toThrow(TypeError);
  });
});
