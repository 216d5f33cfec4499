import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.js';
import { readStart } from './app/document/start.js';
import { loadTheme, showTheme } from './app/theme.js';

/** Registers the service worker, which lets the page work offline, once the page has loaded. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('./service-worker.js').catch((error: unknown) => {
      // Storage is blocked, or the page isn't served securely: it still works while there is a network.
      console.info('This page is not kept for offline use.', error);
    });
  };
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}

async function show(root: HTMLElement): Promise<void> {
  const start = await readStart(location);
  const page = createRoot(root);
  // In a transition React renders in slices, so a slow machine stays responsive.
  startTransition(() =>
    page.render(
      <StrictMode>
        <App start={start} />
      </StrictMode>,
    ),
  );
  if (!start.embedded) registerServiceWorker();
}

showTheme(loadTheme());
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');
// Not awaited here: code that loads meanwhile imports this module, and would wait for its end.
void show(root);
