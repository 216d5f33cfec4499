/**
 * Asks a server's health port whether calls are served: `node healthcheck.mjs [url]`. Ends with 0 if they are. For platforms that
 * can't send HTTP probes, as Kubernetes can. The port is plain HTTP, whether or not the server's other ports speak TLS.
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
