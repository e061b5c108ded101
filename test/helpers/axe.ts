import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

type Violation = {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
};

/** Those of `cat.color` that are on by default: a theme is another set of colours, all other rules find in both the same. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'];

/**
 * What axe-core finds on the page as it stands, serious and critical alone, one line each.
 *
 * @param rules the ids of the rules; all that axe-core has on by default
 */
export async function violations(
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // Evaluated by the debugger, which the content security policy of the page does not concern.
  await page.evaluate(axeSource);
  const found = await page.evaluate(async (values) => {
    type Axe = { run(options: object): Promise<{ violations: Violation[] }> };
    const { axe } = window as unknown as { axe: Axe };
    return (await axe.run(values === undefined ? {} : { runOnly: { type: 'rule', values } }))
      .violations;
  }, rules);
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
}
