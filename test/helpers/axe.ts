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

/**
 * What axe-core finds on the page as it stands, serious and critical alone, one line each.
 *
 * @param about the tag of the rules, such as `cat.color`; all of them by default
 */
export async function violations(page: Page, about?: string): Promise<readonly string[]> {
  // Evaluated by the debugger, which the content security policy of the page does not concern.
  await page.evaluate(axeSource);
  const found = await page.evaluate(async (tag) => {
    type Axe = { run(options: object): Promise<{ violations: Violation[] }> };
    const { axe } = window as unknown as { axe: Axe };
    return (await axe.run(tag === undefined ? {} : { runOnly: [tag] })).violations;
  }, about);
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
}
