import { describe, expect, it } from 'vitest';
import { readLab } from '../../../src-main/core/lab/read-lab.ts';
import { copyLab } from '../../helpers/copied-lab.ts';
import { sessionsInFolder } from '../../helpers/folder-session.ts';

const { cli, folder: cwd } = sessionsInFolder();
const copyWith = (changed: Record<string, (text: string) => string>) =>
  copyLab(cwd(), 'histogram-program', changed);

const measured =
  'run --lab histogram-program --variants cpu --sweep n=1000 --samples 3 --repetitions 1 --json';

describe('a program that times itself', { timeout: 120_000 }, () => {
  const toml = (change: (text: string) => string) => () =>
    readLab(copyWith({ 'workload.toml': change }));

  it('needs one place for a time in a line, and an answer that is told', () => {
    expect(toml((text) => text.replace('Time: {s} s', 'Time: s'))).toThrow(
      /workload\.toml:\d+: command\[1\]\.times: "Time: s" needs \{s\}, \{ms\}, \{us\} or \{ns\} once/,
    );
    expect(toml((text) => text.replace('= {hist}"', '= {bins}"'))).toThrow(
      /"hist\[\{\*\}\] = \{bins\}" is no answer: stdout, the file of an output, \{hist\}, or a line/,
    );
  });

  it('has the times that it prints as samples, and what it is timed by', async () => {
    copyWith({
      'hist-cpu.c': (text) => text.replace('end - start)', '0.25)'),
    });
    const ran = await cli(measured);
    expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
    const [one] = JSON.parse(ran.stdout).cases;
    expect(one.metrics.kernel.medianNs).toBe(0.25e9);
    expect(one.metrics.total.medianNs).toBeLessThan(0.25e9);
    expect(one.attributes.timedBy).toBe('program');
  });

  it.each([
    ['google', '"benchmarks": [{"name": "h", "real_time": 2.5, "time_unit": "us"}]'],
    ['nvbench', '"tag": "nv/cold/time/gpu/mean", "data": [{"name": "value", "value": "2.5e-06"}]'],
  ])('may write the file of %s', async (tool, json) => {
    copyWith({
      'workload.toml': (text) =>
        text.replace('times = { kernel = "Time: {s} s" }', `times = "${tool}"`),
      'hist-cpu.c': (text) =>
        text
          .replace(
            '  free(v);',
            `  const char *name = strchr(argv[2], '=') ? strchr(argv[2], '=') + 1 : argv[3];
  FILE *file = fopen(name, "w");
  fputs(${JSON.stringify(json)}, file);
  fclose(file);
  free(v);`,
          )
          .replace('<stdlib.h>', '<stdlib.h>\n#include <string.h>'),
    });
    const ran = await cli(measured);
    expect([ran.code, ran.stderr]).toEqual([0, expect.any(String)]);
    expect(JSON.parse(ran.stdout).cases[0].metrics.kernel.medianNs).toBeCloseTo(2500, 6);
  });

  it('fails where it prints no such line', async () => {
    copyWith({
      'hist-cpu.c': (text) => text.replace('Time: %.9f', 'time %.9f'),
    });
    const ran = await cli(measured);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout).cases[0].reason).toBe('it printed no line with "Time: {s} s"');
  });
});
