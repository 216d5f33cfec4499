import { describe, expect, test } from 'vitest';
import { hydrateInParts, startAfterPaint } from './hydration.mjs';

const LAYOUT = '/x/vitepress/dist/client/theme-default/Layout.vue';

describe('the parts of the layout', () => {
  test('are resolved to modules that hydrate them later, in the layout only', () => {
    const plugin = hydrateInParts();
    const id = plugin.resolveId('./components/VPSidebar.vue', `${LAYOUT}?vue&type=script`) ?? '';
    expect(plugin.load(id)).toContain('theme-default');
    expect(plugin.load(id)).toContain('hydrate: inNextTask');
    expect(plugin.resolveId('./components/VPSidebar.vue', '/x/Other.vue')).toBeUndefined();
    expect(plugin.resolveId('./components/VPNav.vue', LAYOUT)).toBeUndefined();
    expect(plugin.load(LAYOUT)).toBeUndefined();
  });

  test('that VitePress no longer has are an error', () => {
    const plugin = hydrateInParts();
    plugin.resolveId('./components/VPSidebar.vue', LAYOUT);
    expect(() => plugin.buildEnd()).toThrow('no VPContent;');
    plugin.resolveId('./components/VPContent.vue', LAYOUT);
    expect(() => plugin.buildEnd()).not.toThrow();
  });
});

describe('the scripts of a page', () => {
  /** @param {string} file */
  const script = (file) => `<script type="module" src="../assets/${file}"></script>`;
  /** @param {string[]} files */
  const page = (...files) =>
    `<head>${files.map(script).join('')}<link rel="modulepreload" href="../assets/theme.js"></head>`;

  test('start after the paint, in their order, and are asked for last', () => {
    const html = startAfterPaint(page('chunks/metadata.1.js', 'app.2.js'));
    expect(html).not.toContain('<script type="module"');
    expect([...html.matchAll(/import\("([^"]*)"\)/g)].map(([, file]) => file)).toStrictEqual([
      '../assets/chunks/metadata.1.js',
      '../assets/app.2.js',
    ]);
    expect([...html.matchAll(/<link rel="modulepreload" fetchpriority="low" href="([^"]*)">/g)]).toHaveLength(3);
  });

  test('of another kind are an error', () => {
    expect(() => startAfterPaint(page('app.2.js'))).toThrow('other scripts now (../assets/app.2.js)');
    expect(() => startAfterPaint(page('app.2.js', 'chunks/metadata.1.js'))).toThrow('other scripts');
  });
});
