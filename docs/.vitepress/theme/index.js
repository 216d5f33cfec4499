import { onContentUpdated, useData } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { nextTick, onMounted, provide } from 'vue';
import CopyPage from './CopyPage.vue';
import LitUrl from './LitUrl.vue';
import PlayHere from './PlayHere.vue';
import './colours.css';
import './landing.css';
import './lit-url.css';
import './pages.css';
import { chooseManager, rememberManager } from './package-manager.ts';
import './print.css';

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

function setup() {
  provideSwitch();
  onContentUpdated(chooseManager);
  onMounted(() => addEventListener('change', rememberManager));
}

/** VitePress' theme with the system's fonts, the playground's colours, and components for pages. */
export default {
  extends: DefaultTheme,
  setup,
  enhanceApp({ app }) {
    app.component('CopyPage', CopyPage);
    app.component('LitUrl', LitUrl);
    app.component('PlayHere', PlayHere);
  },
};
