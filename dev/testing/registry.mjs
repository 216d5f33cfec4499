/** A registry of npm on this machine that has the packages of this repository, as their release will put them there. */
import { readFileSync } from 'node:fs';
import { packPackage, readManifest } from '../commands/pack.mjs';
import { startServer } from './static-server.mjs';

/**
 * Packs packages, which are built, and serves them.
 *
 * @param {readonly import('../commands/pack.mjs').PackageFolder[]} packages
 * @param {string} folder for the tarballs; it exists
 * @param {string} [others] the address of the registry with all other packages; without it there are none
 * @returns {Promise<{ url: string, tarballs: string[], stop: () => Promise<void> }>} `tarballs`: paths, in the order of the packages
 */
export async function startRegistry(packages, folder, others) {
  /** @type {Map<string, (url: string) => string | Buffer>} path → response, for the registry's address */
  const responses = new Map();
  /** @type {string[]} */
  const tarballs = [];
  for (const each of packages) {
    const { name, tarball } = await packPackage(each, folder);
    tarballs.push(tarball);
    const manifest = readManifest(each);
    const path = `/${name}/-/${name}-${manifest.version}.tgz`;
    responses.set(path, () => readFileSync(tarball));
    responses.set(`/${name}`, (url) => {
      const version = { ...manifest, dist: { tarball: url + path } };
      const tags = { latest: manifest.version };
      return JSON.stringify({ name, 'dist-tags': tags, versions: { [manifest.version]: version } });
    });
  }
  const server = await startServer(({ url = '', headers }, response) => {
    const respond = responses.get(url);
    if (respond) response.end(respond(`http://${headers.host}`));
    else if (others === undefined) response.writeHead(404).end();
    else response.writeHead(307, { location: new URL(url.slice(1), others).href }).end();
  });
  return { ...server, tarballs };
}
