/**
 * Asks a server's health port whether calls are served: `node healthcheck.mjs [url]`. Ends with 0 if they are. For where no one else
 * asks; Kubernetes does so itself. It is plain HTTP, so it works whatever TLS the server's other ports speak.
 */
const url = process.argv[2] ?? 'http://127.0.0.1:50052/healthz';
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
  if (!response.ok) console.error(`${url}: ${response.status} ${(await response.text()).trim()}`);
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  const { message, cause } = /** @type {Error} */ (error);
  console.error(`${url}: ${cause instanceof Error ? cause.message : message}`);
  process.exitCode = 1;
}
