import type { Page } from '@playwright/test';
import { REQUEST } from './playground.js';

/**
 * Lists everything on the screen that doesn't belong to the current text of the form: highlights, explanations, labels. Empty where
 * all does. It knows nothing of the builder: it compares texts that a user sees.
 */
export function findForeign(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    const route = document.querySelector<HTMLTextAreaElement>('.route-input');
    const mirror = document.querySelector('.route-mirror');
    const line = document.querySelector('.request-line');
    if (route === null || mirror === null || line === null) return ['The route or the request line is missing.'];
    const textOf = (element: Element | null | undefined) => (element?.textContent ?? '').replace('\u200b', '');
    const subjectsOf = (element: Element) => (element.getAttribute('data-subjects') ?? '').split(' ');
    const failing = line.querySelector('.state-failed') !== null;

    if (textOf(mirror).trimEnd() !== route.value.trimEnd())
      problems.push(`The mirror of the route shows ${textOf(mirror)}`);

    // Highlighted pieces of the url belong to a piece of the current route, and have its text where they copy it.
    const tokens = [...mirror.querySelectorAll('[data-subjects]')];
    const encode = (text: string) =>
      text
        .replaceAll(/[^!-~]|["<>\\^`{|}]/gu, (character) =>
          encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(character))),
        )
        .replaceAll('%25', '%');
    for (const run of line.querySelectorAll('.url [data-subjects]')) {
      const [subject = ''] = subjectsOf(run);
      if (!/^(?:t\d|e\d|p:variable:)/.test(subject)) continue;
      const sources = tokens.filter((token) => subjectsOf(token).includes(subject));
      const copied = sources.map((token) => encode(textOf(token))).join('');
      if (sources.length === 0) problems.push(`“${textOf(run)}” of the url has no source in the route.`);
      else if (subject.startsWith('t') && !copied.includes(encode(textOf(run))))
        problems.push(`“${textOf(run)}” of the url has the source “${copied}”.`);
    }

    // The request tells the same as the status. While the code of another tab loads, React hides the earlier one's content, and leaves it as
    // it was.
    const isShown = (element: Element) => element.closest('[style*="display: none"]') === null;
    const request = [...document.querySelectorAll('.request-options')].find(isShown);
    const incomplete = request?.getAttribute('data-incomplete');
    if (incomplete !== undefined && incomplete !== String(failing))
      problems.push(
        `The status is “${textOf(document.querySelector('.state'))}”, and the request is ${incomplete === 'true' ? 'not ' : ''}complete.`,
      );

    // All that is highlighted has a common subject.
    const highlighted = [...document.querySelectorAll('.builder [data-highlighted="true"]')]
      .filter(isShown)
      .map(subjectsOf);
    const [first = []] = highlighted;
    if (highlighted.length > 0 && !first.some((subject) => highlighted.every((subjects) => subjects.includes(subject))))
      problems.push(
        `Different subjects are highlighted: ${highlighted.map((subjects) => subjects.join(' ')).join(', ')}`,
      );

    const options = document.querySelector('[aria-label="Request options"]');
    // While the code of another tab loads, the earlier one's content is hidden.
    if (!failing && options?.checkVisibility() === true && line.querySelector('.url button') === null) {
      const url = /"url": ("(?:[^"\\]|\\.)*")/.exec(textOf(options))?.[1];
      if (url !== undefined && JSON.parse(url) !== textOf(line.querySelector('.url')))
        problems.push(`The request line shows ${textOf(line.querySelector('.url'))}, the request ${url}.`);
    }
    return problems;
  });
}

/** Problems of the shown response: the one of another request than the shown one has a label. */
export function findForeignResponse(page: Page): Promise<string[]> {
  return page.evaluate((selectors) => {
    const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
    const of = document.querySelector(selectors.responseOf);
    if (of?.checkVisibility() !== true || of.textContent.includes('earlier')) return [];
    const shown = `${textOf(selectors.method) || 'GET'} ${textOf(selectors.url)}`;
    if (textOf(selectors.state).startsWith('Built') && of.textContent.includes(shown)) return [];
    return [`${of.textContent} is shown as the response to ${shown} (${textOf(selectors.state)})`];
  }, REQUEST);
}

/** What the copy buttons of the request copy must be shown on the screen. */
export async function findWrongCopy(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const copies: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(void copies.push(text)) },
    });
    const wrong: string[] = [];
    const check = async (name: string, shown: string | null | undefined) => {
      const button = document.querySelector<HTMLElement>(`[aria-label="Copy ${name}"]`);
      if (button === null || shown == null || shown.includes('more characters')) return;
      copies.length = 0;
      button.click();
      await Promise.resolve();
      const [copied] = copies;
      // A credential of the query is hidden where it is shown.
      const pattern = shown.replaceAll(/\W/g, String.raw`\$&`).replaceAll(String.raw`\=HIDDEN`, '=[^&#"]*');
      if (copied !== undefined && !new RegExp(`^${pattern}$`).test(copied))
        wrong.push(`Copy ${name} copies ${copied}, but ${shown} is shown.`);
    };
    await check('URL', document.querySelector('.request-line .url')?.textContent);
    const options = document.querySelector('[aria-label="Request options"]')?.textContent;
    if (options?.includes('***') === false) await check('Request options', options.trimEnd());
    return wrong;
  });
}
