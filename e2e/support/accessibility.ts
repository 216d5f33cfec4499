import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Lists axe's violations, each rule with the elements that break it.
 * @param part selector of the part of the page to check; default: all of it
 */
export async function accessibilityProblems(page: Page, part?: string): Promise<string[]> {
  // Otherwise axe opens another page each time, to merge the results of frames, which this page doesn't have.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
