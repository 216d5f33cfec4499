/** Registers the service worker, which lets the page work offline, once the page has loaded and is idle. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('./service-worker.js').catch((error: unknown) => {
      // Storage is blocked, or the page isn't served securely: it still works while there is a network.
      console.info('This page is not kept for offline use.', error);
    });
  };
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(register) : register());
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
