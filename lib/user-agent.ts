import { version } from './package.json';

const PRODUCT = `endpoint.js/${version}`;

/** The `user-agent` that a builder has by default. */
export const defaultUserAgent = (vendor: string | undefined): string =>
  vendor === undefined ? PRODUCT : `${vendor}-${PRODUCT}`;

/** Whether a `user-agent` is a builder's default, and not one that only mentions it. */
export const isDefaultUserAgent = (agent: string): boolean =>
  agent.endsWith(PRODUCT) && /^(?:[\w.+-]+-)?$/.test(agent.slice(0, -PRODUCT.length));
