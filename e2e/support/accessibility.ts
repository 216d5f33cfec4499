import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * What axe finds wrong, each rule with the elements that break it.
 * @param part selector of the part of the page to look at, else all of it
 */
export async function accessibilityProblems(page: Page, part?: string): Promise<string[]> {
  // Otherwise axe opens a page of its own each time, to bring together what it found in frames: there are none here.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (part === undefined ? axe : axe.include(part)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
