/**
 * Keeps the page on the device, so that it works offline. Built files have a hash of their content in their names, so a kept file
 * never goes stale. The page itself and the address of its bridge come from the network while there is one.
 */
/** Paths of all built files, relative to this file's folder; the build inserts them. */
declare const BUILT_FILES: readonly string[];
declare const BUILD_HASH: string;

function serviceWorker(): ServiceWorkerGlobalScope {
  if (self instanceof ServiceWorkerGlobalScope) return self;
  throw new Error('This file is for service workers.');
}

const worker = serviceWorker();
const PREFIX = 'endpoint.js ';
const CACHE = PREFIX + BUILD_HASH;
/** Holds the address of the bridge, which a server may change. */
const BRIDGE = 'bridge.json';
/** Without a response by then, the network counts as absent. */
const PATIENCE_MS = 3000;

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    BUILT_FILES.map((path) => new Request(new URL(path, worker.registration.scope), { cache: 'no-cache' })),
  );
}

/** Runs once no page of an earlier build is open, so none of them loses its files. */
async function dropOldFiles(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await worker.clients.claim();
}

async function fromNetworkFirst(request: Request, keptUrl: string): Promise<Response> {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    const kept = await caches.match(keptUrl, { cacheName: CACHE });
    if (kept === undefined) throw error;
    return kept;
  }
}

async function fromCacheFirst(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE, ignoreVary: true })) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOldFiles()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { scope } = worker.registration;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const page = new URL(request.url).pathname;
  const scopePage = new URL(scope).pathname;
  if (request.mode === 'navigate') {
    if (page === scopePage || page === `${scopePage}index.html`) event.respondWith(fromNetworkFirst(request, scope));
  } else if (page === `${scopePage}${BRIDGE}`) event.respondWith(fromNetworkFirst(request, request.url));
  else if (BUILT_FILES.includes(page.slice(scopePage.length))) event.respondWith(fromCacheFirst(request));
});
