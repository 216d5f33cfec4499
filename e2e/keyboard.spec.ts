/* oxlint-disable no-await-in-loop -- a user does one thing after the other */
import { Keyboard } from './support/keyboard.js';
import { Playground } from './support/playground.js';
import { expect, test } from './support/stack.js';

/** Tasks of users, each with its proof. */
const TASKS: Readonly<Record<string, (keyboard: Keyboard, playground: Playground) => Promise<void>>> = {
  'write a route': async (keyboard, playground) => {
    await keyboard.reach('Route');
    await keyboard.press('Control+a');
    await keyboard.type('GET /users/{name}{?page}');
    await expect(playground.field('Value of name')).toBeVisible();
  },
  'give a variable its value': async (keyboard, playground) => {
    await keyboard.reach('Value of name');
    await keyboard.type('mona');
    await expect(playground.line).toContainText('/users/mona');
  },
  'add a header': async (keyboard, playground) => {
    await keyboard.reach('Add header');
    await keyboard.press('Enter');
    await expect(playground.field('Name of header 1')).toBeFocused();
    await keyboard.type('x-a');
    await keyboard.press('Tab');
    await keyboard.type('1');
    await expect(playground.field('Value of header 1')).toHaveValue('1');
  },
  'take the header away': async (keyboard, playground) => {
    await keyboard.reach('Remove header 1');
    await keyboard.press('Enter');
    await expect(playground.field('Name of header 1')).toHaveCount(0);
  },
  'undo that, and redo it': async (keyboard, playground) => {
    await keyboard.press('Control+z');
    await expect(playground.field('Name of header 1')).toHaveValue('x-a');
    await keyboard.press('Control+Shift+z');
    await expect(playground.field('Name of header 1')).toHaveCount(0);
  },
  'go through the views of the request': async (keyboard, playground) => {
    await keyboard.reach('Request');
    await keyboard.press('ArrowRight');
    await expect.poll(() => keyboard.focused()).not.toBe('Request');
    await keyboard.press('Home');
    await expect.poll(() => keyboard.focused()).toBe('Request');
    await expect(playground.page.getByRole('tabpanel').first()).toBeVisible();
  },
  'find a command and leave it': async (keyboard, playground) => {
    const before = await keyboard.focused();
    await keyboard.press('Control+k');
    await expect(playground.page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
    await keyboard.press('Escape');
    await expect.poll(() => keyboard.focused()).toBe(before);
  },
  'choose a route of the catalogue': async (keyboard, playground) => {
    await keyboard.reach('Catalogue', 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(playground.page.getByRole('combobox', { name: 'Search routes' })).toBeFocused();
    await keyboard.type('get a branch');
    await keyboard.press('Enter');
    await expect(playground.field('Route')).toHaveValue('GET /repos/{owner}/{repo}/branches/{+branch}');
    await expect.poll(() => keyboard.focused()).toBe('Catalogue');
  },
  'start from an example': async (keyboard, playground) => {
    await keyboard.reach('Examples');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(playground.line).toContainText('POST');
    await expect.poll(() => keyboard.focused()).toBe('Examples');
  },
  'copy a link': async (keyboard, playground) => {
    await keyboard.reach('Share');
    await keyboard.press('Enter');
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(playground.page.getByText('Link copied.')).toBeVisible();
    await expect.poll(() => keyboard.focused()).toBe('Share');
  },
  'change the theme': async (keyboard, playground) => {
    await keyboard.reach('Theme: system');
    await keyboard.press('Enter');
    await expect(playground.button('Theme: light')).toBeFocused();
  },
  'call the service': async (keyboard, playground) => {
    await keyboard.reach('Bridge address');
    await keyboard.press('Control+Enter');
    await expect(playground.message).toContainText('Hello');
  },
};

test('all tasks need only the keyboard, and the focus is always visible', async ({ page, stack, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(stack.url);
  const playground = new Playground(page);
  await playground.arrived();
  const keyboard = new Keyboard(page);
  for (const [name, task] of Object.entries(TASKS)) await test.step(name, () => task(keyboard, playground));
});
