import { describe, expect, it } from 'vitest';
import type { RunDetail } from '../../../src-main/contract/api.ts';
import type { StoredCase } from '../../../src-main/contract/run.ts';
import { exitStatus } from '../../../src-main/hosts/cli/exit-status.ts';
import type { CliIo } from '../../../src-main/hosts/cli/io.ts';

const noGpu = 'no GPU here: the NVIDIA driver is not installed';
const variants = [
  { id: 'sequential', available: true, reason: null },
  { id: 'parallel', available: false, reason: noGpu },
];

/** How a run ends whose cases were all skipped for these reasons, and what it says. */
function statusOf(reasons: readonly (readonly [string, string])[]) {
  let said = '';
  const io = {
    err: (text: string) => {
      said += text;
    },
  } as unknown as CliIo;
  const detail = {
    run: { status: 'complete', ok: 0, failed: 0, skipped: reasons.length },
    cases: reasons.map(
      ([variant, reason]) => ({ workload: 'ordering', variant, reason }) as StoredCase,
    ),
    workloads: [{ id: 'ordering', variants }],
  } as unknown as RunDetail;
  return { status: exitStatus(io, detail, null), said };
}

describe('a run of which every case was skipped', () => {
  it('is no failure where the machine lacks what its variants need', () => {
    const { status, said } = statusOf([['parallel', noGpu]]);
    expect(status).toBe(0);
    expect(said).toContain('this machine or this build lacks what they need');
  });

  it('is none either where the others are skipped for the same lack', () => {
    const levels = `levels-on is cuda, but ${noGpu}`;
    expect(
      statusOf([
        ['parallel', noGpu],
        ['sequential', levels],
      ]).status,
    ).toBe(0);
  });

  it('is one where a variant that is there was skipped for something else', () => {
    const { status, said } = statusOf([
      ['parallel', noGpu],
      ['sequential', 'n is too large'],
    ]);
    expect(status).toBe(3);
    expect(said).not.toContain('lacks');
  });
});
