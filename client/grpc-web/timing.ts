/** The durations of a call, in milliseconds with fractions. Unreported ones are undefined. */
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

function parseMilliseconds(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/** Reads the duration of one metric in a `server-timing` value (W3C Server Timing), as in `app;desc="x";dur=1.5`. */
export function parseServerTiming(value: string, metric: string): number | undefined {
  // Commas and semicolons inside quotes separate nothing.
  for (const entry of value.match(/(?:[^",]|"(?:[^"\\]|\\.)*")+/g) ?? []) {
    const [name, ...parameters] = entry.match(/(?:[^";]|"(?:[^"\\]|\\.)*")+/g) ?? [];
    if (name?.trim() !== metric) continue;
    const duration = parameters.find((parameter) => /^\s*dur\s*(?:=|$)/i.test(parameter));
    if (duration !== undefined) return parseMilliseconds(duration.replaceAll(/^\s*dur\s*=?\s*"?|"?\s*$/gi, ''));
  }
  return undefined;
}

/** Combines the client's measurements with those in the response, if one came. */
export function readTiming(
  measured: Pick<Timing, 'total' | 'headers'>,
  response?: { headers: Headers; trailers: Headers },
): Timing {
  const field = (name: string): string | undefined =>
    response?.headers.get(name) ?? response?.trailers.get(name) ?? undefined;
  return {
    total: measured.total,
    headers: measured.headers,
    server: parseServerTiming(field('server-timing') ?? '', 'app'),
    upstream: parseMilliseconds(field('x-envoy-upstream-service-time')),
  };
}
