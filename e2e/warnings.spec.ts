import { expect, test } from './support/stack.js';

test('warnings are at their places, each with its fix', async ({ page, playground }) => {
  await test.step('a warning is at its place in route, url and row, each with its fix', async () => {
    await playground.enter({ route: 'GET /a/{b}{?c}', variables: { b: 'x/y', c: 'z' } });
    await expect(page.locator('.route-mirror .warned')).toHaveText(['b']);
    await expect(playground.line.locator('.url .warned')).toHaveText(['x%2Fy']);
    await expect(page.locator('.row-warning')).toHaveText([/`?\/`? in b was encoded as %2F.*Use {\+b}/]);
    const described = await playground.field('Value of b').getAttribute('aria-describedby');
    await expect(page.locator(`[id="${described}"]`)).toContainText('was encoded as %2F');
    await page.locator('.row-warning').getByRole('button', { name: 'Use {+b}' }).click();
    await expect(playground.field('Route')).toHaveValue('GET /a/{+b}{?c}');
    await expect(page.locator('.warned, .row-warning')).toHaveCount(0);
  });
  await playground.reset();
  await test.step('a tap on a marked part of the url shows its sentence with the fix', async () => {
    await playground.enter({ route: 'GET /a{?b,c}', variables: { b: 'x%20y', c: 'z' } });
    await playground.line.locator('.warned').click();
    await expect(playground.why).toContainText('percent-encoded already');
    await playground.why.getByRole('button', { name: 'Decode "b"' }).click();
    await expect(playground.field('Value of b')).toHaveValue('x y');
  });
  await playground.reset();
  await test.step('the status opens the problems', async () => {
    const status = (name: string) => playground.line.getByRole('button', { name, exact: true });
    await playground.field('Route').fill('GET /a');
    await expect(status('Built')).toHaveClass(/state-ok/);
    await playground.enter({ route: 'GET /a/{b}', variables: { b: 'x/y' } });
    await expect(status('Built, 1 warning')).toHaveClass(/state-warned/);
    await status('Built, 1 warning').click();
    await expect(playground.tab(/Why/)).toHaveAttribute('aria-selected', 'true');
    await expect(page.locator('.problems')).toContainText('was encoded as %2F');
    // A link, once the site is public.
    const help = (code: string) => page.locator('.problems').getByText(code, { exact: true });
    await expect(help('encoded-slash')).toBeVisible();
    await playground.field('Route').fill('GET /a/{c');
    await expect(help('invalid-template')).toBeVisible();
    await expect(status('1 problem')).toHaveClass(/state-failed/);
  });
});
