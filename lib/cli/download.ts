import { getMessage } from './command.js';

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;

/** The problem and the fix, by the code of a failed connection. */
const CAUSES = [
  [/^ENOTFOUND$/, 'the host has no address (DNS)', 'check its name'],
  [/^EAI_AGAIN$/, 'the name server does not answer', 'check the network'],
  [/^ECONNREFUSED$/, 'the connection is refused', 'check host and port, and that the server runs'],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the server closed the connection', 'check the scheme, or try again'],
  [/^(?:ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL)$/, 'the host is unreachable', 'check the network'],
  [/TIMEOUT|^ETIMEDOUT$/, 'the host does not answer', 'check host, port and network'],
  [/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/, 'its certificate is not valid today', 'renew it, or check the clock'],
  [/ALTNAME_INVALID/, 'its certificate is for another host', 'use a host that the certificate names'],
  [
    /SELF_SIGNED|UNABLE_TO|CERT/,
    'its certificate is not of a trusted authority',
    'set NODE_EXTRA_CA_CERTS to the file of the authority',
  ],
  [/SSL|^EPROTO$/, 'it does not speak TLS', 'use http:// instead of https://'],
] as const;

/** The code of a failure, or of the first failure of several addresses. */
function findCode(error: unknown): string {
  const { code, cause, errors, name } = error as { code?: unknown; cause?: unknown; errors?: unknown[]; name?: string };
  if (name === 'TimeoutError') return 'ETIMEDOUT';
  if (typeof code === 'string') return code;
  const inner = cause ?? errors?.[0];
  return inner ? findCode(inner) : '';
}

/** The deepest message: that of `fetch` itself is only that it failed. */
function findMessage(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return cause === undefined ? getMessage(error) : findMessage(cause);
}

const DOWNLOAD = 'download the document and pass the file';

function describeFailure(url: string, error: unknown) {
  const code = findCode(error);
  const [, problem = findMessage(error), fix = DOWNLOAD] = CAUSES.find(([pattern]) => pattern.test(code)) ?? [];
  const proxy = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].find((name) => process.env[name]);
  // Node.js connects directly, which networks with a proxy often prevent.
  const hint = proxy && !process.env['NODE_USE_ENV_PROXY'] ? `. ${proxy} is not used; else ${DOWNLOAD}` : '';
  return new Error(`${url} can't be read (${problem}${code && `, ${code}`}); ${fix}${hint}.`, { cause: error });
}

function describeStatus(url: string, status: number) {
  const fix = [401, 403, 407].includes(status)
    ? `${DOWNLOAD}, as the server asks for credentials`
    : status >= 500
      ? 'try again later, as the server is faulty'
      : 'check the path';
  return new Error(`${url} can't be read (HTTP status ${status}); ${fix}.`);
}

/** The target of a redirect. */
function followRedirect(url: string, location: string | null, origins: readonly string[]) {
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
  if (!target) throw new Error(`${url} can't be read (it redirects to no URL); check the path.`);
  if (!origins.includes(target.origin))
    throw new Error(
      `${url} can't be read (it redirects to another origin); if you trust that, pass --allow ${target.origin}.`,
    );
  return target.href;
}

/**
 * Downloads a file of a document.
 *
 * @param origins those to which it may redirect
 * @param timeoutMs for the whole answer
 * @throws Error with the cause, and what to do about it
 */
export async function download(start: string, origins: readonly string[], timeoutMs = TIMEOUT_MS) {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    let response;
    let bytes;
    try {
      response = await fetch(url, { signal, redirect: 'manual' });
      bytes = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw describeFailure(url, error);
    }
    const { status, headers } = response;
    if (status >= 300 && status < 400) url = followRedirect(url, headers.get('location'), origins);
    else if (!response.ok) throw describeStatus(url, status);
    else if (/html/i.test(headers.get('content-type') ?? ''))
      throw new Error(`${url} is a page of HTML, not JSON or YAML; pass the URL of the document that the page shows.`);
    else return bytes;
  }
  throw new Error(`${start} can't be read (it redirects more than ${MAX_REDIRECTS} times); check the path.`);
}
