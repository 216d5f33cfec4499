/** A registry of npm on this machine with the packages of this repository, as their first release would put them there. */
import { readFileSync } from 'node:fs';
import { packPackage, readManifest } from '../commands/pack.mjs';
import { startServer } from './static-server.mjs';

/**
 * Packs packages, which are built, and serves them. It has no others.
 *
 * @param {readonly import('../commands/pack.mjs').PackageFolder[]} packages
 * @param {string} folder for the tarballs; it exists
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startRegistry(packages, folder) {
  /** @type {Map<string, (url: string) => string | Buffer>} path → response, for the registry's address */
  const responses = new Map();
  for (const each of packages) {
    const { name, tarball } = await packPackage(each, folder);
    const manifest = readManifest(each);
    const path = `/${name}/-/${name}-${manifest.version}.tgz`;
    responses.set(path, () => readFileSync(tarball));
    responses.set(`/${name}`, (url) => {
      const version = { ...manifest, dist: { tarball: url + path } };
      const tags = { latest: manifest.version };
      return JSON.stringify({ name, 'dist-tags': tags, versions: { [manifest.version]: version } });
    });
  }
  const server = await startServer((request, response) => {
    const respond = responses.get(request.url ?? '');
    response.writeHead(respond ? 200 : 404).end(respond?.(`http://${request.headers.host}`));
  });
  return server;
}
