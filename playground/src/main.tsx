import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.js';
import { readStart } from './app/document/start.js';
import { registerServiceWorker } from './app/register-service-worker.js';
import { applyTheme, storedTheme } from './app/header/theme.js';
import './index.css';

applyTheme(storedTheme());
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root".');
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
