/** Keeps the page on the device, once it is there and has nothing else to do: it then works offline. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker.register('./service-worker.js').catch((error: unknown) => {
      // Storage is blocked, or the page is not served safely: it works all the same, as long as there is a network.
      console.info('This page is not kept for offline use.', error);
    });
  };
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(register) : register());
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
