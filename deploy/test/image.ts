/** Builds the image by buildah, on a base made from this machine's Node: no registry of images is asked. */
import {
  existsSync,
  cpSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../../process/processes.mjs';
import { findMissing, findOnPath } from '../../dev/setup/programs.mjs';
import { containerfile } from './descriptions.js';
import { ROOT } from './manifests.js';

const BUILD_MS = 1_200_000;

/** Finds buildah, or installs it: what it lacks to build here. */
export async function findMissingBuilder(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'buildah in a chroot needs Linux and root';
  return findMissing({ command: 'buildah', probe: ['--version'], packages: ['buildah'], advice: 'Install buildah' });
}

/** Runs a command, and returns its output. Throws with it when it fails. */
async function getOutput(command: string, args: readonly string[]): Promise<string> {
  const { failure, output, stdout } = await run(command, args, { cwd: ROOT, timeoutMs: BUILD_MS });
  if (failure !== undefined) throw new Error(`${command} ${args.join(' ')} ${failure}:\n${output.slice(-8000)}`);
  return stdout.trim();
}

/** Finds the path of a program. */
async function find(name: string): Promise<string> {
  const path = await findOnPath([name], process.env);
  if (path === undefined) throw new Error(`There is no ${name}.`);
  return realpathSync(path);
}

/** Makes a root file system of Node, npm, a shell and the libraries that they and native packages need. */
async function makeRoot(root: string): Promise<void> {
  const place = (source: string, target: string): void => {
    mkdirSync(dirname(join(root, target)), { recursive: true });
    cpSync(realpathSync(source), join(root, target), { recursive: true, verbatimSymlinks: true });
  };
  const programs = {
    '/bin/sh': await find('sh'),
    '/usr/bin/env': await find('env'),
    '/usr/local/bin/node': process.execPath,
  };
  for (const [target, source] of Object.entries(programs)) place(source, target);
  const npm = await find('npm');
  place(dirname(dirname(npm)), '/usr/local/lib/node_modules/npm');
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  const listed = await getOutput('ldd', Object.values(programs));
  const libraries = new Set(Array.from(listed.matchAll(/(\/\S+\.so\S*)/g), ([, path = '']) => path));
  // What native packages and the resolver load by name.
  const libc = Array.from(libraries).find((path) => path.includes('/libc.so')) ?? '';
  for (const name of readdirSync(dirname(libc))) {
    if (/^lib(rt|resolv|util|nss_(dns|files))\.so\.\d$/.test(name)) libraries.add(join(dirname(libc), name));
  }
  for (const path of libraries) place(path, path);
  mkdirSync(join(root, 'tmp'));
  chmodSync(join(root, 'tmp'), 0o1777);
  mkdirSync(join(root, 'root'));
  mkdirSync(join(root, 'etc'));
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
}

/** The image, built in a storage of its own. */
export class Image {
  readonly #flags: readonly string[];
  #container = '';

  private constructor(folder: string) {
    this.#flags = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  }

  /** Runs buildah on the storage of this image. */
  #buildah(...args: readonly string[]): Promise<string> {
    return getOutput('buildah', [...this.#flags, ...args]);
  }

  /**
   * Builds deploy/Containerfile, with packages from the registry that npm uses here.
   *
   * @param folder a new one, to be removed after {@link remove}
   */
  static async build(folder: string): Promise<Image> {
    const image = new Image(folder);
    const [, base = ''] = /^FROM (\S+) AS build$/m.exec(containerfile) ?? [];
    const root = join(folder, 'root');
    mkdirSync(root);
    await makeRoot(root);
    const container = await image.#buildah('from', 'scratch');
    await image.#buildah('copy', '--quiet', container, root, '/');
    await image.#buildah('config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container);
    await image.#buildah('commit', '--quiet', container, base);
    const settings = [`registry=${await getOutput(await find('npm'), ['config', 'get', 'registry'])}`];
    const authorities = process.env['NODE_EXTRA_CA_CERTS'];
    const volumes = [`${join(folder, 'npmrc')}:/root/.npmrc:ro`];
    if (authorities !== undefined && existsSync(authorities)) {
      settings.push('cafile=/run/authorities.pem');
      volumes.push(`${authorities}:/run/authorities.pem:ro`);
    }
    writeFileSync(join(folder, 'npmrc'), `${settings.join('\n')}\n`);
    await image.#buildah(
      'bud', '--isolation', 'chroot', '--format', 'docker', '--pull-never', '--layers=false',
      ...volumes.flatMap((volume) => ['--volume', volume]),
      '--ignorefile', 'deploy/Containerfile.dockerignore', '--file', 'deploy/Containerfile', '--tag', 'calls', '.',
    ); // prettier-ignore
    image.#container = await image.#buildah('from', '--pull-never', 'calls');
    return image;
  }

  /** The image's own settings, in Docker's format. */
  async inspect(): Promise<{ config: Readonly<Record<string, unknown>> }> {
    const { Docker } = JSON.parse(await this.#buildah('inspect', '--type', 'image', 'calls')) as {
      Docker: { config: Record<string, unknown> };
    };
    return Docker;
  }

  /** The command that runs a program in a container of the image, as the image's user. */
  command(...args: readonly string[]): readonly [command: string, args: string[]] {
    return ['buildah', [...this.#flags, 'run', '--isolation', 'chroot', this.#container, '--', ...args]];
  }

  /** Removes containers and images: their folders may be mounts. */
  async remove(): Promise<void> {
    await this.#buildah('rm', '--all');
    await this.#buildah('rmi', '--all', '--force');
  }
}
