import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules of axe that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Lists axe's violations, each rule with the elements that break it.
 * @param part selector of the part of the page to check; default: all of it
 */
export function accessibilityProblems(page: Page, part?: string): Promise<string[]> {
  return analyze(page, part);
}

/** Lists axe's violations except those of colours. */
export function structureProblems(page: Page): Promise<string[]> {
  return analyze(page, undefined, undefined, COLOUR_RULES);
}

/** Lists axe's violations in another theme of a page that {@link accessibilityProblems} has checked: only colours differ. */
export function colourProblems(page: Page, part?: string): Promise<string[]> {
  return analyze(page, part, COLOUR_RULES);
}

async function analyze(page: Page, part?: string, rules?: string[], others: string[] = []): Promise<string[]> {
  // Otherwise axe opens another page each time, to merge the results of frames, which this page doesn't have.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (part !== undefined) axe.include(part);
  if (rules !== undefined) axe.withRules(rules);
  if (others.length > 0) axe.disableRules(others);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** Describes the elements wider than the window; empty where there are none. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = (element: Element) => element.scrollWidth > innerWidth;
    return [document.documentElement, ...document.querySelectorAll('dialog[open]')]
      .filter(wide)
      .map((element) => `${element.tagName} ${element.scrollWidth} px`);
  });
}

/** Finds touch targets less than 44 px high or wide. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, input, select, textarea, summary, [role=option]')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, rect: element.getBoundingClientRect() }))
      .filter(({ rect }) => rect.width > 1 && Math.min(rect.width, rect.height) < 43.5)
      .map(
        ({ element, rect }) => `${rect.width.toFixed(0)}×${rect.height.toFixed(0)} ${element.outerHTML.slice(0, 120)}`,
      ),
  );
}

/** Names, urls, statuses and explanations, which are shown whole. */
const WHOLE =
  'button, select, .url, .state, .why p, .method, .variable, .brand, .saved-route, .pasted-request, .response-request, .line';

/** Finds texts that are cut: wider or higher than their element, or beyond the edge of the window. */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate((whole) => {
    const pen = document.createElement('canvas').getContext('2d');
    const widthOf = (text: string, { font }: CSSStyleDeclaration) => {
      if (pen) pen.font = font;
      return pen?.measureText(text).width ?? 0;
    };
    const isScrolled = (element: Element) => {
      for (let box = element.parentElement; box !== null; box = box.parentElement)
        if (/auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
      return false;
    };
    const isCut = (element: HTMLElement) => {
      const style = getComputedStyle(element);
      const { left, right } = element.getBoundingClientRect();
      if (!isScrolled(element) && (left < -1 || right > innerWidth + 1)) return true;
      if (!(element instanceof HTMLSelectElement))
        return (
          element.clientWidth > 0 &&
          (element.scrollWidth > element.clientWidth + 1 ||
            (style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1))
        );
      const room = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return widthOf(element.selectedOptions[0]?.text ?? '', style) > room + 1;
    };
    return [...document.querySelectorAll<HTMLElement>(whole)]
      .filter((element) => element.checkVisibility() && element.offsetWidth > 1 && isCut(element))
      .map((element) => element.outerHTML.slice(0, 160));
  }, WHOLE);
}
