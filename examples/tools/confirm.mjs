// Asks a person in the terminal about a request that changes something.
import { createInterface } from 'node:readline';

/** @param {import('endpoint.js/tools').RequestOptions} request */
export async function confirm({ method, url, body }) {
  console.error(`${method.toUpperCase()} ${url} ${JSON.stringify(body) ?? ''}\nSend it? (yes/no)`);
  for await (const line of createInterface({ input: process.stdin })) return line === 'yes';
  return false;
}
