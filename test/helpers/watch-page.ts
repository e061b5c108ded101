import type { Page } from 'playwright';

/** Collects what a sound page never says: errors of its scripts, refusals of its content security policy. */
export function watchPage(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}
