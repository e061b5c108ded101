import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { engineCase, openAddon, runCase } from './native-addons.ts';

const setting = '/sys/kernel/mm/transparent_hugepage/enabled';
const never = existsSync(setting) && readFileSync(setting, 'utf8').includes('[never]');
const addon = openAddon('cpu');
const measured = (values: object) =>
  runCase(addon, engineCase('exclusive-scan', 'sequential', { n: 2 ** 22, ...values }));

describe('the axis pages', () => {
  it('is one of every variant that runs in this process on the CPU, the system deciding by default', () => {
    for (const { variants } of addon.catalog().workloads) {
      for (const { id, device, parameters } of variants) {
        const pages = parameters.find((axis) => axis.id === 'pages');
        const isScript = /javascript|python/.test(id);
        expect(pages?.default, id).toBe(device === 'cpu' && !isScript ? 'system' : undefined);
      }
    }
  });

  it('says nothing of pages that the system chose', async () => {
    const { outcome, attributes } = await measured({});
    expect(outcome).toBe('ok');
    expect(attributes).not.toHaveProperty('hugePages');
  });

  it('keeps the arrays of a case out of huge pages', async () => {
    const { outcome, attributes } = await measured({ pages: 'small' });
    expect(outcome).toBe('ok');
    expect(attributes.hugePages).toBe(0);
  });

  it('stores the part of the arrays in huge pages, and says where the system gives none', async () => {
    const { outcome, attributes, warnings } = await measured({ pages: 'huge' });
    expect(outcome).toBe('ok');
    // A system short of memory gives fewer, and then says so.
    const few = warnings.some((text) => text.startsWith('huge pages were asked for'));
    expect(few).toBe(Number(attributes.hugePages) < 0.5);
    if (never) expect(warnings.join()).toContain(`(${setting} is never)`);
  });

  it('says that arrays are smaller than a huge page', async () => {
    const { outcome, warnings } = await measured({ n: 1000, pages: 'huge' });
    expect(outcome).toBe('ok');
    expect(warnings.join()).toMatch(/^pages has no effect: no array is as large as a huge page, /);
  });

  it('does not use an input again that lies in other pages', async () => {
    await measured({ pages: 'huge' });
    expect((await measured({ pages: 'small' })).attributes.hugePages).toBe(0);
  });
});
