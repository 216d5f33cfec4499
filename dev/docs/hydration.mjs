/**
 * Lets a page be read and answer while its scripts start. VitePress asks for scripts before styles and text are there, and hydrates a whole
 * page in one task, which blocks a phone for a quarter of a second. Here, scripts have the lowest priority and start after the first paint,
 * and the large parts of the layout are hydrated in tasks of their own.
 */
import { join } from 'node:path';

/** The parts of VitePress' layout that are hydrated by themselves. The others register what these call: they stay first. */
const LATER = ['VPContent', 'VPSidebar'];

const PREFIX = '\0hydrated-later:';
const LAYOUT = /\/vitepress\/dist\/client\/theme-default\/Layout\.vue(?:\?|$)/;

/**
 * Writes the module of a part that is hydrated in a task of its own.
 *
 * @param {string} file of the component
 */
export function writeLaterPart(file) {
  return `import { defineAsyncComponent } from 'vue';
import Part from ${JSON.stringify(file)};
const inNextTask = (hydrate) => {
  const timer = setTimeout(hydrate);
  return () => clearTimeout(timer);
};
export default defineAsyncComponent({ loader: () => Promise.resolve(Part), hydrate: inNextTask });
`;
}

/**
 * The Vite plugin that hydrates parts of the layout later.
 */
export function hydrateInParts() {
  /** @type {Set<string>} */
  const found = new Set();
  return {
    name: 'hydrate-in-parts',
    apply: /** @type {const} */ ('build'),
    enforce: /** @type {const} */ ('pre'),
    /** @param {string} source @param {string} [importer] */
    resolveId(source, importer) {
      const part = LATER.find((name) => source === `./components/${name}.vue`);
      if (part === undefined || importer === undefined || !LAYOUT.test(importer)) return undefined;
      found.add(part);
      return PREFIX + join(importer, '..', 'components', `${part}.vue`);
    },
    /** @param {string} id */
    load(id) {
      return id.startsWith(PREFIX) ? writeLaterPart(id.slice(PREFIX.length)) : undefined;
    },
    /** @param {Error} [error] */
    buildEnd(error) {
      const missing = LATER.filter((name) => !found.has(name));
      if (error === undefined && missing.length > 0)
        throw new Error(`VitePress' layout has no ${missing.join(', ')}; see dev/docs/hydration.mjs.`);
    },
  };
}

const SCRIPT = /<script type="module" src="([^"]*)"><\/script>/g;
const PRELOAD = '<link rel="modulepreload" ';

/**
 * Makes the scripts of a page start after its first paint, in their order. Their files don't delay the styles.
 *
 * @param {string} html
 * @param {boolean} [isComplete] whether the page can do without them, where an address of theirs doesn't hold
 * @throws {Error} for a page without its two scripts
 */
export function startAfterPaint(html, isComplete = false) {
  const files = [...html.matchAll(SCRIPT)].map(([, file = '']) => file);
  const [data, app] = files;
  if (files.length !== 2 || !data?.includes('/metadata.') || !app?.includes('/app.'))
    throw new Error(`VitePress starts pages by other scripts now (${files.join(', ')}); see dev/docs/hydration.mjs.`);
  const load = isComplete
    ? `try { await import(${JSON.stringify(data)}); } catch { return; }`
    : `await import(${JSON.stringify(data)});`;
  // A page in the background has no paint to wait for.
  const start = `(() => {
      const start = async () => {
        ${load}
        await import(${JSON.stringify(app)});
      };
      if (document.hidden) start();
      else requestAnimationFrame(() => setTimeout(start));
    })();`;
  return html
    .replace(SCRIPT, (_, file) => `${PRELOAD}href="${file}">`)
    .replaceAll(PRELOAD, `${PRELOAD}fetchpriority="low" `)
    .replace('</head>', () => `  <script>${start}</script>\n  </head>`);
}
