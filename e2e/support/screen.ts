import type { Page } from '@playwright/test';

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
