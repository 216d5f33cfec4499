import { useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { h, nextTick, provide } from 'vue';
import LitUrl from './LitUrl.vue';
import MissingPage from './MissingPage.vue';
import PlayHere from './PlayHere.vue';
import './colours.css';
import './landing.css';
import './lit-url.css';
import './pages.css';
import './print.css';

/**
 * Makes the links, icons and pictures of the first page absolute: they are relative to its address, which changes as VitePress shows other
 * pages in it.
 */
function fixLinks() {
  const links = ':is(a, link[rel~="icon"], link[rel="apple-touch-icon"])[href^="."]';
  for (const link of document.querySelectorAll(links)) {
    const { pathname, search, hash } = new URL(link.getAttribute('href'), location.href);
    link.setAttribute('href', pathname + search + hash);
  }
  for (const image of document.querySelectorAll('#app img[src^="."]')) image.src = new URL(image.src).pathname;
}

/** Makes the switch change the colours at once: without this, each part of the page would fade at its own speed. */
function provideSwitch() {
  const { isDark } = useData();
  provide('toggle-appearance', async () => {
    const still = document.createElement('style');
    still.textContent = '*, ::before, ::after { transition: none !important }';
    document.head.append(still);
    isDark.value = !isDark.value;
    await nextTick();
    // Only styles that are computed are in effect.
    void getComputedStyle(still).opacity;
    still.remove();
  });
}

/** VitePress' theme with the system's fonts, the playground's colours, and components for pages. */
export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(MissingPage) }),
  setup: provideSwitch,
  enhanceApp({ app }) {
    app.component('LitUrl', LitUrl);
    app.component('PlayHere', PlayHere);
    if (!import.meta.env.SSR && import.meta.env.PROD) fixLinks();
  },
};
