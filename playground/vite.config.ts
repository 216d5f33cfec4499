import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CHUNKS } from './build/chunks.js';
import { githubCatalogue } from './build/github-catalogue.js';
import { serviceWorker } from './build/service-worker.js';

/**
 * Nothing inline and nothing of third parties; the page may call any bridge that its user names.
 * In the build only: Vite's development server injects inline scripts and styles of its own.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'connect-src http: https:',
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const contentSecurityPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_SECURITY_POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

export default defineConfig(({ command }) => {
  // A build that a test runner starts would otherwise hold React's development version.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return {
    root: fileURLToPath(new URL('.', import.meta.url)),
    // Relative, so that the built files work from any folder of any host.
    base: './',
    plugins: [react(), githubCatalogue, contentSecurityPolicy, serviceWorker],
    // The packages are imported by their public names, and come from their sources.
    resolve: { conditions: ['endpoint.js-source', 'module', 'browser', 'development|production'] },
    build: {
      outDir: fileURLToPath(new URL('../dist/playground', import.meta.url)),
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
    },
  };
});
