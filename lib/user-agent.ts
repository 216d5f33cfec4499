import { version } from './package.json';

const PRODUCT = `endpoint.js/${version}`;

/** The default `user-agent` of a builder. */
export const defaultUserAgent = (vendor: string | undefined): string =>
  vendor === undefined ? PRODUCT : `${vendor}-${PRODUCT}`;

/** Whether a `user-agent` is the default of a builder, not one that merely contains it. */
export const isDefaultUserAgent = (agent: string): boolean =>
  agent.endsWith(PRODUCT) && /^(?:[\w.+-]+-)?$/.test(agent.slice(0, -PRODUCT.length));
