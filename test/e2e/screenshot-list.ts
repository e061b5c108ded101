import type { Page } from 'playwright';
import { startSweep } from '../helpers/scripted-window.ts';

/** A picture of one screen. */
export type Shot = {
  readonly name: string;
  readonly hash: string;
  /** What is done before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
};

const run = 'r000012';
const compose = async (page: Page) => {
  await page.getByRole('button', { name: 'Compose' }).first().click();
  await page.locator('.composer-preview img').waitFor();
};

/** Screens over runs of scripted engines. */
export const full: readonly Shot[] = [
  { name: 'home', hash: '#/home' },
  { name: 'new', hash: '#/new' },
  {
    name: 'new-errors',
    hash: '#/new',
    act: (page) => page.locator('#axis-0-n').fill('many'),
  },
  { name: 'history', hash: '#/history' },
  {
    name: 'history-ticked',
    hash: '#/history',
    act: async (page) => {
      await page.getByRole('grid').focus();
      for (const key of ['Space', 'ArrowDown', 'Space', 'p', 'ArrowDown', 'b']) {
        await page.keyboard.press(key);
      }
    },
  },
  {
    name: 'history-completion',
    hash: '#/history',
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Find runs' }).press('ArrowDown');
      await page.locator('.query-offer [role=option]').first().waitFor();
    },
  },
  {
    name: 'history-columns',
    hash: '#/history',
    act: (page) => page.getByRole('button', { name: 'Columns' }).click(),
  },
  { name: 'changes', hash: '#/changes' },
  { name: 'changes-both', hash: '#/changes?show=both' },
  { name: 'run-trend', hash: `#/run/${run}/history` },
  {
    name: 'run-trend-dates',
    hash: `#/run/${run}/history?by=date&lines=variants`,
    act: async (page) => {
      await page.locator('figure canvas[data-drawn]').waitFor();
      await page.locator('figcaption').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'run-trend-steps',
    hash: `#/run/${run}/history`,
    act: (page) => page.getByRole('article').first().scrollIntoViewIfNeeded(),
  },
  {
    name: 'run-verdicts',
    hash: `#/run/${run}/why?pane=verdicts`,
    act: (page) => page.locator('.evidence').first().waitFor(),
  },
  { name: 'compare', hash: `#/compare/${run},r000011` },
  { name: 'compare-evidence', hash: `#/compare/${run}:sequential,${run}:parallel` },
  { name: 'settings', hash: '#/settings' },
  { name: 'help', hash: '#/help' },
  { name: 'palette', hash: '#/home', act: (page) => page.keyboard.press('Control+k') },
  { name: 'failure', hash: '#/run/missing' },
  {
    name: 'live',
    hash: '#/new',
    act: async (page) => {
      await startSweep(page);
      await page
        .getByText(/^([5-9]|\d\d) of \d+ measurements/)
        .first()
        .waitFor();
      await page.getByRole('heading', { name: 'Finished cases' }).waitFor();
      await page.locator('.small-chart').first().waitFor();
    },
  },
];

/** A window of its own: what waits there goes on behind it. */
export const queued: readonly Shot[] = [
  {
    name: 'live-queue',
    hash: '#/new',
    act: async (page) => {
      await startSweep(page);
      await page.getByRole('heading', { name: 'Finished cases' }).waitFor();
      await page.getByRole('link', { name: 'New run' }).click();
      const add = page.getByRole('button', { name: /^Add to the queue/ });
      await add.click();
      await add.click();
      await page.getByRole('link', { name: '2 queued' }).click();
      await page.getByRole('heading', { name: 'Queue (2)' }).waitFor();
    },
  },
];

const parts = {
  results: '',
  waterfall: '/why',
  distribution: '/why?pane=distribution',
  phases: '/why?pane=phases',
  roofline: '/why?pane=roofline',
  verdicts: '/why?pane=verdicts',
  case: '/why?pane=case',
  history: '/history',
  environment: '/record',
  samples: '/record?pane=samples',
  study: '/record?pane=study',
  log: '/record?pane=log',
} as const;

export type Sample = {
  readonly id: string;
  readonly runId: string;
  /** It reproduces a study; the tab is not there otherwise. */
  readonly studied: boolean;
};

/** Every part of every sample result, a comparison of the variants of one, and its figure in the composer. */
export const measured = (samples: readonly Sample[]): readonly Shot[] => [
  ...samples.flatMap(({ id, runId, studied }) =>
    Object.entries(parts)
      .filter(([part]) => part !== 'study' || studied)
      .map(([part, place]) => ({ name: `run-${part}-${id}`, hash: `#/run/${runId}${place}` })),
  ),
  ...samples.flatMap(({ id, runId, studied }) =>
    studied
      ? [
          {
            name: `run-study-figures-${id}`,
            hash: `#/run/${runId}/record?pane=study`,
            act: (page: Page) =>
              page.getByRole('heading', { name: 'Figures of the tables' }).scrollIntoViewIfNeeded(),
          },
        ]
      : [],
  ),
  ...samples.flatMap(({ id, runId }) =>
    id === 'quick-gpu'
      ? [{ name: 'run-phases-log', hash: `#/run/${runId}/why?pane=phases&figure=log` }]
      : [],
  ),
  ...samples.slice(0, 1).flatMap(({ runId }): readonly Shot[] => [
    {
      name: 'run-ecdf',
      hash: `#/run/${runId}/why?pane=distribution`,
      act: (page) => chooseFigure(page, 'ecdf'),
    },
    {
      name: 'run-box',
      hash: `#/run/${runId}/why?pane=distribution`,
      act: (page) => chooseFigure(page, 'box'),
    },
    {
      name: 'run-speedup',
      hash: `#/run/${runId}`,
      act: (page) => chooseFigure(page, 'speedup'),
    },
    {
      name: 'run-case-drawer',
      hash: `#/run/${runId}`,
      act: (page) => page.locator('.table.cases .cell-link').first().click(),
    },
    { name: 'compare-variants', hash: `#/compare/${runId}:sequential,${runId}:omp-private` },
    { name: 'composer', hash: `#/run/${runId}`, act: compose },
  ]),
];

const chooseFigure = async (page: Page, kind: string) => {
  await page.getByLabel('Figure', { exact: true }).selectOption(kind);
};

const watch = async (page: Page) => {
  const saxpy = page.getByRole('region', { name: 'SAXPY', exact: true });
  await saxpy.getByRole('button', { name: 'Watch' }).click();
};

/** Screens of the user's own code. */
export const ownCode: readonly Shot[] = [
  { name: 'labs', hash: '#/labs' },
  {
    name: 'labs-log',
    hash: '#/labs',
    act: (page) => page.getByText('Compiler log').first().click(),
  },
  { name: 'labs-watch-dialog', hash: '#/labs', act: watch },
  {
    name: 'labs-new',
    hash: '#/labs',
    act: (page) => page.getByRole('button', { name: 'New lab' }).click(),
  },
  { name: 'run-source', hash: `#/run/${run}/why?pane=source&build=parallel` },
  {
    name: 'run-source-difference',
    hash: `#/run/${run}/why?pane=source&build=parallel&from=r000011`,
  },
  { name: 'run-source-ptx', hash: `#/run/${run}/why?pane=source&build=parallel&code=ptx` },
  { name: 'compare-source', hash: `#/compare/r000011,${run}` },
  {
    name: 'labs-watch',
    hash: '#/labs',
    act: async (page) => {
      await watch(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Watch' }).click();
      await page.locator('.watch-last').waitFor();
    },
  },
];

/** Screens of a store without runs. */
export const empty: readonly Shot[] = [
  { name: 'empty-home', hash: '#/home' },
  { name: 'empty-new', hash: '#/new' },
  { name: 'empty-live', hash: '#/live' },
  { name: 'empty-history', hash: '#/history' },
  { name: 'empty-changes', hash: '#/changes' },
  { name: 'empty-compare', hash: '#/compare' },
  { name: 'empty-labs', hash: '#/labs' },
];

/** Of the sample result that was measured on a GPU. */
export const readme = (id: string): readonly Shot[] => [
  {
    name: 'scaling',
    hash: `#/run/${id}?scope=call`,
    act: async (page) => {
      await page.getByRole('heading', { name: /call time over n/ }).waitFor();
      await page.waitForTimeout(600);
      // Away from what it pointed at.
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'compare',
    hash: `#/compare/${id}:sequential,${id}:thrust,${id}:cub`,
    act: (page) => page.locator('.compare').waitFor(),
  },
  {
    name: 'new-run',
    hash: '#/new',
    act: async (page) => {
      await page.getByLabel('Problem').selectOption({ label: 'Histogram' });
      await page.locator('#axis-0-n').fill('2^10..2^27:x2');
      await page.locator('.case-count').waitFor();
      await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
    },
  },
];
