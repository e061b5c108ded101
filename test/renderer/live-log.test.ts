import { expect, it } from 'vitest';
import { createLiveLog } from '../../src-renderer/state/live-log.ts';

const line = (number: number) => ({
  line: number,
  at: `2026-11-22T10:00:0${number}.000Z`,
  level: 'info' as const,
  text: `line ${number}`,
  caseIndex: null,
});

it('has the lines of the run with their own times, earlier ones too, and asks for the newest alone', async () => {
  const stored = [1, 2].map(line);
  const asked: number[] = [];
  const waiting: (() => void)[] = [];
  const client = {
    call: async (_name: string, { after }: { after: number }) => {
      asked.push(after);
      return { lines: stored.filter((each) => each.line > after), more: false };
    },
  };
  const log = createLiveLog(client as never, (then) => waiting.push(then));
  log.follow('r1');
  await expect.poll(() => log.lines.value).toEqual([1, 2].map(line));
  stored.push(line(3));
  log.follow('r1');
  log.follow('r1');
  expect(waiting).toHaveLength(1);
  waiting[0]?.();
  await expect.poll(() => log.lines.value.at(-1)).toEqual(line(3));
  expect(asked).toEqual([0, 2]);
  stored.splice(0, 3, line(9));
  log.follow('r2');
  await expect.poll(() => log.lines.value).toEqual([line(9)]);
});
