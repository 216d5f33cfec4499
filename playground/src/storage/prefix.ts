/** Prefix of all names in the device's storage. */
export const PREFIX = 'endpoint.js:';
