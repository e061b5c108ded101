import { describe, expect, it, vi } from 'vitest';
import type { Progress } from '../../../src-main/contract/progress.ts';
import { firstWindow, startMain } from '../../helpers/started-main.ts';

const progress = (status: Progress['status']): { type: 'progress'; progress: Progress } => ({
  type: 'progress',
  progress: {
    runId: 'r1',
    status,
    done: 1,
    total: 3,
    current: null,
    samples: 0,
    medianNs: null,
    ci95LoNs: null,
    ci95HiNs: null,
    elapsedS: 1,
    etaS: null,
    failure: null,
  },
});

describe('during a run', () => {
  it('the machine is kept awake, until it ends', async () => {
    const { state, hostApp } = await startMain();
    hostApp.emit(progress('running'));
    hostApp.emit(progress('running'));
    expect(state.blockers.size).toBe(1);
    hostApp.emit(progress('complete'));
    expect(state.blockers.size).toBe(0);
  });

  it('quitting asks once, and keeps measuring when told so', async () => {
    const { state, hostApp, quit } = await startMain();
    hostApp.emit(progress('running'));
    state.boxAnswers.push(0);
    quit();
    quit();
    await vi.waitFor(() => expect(state.boxAnswers).toEqual([]));
    expect(state.boxes).toHaveLength(1);
    expect(state.boxes[0]).toMatchObject({
      message: 'A run is measuring.',
      defaultId: 0,
      cancelId: 0,
    });
    expect(state.windows).toHaveLength(1);
    expect(hostApp.calls).not.toContain('cancelRun');
    expect(state.quitDone).toBe(false);
  });

  it('quitting cancels the run and closes the store before the app goes', async () => {
    const { state, hostApp, quit } = await startMain();
    hostApp.emit(progress('running'));
    state.boxAnswers.push(1);
    quit();
    await vi.waitFor(() => expect(state.quitDone).toBe(true));
    expect(hostApp.calls).toContain('cancelRun');
    expect(hostApp.closed()).toBe(true);
    expect(state.boxes).toHaveLength(1);
  });

  it('closing the last window asks before it goes', async () => {
    const { state, hostApp } = await startMain();
    hostApp.emit(progress('running'));
    state.boxAnswers.push(0);
    expect(firstWindow(state).requestClose()).toBe(false);
    await vi.waitFor(() => expect(state.boxes).toHaveLength(1));
    expect(state.windows).toHaveLength(1);
  });

  it('nothing is asked when no run is under way', async () => {
    const { state, hostApp, quit } = await startMain();
    hostApp.emit(progress('running'));
    hostApp.emit(progress('cancelled'));
    quit();
    await vi.waitFor(() => expect(state.quitDone).toBe(true));
    expect(state.boxes).toEqual([]);
    expect(hostApp.closed()).toBe(true);
  });
});
