/** How long a call took, in milliseconds (fractions included). Parts are undefined where nobody told. */
export interface Timing {
  /** From the start of the call to its end, on this client's clock. */
  readonly total: number;
  /** From the start of the call to the response headers, on this client's clock. */
  readonly headers: number | undefined;
  /** Inside the server: the metric `app` of `server-timing`, in headers or trailers. */
  readonly server: number | undefined;
  /** From the proxy to the server and back: `x-envoy-upstream-service-time`. */
  readonly upstream: number | undefined;
}

function milliseconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** The duration of one metric in a `server-timing` value (W3C Server Timing), as in `app;desc="x";dur=1.5`. */
export function serverTimingDuration(value: string, metric: string): number | undefined {
  // Commas and semicolons inside quotes separate nothing.
  for (const entry of value.match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? []) {
    const [name, ...parameters] = entry.match(/(?:[^";]|"(?:[^"\\]|\\.)*")+/g) ?? [];
    if (name?.trim() !== metric) continue;
    for (const parameter of parameters) {
      const [key, ...text] = parameter.split('=');
      if (key?.trim().toLowerCase() === 'dur')
        return milliseconds(
          text
            .join('=')
            .trim()
            .replace(/^"(.*)"$/, '$1'),
        );
    }
  }
  return undefined;
}

/** Puts together what this client measured and what the answer, where one came, tells. */
export function readTiming(
  measured: Pick<Timing, 'total' | 'headers'>,
  answer?: { headers: Headers; trailers: Headers },
): Timing {
  const field = (name: string): string | undefined =>
    answer?.headers.get(name) ?? answer?.trailers.get(name) ?? undefined;
  return {
    total: measured.total,
    headers: measured.headers,
    server: serverTimingDuration(field('server-timing') ?? '', 'app'),
    upstream: milliseconds(field('x-envoy-upstream-service-time')),
  };
}
