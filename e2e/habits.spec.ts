import { DEVICES } from './support/page-states.js';
import { expect, test } from './support/stack.js';

const PHONE = DEVICES.phone;

test('dialogs open, close and take keys at once', async ({ page, playground }) => {
  const search = page.getByRole('combobox', { name: 'Search commands' });
  await test.step('the palette runs the page’s actions by name', async () => {
    await playground.command('search code');
    await expect(playground.field('Route')).toHaveValue('GET /search/code{?q,per_page}');
    await playground.command('undo');
    await expect(playground.field('Route')).toHaveValue(/issues/);
  });
  await test.step('a key pressed while a dialog closes goes to the page', async () => {
    await page.keyboard.press('Control+k');
    // In one task: the dialog is closed, and still has the focus.
    await search.evaluate((field) => {
      field.closest('dialog')?.close();
      const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    await expect(search).toBeFocused();
    await search.fill('theme dark');
    await page.keyboard.press('Enter');
    await playground.expectTheme('dark');
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('Enter chooses at once, also while the list is of an earlier query', async () => {
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    // In one task: the list follows in a later one.
    const isOpen = await search.evaluate((field: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'theme light');
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      return document.querySelector('dialog[open]') !== null;
    });
    expect(isOpen).toBe(false);
    await playground.expectTheme('light');
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('arrow keys move through the palette, which closes without a trace', async () => {
    await playground.field('Route').focus();
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
    await expect(chosen).toHaveCount(1);
    const first = await chosen.textContent();
    await page.keyboard.press('ArrowDown');
    await expect(chosen).not.toHaveText(first ?? '');
    await page.keyboard.press('ArrowUp');
    await expect(chosen).toHaveText(first ?? '');
    await page.keyboard.press('ArrowUp');
    await expect(chosen).toBeInViewport();
    await search.fill('no such thing');
    await expect(page.getByText('Nothing found.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(playground.field('Route')).toBeFocused();
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('a dialog is open as soon as it exists', async () => {
    const seen = await page.evaluateHandle(() => ({
      first: new Promise<[open: boolean, hasFocus: boolean]>((resolve) => {
        const observer = new MutationObserver(() => {
          const dialog = document.querySelector('dialog');
          if (dialog) resolve([dialog.open, dialog.contains(document.activeElement)]);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    }));
    await page.keyboard.press('Control+k');
    expect(await seen.evaluate(({ first }) => first)).toEqual([true, true]);
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('a dialog opens again while it is closing', async () => {
    await page.keyboard.press('Control+k');
    await search.fill('theme');
    await page.evaluate(() => {
      document.querySelector('dialog')?.close();
      // Now, while its close event is still in the queue.
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
    });
    await expect(search).toHaveValue('');
    await expect(search).toBeFocused();
  });
});

test('animations stop where the user prefers reduced motion', async ({ page, playground }) => {
  const durations = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .flatMap((element) => [
          getComputedStyle(element).transitionDuration,
          getComputedStyle(element).animationDuration,
        ])
        .filter((duration) => /[1-9]/.test(duration)),
    );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await playground.button('Catalogue').hover();
  await expect.poll(durations).not.toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(durations).toEqual([]);
});

test('forced colours keep selection and focus distinguishable', async ({ page, playground }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.keyboard.press('Control+k');
  const chosen = page.getByRole('listbox').getByRole('option', { selected: true });
  await expect(chosen).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Escape');
  // The border of each, as long as it differs from what it is drawn on.
  const marked = (selector: string, side: 'borderTopColor' | 'borderBottomColor') =>
    playground.page.locator(selector).evaluateAll(
      (elements, edge) =>
        elements.flatMap((element) => {
          const style = getComputedStyle(element);
          const box = element.closest('.box, .choice, .bottom-tabs') ?? document.body;
          return style[edge] === getComputedStyle(box).backgroundColor ? [] : [element.textContent];
        }),
      side,
    );
  await expect.poll(() => marked('.result .tab', 'borderBottomColor')).toEqual(['Request']);
  await expect.poll(() => marked('.part-button', 'borderBottomColor')).toEqual(['Build']);
  await expect.poll(() => marked('.choice-option span', 'borderBottomColor')).toEqual(['Fields']);
  await page.setViewportSize(PHONE.viewport);
  await expect.poll(() => marked('.bottom-tab', 'borderTopColor')).toEqual(['Build']);
});

test('at most six stops are before the route, and the first leads to it', async ({ page, playground }) => {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the route' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const stops: string[] = [];
  for (let step = 0; step < 10; step += 1) {
    if (await playground.field('Route').evaluate((field) => field === document.activeElement)) break;
    stops.push(await page.evaluate(() => document.activeElement?.textContent ?? ''));
    await page.keyboard.press('Tab');
  }
  expect(stops).toEqual(['Skip to the route', 'Build', 'Catalogue', 'Saved', 'Share', 'Menu']);
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(playground.field('Route')).toBeFocused();
  await playground.show('Call');
  await expect(playground.field('code')).toBeVisible();
  await page.getByRole('link', { name: 'Skip to the call' }).focus();
  await page.keyboard.press('Enter');
  await expect(playground.field('code')).toBeFocused();
});

test('the menu has the rest, with its shortcuts; the page works without its code', async ({ page, playground }) => {
  await page.route('**/MenuContent-*.js', (route) => route.abort());
  await playground.button('Menu').click();
  await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible();
  await page.keyboard.press('Escape');
  await playground.field('Route').fill('GET /still/there');
  await expect(playground.line).toContainText('/still/there');
  await page.unroute('**/MenuContent-*.js');
  await page.reload();
  await playground.choose('Start over with the example');
  await expect(playground.field('Route')).toHaveValue(/issues/);
  await expect(await playground.menuItem('Redo')).toHaveAttribute('aria-disabled', 'true');
  await expect(await playground.menuItem('Undo')).toHaveText('UndoCtrlZ');
  await page.keyboard.press('Escape');
  await playground.field('Route').fill('GET /b');
  await playground.choose('Undo');
  await expect(playground.field('Route')).toHaveValue(/issues/);
  await playground.choose('Redo');
  await expect(playground.field('Route')).toHaveValue('GET /b');
  await playground.choose('Show keyboard shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await playground.choose('Search all commands');
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
  await page.keyboard.press('Escape');
  await playground.choose('Save this request');
  await expect(page.getByRole('dialog', { name: 'Save request' })).toBeVisible();
});

test('entered names are whole', async ({ page, playground }) => {
  const names = ['x', 'x-github-api-version', 'access-control-request-headers'];
  await playground.enter({
    route: 'POST /a',
    parameters: names.map((name) => ({ name, value: '1' })),
    headers: names.map((name) => [name, '1'] as const),
  });
  for (const width of [1440, 1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = () =>
      page
        .locator('.cell-name.input')
        .evaluateAll((all) =>
          all.flatMap((each) =>
            each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight
              ? [(each as HTMLInputElement).value]
              : [],
          ),
        );
    await expect(page.locator('.cell-name.input')).toHaveCount(2 * names.length);
    await expect.poll(cut).toEqual([]);
  }
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('three tabs hold the views, and the url of the request stays visible', async ({ page, playground }) => {
    const tabs = page.getByRole('navigation', { name: 'Views of the page' });
    const url = playground.line.locator('.url');
    await expect(playground.field('Value of owner')).toBeVisible();
    await expect(playground.field('code')).toBeHidden();
    for (const view of ['Result', 'Call', 'Build'] as const) {
      // The form of a call is a separate part, without the url.
      const inSight = view === 'Call' ? tabs : url;
      await tabs.getByRole('button', { name: view }).tap();
      await expect(tabs.getByRole('button', { name: view })).toHaveAttribute('aria-current', 'true');
      await expect(inSight).toBeInViewport();
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect(inSight).toBeInViewport();
      await expect(tabs).toBeInViewport();
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    }
    await expect(playground.field('Value of owner')).toBeVisible();
    await tabs.getByRole('button', { name: 'Call' }).tap();
    await expect(playground.field('code')).toBeVisible();
    await expect(playground.field('Value of owner')).toBeHidden();
  });

  test('a field that loses the focus and gets it again within a frame stays clear of the url', async ({
    page,
    playground,
  }) => {
    await playground.enter({ route: 'GET /a/{b}', variables: { b: 'x'.repeat(150) } });
    await page.setViewportSize({ width: 320, height: 568 });
    await playground.field('Value of b').focus();
    const covered = await playground.field('Value of b').evaluate(async (field: HTMLElement) => {
      const frames = async (): Promise<void> => {
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
      };
      const positions: number[] = [];
      for (let y = 0; y < 600; y += 20) {
        scrollTo(0, y);
        await frames();
        field.blur();
        await Promise.resolve();
        field.focus();
        await frames();
        const line = document.querySelector('.request-line-area')?.getBoundingClientRect();
        if (line === undefined || field.getBoundingClientRect().top < line.bottom) positions.push(y);
      }
      return positions;
    });
    expect(covered).toEqual([]);
  });

  test('the url is whole while a field is edited, and leaves it in sight', async ({ page, playground }) => {
    await playground.enter({ route: 'GET /a/{b}', variables: { b: 'x'.repeat(150) } });
    for (const [width, height] of [
      [390, 844],
      [320, 568],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await playground.field('Value of b').blur();
      await playground.field('Value of b').focus();
      await expect(playground.field('Value of b')).toBeInViewport({ ratio: 1 });
      const measured = () =>
        page.evaluate(() => {
          const parts = [...document.querySelectorAll('.request-line, .request-line :is(.url, .why, .why p, .state)')];
          const line = document.querySelector('.request-line-area')?.getBoundingClientRect();
          const field = document.activeElement?.getBoundingClientRect();
          return {
            cut: parts.filter(
              ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
                clientWidth > 0 && (scrollWidth > clientWidth || scrollHeight > clientHeight),
            ).length,
            covered: line !== undefined && field !== undefined && field.top < line.bottom && field.bottom > line.top,
          };
        });
      await expect.poll(measured).toEqual({ cut: 0, covered: false });
    }
    // The button doesn't move under the tap, though the field loses the focus.
    await page.context().route('https://api.github.com/**', (route) => route.fulfill({ body: 'ok' }));
    await playground.button('Send request').tap();
    await expect(playground.tab('Response')).toHaveAttribute('aria-selected', 'true');
    await playground.show('Build');
    await playground.field('Route').fill('FETCH /a');
    await expect(playground.line.getByText('1 problem')).toBeInViewport();
  });
});
