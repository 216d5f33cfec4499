import { COLLECTION } from './support/documents.js';
import type { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

const API = 'https://api.github.com';
const EXAMPLE = 'GET /repos/{owner}/{repo}/issues{?state,labels,page}';
const LABELS = { labels: ['bug', 'help wanted'] };

test('highlights the syntax of the route, and underlines its problem', async ({ page, playground }) => {
  const route = playground.field('Route');
  const shown = () =>
    page.locator('.route-token').evaluateAll((elements) =>
      elements.map((element) => {
        const kind = [...element.classList].find((name) => name.startsWith('route-') && name !== 'route-token');
        return `${kind?.slice('route-'.length)}:${element.textContent?.replaceAll(' ', '·')}`;
      }),
    );
  await route.fill('GET  /a/{+b*}{?c:3}/:d');
  const tokens =
    'method:GET blank:·· literal:/a/ punctuation:{ operator:+ variable:b modifier:* punctuation:} ' +
    'punctuation:{ operator:? variable:c modifier::3 punctuation:} literal:/ placeholder::d';
  await expect.poll(async () => (await shown()).join(' ')).toBe(tokens);
  const underlined = async () => (await page.locator('.route-problem, .route-invalid').allTextContents()).join('');
  await route.fill('FETCH /a');
  await expect.poll(underlined).toBe('FETCH');
  await route.fill('GET /repos/{owner}/{re po}');
  await expect.poll(underlined).toBe('{re po}');
});

test('the colours lie exactly under the text, however long it is, and scroll with it', async ({ page, playground }) => {
  const route = playground.field('Route');
  const places = () =>
    Promise.all([route, playground.line, playground.field('Value of owner')].map((part) => part.boundingBox()));
  const read = () =>
    page.evaluate(() =>
      ['.route-input', '.route-mirror'].map((selector) => {
        const element = document.querySelector(selector);
        if (element === null) throw new Error(`There is no ${selector}.`);
        const { font, padding } = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        const { scrollHeight, clientWidth, scrollTop } = element;
        return { x, y, width, height, scrollHeight, clientWidth, scrollTop, font, padding };
      }),
    );
  await test.step('a problem moves nothing below it', async () => {
    const before = await places();
    await route.press('End');
    await page.keyboard.insertText('{');
    await expect(playground.line).toContainText('1 problem');
    expect(await places()).toEqual(before);
  });
  for (const [width, height] of [
    [1440, 800],
    [390, 800],
    [320, 400],
  ] as const) {
    await page.setViewportSize({ width, height });
    await route.fill(`GET /${'segment/{name}/'.repeat(40)}{?a,b}`);
    await route.press('Control+End');
    // Retried, because a window takes its new size a moment later.
    await expect(async () => {
      const [field, mirror] = await read();
      expect(mirror).toEqual(field);
      if (height === 400) expect(field?.scrollTop).toBeGreaterThan(0);
    }).toPass({ timeout: 120_000 });
  }
});

/** Puts the caret into the first occurrence of the text in the route. */
async function caretInto(playground: Playground, text: string): Promise<void> {
  const field = playground.field('Route');
  await field.focus();
  await field.evaluate((element, part) => {
    if (!(element instanceof HTMLTextAreaElement)) throw new Error("The route isn't a text area.");
    const start = element.value.indexOf(part);
    element.setSelectionRange(start, start);
  }, text);
  await field.press('ArrowRight');
}

async function expectLabelsLit(playground: Playground): Promise<void> {
  await expect.poll(() => playground.highlightedTexts('.route-mirror')).toEqual(['labels']);
  await expect
    .poll(async () => (await playground.highlightedTexts('code.url')).join(''))
    .toBe('&labels=bug,help%20wanted');
  await expect(playground.page.locator('.row[data-highlighted=true]')).toHaveCount(1);
  await expect(playground.page.locator('.row[data-highlighted=true]')).toContainText('labels');
  await expect
    .poll(async () => (await playground.highlightedTexts('.line')).join(''))
    .toBe('&labels=bug,help%20wanted');
}

test('the caret highlights related parts, and shows why', async ({ page, playground }) => {
  await expect(playground.field('Route')).toHaveValue(EXAMPLE);
  await playground.enter({ route: EXAMPLE, variables: LABELS });
  await caretInto(playground, 'labels');
  await expectLabelsLit(playground);
  // A warning replaces the explanation.
  await expect(playground.why).toHaveText(/^labels is a list and was joined by ,; use labels\*/);
  await caretInto(playground, '?state');
  await expect
    .poll(async () => (await playground.highlightedTexts('.route-mirror')).join(''))
    .toBe('{?state,labels,page}');
  await expect(page.locator('.row[data-highlighted=true]')).toHaveCount(3);
  await caretInto(playground, '/repos');
  await expect.poll(() => playground.highlightedTexts('code.url')).toEqual(['/repos/']);
  await playground.field('Route').fill(EXAMPLE.replace('labels', 'labels*'));
  await caretInto(playground, 'labels');
  await expect(playground.why).toHaveText(
    /\{\?state,labels\*,page\}: form-style query; .*labels is a list, and \* writes each member separately/,
  );
});

test('the pointer highlights the same parts from everywhere, until it leaves', async ({ page, playground }) => {
  await playground.enter({ route: EXAMPLE, variables: LABELS });
  // On opening, nothing has had the focus yet.
  await expect.poll(() => page.url()).toContain('bug');
  await page.reload();
  // Parts that arrive later would move the element under the pointer.
  await playground.line.waitFor();
  await page.locator('code.url span', { hasText: 'help%20wanted' }).hover();
  await expectLabelsLit(playground);
  await page.locator('.line span', { hasText: 'bug' }).last().hover();
  await expectLabelsLit(playground);
  const token = await page.locator('.route-token', { hasText: 'labels' }).boundingBox();
  if (token === null) throw new Error('The token is not there.');
  await page.mouse.move(token.x + token.width / 2, token.y + token.height / 2);
  await expectLabelsLit(playground);
  await page.mouse.move(1, 1);
  await expect.poll(() => playground.highlightedTexts('.route-mirror')).toEqual([]);
});

test('a tap highlights on a touch screen', async ({ browser, stack, playground }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(stack.url);
  await page.locator('code.url span', { hasText: 'help%20wanted' }).tap();
  await expect.poll(() => playground.highlightedTexts('.route-mirror')).toEqual(['labels']);
  await expect(playground.why).toContainText('labels');
  await page.close();
});

async function paste(playground: Playground, text: string): Promise<void> {
  await playground.writeClipboard(text);
  await playground.field('Route').press('Control+V');
}

test('shows a value to replace, and masks what replaces it', async ({ playground }) => {
  await paste(playground, `curl -H "Authorization: Bearer $TOKEN" ${API}/user`);
  await playground.openSettings('Authorization');
  const field = playground.field('Token');
  await expect(field).toHaveValue('{{TOKEN}}');
  await expect(field).toHaveAttribute('type', 'text');
  await field.fill('abc');
  await expect(field).toHaveAttribute('type', 'password');
  await expect(playground.line.getByText('Built', { exact: true })).toBeVisible();
});

test('pasted texts go into the form', async ({ page, playground }) => {
  await test.step('Enter and Tab work in the route as in any one-line field', async () => {
    await playground.field('Route').focus();
    await page.keyboard.press('Enter');
    await expect(playground.field('Route')).toHaveValue(EXAMPLE);
    await page.keyboard.press('Tab');
    await expect(playground.field('Route')).not.toBeFocused();
  });
  await test.step('splits a pasted command into the form, and one undo restores the form', async () => {
    await playground.field('Route').selectText();
    await paste(
      playground,
      `curl -X PATCH 'https://pets.example/v2/pets/7' \\\n  -H 'Authorization: Bearer abc' --json '{"name": "Rex"}'`,
    );
    await expect(playground.field('Route')).toHaveValue('PATCH /v2/pets/7');
    await expect(playground.line).toContainText('PATCHhttps://pets.example/v2/pets/7');
    await expect(page.getByText('The curl command was separated')).toBeVisible();
    await page.keyboard.press('Control+Z');
    await expect(playground.field('Route')).toHaveValue(EXAMPLE);
    await expect(playground.field('Value of labels')).toHaveValue('help wanted');
  });
  await test.step('restores the form after a paste, with its button too', async () => {
    await paste(playground, `curl ${API}/zen`);
    await expect(playground.field('Route')).toHaveValue('GET /zen');
    await playground.button('Restore the earlier form').click();
    await expect(playground.field('Route')).toHaveValue(EXAMPLE);
    await expect(playground.field('Route')).toBeFocused();
  });
  await test.step('offers the requests of a collection, of which one goes into the form', async () => {
    const dialog = page.getByRole('dialog', { name: 'Postman collection' });
    await paste(playground, COLLECTION);
    await dialog.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(playground.field('Route')).toHaveValue(EXAMPLE);
    await paste(playground, COLLECTION);
    await expect(dialog.getByRole('option')).toHaveCount(2);
    await expect(dialog.getByRole('combobox', { name: 'Search requests' })).toBeFocused();
    await page.keyboard.type('dog');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(playground.field('Route')).toHaveValue('GET /dogs');
    await expect(playground.field('Value of parameter 1')).toHaveValue('5');
    await expect(page.getByText('“List dogs” of the Postman collection was separated')).toBeVisible();
    await expect(playground.field('Route')).toBeFocused();
  });
  await test.step('of several commands, the shortcut for sending chooses none, and the notice names the chosen one', async () => {
    await paste(playground, 'curl https://pets.example/dogs\ncurl https://pets.example/cats');
    const dialog = page.getByRole('dialog', { name: 'curl command' });
    await expect(dialog.getByRole('option')).toHaveCount(2);
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByRole('option')).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(playground.field('Route')).toHaveValue('GET /cats');
    await expect(page.getByText('“GET https://pets.example/cats” of the curl commands was separated')).toBeVisible();
  });
  await test.step('the notice of a paste ends with the next change, and undo doesn’t restore it', async () => {
    const notice = page.getByText('The curl command was separated');
    await paste(playground, `curl ${API}/zen`);
    await expect(notice).toBeVisible();
    await playground.field('Route').press('End');
    await page.keyboard.type('a');
    await expect(notice).toBeHidden();
    await page.keyboard.press('Control+Z');
    await expect(playground.field('Route')).toHaveValue('GET /zen');
    await expect(notice).toBeHidden();
  });
  await test.step('says what is read when a text has no request, and can insert the text', async () => {
    await playground.field('Route').fill('GET /a');
    await playground.field('Route').press('End');
    await paste(playground, ' some words (of prose)');
    await expect(page.getByText('No request was found; the playground reads URLs, curl and ').first()).toBeVisible();
    await expect(playground.field('Route')).toHaveValue('GET /a');
    await playground.button('Insert it as text').click();
    await expect(playground.field('Route')).toHaveValue('GET /a some words (of prose)');
    await expect(page.getByText('No request was found')).toHaveCount(0);
  });
  await test.step('pastes ordinary text at the caret', async () => {
    await playground.field('Route').fill('GET /a');
    await playground.field('Route').press('End');
    await paste(playground, '/{b}\n/c');
    await expect(playground.field('Route')).toHaveValue('GET /a/{b} /c');
  });
});
