/**
 * Checks Node's version before loading anything that an older Node can't parse.
 */
import { readFileSync } from 'node:fs';

/** The least version, from "engines" in package.json: `>=20.19`. */
const REQUIRED = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).engines.node.replace(
  '>=',
  '',
);

/**
 * Whether `version` is at least `required`, both `major.minor[.patch]`.
 *
 * @param {string} version
 * @param {string} required
 */
export function isAtLeast(version, required) {
  return version.localeCompare(required, 'en', { numeric: true }) >= 0;
}

/** Ends the process with a message when this Node is too old. */
export function requireNode() {
  if (isAtLeast(process.versions.node, REQUIRED)) return;
  console.error(
    `endpoint.js needs Node ${REQUIRED} or later; this is Node ${process.versions.node}. Get it from https://nodejs.org.`,
  );
  process.exit(1);
}
