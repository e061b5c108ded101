import { describe, expect, it, vi } from 'vitest';
import { forkEngine } from '../../../src-main/hosts/electron/fork-engine.ts';
import type * as Double from '../../helpers/electron-double.ts';

vi.mock('electron', () => import('../../helpers/electron-double.ts'));
vi.mock('../../../src-main/core/util/paths.ts', () => ({
  engineEntry: () => '/product/engine.js',
}));

const { state } = (await import('electron')) as unknown as typeof Double;

describe('an engine under Electron', () => {
  it('is a utility process with its environment over ours', () => {
    const child = forkEngine({ OMP_PROC_BIND: 'close' });
    const engine = state.engines.at(-1);
    expect(engine?.entry).toBe('/product/engine.js');
    expect(engine?.options.env).toMatchObject({ OMP_PROC_BIND: 'close', PATH: process.env.PATH });
    expect(engine?.options.execArgv).toEqual([]);

    const events: unknown[] = [];
    child.onEvent((event) => events.push(event));
    child.send({ type: 'describe', id: 1 });
    expect(engine?.posted).toEqual([{ type: 'describe', id: 1 }]);
    const timesNs = Float64Array.of(1.5, Number.NaN);
    engine?.events.emit('message', {
      type: 'sample',
      id: 1,
      scope: 'kernel',
      timesNs,
      phase: 'sample',
    });
    expect(events).toEqual([{ type: 'sample', id: 1, scope: 'kernel', timesNs, phase: 'sample' }]);
  });

  it('says how it ended, and takes no message afterwards', () => {
    const child = forkEngine({});
    const engine = state.engines.at(-1);
    const ends: string[] = [];
    child.onExit((how) => ends.push(how));
    engine?.stderr.emit('data', Buffer.from('CUDA error 700\n'));
    engine?.events.emit('exit', 139);
    expect(ends).toEqual(['signal SIGSEGV (CUDA error 700)']);
    child.send({ type: 'cancel' });
    child.kill();
    expect(engine?.posted).toEqual([]);
    expect(engine?.kills.count).toBe(0);
  });
});
