/** The metadata by which a server says when to retry, in ms (gRFC A6). */
export const pushbackName = 'grpc-retry-pushback-ms';

const least = 500;
const most = 1500;

/** Chooses a pause before a retry: a different one each time, so that refused callers don't return together. */
export const choosePushback = (): string => String(Math.round(least + (most - least) * Math.random()));
